import type { Supports } from "../../src/ir/feature.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Skill } from "../../src/ir/skill.ts";
import { outputFolder } from "../../src/target/name.ts";
import { skillMd, skillName } from "../../src/target/skill-md.ts";
import type { OutputFile, Target } from "../../src/target/target.ts";
import { carries, dialect } from "./carries.ts";
import { claudeCodeDiagnostics, notesOf } from "./notes.ts";
import { policiesOf } from "./policy.ts";
import { permissionRules } from "./rules.ts";
import { hookScript } from "./script.ts";
import { settingsText } from "./settings.ts";

const full = { level: "full" } as const;

const inMetadata = {
  level: "advisory",
  because: "Claude Code has no field for it; it is kept as JSON under `metadata`, on which nothing acts",
} as const;

const unchecked = {
  level: "advisory",
  because: "Claude Code does not check the output of a skill; the guard is left out",
} as const;

const supports: Supports = {
  prompt: full,
  "input.schema": inMetadata,
  "output.schema": inMetadata,
  tools: inMetadata,
  scripts: full,
  mcp: inMetadata,
  steps: {
    level: "advisory",
    because: "they become numbered sections of the instructions, which the model follows by itself",
  },
  state: { level: "advisory", because: "Claude Code keeps no memory for a skill" },
  "guard.rule": unchecked,
  "guard.regex": unchecked,
  "guard.judge": unchecked,
  "guard.retry": unchecked,
  "restrict.effect": full,
  "restrict.tools": full,
  "restrict.patterns": {
    level: "advisory",
    because: "patterns are searched in the text of a call, which does not show what a program or a file does",
  },
  hooks: full,
};

/** A project folder of Claude Code: skills, and for a restrict settings with permission rules and a hook. */
export const claudeCode: Target = {
  name: "claude-code",
  summary: "skills, permission rules and PreToolUse hooks for Claude Code",
  supports,
  emit(program) {
    const folder = outputFolder(program.name);
    return [...restrictFiles(program), ...program.skills.flatMap((skill) => skillFiles(skill, program))].map(
      (file) => ({ ...file, path: `${folder}/.claude/${file.path}` }),
    );
  },
  carries,
  declared: claudeCodeDiagnostics.declared,
  notes: notesOf,
};

function restrictFiles(program: Program): readonly OutputFile[] {
  const policies = policiesOf(program);
  if (policies.length === 0) return [];
  const script = `${outputFolder(program.name)}.cjs`;
  return [
    {
      path: "settings.json",
      text: settingsText(permissionRules(policies), script),
      layout: "generated",
    },
    { path: `hooks/${script}`, text: hookScript(program, policies), layout: "verbatim" },
  ];
}

/** The folder of a skill is its command, so that a skill of an agent has the name that it has alone. */
function skillFiles(skill: Skill, { name, whole, skills }: Program): readonly OutputFile[] {
  if (skill.kind === "restrict") return [];
  const isAlone = skills.filter((other) => other.name === skill.name).length === 1;
  const called = skillName(skill, whole !== true ? name : isAlone ? skill.name : skill.id);
  const folder = `skills/${called}`;
  const files = skill.about.bundled.map(({ path, source }): OutputFile => ({
    path: `${folder}/${path}`,
    text: "",
    layout: "verbatim",
    copyOf: source,
  }));
  return [
    { path: `${folder}/SKILL.md`, text: skillMd(skill, called, dialect), layout: "verbatim" },
    ...files,
  ];
}
