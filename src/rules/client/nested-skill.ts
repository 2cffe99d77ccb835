import { compareText, defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule, Subject } from "../rule.ts";
import { placeOfAbsent } from "../written.ts";

const diagnostics = defineDiagnostics({
  "client/nested-skill": {
    severity: "info",
    message: (p: { first: string; more: number }) =>
      p.more === 0
        ? `The skill in \`${p.first}\` lies inside this one; installers and pi stop here and do not find it.`
        : `The skill in \`${p.first}\` and ${p.more} more lie inside this one; installers and pi stop here and do not find them.`,
    help: "Put each skill into a folder of its own beside the others: `skills/<name>/SKILL.md`.",
    docs: `
The folder of this skill holds further skills.

Installers such as \`npx skills add\` take the first SKILL.md that they meet and stop, and so does pi, so that a SKILL.md at
the root of a repository hides all that lie below it. An upload to claude.ai or the Skills API is refused when its archive
holds more than one SKILL.md, templates included. skillc reads every one as a skill of its own. Source: vercel-labs/skills,
\`src/skills.ts\`; pi, \`core/skills.ts\`; the documentation of the Claude platform.

Wrong: \`SKILL.md\` and \`skills/pdf-forms/SKILL.md\` in one repository.

Right: \`skills/overview/SKILL.md\` and \`skills/pdf-forms/SKILL.md\`.

To fix it, move the outer skill into a folder of its own. A template is better called \`SKILL.md.template\`.
`,
  },
});

/** No skill lies inside another one. */
export const clientNestedSkill: Rule = {
  id: "client/nested-skill",
  summary: "A skill lies in no other skill's folder.",
  declared: diagnostics.declared,
  *checkAll(subjects) {
    const folders = new Map<string, Subject>();
    for (const subject of subjects) {
      const { skillMd, folder } = subject.manifest.source;
      if (skillMd !== undefined && !folders.has(folder)) folders.set(folder, subject);
    }
    const inside = new Map<Subject, string[]>();
    for (const folder of folders.keys()) {
      const outer = outerOf(folder, folders);
      if (outer === undefined) continue;
      const list = inside.get(outer);
      if (list === undefined) inside.set(outer, [folder]);
      else list.push(folder);
    }
    for (const [{ manifest }, list] of inside) {
      const [first = ""] = list.toSorted(compareText);
      yield diagnostics.create("client/nested-skill", placeOfAbsent(manifest), {
        first,
        more: list.length - 1,
      });
    }
  },
};

/** The nearest skill whose folder holds this folder. */
function outerOf(folder: string, folders: ReadonlyMap<string, Subject>): Subject | undefined {
  let at = folder;
  while (at !== "." && at !== "" && at !== "/") {
    const slash = at.lastIndexOf("/");
    at = slash === -1 ? "." : at.slice(0, slash);
    const found = folders.get(at);
    if (found !== undefined) return found;
  }
  return undefined;
}
