import type { Effect, NameSet } from "../ir/effect.ts";
import { ceiling, finite, join, meet, pure, top } from "../ir/lattice.ts";
import type { EffectHint, Evidence, NameUse, Restrict, Skill } from "../ir/skill.ts";
import { effectOfTool } from "../ir/infer.ts";
import type { Catalogue } from "../ir/tool.ts";
import { toolNamed } from "../ir/tool.ts";

/** What a tool of this name may do. */
export function capabilitiesOf(name: string, catalogue: Catalogue): Effect {
  return effectOfTool(toolNamed(name, catalogue));
}

/** An MCP scope `server/tool` is a tool of that name; without an entry it is that tool, over the network. */
export function effectOfScope(scope: string, catalogue: Catalogue): Effect {
  if (catalogue.has(scope)) return capabilitiesOf(scope, catalogue);
  return { ...pure, io: finite([`tool:${scope}`, "net"]) };
}

/** ε_s: everything that mounting the skill may add to an agent. */
export function effectOfSkill(skill: Skill, catalogue: Catalogue, hosts: NameSet): Effect {
  // A restrict alone adds nothing.
  if (skill.kind === "restrict") return pure;
  return join(
    { ...pure, llm: hosts },
    requiredEffect(skill, catalogue),
    { ...pure, state: finite(skill.stateKeys.map(({ name }) => name)) },
    judgeEffect(skill, hosts),
    ...countedEvidence(skill).map(({ effect }) => effect),
  );
}

/** What belongs to the effect of a skill: what runs. Fences and sentences may be examples. */
export function countedEvidence({ evidence }: Skill): readonly Evidence[] {
  return evidence.filter(({ from }) => from === "script" || from === "hook");
}

/** The tools and scopes that a skill requires, its steps' included. Optional tools are not required. */
export function requiredTools(skill: Skill): readonly NameUse[] {
  return [...skill.tools, ...skill.steps.flatMap(({ tools }) => tools)];
}

function requiredEffect(skill: Skill, catalogue: Catalogue): Effect {
  return join(
    ...requiredTools(skill).map(({ name }) => capabilitiesOf(name, catalogue)),
    ...skill.mcpScopes.map(({ name }) => effectOfScope(name, catalogue)),
  );
}

function judgeEffect(skill: Skill, hosts: NameSet): Effect {
  const judges = [skill.guard, ...skill.steps.map(({ guard }) => guard)].filter(
    (guard) => guard?.kind === "judge",
  );
  return join(
    ...judges.map((judge) => ({ ...pure, llm: judge.model === undefined ? hosts : finite([judge.model]) })),
  );
}

/** A hint means itself ∨ llm(hosts). A hint that could not be read means ⊤, so that it causes no second diagnostic. */
export function effectOfHint(hint: EffectHint, hosts: NameSet): Effect {
  switch (hint.kind) {
    case "level":
      return ceiling(hint.level, hosts);
    case "record": {
      const names = (uses: readonly NameUse[]): NameSet => finite(uses.map(({ name }) => name));
      const named = { llm: names(hint.llm), io: names(hint.io), state: names(hint.state) };
      return join({ ...pure, llm: hosts }, named);
    }
    case "invalid":
      return top;
  }
}

/** What a skill adds to an agent; of a restrict, which adds nothing, its ceiling. */
export function reportedEffect(skill: Skill, catalogue: Catalogue, hosts: NameSet): Effect {
  return skill.kind === "restrict" && skill.restrict !== undefined
    ? ceilingOf(skill.restrict, catalogue, hosts)
    : effectOfSkill(skill, catalogue, hosts);
}

/** c_r: what is left of any agent under a restrict. */
export function ceilingOf(restrict: Restrict, catalogue: Catalogue, hosts: NameSet): Effect {
  const written = restrict.ceiling === undefined ? top : effectOfHint(restrict.ceiling, hosts);
  if (restrict.allowTools === undefined) return written;
  const allowed = join(...restrict.allowTools.map(({ name }) => capabilitiesOf(name, catalogue)));
  return meet(written, { ...top, io: allowed.io });
}
