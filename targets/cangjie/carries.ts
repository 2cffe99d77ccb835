import type { Skill } from "../../src/ir/skill.ts";
import type { TargetOptions } from "../../src/target/options.ts";
import { choiceOf } from "./dialect.ts";

const noPlace = "a package has no place for it";

/** Keys of `interface` and of the contract that a package acts on. */
const carried: ReadonlySet<string> = new Set([
  "interface.input_type",
  "interface.output_type",
  "interface.state_keys",
  "interface.guard",
  "interface.restrict",
  "requires.tools",
  "requires.mcp_scopes",
  "steps.name",
  "steps.prompt",
  "steps.guard",
  "steps.requires",
]);

/** Why others are not. */
const lost: Readonly<Record<string, string>> = {
  "interface.effect_hint": "what a package may do follows from its tools and is in `permissions.json5`",
  "interface.cost_hint": "CangjieMagic knows no costs",
  "requires.optional_tools": "a package has the tools that it needs, and the host adds others",
};

/** What a package holds of a skill. */
export function carries(field: string, skill: Skill, options?: TargetOptions): true | string {
  const isFile = choiceOf(options).inFolder;
  const kept = ["name", "description", "prompt", "version"].includes(field) || carried.has(field);
  if (field === "version" && !isThreeNumbers(skill.version))
    return "the version of a package is three numbers";
  if (kept) return true;
  if (field.startsWith("./")) {
    return isFile || "the instructions stand in the agent, which reads no files of the skill";
  }
  if (isFile && isInSkillMd(field)) return true;
  return lost[field] ?? noPlace;
}

function isInSkillMd(field: string): boolean {
  return /^(?:license|compatibility|allowed-tools|metadata(?:\..*)?)$/.test(field);
}

function isThreeNumbers(version: string | undefined): boolean {
  return version !== undefined && /^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(version);
}
