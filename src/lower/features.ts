import type { FeatureUse } from "../ir/feature.ts";
import { features } from "../ir/feature.ts";
import type { Feature } from "../ir/feature.ts";
import type { Guard } from "../ir/guard.ts";
import type { Restrict, Skill } from "../ir/skill.ts";
import type { Span } from "../report/source.ts";

/** What the skill asks of its host, in the order of `features`, each once with the source that first asks for it. */
export function featuresOf(skill: Omit<Skill, "features">): readonly FeatureUse[] {
  // A literal with three spreads takes ten times as long.
  const places = Object.assign(
    { hooks: skill.hooks[0]?.span },
    placesOfParts(skill),
    placesOfGuards(skill),
    placesOfRestrict(skill.restrict),
  ) satisfies Record<Feature, Span | undefined>;
  return features.flatMap((feature) => {
    const span = places[feature];
    return span === undefined ? [] : [{ feature, span }];
  });
}

type Places<Prefix extends string> = Readonly<
  Record<Extract<Feature, Prefix | `${Prefix}.${string}`>, Span | undefined>
>;
type Parts = "prompt" | "input" | "output" | "tools" | "scripts" | "mcp" | "steps" | "state";

function placesOfParts(skill: Omit<Skill, "features">): Places<Parts> {
  const { spans, contract, steps } = skill;
  const isPlain = (kind: string, schema: unknown): boolean => kind === "str" && schema === undefined;
  return {
    prompt: skill.kind === "skill" ? spans.prompt : undefined,
    "input.schema": isPlain(skill.input.kind, contract.inputSchema) ? undefined : spans.input,
    "output.schema": isPlain(skill.output.kind, contract.outputSchema) ? undefined : spans.output,
    tools: [...skill.tools, ...steps.flatMap(({ tools }) => tools)][0]?.span,
    scripts: skill.scripts[0]?.span,
    mcp: skill.mcpScopes[0]?.span,
    steps: steps[0]?.span,
    state: skill.stateKeys[0]?.span,
  };
}

function placesOfGuards({ guard, steps }: Omit<Skill, "features">): Places<"guard"> {
  const guards = [guard, ...steps.map((step) => step.guard)].filter((found) => found !== undefined);
  const first = (condition: (found: Guard) => boolean): Span | undefined => guards.find(condition)?.span;
  return {
    "guard.rule": first(({ kind }) => kind === "rule"),
    "guard.regex": first(usesRegex),
    "guard.judge": first(({ kind }) => kind === "judge"),
    "guard.retry": first(({ retry }) => retry > 0),
  };
}

function placesOfRestrict(restrict: Restrict | undefined): Places<"restrict"> {
  return {
    "restrict.effect": restrict?.ceiling?.span,
    "restrict.tools": restrict?.allowTools === undefined ? undefined : restrict.span,
    "restrict.patterns": restrict?.denyPatterns[0]?.span,
  };
}

function usesRegex(guard: Guard): boolean {
  // The text decides: a call of `regex` in a guard that does not parse is still asked of the host.
  return guard.kind === "rule" && /\bregex\s*\(/.test(guard.predicate.source.text);
}
