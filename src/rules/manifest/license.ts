import { entryOf } from "../../manifest/node.ts";
import type { Entry } from "../../manifest/node.ts";
import type { Fix } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { codePoints, valueSpan } from "../written.ts";
import { asText, linesOf } from "./edit.ts";

/** “Keep it short”, says the specification; the longest sentence in use has about 200 characters. */
const longest = 500;

const diagnostics = defineDiagnostics({
  "manifest/license": {
    severity: "warning",
    message: (p: { flaw: string }) =>
      `The field \`license\` ${p.flaw}; it is the name of a licence or of a file.`,
    help: "Write a name such as `license: MIT`, or `license: Complete terms in LICENSE.txt`.",
    docs: `
\`license\` is a short text: the name of a licence, or of a file in the skill that holds it. It may be left out.

Strict clients refuse a skill whose \`license\` is a list, a mapping or a number, and one runtime an empty one. A text of
several hundred characters belongs into a file. Source: Agent Skills specification, the field \`license\` (rule S11).

Wrong:

\`\`\`yaml
license: [MIT]
\`\`\`

Right:

\`\`\`yaml
license: MIT
\`\`\`

To fix it, write the name as text. \`--fix\` removes an empty field, and with \`--unsafe-fixes\` a list of names becomes a text.
`,
  },
});

/** The field `license`, Agent Skills specification S11. */
export const manifestLicense: Rule = {
  id: "manifest/license",
  summary: "The field license is a short text.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const entry = entryOf(manifest.frontMatter, "license");
    const flaw = entry === undefined ? undefined : flawOf(entry);
    if (entry === undefined || flaw === undefined) return;
    const at = entry.value.kind === "scalar" ? valueSpan(entry) : entry.key.span;
    yield diagnostics.create("manifest/license", at, { flaw }, { fix: fixOf(entry) });
  },
};

function flawOf({ value }: Entry): string | undefined {
  if (value.kind === "map") return "is a mapping";
  if (value.kind === "list") return "is a list";
  if (value.value === null || value.text.trim() === "") return "is empty";
  if (typeof value.value !== "string") return `is \`${value.text}\`, which is no text`;
  const length = codePoints(value.text);
  return length > longest ? `has ${length} characters` : undefined;
}

function fixOf(entry: Entry): Fix | undefined {
  const { value } = entry;
  if (value.kind === "scalar" && value.text.trim() === "") {
    const lines = linesOf(entry);
    if (lines === undefined) return undefined;
    return { title: "Remove the empty field", safety: "safe", edits: [{ span: lines, replacement: "" }] };
  }
  const items = value.kind === "list" ? value.items : [];
  const names = items.flatMap((item) => (item.kind === "scalar" && item.value !== null ? [item.text] : []));
  const edit =
    names.length === 0 || names.length < items.length ? undefined : asText(entry, names.join(", "));
  return edit === undefined
    ? undefined
    : { title: "Write the names as one text", safety: "unsafe", edits: [edit] };
}
