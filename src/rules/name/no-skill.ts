import { defineDiagnostics } from "../../report/diagnostic.ts";

/** Reported by the command, which alone knows the paths that it was given. */
export const noSkillDiagnostics = defineDiagnostics({
  "name/no-skill": {
    severity: "error",
    message: (p: { path: string }) => `There is no skill in \`${p.path}\`.`,
    help: "Name a folder that holds a `SKILL.md` or a `skill.yml`, or one above it.",
    docs: `
A path was given and nothing below it is a skill: no SKILL.md in any letter case, no \`skill.yml\`, no \`skill.yaml\`. Folders
named \`.git\` and \`node_modules\` and linked folders are not searched.

    skillc check skills/            # a tree
    skillc check skills/tidy-up     # one skill
`,
  },
});
