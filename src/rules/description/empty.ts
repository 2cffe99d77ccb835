import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { textOfValue, valueSpan, writtenEntry } from "../written.ts";

const diagnostics = defineDiagnostics({
  "description/empty": {
    severity: "error",
    message:
      "The `description` is empty, so clients leave the skill out: a model has nothing to choose it by.",
    help: "Write `description: What the skill does. Use when …`.",
    docs: `
The \`description\` is written but says nothing: it is empty, \`null\`, or white space only.

The description is the only part of a skill that a model sees before it decides to load it. Clients skip a skill whose
description is empty, most of them without a message. A common cause is a block scalar whose text is not indented, so
that YAML reads it as something else. Source: Agent Skills specification, the field \`description\` (rule S9), and its
client guide (rule G7).

Wrong:

\`\`\`yaml
name: pdf-forms
description: ""
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

/** A description has text, Agent Skills specification S9. */
export const descriptionEmpty: Rule = {
  id: "description/empty",
  summary: "A description is not empty.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const entry = writtenEntry(manifest, "description");
    if (entry === undefined || textOfValue(entry.value)?.trim() !== "") return;
    yield diagnostics.create("description/empty", valueSpan(entry), {});
  },
};
