import type { FeatureUse } from "../ir/feature.ts";
import { features } from "../ir/feature.ts";
import type { Feature } from "../ir/feature.ts";
import type { Guard } from "../ir/guard.ts";
import type { Skill } from "../ir/skill.ts";
import type { Span } from "../report/source.ts";

/** What the skill asks of its host, in the order of `features`, each once with the source that first asks for it. */
export function featuresOf(skill: Omit<Skill, "features">, hooks: Span | undefined): readonly FeatureUse[] {
  const { spans, restrict, contract, steps } = skill;
  const guards = [skill.guard, ...steps.map(({ guard }) => guard)].filter((guard) => guard !== undefined);
  const places: Readonly<Record<Feature, Span | undefined>> = {
    prompt: skill.kind === "skill" ? spans.prompt : undefined,
    "input.schema":
      skill.input.kind === "str" && contract.inputSchema === undefined ? undefined : spans.input,
    "output.schema":
      skill.output.kind === "str" && contract.outputSchema === undefined ? undefined : spans.output,
    tools: [...skill.tools, ...steps.flatMap(({ tools }) => tools)][0]?.span,
    scripts: skill.scripts[0]?.span,
    mcp: skill.mcpScopes[0]?.span,
    steps: steps[0]?.span,
    state: skill.stateKeys[0]?.span,
    "guard.rule": guards.find(({ kind }) => kind === "rule")?.span,
    "guard.regex": guards.find(usesRegex)?.span,
    "guard.judge": guards.find(({ kind }) => kind === "judge")?.span,
    "guard.retry": guards.find(({ retry }) => retry > 0)?.span,
    "restrict.effect": restrict?.ceiling?.span,
    "restrict.tools": restrict?.allowTools === undefined ? undefined : restrict.span,
    "restrict.patterns": restrict?.denyPatterns[0]?.span,
    hooks,
  };
  return features.flatMap((feature) => {
    const span = places[feature];
    return span === undefined ? [] : [{ feature, span }];
  });
}

function usesRegex(guard: Guard): boolean {
  // The text decides: a call of `regex` in a guard that does not parse is still asked of the host.
  return guard.kind === "rule" && /\bregex\s*\(/.test(guard.predicate.source.text);
}
