import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkPredicate } from "../../src/guard/check.ts";
import { parseGuard } from "../../grammar/parse.ts";
import type { Agent } from "../../src/ir/agent.ts";
import { boundOf } from "../../src/ir/bound.ts";
import { lamsOf } from "../../src/ir/children.ts";
import type { Effect } from "../../src/ir/effect.ts";
import { gradeOf } from "../../src/ir/estimate.ts";
import { effectOf, effectOfTool, hostsOf } from "../../src/ir/infer.ts";
import { join, leq, meet } from "../../src/ir/lattice.ts";
import type { Skill } from "../../src/ir/skill.ts";
import type { Term } from "../../src/ir/term.ts";
import { agentTerm } from "../../src/lower/agent-term.ts";
import { lowerAgent } from "../../src/lower/agent.ts";
import { builtinCatalogue } from "../../src/lower/builtin.ts";
import { ceilingOf, effectOfSkill } from "../../src/lower/effect.ts";
import type { MountedSkill } from "../../src/lower/mount.ts";
import { mount } from "../../src/lower/mount.ts";
import { lowerSkill } from "../../src/lower/skill.ts";
import { groupSkills } from "../../src/manifest/discover.ts";
import { readData, readSkill } from "../../src/manifest/read.ts";
import { textSource } from "../../src/report/source.ts";

const settings = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) };

const tools = ["ReadFile", "WriteFile", "WebFetch", "KBSearch", "Bash", "Strange"];
const keys = ["notes", "plan"];
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
    tools: fc.subarray(tools),
    keys: fc.subarray(keys),
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

function lower(text: string, index: number): Skill {
  const [source] = groupSkills([textSource(`s${index}/skill.yml`, text)]);
  if (source === undefined) throw new Error("no skill");
  return lowerSkill(readSkill(source).value, { parseGuard, checkPredicate }).value;
}

const injectingSkill = injecting.map((text) => ({ skill: lower(text, 0), inside: false }));
const restrictingSkill = fc
  .tuple(restricting, fc.boolean())
  .map(([text, inside]) => ({ skill: lower(text, 1), inside }));
/** Skills of a mounting list, each with a name of its own. */
const mounting = fc
  .array(fc.oneof({ weight: 2, arbitrary: injectingSkill }, restrictingSkill), { maxLength: 4 })
  .map((made) =>
    made.map(({ skill, inside }, i): MountedSkill => ({ skill: { ...skill, name: `s${i}` }, inside })),
  );

const agent: fc.Arbitrary<Agent> = fc
  .record({
    type: fc.constantFrom("simple", "react", "chain", "router", "parallel"),
    own: fc.subarray(tools),
    memory: fc.boolean(),
    temperature: fc.constantFrom(0, 0.7),
  })
  .map(({ type, own, memory, temperature }) => {
    const text = `type: ${type}\nmodel: {name: m, temperature: ${temperature}}\nmcp: {localTools: ${list(own)}}\nmemory: {enabled: ${memory}, keys: [plan]}
chain: {steps: [One., Two.]}\nparallel: {agents: [One., Two.]}\nrouter: {routes: {a: One., b: Two.}, default: Three.}\n`;
    return lowerAgent(readData(textSource("agent.yml", text), "agent").value).value;
  });

const ceilings = (skills: readonly MountedSkill[], hosts: Effect["llm"]): Effect =>
  meet(
    ...skills.flatMap(({ skill }) =>
      skill.restrict === undefined ? [] : [ceilingOf(skill.restrict, builtinCatalogue, hosts)],
    ),
  );

describe("effects of lowered terms", () => {
  test("injecting takes nothing away and adds no more than the skill's effect", () => {
    fc.assert(
      fc.property(agent, injectingSkill, (on, { skill }) => {
        const before = effectOf(agentTerm(on, builtinCatalogue));
        const after = effectOf(mount(on, [{ skill, inside: false }], builtinCatalogue).term);
        const hosts = hostsOf(agentTerm(on, builtinCatalogue));
        expect(leq(before, after)).toBe(true);
        expect(leq(after, join(before, effectOfSkill(skill, builtinCatalogue, hosts)))).toBe(true);
      }),
      settings,
    );
  });

  test("restricting adds nothing and leaves no more than the ceiling", () => {
    fc.assert(
      fc.property(agent, restrictingSkill, (on, entry) => {
        const before = effectOf(agentTerm(on, builtinCatalogue));
        const hosts = hostsOf(agentTerm(on, builtinCatalogue));
        const after = effectOf(mount(on, [entry], builtinCatalogue).term);
        expect(leq(after, meet(before, ceilings([entry], hosts)))).toBe(true);
      }),
      settings,
    );
  });

  test("for any list: at most the agent's own and what the skills add; with outermost restricts at most their ceilings", () => {
    fc.assert(
      fc.property(agent, mounting, (on, skills) => {
        const plain = agentTerm(on, builtinCatalogue);
        const hosts = hostsOf(plain);
        const after = effectOf(mount(on, skills, builtinCatalogue).term);
        const added = skills.map(({ skill }) => effectOfSkill(skill, builtinCatalogue, hosts));
        expect(leq(after, join(effectOf(plain), ...added))).toBe(true);
        const outermost = skills.filter(({ inside }) => !inside);
        expect(leq(after, ceilings(outermost, hosts))).toBe(true);
      }),
      settings,
    );
  });

  test("under an outermost restrict no tool is left that its ceiling does not include", () => {
    fc.assert(
      fc.property(agent, mounting, (on, skills) => {
        const { term } = mount(on, skills, builtinCatalogue);
        const limit = ceilings(
          skills.filter(({ inside }) => !inside),
          hostsOf(agentTerm(on, builtinCatalogue)),
        );
        for (const { tools: left } of lamsOf(term))
          for (const tool of left) expect(leq(effectOfTool(tool), limit)).toBe(true);
      }),
      settings,
    );
  });

  test("a tool that a model is given is counted, whichever skill granted it and whatever restrict stands inside", () => {
    fc.assert(
      fc.property(agent, mounting, (on, skills) => {
        const { term } = mount(on, skills, builtinCatalogue);
        const effect = effectOf(term);
        for (const { tools: given } of lamsOf(term)) {
          for (const tool of given) expect(leq(effectOfTool(tool), effect), tool.name).toBe(true);
        }
      }),
      settings,
    );
  });

  test("what is restricted inside may be added again outside, and is counted then", () => {
    const restrict = lower("interface: {restrict: {effect_ceiling: {io: [fs.read]}}}\n", 0);
    const writer = lower("prompt: Write.\nrequires: {tools: [WriteFile]}\n", 1);
    const on = lowerAgent(readData(textSource("agent.yml", "model: m\n"), "agent").value).value;
    const { term } = mount(
      on,
      [
        { skill: restrict, inside: true },
        { skill: writer, inside: false },
      ],
      builtinCatalogue,
    );
    expect(lamsOf(term).flatMap((lam) => lam.tools.map(({ name }) => name))).toEqual(["WriteFile"]);
    expect(effectOf(term).io.names).toEqual(["fs.write"]);
  });
});

describe("what mounting says that it did", () => {
  test("the permission diff is the difference of the tools before and after, each once", () => {
    fc.assert(
      fc.property(agent, mounting, (on, skills) => {
        const namesOf = (term: Term): ReadonlySet<string> =>
          new Set(lamsOf(term).flatMap((lam) => lam.tools.map(({ name }) => name)));
        const before = namesOf(agentTerm(on, builtinCatalogue));
        const { term, permissionDiff } = mount(on, skills, builtinCatalogue);
        const after = namesOf(term);
        const ofTools = permissionDiff.filter(({ what }) => what === "tool");
        const named = (change: string): ReadonlySet<string> =>
          new Set(ofTools.filter((one) => one.change === change).map(({ name }) => name));
        for (const name of after)
          if (!before.has(name)) expect(named("granted").has(name), `${name} was granted`).toBe(true);
        for (const name of [...before, ...named("granted")])
          if (!after.has(name)) expect(named("removed").has(name), `${name} was removed`).toBe(true);
        for (const name of named("removed"))
          expect(before.has(name) || named("granted").has(name)).toBe(true);
        for (const name of named("withheld")) expect(builtinCatalogue.get(name)?.risk ?? "high").toBe("high");
        const once = permissionDiff.map(
          ({ change, what, name, skill }) => `${change} ${what} ${name} ${skill}`,
        );
        expect(new Set(once).size).toBe(once.length);
      }),
      settings,
    );
  });

  test("no high-risk tool and none without an entry is granted by a skill", () => {
    fc.assert(
      fc.property(agent, mounting, (on, skills) => {
        const own = new Set(on.tools.map(({ name }) => name));
        for (const lam of lamsOf(mount(on, skills, builtinCatalogue).term)) {
          for (const { name, risk } of lam.tools) expect(own.has(name) || risk !== "high").toBe(true);
        }
      }),
      settings,
    );
  });

  test("the agent's own prompt stands before every skill's, and skills in their order", () => {
    fc.assert(
      fc.property(agent, mounting, (on, skills) => {
        const prompted = { ...on, systemPrompt: "Rules first." };
        const wanted = skills.filter(({ skill }) => skill.kind === "skill").map(({ skill }) => skill.name);
        for (const { prompt } of lamsOf(mount(prompted, skills, builtinCatalogue).term)) {
          expect(prompt.startsWith("<skill")).toBe(false);
          const order = [...prompt.matchAll(/^<skill name="(s\d)">$/gm)].map((match) => match[1]);
          expect(order).toEqual(wanted);
        }
      }),
      settings,
    );
  });
});

test("the bound of a mounted agent is never below its attempts, nor above one in success", () => {
  fc.assert(
    fc.property(agent, mounting, (on, skills) => {
      const { term } = mount(on, skills, builtinCatalogue);
      const bound = boundOf(term);
      const grade = gradeOf(term, (text) => text.length);
      for (const chance of [bound.p, bound.p_fatal, grade.p, grade.p_fatal]) {
        expect(chance).toBeGreaterThanOrEqual(0);
        expect(chance).toBeLessThanOrEqual(1);
      }
      expect(bound.p + bound.p_fatal).toBeLessThanOrEqual(1 + 1e-9);
      expect(bound.perCall).toHaveLength(lamsOf(term).length);
      expect(bound.calls).toBeGreaterThanOrEqual(1);
    }),
    settings,
  );
});
