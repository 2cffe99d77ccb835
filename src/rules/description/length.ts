import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { codePoints, offsetOfCodePoint, textOfValue, writtenEntry } from "../written.ts";

/** Agent Skills specification S9, in code points. */
const longest = 1024;

const diagnostics = defineDiagnostics({
  "description/length": {
    severity: "error",
    message: (p: { length: number }) =>
      `The \`description\` has ${p.length} characters, ${p.length - longest} more than the ${longest} that clients accept.`,
    help: "Move the details into the body of the skill, and keep what it does and when to use it.",
    docs: `
A \`description\` has at most 1,024 characters. The place marked is where the limit is passed.

All descriptions of all installed skills stand in every conversation, so clients cap them. Past the limit, strict clients
and upload forms refuse the skill and others cut the text, and what is cut is the end, where “Use when …” usually stands.
Characters are counted as Unicode code points, white space at the end aside: some strict clients count it too, so
leave it away. Source: Agent Skills specification, the field \`description\` (rule S9).

Wrong: a description that lists every option of the skill.

Right:

\`\`\`yaml
description: Fills in PDF forms from a table of values. Use when the user wants to complete a form.
\`\`\`

To fix it, keep what the skill does and the words by which users ask for it, and move the rest into the body.
`,
  },
});

/** The length of a description, Agent Skills specification S9. */
export const descriptionLength: Rule = {
  id: "description/length",
  summary: "A description has at most 1,024 characters.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const entry = writtenEntry(manifest, "description");
    const text = textOfValue(entry?.value);
    if (entry?.value.kind !== "scalar" || text === undefined) return;
    // A block of text ends with a line feed that nobody wrote as part of it; strict clients count it, which they show.
    const length = codePoints(text.trimEnd());
    if (length <= longest) return;
    const excess = entry.value.at(offsetOfCodePoint(text, longest), text.trimEnd().length);
    yield diagnostics.create("description/length", excess, { length });
  },
};
