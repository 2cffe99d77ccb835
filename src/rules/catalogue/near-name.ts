import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule, Subject } from "../rule.ts";
import { inOrder, scopeOf } from "./scope.ts";

const diagnostics = defineDiagnostics({
  "catalogue/near-name": {
    severity: "warning",
    message: (p: { name: string; other: string; folder: string; how: string }) =>
      `The name \`${p.name}\` and the name \`${p.other}\` of the skill in \`${p.folder}\` differ only in ${p.how}, so they are one name to some disks and clients.`,
    help: (p: { plain: string }) => `Rename one of the two, for example to \`${p.plain}-2\`.`,
    docs: `
Two skills of one run have names that are written differently and count as one in some places.

Disks of macOS and Windows do not tell upper from lower case, so one folder overwrites the other when the skills are
installed or checked out there. The reference library compares names after Unicode normalisation (NFKC), by which \`ａｂ\`
is \`ab\`. Gemini CLI writes \`-\` for each of \`: \\ / < > * ? " |\`. Where two names fall together, one of the skills is lost
without a message. Source: Agent Skills client guide (rule G3) and the sources of these clients.

Wrong: \`skills/PDF/SKILL.md\` with \`name: PDF\` beside \`skills/pdf/SKILL.md\` with \`name: pdf\`.

Right: one of the two is named \`pdf-forms\`.

To fix it, rename one skill and its folder.
`,
  },
});

/** Names that are not equal are different everywhere. */
export const catalogueNearName: Rule = {
  id: "catalogue/near-name",
  summary: "Names do not differ in letter case or normalisation alone.",
  declared: diagnostics.declared,
  *checkAll(subjects) {
    const names = new Map<string, Subject>();
    const folders = new Map<string, Subject>();
    for (const subject of inOrder(subjects)) {
      const { skill, manifest } = subject;
      const sameName = earlier(names, folded(skill.name), subject);
      const sameFolder = earlier(folders, folded(manifest.source.folder), subject);
      const byName = sameName?.skill.name === skill.name ? undefined : sameName;
      const byFolder = sameFolder?.manifest.source.folder === manifest.source.folder ? undefined : sameFolder;
      const other = byFolder ?? byName;
      if (other === undefined) continue;
      const [name, otherName] =
        byName === other
          ? [skill.name, other.skill.name]
          : [manifest.source.folder, other.manifest.source.folder];
      yield diagnostics.create(
        "catalogue/near-name",
        skill.spans.name,
        {
          name,
          other: otherName,
          folder: other.manifest.source.folder,
          how: difference(name, otherName),
          plain: folded(skill.name),
        },
        {
          related: [{ message: "The other skill.", span: other.skill.spans.name }],
          severity: scopeOf(other) === scopeOf(subject) || byFolder !== undefined ? "warning" : "info",
        },
      );
    }
  },
};

/** The first skill of this key; the skill itself becomes the first where there is none. */
function earlier(known: Map<string, Subject>, key: string, subject: Subject): Subject | undefined {
  const found = known.get(key);
  if (found === undefined) known.set(key, subject);
  return found;
}

function folded(name: string): string {
  return /^[a-z0-9/.-]*$/.test(name)
    ? name
    : name
        .normalize("NFKC")
        .toLowerCase()
        .replaceAll(/[:\\<>*?"|]/g, "-");
}

function difference(a: string, b: string): string {
  if (a.toLowerCase() === b.toLowerCase()) return "letter case";
  if (a.normalize("NFKC").toLowerCase() === b.normalize("NFKC").toLowerCase())
    return "how letters are encoded";
  return "signs that Gemini CLI replaces by `-`";
}
