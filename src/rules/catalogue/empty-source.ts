import { isBelow } from "../../lower/policy.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule, Subject } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "catalogue/empty-source": {
    severity: "error",
    message: (p: { source: string }) =>
      `The source \`${p.source}\` holds no skill, so nothing of it is checked or compiled.`,
    help: (p: { source: string }) =>
      `Add \`${p.source}/<name>/SKILL.md\`, or remove the entry from \`sources\`.`,
    docs: `
\`sources\` in \`skillc.config.yaml\` lists the folders from which the skills of a repository come. Nothing loads from this
one: it is missing, empty, or holds no SKILL.md and no \`skill.yml\`.

    sources: [skills, .claude/skills]

The folders are relative to the file. A command without paths reads them; a source that is not among the paths given to a
command is not judged. A folder that was moved, or is spelt in another letter case, would otherwise drop out of every check
without a word. Folders named \`.git\` and \`node_modules\` and linked folders are not searched.

Wrong: \`sources: [skill]\` where the folder is named \`skills\`.

Right: \`sources: [skills]\`.

To fix it, correct the path, or remove the entry.
`,
  },
});

/** Something loads from every configured source. */
export const catalogueEmptySource: Rule = {
  id: "catalogue/empty-source",
  summary: "Each configured source holds a skill.",
  declared: diagnostics.declared,
  *checkAll(subjects, { policy }) {
    for (const { name, span, folder, isRead } of policy.sources) {
      const holds = ({ manifest: { source, file } }: Subject): boolean =>
        isBelow(source.folder, folder) || file.path === folder;
      if (!isRead || subjects.some(holds)) continue;
      yield diagnostics.create("catalogue/empty-source", span, { source: name });
    }
  },
};
