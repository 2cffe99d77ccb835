import type { Agent } from "../ir/agent.ts";
import type { Effect, NameSet } from "../ir/effect.ts";
import { finite, intersect, complementOf, join, pure } from "../ir/lattice.ts";
import type { Skill } from "../ir/skill.ts";
import type { Catalogue } from "../ir/tool.ts";
import { capabilitiesOf, countedEvidence, effectOfScope, requiredTools } from "../lower/effect.ts";
import type { Span } from "../report/source.ts";

/** A part of a skill's effect and the source that puts it there. */
export interface Cause {
  readonly effect: Effect;
  /** The subject of a sentence: `` `Bash` ``. */
  readonly why: string;
  readonly span: Span;
}

/** What a call costs a device whose tool runs elsewhere. */
export const network: Effect = { ...pure, io: finite(["net"]) };

const nowhere: ReadonlySet<string> = new Set();

/**
 * The parts that join to ε_s, apart from llm(hosts). A restrict alone has none. The tools in `cloud` run elsewhere: they
 * may do what they could, and use the network for it.
 */
export function causesOf(
  skill: Skill,
  catalogue: Catalogue,
  hosts: NameSet,
  cloud: ReadonlySet<string> = nowhere,
): readonly Cause[] {
  if (skill.kind === "restrict") return [];
  const seen = new Set<string>();
  const reached = (name: string, effect: Effect): Effect =>
    cloud.has(name) ? join(effect, network) : effect;
  const tools = requiredTools(skill).filter(({ name }) => !seen.has(name) && seen.add(name));
  return [
    ...tools.map(({ name, span }) => ({
      effect: reached(name, capabilitiesOf(name, catalogue)),
      why: `\`${name}\``,
      span,
    })),
    ...skill.mcpScopes.map(({ name, span }) => ({
      effect: reached(name, effectOfScope(name, catalogue)),
      why: `\`${name}\``,
      span,
    })),
    ...skill.stateKeys.map(({ name, span }) => ({
      effect: { ...pure, state: finite([name]) },
      why: `The state key \`${name}\``,
      span,
    })),
    ...[skill.guard, ...skill.steps.map(({ guard }) => guard)].flatMap((guard) =>
      guard?.kind === "judge"
        ? [
            {
              effect: { ...pure, llm: guard.model === undefined ? hosts : finite([guard.model]) },
              why: "The judge",
              span: guard.span,
            },
          ]
        : [],
    ),
    ...countedEvidence(skill).map(({ effect, why, span }) => ({
      effect,
      why: `The skill ${why}, which`,
      span,
    })),
  ];
}

/** The parts that an agent brings itself: its own tools and its memory. */
export function causesOfAgent(
  { tools, memoryKeys, span }: Agent,
  catalogue: Catalogue,
  cloud: ReadonlySet<string> = nowhere,
): readonly Cause[] {
  const memory =
    span === undefined || memoryKeys.length === 0
      ? []
      : [{ effect: { ...pure, state: finite(memoryKeys) }, why: "The memory of the agent", span }];
  return [
    ...tools.map((use) => ({
      effect: join(capabilitiesOf(use.name, catalogue), cloud.has(use.name) ? network : pure),
      why: `\`${use.name}\``,
      span: use.span,
    })),
    ...memory,
  ];
}

/** The names in an effect that another does not allow. An effect of almost everything names nothing. */
export function namesIn(effect: Effect, allowed: Effect): readonly string[] {
  const beyond = (a: NameSet, b: NameSet): readonly string[] => {
    const outside = intersect(a, complementOf(b));
    return outside.kind === "finite" ? outside.names : [];
  };
  return [
    ...beyond(effect.io, allowed.io),
    ...beyond(effect.llm, allowed.llm),
    ...beyond(effect.state, allowed.state),
  ];
}
