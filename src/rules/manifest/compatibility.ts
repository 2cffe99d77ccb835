import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Entry } from "../../manifest/node.ts";
import { entryOf } from "../../manifest/node.ts";
import type { Fix } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { codePoints, offsetOfCodePoint, textOfValue, valueSpan } from "../written.ts";
import { linesOf } from "./edit.ts";

/** Agent Skills specification S12, in code points. */
const longest = 500;

const diagnostics = defineDiagnostics({
  "manifest/compatibility": {
    severity: "error",
    message: (p: { length: number }) =>
      p.length === 0
        ? "The field `compatibility` is empty; a field that is present has 1 to 500 characters."
        : `The field \`compatibility\` has ${p.length} characters, ${p.length - longest} more than the ${longest} that clients accept.`,
    help: (p: { length: number }) =>
      p.length === 0
        ? "Remove `compatibility`, or say what the skill needs: `compatibility: Requires git and jq`."
        : "Name only what the skill needs, and move the instructions for installing it into the body.",
    docs: `
\`compatibility\` says what a skill needs of its environment, in 1 to 500 characters. It may be left out.

Validators refuse a skill whose \`compatibility\` is longer, and strict clients one where it is empty. Most skills need no
such field. Source: Agent Skills specification, the field \`compatibility\` (rule S12).

Wrong:

\`\`\`yaml
compatibility: ""
\`\`\`

Right:

\`\`\`yaml
compatibility: Requires git, docker and access to the internet
\`\`\`

To fix it, name the programs and the access that the skill needs, or remove the field; \`--fix\` removes an empty one.
`,
  },
});

/** The length of `compatibility`, Agent Skills specification S12. */
export const manifestCompatibility: Rule = {
  id: "manifest/compatibility",
  summary: "The field compatibility has 1 to 500 characters.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const entry = entryOf(manifest.frontMatter, "compatibility");
    const text = textOfValue(entry?.value);
    if (entry?.value.kind !== "scalar" || text === undefined) return;
    const length = codePoints(text.trim() === "" ? "" : text);
    if (length === 0) {
      yield diagnostics.create(
        "manifest/compatibility",
        valueSpan(entry),
        { length },
        { fix: removal(entry) },
      );
    } else if (length > longest) {
      const excess = entry.value.at(offsetOfCodePoint(text, longest), text.length);
      yield diagnostics.create("manifest/compatibility", excess, { length });
    }
  },
};

/** Safe: an empty text says as much as an absent one. */
function removal(entry: Entry): Fix | undefined {
  const lines = linesOf(entry);
  if (lines === undefined) return undefined;
  return { title: "Remove the empty field", safety: "safe", edits: [{ span: lines, replacement: "" }] };
}
