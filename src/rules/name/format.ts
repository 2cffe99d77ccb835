import { yamlWord } from "../../language/yaml-word.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { textOfValue, valueSpan, writtenEntry } from "../written.ts";
import { flawOfName, folderNameOf, longestName, slugOf } from "./slug.ts";

const diagnostics = defineDiagnostics({
  "name/format": {
    severity: "error",
    message: (p: { name: string; flaw: string }) =>
      `The name \`${p.name}\` is not one that every client accepts: a name ${p.flaw}.`,
    help: (p: { proposal: string; isFolder: boolean }) => {
      if (p.isFolder) return `Write \`name: ${p.proposal}\`, as its folder is named.`;
      if (p.proposal !== "") return `Write \`name: ${p.proposal}\`, and name the folder \`${p.proposal}\`.`;
      return "Write a few lower-case words joined by hyphens, such as `name: pdf-forms`.";
    },
    docs: `
The name of a skill has 1 to 64 characters, all of them lower-case letters, digits or hyphens. It does not start or end
with a hyphen, and has no two hyphens in a row.

Clients use the name as a folder name, as a command (\`/pdf-tools\`) and as the key under which a model asks for the
skill. Strict clients and validators refuse a skill whose name has another form; lenient ones load it under a name of
their own making. Source: Agent Skills specification, the field \`name\` (rules S4 to S7).

Wrong:

\`\`\`yaml
name: PDF Tools
\`\`\`

Right:

\`\`\`yaml
name: pdf-tools
\`\`\`

To fix it, write the name that the help proposes: that of the folder where the folder has a good one. \`--fix --unsafe-fixes\` changes the
name, never the folder. The fix is unsafe because everything that refers to the skill by its old name must change too.
`,
  },
});

/** The form of a name, Agent Skills specification S4 to S7. */
export const nameFormat: Rule = {
  id: "name/format",
  summary: "A name is 1 to 64 lower-case letters, digits and single hyphens.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const entry = writtenEntry(manifest, "name");
    const name = textOfValue(entry?.value);
    if (entry === undefined || name === undefined || name.trim() === "") return;
    const flaw = flawOfName(name);
    if (flaw === undefined) return;
    const folder = folderNameOf(manifest);
    const isFolder = folder !== undefined && flawOfName(folder) === undefined;
    const proposal = isFolder ? folder : slugOfName(name);
    const fix = {
      title: `Rename the skill to \`${proposal}\``,
      safety: "unsafe" as const,
      edits: [{ span: entry.value.span, replacement: yamlWord(proposal) }],
    };
    yield diagnostics.create(
      "name/format",
      valueSpan(entry),
      { name, flaw, proposal, isFolder },
      { fix: proposal === "" ? undefined : fix },
    );
  },
};

/** A long name cut off in the middle would be a name, but nobody's choice. */
function slugOfName(name: string): string {
  return [...name].length > longestName ? "" : slugOf(name);
}
