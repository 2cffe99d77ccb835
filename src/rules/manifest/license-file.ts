import { entryOf } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { textOfValue } from "../written.ts";

const diagnostics = defineDiagnostics({
  "manifest/license-file": {
    severity: "info",
    message: (p: { file: string }) =>
      `The field \`license\` speaks of \`${p.file}\`, and no such file lies beside the skill.`,
    help: (p: { file: string }) =>
      `Add \`${p.file}\` to the folder of the skill, or name the licence: \`license: MIT\`.`,
    docs: `
\`license\` names a file that should hold the licence, and the folder of the skill has none of that name.

Whoever finds the skill is left without its terms. Installers copy the folder of a skill, so a licence at the root of the
repository does not come along. A skill that lies alone in its folder is passed over: its other files may not have been
brought along. Source: Agent Skills specification, the field \`license\` (rule S11).

Wrong: \`license: Complete terms in LICENSE.txt\` without that file.

Right:

\`\`\`yaml
license: Apache-2.0
\`\`\`

To fix it, put the file beside SKILL.md, or write the name of the licence.
`,
  },
});

/** The file that the field `license` names, Agent Skills specification S11. */
export const manifestLicenseFile: Rule = {
  id: "manifest/license-file",
  summary: "A file that the field license names is there.",
  declared: diagnostics.declared,
  *check({ manifest: { frontMatter, source } }) {
    const node = entryOf(frontMatter, "license")?.value;
    const text = textOfValue(node);
    if (node?.kind !== "scalar" || text === undefined || source.siblings.length === 0) return;
    const found = /(?<![\w./-])(?:LICEN[CS]E|COPYING)\.(?:txt|md)\b/i.exec(text);
    if (found === null) return;
    const [file] = found;
    if (source.siblings.some(({ path }) => path.toLowerCase() === file.toLowerCase())) return;
    const place = node.at(found.index, found.index + file.length);
    yield diagnostics.create("manifest/license-file", place, { file });
  },
};
