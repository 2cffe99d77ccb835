import type { DenyPattern, NameUse, Skill } from "../../src/ir/skill.ts";
import type { Dialect } from "../../src/target/skill-md.ts";
import { carriesInSkillMd } from "../../src/target/skill-md.ts";
import type { Carries } from "../../src/target/target.ts";
import { namedBy } from "./tools.ts";

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
  // Claude Code takes the first paragraph for a description that is not there.
  if (skill.kind === "skill") return carriesInSkillMd(field, { ...skill, description: skill.name });
  const named = [skill.restrict, ...(skill.restrict?.denyPatterns ?? [])].flatMap((part) => toolsOf(part));
  const unknown = named.find(({ name }) => namedBy(name) === undefined);
  if (field.startsWith("interface.restrict") && unknown !== undefined)
    return `${JSON.stringify(unknown.name)} is no tool of Claude Code`;
  const isHeld = /^(?:name|version|description|interface|interface\.restrict\b.*)$/.test(field);
  return isHeld ? true : "a hook and permission rules have no place for it";
};

function toolsOf(part: Skill["restrict"] | DenyPattern): readonly NameUse[] {
  if (part === undefined) return [];
  return ("denyPatterns" in part ? part.allowTools : part.tools) ?? [];
}
