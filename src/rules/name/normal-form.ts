import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { textOfValue, valueSpan, writtenEntry } from "../written.ts";
import { flawOfName } from "./slug.ts";

const diagnostics = defineDiagnostics({
  "name/normal-form": {
    severity: "warning",
    message: (p: { name: string; normal: string }) =>
      `The name \`${p.name}\` is another way of writing \`${p.normal}\`, and clients differ in whether the two are one name.`,
    help: (p: { normal: string }) => `Write \`name: ${p.normal}\`.`,
    docs: `
The name has characters that Unicode counts as forms of others: full-width letters, ligatures, superscripts, numerals.

The reference library compares names after normalisation (NFKC), so that such a name equals its plain spelling there, and
two skills can look like one. Every other client compares characters. Source: the reference library of Agent Skills, and
Unicode Standard Annex 15; Agent Skills specification, the field \`name\` (rules S5 and S8).

Wrong: \`name: ｐｄｆ-forms\`, in full-width letters.

Right:

\`\`\`yaml
name: pdf-forms
\`\`\`

To fix it, write the plain characters. \`--fix --unsafe-fixes\` does so; the folder is yours to rename.
`,
  },
});

/** A name is written in its normal form, so that it is equal to itself in every client. */
export const nameNormalForm: Rule = {
  id: "name/normal-form",
  summary: "A name is in Unicode normal form NFKC.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const entry = writtenEntry(manifest, "name");
    const name = textOfValue(entry?.value);
    if (entry === undefined || name === undefined) return;
    const normal = name.normalize("NFKC");
    // A name that is malformed has been told what to be.
    if (normal === name || flawOfName(name) !== undefined) return;
    const fix = {
      title: `Write \`${normal}\``,
      safety: "unsafe" as const,
      edits: [{ span: entry.value.span, replacement: normal }],
    };
    yield diagnostics.create("name/normal-form", valueSpan(entry), { name, normal }, { fix });
  },
};
