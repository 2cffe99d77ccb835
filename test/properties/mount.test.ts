import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundOf } from "../../src/ir/bound.ts";
import { childrenOf, lamsOf } from "../../src/ir/children.ts";
import { gradeOf } from "../../src/ir/estimate.ts";
import { effectOf, effectOfTool, hostsOf } from "../../src/ir/infer.ts";
import { join, leq, meet } from "../../src/ir/lattice.ts";
import type { Term } from "../../src/ir/term.ts";
import { agentTerm } from "../../src/lower/agent-term.ts";
import { builtinCatalogue } from "../../src/lower/builtin.ts";
import { effectOfSkill } from "../../src/lower/effect.ts";
import { mount } from "../../src/lower/mount.ts";
import { laws as settings } from "../helpers/law-runs.ts";
import {
  agent,
  agentOf,
  ceilings,
  injectingSkill,
  lower,
  mounting,
  restrictingSkill,
} from "../helpers/mounting.ts";

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
    const on = agentOf("model: m\n");
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
      // Every model that is asked has its cap, and a judge is one of them.
      const judges = (inner: Term): number =>
        childrenOf(inner).reduce((sum, child) => sum + judges(child), 0) +
        (inner.kind === "guard" && inner.guard.kind === "judge" ? 1 : 0);
      expect(bound.perCall).toHaveLength(lamsOf(term).length + judges(term));
      expect(bound.calls).toBeGreaterThanOrEqual(1);
    }),
    settings,
  );
});
