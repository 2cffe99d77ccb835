import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { textOfValue, valueSpan, writtenEntry } from "../written.ts";
import { flawOfName, folderNameOf } from "./slug.ts";

const diagnostics = defineDiagnostics({
  "name/directory": {
    severity: "warning",
    message: (p: { name: string; folder: string }) =>
      `The skill is named \`${p.name}\` and lies in the folder \`${p.folder}\`; clients that look for one by the other do not find it.`,
    help: (p: { name: string; folder: string }) =>
      `Rename the folder to \`${p.name}\`, or write \`name: ${p.folder}\`.`,
    docs: `
The name of a skill and the name of its folder are the same.

Some clients list a skill under its \`name\` and open it by the name of its folder, or the other way round; validators
refuse a skill where the two differ, and two installed skills can shadow each other without a message. It is a warning
and not an error because the most used clients load such a skill all the same. Source: Agent Skills specification, the
field \`name\` (rule S8).

Wrong: the file \`pdf/SKILL.md\` with

\`\`\`yaml
name: pdf-tools
\`\`\`

Right: the same file as \`pdf-tools/SKILL.md\`, or with \`name: pdf\`.

To fix it, rename the folder. \`--fix --unsafe-fixes\` changes the name instead, because a fix never moves files; check
then that nothing refers to the skill by its old name.
`,
  },
});

/** The folder of a skill bears its name, Agent Skills specification S8. */
export const nameDirectory: Rule = {
  id: "name/directory",
  summary: "The name of a skill is the name of its folder.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const entry = writtenEntry(manifest, "name");
    const name = textOfValue(entry?.value);
    const folder = folderNameOf(manifest);
    if (entry === undefined || name === undefined || folder === undefined) return;
    // A malformed name must change anyway, and its own diagnostic says how.
    if (name.trim() === "" || flawOfName(name) !== undefined) return;
    if (name.normalize("NFKC") === folder.normalize("NFKC")) return;
    const fix = {
      title: `Rename the skill to \`${folder}\``,
      safety: "unsafe" as const,
      edits: [{ span: entry.value.span, replacement: folder }],
    };
    yield diagnostics.create(
      "name/directory",
      valueSpan(entry),
      { name, folder },
      flawOfName(folder) === undefined ? { fix } : { help: `Rename the folder to \`${name}\`.` },
    );
  },
};
