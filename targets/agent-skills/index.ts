import type { Supports } from "../../src/ir/feature.ts";
import type { OutputFile, Target } from "../../src/target/target.ts";
import { carriesInSkillMd, skillMd, skillName } from "../../src/target/skill-md.ts";
import { clientFormDiagnostics, formFor } from "./client.ts";
import { agentSkillsDiagnostics, notesOf } from "./notes.ts";

const inMetadata = {
  level: "advisory",
  because: "the format has no field for it; it is kept as JSON under `metadata`, which clients do not act on",
} as const;

const unchecked = {
  level: "advisory",
  because: "no client checks the output of a skill; the guard is left out",
} as const;

const unheeded = {
  level: "none",
  because: "a client gives the skill all its tools, whatever a SKILL.md says",
} as const;

const supports: Supports = {
  prompt: { level: "full" },
  "input.schema": inMetadata,
  "output.schema": inMetadata,
  tools: inMetadata,
  scripts: { level: "full" },
  mcp: inMetadata,
  steps: {
    level: "advisory",
    because: "they become numbered sections of the instructions, which the model follows by itself",
  },
  state: { level: "advisory", because: "a client keeps no memory for a skill" },
  "guard.rule": unchecked,
  "guard.regex": unchecked,
  "guard.judge": unchecked,
  "guard.retry": unchecked,
  "restrict.effect": unheeded,
  "restrict.tools": unheeded,
  "restrict.patterns": unheeded,
  hooks: {
    level: "none",
    because: "only one client runs hooks, and in any other the skill would run without what they forbid",
  },
};

/** The skill as a folder with a SKILL.md in the form that every loader reads alike, and its files. */
export const agentSkills: Target = {
  name: "agent-skills",
  summary: "the SKILL.md that every client reads alike, with the skill's files",
  supports,
  emit(program) {
    const [skill] = program.skills;
    const isListed = skill?.kind === "skill" && program.whole !== true && skill.description !== "";
    if (skill === undefined || !isListed) return [];
    const folder = skillName(skill, program.name);
    const files = skill.about.bundled.map(({ path, source }): OutputFile => ({
      path: `${folder}/${path}`,
      text: "",
      layout: "verbatim",
      copyOf: source,
    }));
    return [{ path: `${folder}/SKILL.md`, text: skillMd(skill, folder), layout: "verbatim" }, ...files];
  },
  carries: carriesInSkillMd,
  declared: [...agentSkillsDiagnostics.declared, ...clientFormDiagnostics.declared],
  notes: notesOf,
  forClient: (client) => formFor(client, agentSkills),
};
