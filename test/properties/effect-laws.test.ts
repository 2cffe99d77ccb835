import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Agent } from "../../src/ir/agent.ts";
import type { Effect } from "../../src/ir/effect.ts";
import { levels } from "../../src/ir/effect.ts";
import { effectOf, hostsOf } from "../../src/ir/infer.ts";
import {
  ceiling,
  complement,
  finite,
  implies,
  join,
  leq,
  levelOf,
  meet,
  minus,
  pure,
  top,
} from "../../src/ir/lattice.ts";
import { agentTerm } from "../../src/lower/agent-term.ts";
import { builtinCatalogue } from "../../src/lower/builtin.ts";
import { ceilingOf, effectOfSkill } from "../../src/lower/effect.ts";
import { mount } from "../../src/lower/mount.ts";
import { laws } from "../helpers/law-runs.ts";
import { agent, agentOf, injectingSkill, lower, mounting, restrictingSkill } from "../helpers/mounting.ts";

/** The laws of the algebra, on effects that are inferred from terms and never on sets that a test made up. */

const effectOfMounted = (on: Agent, skills: Parameters<typeof mount>[1]): Effect =>
  effectOf(mount(on, skills, builtinCatalogue).term);
const hosts = finite(["m"]);

/** What an agent with skills may do, what a skill adds, what a restrict leaves. */
const source: fc.Arbitrary<Effect> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(agent, mounting).map(([on, skills]) => effectOfMounted(on, skills)) },
  injectingSkill.map(({ skill }) => effectOfSkill(skill, builtinCatalogue, hosts)),
  restrictingSkill.map(({ skill }) =>
    skill.restrict === undefined ? top : ceilingOf(skill.restrict, builtinCatalogue, hosts),
  ),
);

// Mounting takes longer than a law, so the laws draw from the effects of these many terms.
const inferred = fc.constantFrom(...fc.sample(source, { seed: 42, numRuns: 3000 }));

/** Equal sets are equal data, with their keys in one order. */
function expectSame(...pairs: readonly (readonly [Effect, Effect])[]): void {
  for (const [a, b] of pairs) {
    if (JSON.stringify(a) !== JSON.stringify(b)) expect(a).toEqual(b);
  }
}

describe("inferred effects form a Boolean algebra", () => {
  test("joins and meets", () => {
    fc.assert(
      fc.property(inferred, inferred, inferred, (a, b, c) => {
        expectSame(
          [join(a, b), join(b, a)],
          [meet(a, b), meet(b, a)],
          [join(a, join(b, c)), join(join(a, b), c)],
          [meet(a, meet(b, c)), meet(meet(a, b), c)],
          [join(a, meet(a, b)), a],
          [meet(a, join(a, b)), a],
          [meet(a, join(b, c)), join(meet(a, b), meet(a, c))],
          [join(a, meet(b, c)), meet(join(a, b), join(a, c))],
        );
      }),
      laws,
    );
  });

  test("complements, least and greatest", () => {
    fc.assert(
      fc.property(inferred, inferred, (a, b) => {
        expectSame(
          [join(a, complement(a)), top],
          [meet(a, complement(a)), pure],
          [complement(complement(a)), a],
          [complement(join(a, b)), meet(complement(a), complement(b))],
          [complement(meet(a, b)), join(complement(a), complement(b))],
          [join(a, pure), a],
          [meet(a, top), a],
          [join(a, top), top],
          [meet(a, pure), pure],
        );
        expect(leq(a, b)).toBe(leq(minus(a, b), pure));
      }),
      laws,
    );
  });

  test("level and ceiling are a Galois insertion", () => {
    fc.assert(
      fc.property(inferred, (e) => {
        for (const level of levels) {
          const isBelow = levels.indexOf(levelOf(e, hosts)) <= levels.indexOf(level);
          const highest = levelOf(ceiling(level, hosts), hosts);
          expect([isBelow, highest]).toEqual([leq(e, ceiling(level, hosts)), level]);
        }
      }),
      laws,
    );
  });
});

describe("injecting and restricting", () => {
  test("injecting is e ∨ ε where every tool is granted, and twice is once", () => {
    let granted = 0;
    fc.assert(
      fc.property(agent, injectingSkill, (on, { skill }) => {
        const own = hostsOf(agentTerm(on, builtinCatalogue));
        const before = effectOf(agentTerm(on, builtinCatalogue));
        const { term, permissionDiff } = mount(on, [{ skill, inside: false }], builtinCatalogue);
        const after = effectOf(term);
        const again = { skill: { ...skill, name: "again" }, inside: false };
        expectSame([effectOfMounted(on, [{ skill, inside: false }, again]), after]);
        // A high-risk tool is for the agent to grant.
        if (permissionDiff.some(({ change }) => change === "withheld")) return;
        granted++;
        expectSame([after, join(before, effectOfSkill(skill, builtinCatalogue, own))]);
      }),
      laws,
    );
    expect(granted).toBeGreaterThan(laws.numRuns / 20);
  });

  test("restricting an agent twice is once, and the order of two restricts does not matter", () => {
    const outermost = restrictingSkill.map(({ skill }) => ({ skill, inside: false }));
    fc.assert(
      fc.property(agent, outermost, outermost, (on, one, other) => {
        const second = { ...other, skill: { ...other.skill, name: "other" } };
        const twice = { ...one, skill: { ...one.skill, name: "twice" } };
        expectSame(
          [effectOfMounted(on, [one, twice]), effectOfMounted(on, [one])],
          [effectOfMounted(on, [one, second]), effectOfMounted(on, [second, one])],
        );
      }),
      laws,
    );
  });
});

describe("what is between injecting and restricting", () => {
  test("restrict by ¬ε ⊣ inject ε: a ∖ ε ≤ b exactly when a ≤ b ∨ ε", () => {
    fc.assert(
      fc.property(inferred, inferred, injectingSkill, (a, b, { skill }) => {
        const e = effectOfSkill(skill, builtinCatalogue, hosts);
        expect(leq(minus(a, e), b)).toBe(leq(a, join(b, e)));
        expect(leq(meet(a, complement(e)), b)).toBe(leq(a, join(b, e)));
      }),
      laws,
    );
  });

  test("restrict by c ⊣ inject ε only where ε is all but c", () => {
    let other = 0;
    fc.assert(
      fc.property(injectingSkill, restrictingSkill, ({ skill }, { skill: cut }) => {
        const e = effectOfSkill(skill, builtinCatalogue, hosts);
        const c = cut.restrict === undefined ? top : ceilingOf(cut.restrict, builtinCatalogue, hosts);
        const isAdjoint = (a: Effect, b: Effect): boolean => leq(meet(a, c), b) === leq(a, join(b, e));
        if (leq(e, complement(c)) && leq(complement(c), e)) return;
        other++;
        // a ∧ c ≤ b, and a is beyond b ∨ ε; or a is in ε and a ∧ c is not in b = ⊥.
        const beyond = minus(complement(c), e);
        const common = meet(e, c);
        expect(isAdjoint(beyond, pure) && isAdjoint(common, pure)).toBe(false);
      }),
      laws,
    );
    expect(other).toBeGreaterThan(0);
  });

  test("both residuals are the best answers", () => {
    fc.assert(
      fc.property(inferred, inferred, inferred, (a, b, c) => {
        expect(leq(meet(c, a), b)).toBe(leq(a, implies(c, b)));
        expect(leq(minus(b, c), a)).toBe(leq(b, join(a, c)));
      }),
      laws,
    );
  });

  // An agent without any model, and a skill that only remembers: nothing smaller has an effect.
  const nothing = agentOf("type: chain\n");
  const remembers = lower("prompt: Do it.\ninterface: {state_keys: [notes]}\n", 0);
  const keeps = lower("interface: {restrict: {effect_ceiling: llm}}\n", 1);

  test("inject ⊣ restrict fails, and the least counterexample is e = b = ⊥ with one name in ε", () => {
    const size = ({ llm, io, state }: Effect): number =>
      [llm, io, state].reduce((sum, set) => sum + set.names.length, 0);
    const adds = effectOfSkill(remembers, builtinCatalogue, hostsOf(agentTerm(nothing, builtinCatalogue)));
    const found = [
      nothing,
      agentOf("type: chain\nmemory: {enabled: true, keys: [notes]}\n"),
      agentOf("type: simple\nmodel: m\n"),
      agentOf("type: simple\nmodel: m\nmcp: {localTools: [ReadFile]}\n"),
    ].flatMap((on, _, agents) =>
      agents.flatMap((goal) => {
        const e = effectOf(agentTerm(on, builtinCatalogue));
        const b = effectOf(agentTerm(goal, builtinCatalogue));
        const injected = effectOfMounted(on, [{ skill: remembers, inside: false }]);
        const restricted = effectOfMounted(goal, [{ skill: keeps, inside: false }]);
        return leq(injected, b) === leq(e, restricted) ? [] : [{ e, b }];
      }),
    );
    const sizes = found.map(({ e, b }) => size(e) + size(b));
    expect(found[sizes.indexOf(Math.min(...sizes))]).toEqual({ e: pure, b: pure });
    expect(adds).toEqual({ ...pure, state: finite(["notes"]) });
  });

  test("inject ⊣ restrict holds for every e and b only where both are the identity", () => {
    fc.assert(
      fc.property(inferred, inferred, injectingSkill, restrictingSkill, (a, b, { skill }, { skill: cut }) => {
        const holds = (add: Effect, c: Effect, x: Effect, y: Effect): boolean =>
          leq(join(x, add), y) === leq(x, meet(y, c));
        expect(holds(pure, top, a, b)).toBe(true);
        const e = effectOfSkill(skill, builtinCatalogue, hosts);
        const c = cut.restrict === undefined ? top : ceilingOf(cut.restrict, builtinCatalogue, hosts);
        // With ε ≠ ⊥, e = b = ⊥ refutes it; with c ≠ ⊤, e = b = ¬c.
        expect(holds(e, c, pure, pure)).toBe(leq(e, pure));
        expect(holds(pure, c, complement(c), complement(c))).toBe(leq(top, c));
      }),
      laws,
    );
  });
});
