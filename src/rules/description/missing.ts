import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { isReadable, placeOfAbsent, writtenEntry } from "../written.ts";

const diagnostics = defineDiagnostics({
  "description/missing": {
    severity: "error",
    message: "The skill has no `description`, so clients leave it out: a model has nothing to choose it by.",
    help: "Add `description: What the skill does. Use when …`.",
    docs: `
Every skill has a \`description\` that says what it does and when to use it.

The description is the only part of a skill that a model sees before it decides to load it. Clients skip a skill without
one, most of them without a message. For a skill that is only a \`skill.yml\` this is a warning, because such a skill can
also be mounted by name. Source: Agent Skills specification, the field \`description\` (rule S9), and its client guide
(rule G7).

Wrong:

\`\`\`yaml
name: pdf-forms
\`\`\`

Right:

\`\`\`yaml
name: pdf-forms
description: Fills in PDF forms from a table of values. Use when the user wants to complete a form.
\`\`\`

To fix it, write one or two sentences: what the skill does, then “Use when …” with the words that users say.
`,
  },
});

/** A skill has a description, Agent Skills specification S9. */
export const descriptionMissing: Rule = {
  id: "description/missing",
  summary: "A skill has a description.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    if (!isReadable(manifest) || writtenEntry(manifest, "description") !== undefined) return;
    yield diagnostics.create(
      "description/missing",
      placeOfAbsent(manifest),
      {},
      { severity: manifest.source.skillMd === undefined ? "warning" : "error" },
    );
  },
};
