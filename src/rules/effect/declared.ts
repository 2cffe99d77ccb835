import type { Effect, NameSet } from "../../ir/effect.ts";
import { host } from "../../ir/effect.ts";
import { hostsOf } from "../../ir/infer.ts";
import { finite, join, pure } from "../../ir/lattice.ts";
import type { EffectHint, Skill } from "../../ir/skill.ts";
import { agentTerm } from "../../lower/agent-term.ts";
import { capabilitiesOf, effectOfHint, effectOfScope, requiredTools } from "../../lower/effect.ts";
import type { Span } from "../../report/source.ts";
import type { Setting } from "../rule.ts";
import { isCapability } from "./hint-unknown.ts";

/** What a skill says that it does at most, and where it says it. */
export interface Declared {
  readonly effect: Effect;
  /** `effect_hint`, `requires.tools`, …: as a sentence names it. */
  readonly by: string;
  readonly span: Span;
}

/**
 * The effect hint, else what the required and the pre-approved tools may do. Undefined where the skill declares nothing,
 * or where a word of the hint, which has been reported, bounds nothing.
 */
export function declaredEffect(skill: Skill, setting: Setting): Declared | undefined {
  const { effectHint: hint } = skill;
  const hosts = hostsIn(setting);
  if (hint !== undefined) {
    return isUnderstood(hint)
      ? { effect: effectOfHint(hint, hosts), by: "`effect_hint`", span: hint.span }
      : undefined;
  }
  const tools = [...requiredTools(skill), ...(skill.allowedTools ?? [])];
  const [first] = [...tools, ...skill.mcpScopes];
  if (first === undefined) return undefined;
  const effects = [
    ...tools.map(({ name }) => capabilitiesOf(name, setting.catalogue)),
    ...skill.mcpScopes.map(({ name }) => effectOfScope(name, setting.catalogue)),
  ];
  return {
    effect: join({ ...pure, llm: hosts }, ...effects),
    by: skill.tools.length > 0 ? "`requires.tools`" : "`allowed-tools`",
    span: first.span,
  };
}

/** A word of the declaration that is no effect has been reported; then nothing is below or above it. */
export function isUnderstood(hint: EffectHint): boolean {
  return hint.kind === "level" || (hint.kind === "record" && hint.io.every(({ name }) => isCapability(name)));
}

export function hostsIn({ agent, catalogue }: Setting): NameSet {
  return agent.span === undefined ? finite([host]) : hostsOf(agentTerm(agent, catalogue));
}
