import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { textOfValue, valueSpan, writtenEntry } from "../written.ts";
import { saysNoTrigger } from "./trigger.ts";

const diagnostics = defineDiagnostics({
  "description/no-trigger": {
    severity: "info",
    message:
      "The `description` says what the skill does and not when to use it, so a model seldom chooses it by itself.",
    help: "Add `Use when …` with the words by which users ask for it.",
    docs: `
A \`description\` says what the skill does and when to use it. This one has no words for the second.

The description is all that a model sees when it decides. Without the situations and the words of users in it, the skill is
seldom chosen unless it is called by its name. English descriptions are judged; others are left alone, and so is a skill
that has \`when_to_use\`, or one that only users call (\`disable-model-invocation: true\`). Source: Agent Skills
specification, the field \`description\` (rule S10), and the documentation on optimizing descriptions.

Wrong:

\`\`\`yaml
description: Helps with spreadsheets.
\`\`\`

Right:

\`\`\`yaml
description: Cleans and merges spreadsheets. Use when the user has CSV or Excel files that do not fit together.
\`\`\`

To fix it, add one sentence that starts with “Use when”. For a skill that is only ever called by its name:

    # skillc-ignore description/no-trigger: called by name
`,
  },
});

/** A description says when, Agent Skills specification S10. */
export const descriptionNoTrigger: Rule = {
  id: "description/no-trigger",
  summary: "A description says when to use the skill.",
  declared: diagnostics.declared,
  *check({ manifest, skill }) {
    const entry = writtenEntry(manifest, "description");
    const text = textOfValue(entry?.value);
    if (entry === undefined || text === undefined || skill.kind === "restrict") return;
    if (!saysNoTrigger(text)) return;
    if (isWritten(manifest, "when_to_use") || isWritten(manifest, "when-to-use")) return;
    if (textOfValue(writtenEntry(manifest, "disable-model-invocation")?.value) === "true") return;
    yield diagnostics.create("description/no-trigger", valueSpan(entry), {});
  },
};

function isWritten(manifest: Parameters<typeof writtenEntry>[0], key: string): boolean {
  return (textOfValue(writtenEntry(manifest, key)?.value) ?? "").trim() !== "";
}
