import fc from "fast-check";
import { parseGuard } from "../../grammar/parse.ts";
import { checkPredicate } from "../../src/guard/check.ts";
import type { Agent } from "../../src/ir/agent.ts";
import type { Effect } from "../../src/ir/effect.ts";
import { meet } from "../../src/ir/lattice.ts";
import type { Skill } from "../../src/ir/skill.ts";
import { lowerAgent } from "../../src/lower/agent.ts";
import { builtinCatalogue } from "../../src/lower/builtin.ts";
import { ceilingOf } from "../../src/lower/effect.ts";
import type { MountedSkill } from "../../src/lower/mount.ts";
import { lowerSkill } from "../../src/lower/skill.ts";
import { groupSkills } from "../../src/manifest/discover.ts";
import { readData, readSkill } from "../../src/manifest/read.ts";
import { textSource } from "../../src/report/source.ts";

/** Skills, restricts and agents as texts, lowered; what the laws of mounting are tried on. */

const tools = ["ReadFile", "WriteFile", "WebFetch", "KBSearch", "Bash", "Strange"];
const list = (names: readonly string[]): string => `[${names.join(", ")}]`;

const guard = fc.constantFrom(
  "",
  '  guard: {predicate: "len(x) > 1", retry: 2, merge: and}\n',
  "  guard: {predicate: \"'a' in x\", retry: 1, merge: and, on_fail: error}\n",
  "  guard: {predicate: x, retry: 1}\n",
  "  guard: {rubric: Is it good?}\n",
  "  guard: {rubric: Is it good?, model: judge-9, retry: 1}\n",
);
const ceiling = fc.constantFrom(
  "",
  "pure",
  "state",
  "io",
  "llm",
  "{io: [fs.read]}",
  "{state: [notes]}",
  "{io: [net], llm: [judge-9]}",
);

const injecting = fc
  .record({
    tools: fc.subarray(tools, { maxLength: 3 }),
    keys: fc.constantFrom([], ["notes"], ["notes", "plan"]),
    guard,
    steps: fc.boolean(),
    scope: fc.boolean(),
    hint: fc.boolean(),
  })
  .map(
    (made) =>
      `prompt: Do it.\nrequires: {tools: ${list(made.tools)}${made.scope ? ", mcp_scopes: [git/log]" : ""}}\ninterface:\n  state_keys: ${list(made.keys)}\n${made.guard}${made.hint ? "  cost_hint: {tokens: 2000, p_useful: 0.8}\n" : ""}${
        made.steps
          ? "steps:\n  - {name: one, prompt: First., requires: {tools: [ReadFile]}}\n  - {name: two, prompt: Then.}\n"
          : ""
      }`,
  );
const restricting = fc
  .record({ ceiling, allow: fc.option(fc.subarray(tools)) })
  .map(
    ({ ceiling: level, allow }) =>
      `interface:\n  restrict: {${level === "" ? "" : `effect_ceiling: ${level}, `}${allow === null ? "" : `allow_tools: ${list(allow)}, `}deny_patterns: []}\n`,
  );

const lowered = new Map<string, Skill>();

/** A skill in the folder `s<index>`. Equal texts are lowered once, so that ten thousand runs take seconds. */
export function lower(text: string, index: number): Skill {
  const key = `${index}\0${text}`;
  const before = lowered.get(key);
  if (before !== undefined) return before;
  const [source] = groupSkills([textSource(`s${index}/skill.yml`, text)]);
  if (source === undefined) throw new Error("no skill");
  const skill = lowerSkill(readSkill(source).value, { parseGuard, checkPredicate }).value;
  lowered.set(key, skill);
  return skill;
}

/** A skill that adds a prompt, tools, scopes, memory, guards. */
export const injectingSkill = injecting.map((text) => ({ skill: lower(text, 0), inside: false }));
/** A restrict, outermost or inside. */
export const restrictingSkill = fc
  .tuple(restricting, fc.boolean())
  .map(([text, inside]) => ({ skill: lower(text, 1), inside }));

/** Skills of a mounting list, each with a name of its own. */
export const mounting = fc
  .array(fc.oneof({ weight: 2, arbitrary: injectingSkill }, restrictingSkill), { maxLength: 4 })
  .map((made) =>
    made.map(({ skill, inside }, i): MountedSkill => ({ skill: { ...skill, name: `s${i}` }, inside })),
  );

export const agent: fc.Arbitrary<Agent> = fc
  .record({
    type: fc.constantFrom("simple", "react", "chain", "router", "parallel"),
    own: fc.subarray(tools),
    memory: fc.boolean(),
    temperature: fc.constantFrom(0, 0.7),
  })
  .map(({ type, own, memory, temperature }) =>
    agentOf(`type: ${type}\nmodel: {name: m, temperature: ${temperature}}\nmcp: {localTools: ${list(own)}}\nmemory: {enabled: ${memory}, keys: [plan]}
chain: {steps: [One., Two.]}\nparallel: {agents: [One., Two.]}\nrouter: {routes: {a: One., b: Two.}, default: Three.}\n`),
  );

const agents = new Map<string, Agent>();

/** An agent by its configuration. */
export function agentOf(text: string): Agent {
  const before = agents.get(text);
  if (before !== undefined) return before;
  const made = lowerAgent(readData(textSource("agent.yml", text), "agent").value).value;
  agents.set(text, made);
  return made;
}

/** What all restricts among these leave of any agent. */
export function ceilings(skills: readonly MountedSkill[], hosts: Effect["llm"]): Effect {
  return meet(
    ...skills.flatMap(({ skill }) =>
      skill.restrict === undefined ? [] : [ceilingOf(skill.restrict, builtinCatalogue, hosts)],
    ),
  );
}
