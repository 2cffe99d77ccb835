import { claudeCodeEntryLimit, vscodeDescriptionLimit } from "../../clients/listings.ts";
import type { Entry } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Diagnostic } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { textOfValue, valueSpan, writtenEntry } from "../written.ts";
import { triggerClauseAt } from "./trigger.ts";

const diagnostics = defineDiagnostics({
  "description/trigger-cut": {
    severity: "warning",
    message: (p: { client: string; limit: number; what: string }) =>
      `${p.client} shows ${p.limit} characters of a skill, and ${p.what} lies behind them.`,
    help: "Begin the `description` with one sentence on what the skill does, and let `Use when …` be the second.",
    docs: `
A client cuts the text of a skill in its list, and the part that says when to use the skill lies behind the cut.

Claude Code shows \`description\` and \`when_to_use\` together up to 1,536 characters, VS Code a description up to 1,024. What
lies behind is not shown to the model. A long explanation in front of “Use when …” therefore costs the skill its trigger,
without a message from the client. Source: the Claude Code documentation on skills and its changelog; the sources of VS Code.

Wrong: a \`description\` of 1,000 characters and a \`when_to_use\` of 900.

Right:

\`\`\`yaml
description: Cleans and merges spreadsheets. Use when the user has CSV or Excel files that do not fit together.
\`\`\`

To fix it, move the details into the body of the skill, and what says when to the front.
`,
  },
});

/** What says when to use a skill lies within the part of the text that clients show. */
export const descriptionTriggerCut: Rule = {
  id: "description/trigger-cut",
  summary: "The words that say when are within what clients show.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const entry = writtenEntry(manifest, "description");
    const text = textOfValue(entry?.value);
    if (entry === undefined || text === undefined) return;
    const more = writtenEntry(manifest, "when_to_use");
    const whole = text.length + (textOfValue(more?.value) ?? "").length;
    // The two count as one text, and the second is all about when.
    if (more !== undefined && whole > claudeCodeEntryLimit) {
      yield cut(more, Math.max(0, claudeCodeEntryLimit - text.length), "Claude Code", claudeCodeEntryLimit);
      return;
    }
    const at = text.length > vscodeDescriptionLimit ? triggerClauseAt(text) : undefined;
    if (at === undefined || at < vscodeDescriptionLimit) return;
    if (at < claudeCodeEntryLimit) yield cut(entry, at, "VS Code", vscodeDescriptionLimit);
    else yield cut(entry, at, "Claude Code", claudeCodeEntryLimit);
  },
};

/** `from` is where the part that is lost begins in the value. */
function cut(entry: Entry, from: number, client: string, limit: number): Diagnostic {
  const { value } = entry;
  const place = value.kind === "scalar" ? value.at(from, value.text.length) : valueSpan(entry);
  const key = `\`${entry.key.text}\``;
  const what =
    entry.key.text === "description" ? `what the ${key} says of when to use it` : `the end of ${key}`;
  return diagnostics.create("description/trigger-cut", place, { client, limit, what });
}
