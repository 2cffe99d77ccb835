import type { Carries } from "../../src/target/target.ts";

/** Keys beside those of the open format that Claude Code acts on where they stand at the top of the front matter. */
export const topKeys: ReadonlySet<string> = new Set([
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

/** What `interface` says and Claude Code has nothing for. A key that is not here is carried. */
const lost: ReadonlyMap<string, string> = new Map([
  ["interface.guard", "Claude Code does not check the output of a skill"],
  ["interface.input_type", "Claude Code gives a skill no typed input"],
  ["interface.output_type", "Claude Code takes no typed output from a skill"],
  ["interface.effect_hint", "Claude Code asks for permissions call by call and knows no effect of a skill"],
  ["interface.state_keys", "Claude Code keeps no memory for a skill"],
  ["interface.cost_hint", "Claude Code does not budget a skill"],
  ["enabled", "a skill that is not enabled is not written"],
]);

/** A guard of a step is lost as one of the skill is. */
const stepPart = /^steps(?:\.\d+|\[\d+\])\.(?:guard|requires)/;

/** The files hold a field, or this is why they do not. */
export const carries: Carries = (field, skill) => {
  if (skill.kind === "restrict") {
    const isHeld = /^(?:name|version|description|interface(?:\.restrict.*)?)$/.test(field);
    return isHeld ? true : "a hook and permission rules have no place for it";
  }
  if (stepPart.test(field)) return "Claude Code sees a step as a section of the instructions";
  for (const [key, because] of lost) if (field === key || field.startsWith(`${key}.`)) return because;
  return true;
};
