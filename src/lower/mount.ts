import type { Agent } from "../ir/agent.ts";
import type { Effect } from "../ir/effect.ts";
import type { CostHint } from "../ir/grade.ts";
import { lamsOf, mapChildren, mapLams } from "../ir/children.ts";
import { effectOfTool, hostsOf } from "../ir/infer.ts";
import { finite, isSubset, join, leq } from "../ir/lattice.ts";
import type { PermissionChange } from "../ir/program.ts";
import type { NameUse, Skill, Step } from "../ir/skill.ts";
import type { Lam, Term } from "../ir/term.ts";
import type { Catalogue, Tool } from "../ir/tool.ts";
import { toolNamed } from "../ir/tool.ts";
import { agentTerm } from "./agent-term.ts";
import { ceilingOf, effectOfSkill } from "./effect.ts";
import { guardTerm, mergeGuards } from "./guard-term.ts";
import { appendPrompt, promptText, wrapPrompt } from "./wrapper.ts";

export interface Mounted {
  readonly term: Term;
  readonly permissionDiff: readonly PermissionChange[];
}

/** A skill of a mounting list; `inside` keeps a restrict at its place. */
export interface MountedSkill {
  readonly skill: Skill;
  readonly inside: boolean;
}

/**
 * [s₁, s₂](A) = Skill_s₂(Skill_s₁(A)): skills from the inside out in the order of the list, then every restrict
 * outermost unless it is marked `inside`.
 */
export function mount(agent: Agent, list: readonly MountedSkill[], catalogue: Catalogue): Mounted {
  const diff: PermissionChange[] = [];
  let term = agentTerm(agent, catalogue);
  const outermost: Skill[] = [];
  for (const { skill, inside } of list) {
    if (skill.kind === "skill") term = inject(term, skill, catalogue, diff);
    if (skill.restrict === undefined) continue;
    if (inside) term = restrict(term, skill, catalogue, diff);
    else outermost.push(skill);
  }
  for (const skill of outermost) term = restrict(term, skill, catalogue, diff);
  return { term: mergeGuards(term), permissionDiff: diff };
}

/** Skill_s(A) = Guard(Memory(A ⊕ prompt ⊕ tools)); Memory only with state keys, Guard only with a guard. */
function inject(agent: Term, skill: Skill, catalogue: Catalogue, diff: PermissionChange[]): Term {
  const prompt = promptText(skill.prompt);
  const wrapped = prompt.trim() === "" ? undefined : wrapPrompt(skill.name, prompt);
  const granted = [...grant(skill.tools, skill, agent, catalogue, diff)];
  const withSkill = mapLams(agent, (lam) => ({
    ...lam,
    prompt: wrapped === undefined ? lam.prompt : appendPrompt(lam.prompt, wrapped),
    skillPrompt: wrapped === undefined ? lam.skillPrompt : appendPrompt(lam.skillPrompt, wrapped),
    tools: addTools(lam.tools, granted),
    hint: combineHints(lam.hint, skill.costHint),
  }));
  const steps = skill.steps.map((step) => {
    const own = grant(step.tools, skill, withSkill, catalogue, diff);
    granted.push(...own);
    return stepTerm(withSkill, step, skill, own);
  });
  const body: Term = steps.length === 0 ? withSkill : { kind: "compose", terms: steps };
  const keys = skill.stateKeys.map(({ name }) => name);
  const remembered: Term = keys.length === 0 ? body : { kind: "memory", keys, term: body };
  return {
    kind: "skill",
    name: skill.name,
    // The tools stand in the agent's Lam too; named here they count even where a restrict stands in between.
    effect: join(
      effectOfSkill({ ...skill, tools: [], steps: [] }, catalogue, hostsOf(agent)),
      ...granted.map(effectOfTool),
    ),
    term: guardTerm(remembered, skill.guard),
  };
}

/** One step: the agent with the step's own prompt and tools, and the step's guard around it. */
function stepTerm(agent: Term, step: Step, skill: Skill, granted: readonly Tool[]): Term {
  const wrapped = wrapPrompt(`${skill.name}/${step.name}`, step.prompt);
  const body = mapLams(agent, (lam) => ({
    ...lam,
    name: step.name,
    prompt: appendPrompt(lam.prompt, wrapped),
    skillPrompt: appendPrompt(lam.skillPrompt, wrapped),
    tools: addTools(lam.tools, granted),
  }));
  return guardTerm(body, step.guard);
}

/** The tools that mounting may grant. A high-risk tool is never granted by a skill; the agent must list it itself. */
function grant(
  uses: readonly NameUse[],
  skill: Skill,
  agent: Term,
  catalogue: Catalogue,
  diff: PermissionChange[],
): readonly Tool[] {
  const own = new Set(lamsOf(agent).flatMap(({ tools }) => tools.map(({ name }) => name)));
  const granted: Tool[] = [];
  for (const { name } of uses) {
    if (own.has(name)) continue;
    own.add(name);
    const tool = toolNamed(name, catalogue);
    const withheld = tool.risk === "high";
    if (!withheld) granted.push(tool);
    if (diff.some((change) => change.name === name && change.skill === skill.name)) continue;
    const because = withheld
      ? "it is a high-risk tool, which only the agent itself can grant"
      : "the skill requires it";
    diff.push({ change: withheld ? "withheld" : "granted", what: "tool", name, skill: skill.name, because });
  }
  return granted;
}

function addTools(tools: readonly Tool[], more: readonly Tool[]): readonly Tool[] {
  const names = new Set(tools.map(({ name }) => name));
  return [...tools, ...more.filter(({ name }) => !names.has(name))];
}

/** Several hints on one agent: the larger cost, the smaller chance of success. */
function combineHints(a: CostHint | undefined, b: CostHint | undefined): CostHint | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const keys = ["tokens", "latency", "money", "p_useful", "p_fatal"] as const;
  return Object.fromEntries(
    keys.flatMap((key) => {
      const values = [a[key], b[key]].filter((value) => value !== undefined);
      if (values.length === 0) return [];
      return [[key, key === "p_useful" ? Math.min(...values) : Math.max(...values)]];
    }),
  );
}

/** Restrict_r(A): tools and memory beyond c_r are removed for real, and each removal is listed. */
function restrict(agent: Term, skill: Skill, catalogue: Catalogue, diff: PermissionChange[]): Term {
  if (skill.restrict === undefined) return agent;
  const ceiling = ceilingOf(skill.restrict, catalogue, hostsOf(agent));
  const allowed = skill.restrict.allowTools && new Set(skill.restrict.allowTools.map(({ name }) => name));
  const note = (what: PermissionChange["what"], name: string, because: string): void => {
    if (
      diff.some(
        (change) => change.change === "removed" && change.name === name && change.skill === skill.name,
      )
    )
      return;
    diff.push({ change: "removed", what, name, skill: skill.name, because });
  };
  const keep = (tool: Tool): boolean => {
    const why = refusal(tool, allowed, ceiling);
    if (why !== undefined) note("tool", tool.name, why);
    return why === undefined;
  };
  const narrowed = dropMemory(
    mapLams(agent, (lam: Lam) => ({ ...lam, tools: lam.tools.filter(keep) })),
    ceiling,
    (key) => note("memory", key, "the ceiling does not include this memory key"),
  );
  return { kind: "restrict", name: skill.name, restrict: skill.restrict, ceiling, term: narrowed };
}

function refusal(tool: Tool, allowed: ReadonlySet<string> | undefined, ceiling: Effect): string | undefined {
  if (allowed !== undefined && !allowed.has(tool.name)) return "it is not among the allowed tools";
  return leq(effectOfTool(tool), ceiling) ? undefined : "it may do more than the ceiling allows";
}

/** Takes away Memory whose keys exceed the ceiling; the term inside stays. */
function dropMemory(term: Term, ceiling: Effect, note: (key: string) => void): Term {
  const inside = mapChildren(term, (child) => dropMemory(child, ceiling, note));
  if (inside.kind !== "memory") return inside;
  const kept = inside.keys.filter((key) => isSubset(finite([key]), ceiling.state));
  for (const key of inside.keys) if (!kept.includes(key)) note(key);
  return kept.length === 0 ? inside.term : { ...inside, keys: kept };
}
