import type { Dialect } from "../../src/target/skill-md.ts";
import { carriesInSkillMd } from "../../src/target/skill-md.ts";
import type { Carries } from "../../src/target/target.ts";

/** Keys beside those of the open format that Claude Code acts on where they stand at the top of the front matter. */
const topKeys: ReadonlySet<string> = new Set([
  "agent",
  "argument-hint",
  "arguments",
  "background",
  "context",
  "disable-model-invocation",
  "disallowed-tools",
  "effort",
  "hooks",
  "model",
  "paths",
  "shell",
  "user-invocable",
  "when_to_use",
]);

/** The SKILL.md of Claude Code. */
export const dialect: Dialect = { topKeys, mappings: new Set() };

/** The files hold a field, or this is why they do not. */
export const carries: Carries = (field, skill) => {
  if (skill.kind === "skill") return carriesInSkillMd(field, skill);
  const isHeld = /^(?:name|version|description|interface|interface\.restrict\b.*)$/.test(field);
  return isHeld ? true : "a hook and permission rules have no place for it";
};
