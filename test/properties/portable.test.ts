import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Agent } from "../../src/ir/agent.ts";
import { defaultAgent } from "../../src/ir/agent.ts";
import type { Device } from "../../src/ir/device.ts";
import type { Budget } from "../../src/ir/grade.ts";
import type { NameUse } from "../../src/ir/skill.ts";
import type { Program } from "../../src/ir/program.ts";
import { effectOf } from "../../src/ir/infer.ts";
import { builtinCatalogue } from "../../src/lower/builtin.ts";
import type { MountedSkill } from "../../src/lower/mount.ts";
import { mount } from "../../src/lower/mount.ts";
import type { Judgement } from "../../src/portability/judgement.ts";
import { judge } from "../../src/portability/judge.ts";
import { targets } from "../../targets/index.ts";
import { laws } from "../helpers/law-runs.ts";
import { agent, lower, mounting, restrictingSkill } from "../helpers/mounting.ts";
import { anywhere } from "../helpers/program.ts";

/** What makes a device larger or a skill smaller never turns a yes into a no. */

interface Offer {
  /** Undefined: everything. */
  readonly io: readonly string[] | undefined;
  readonly llm: readonly string[];
  readonly state: readonly string[];
  readonly tools: readonly string[] | undefined;
  readonly permissions: readonly string[] | undefined;
  readonly budget: Budget;
}

const tools = ["ReadFile", "WriteFile", "WebFetch", "KBSearch", "Bash", "git/log"];
const capabilities = ["fs.read", "fs.write", "net", "exec", "env", "kb.read", "tool:git/log"];
const permissions = ["ohos.permission.INTERNET", "ohos.permission.READ_USER_STORAGE"];

/** Nothing, some or all of these; a device that offers little runs nothing, and would prove nothing. */
const some = <T>(items: readonly T[]): fc.Arbitrary<readonly T[]> =>
  fc.oneof(fc.subarray([...items]), fc.constant(items));
const orAll = <T>(items: readonly T[]): fc.Arbitrary<readonly T[] | undefined> =>
  fc.option(some(items), { nil: undefined, freq: 2 });

const offer: fc.Arbitrary<Offer> = fc.record({
  io: orAll(capabilities),
  llm: some(["judge-9"]),
  state: some(["notes", "plan"]),
  tools: orAll(tools),
  permissions: orAll(permissions),
  budget: fc.record(
    {
      tokens: fc.constantFrom(300, 3000, 30_000),
      latency: fc.constantFrom(1, 6, 60),
      money: fc.constantFrom(0, 3, 30),
      p_min: fc.constantFrom(0.5, 0.95, 0.999),
      p_fatal_max: fc.constantFrom(0, 0.01, 0.5),
    },
    { requiredKeys: [] },
  ),
});

const uses = (names: readonly string[]): readonly NameUse[] =>
  names.map((name) => ({ name, span: anywhere }));

function deviceOf({ io, llm, state, tools: offered, permissions: granted, budget }: Offer): Device {
  return {
    name: "d",
    target: undefined,
    effect:
      io === undefined
        ? undefined
        : { kind: "record", io: uses(io), llm: uses(llm), state: uses(state), span: anywhere },
    tools: offered === undefined ? undefined : new Map(offered.map((name) => [name, name])),
    models: [{ name: "m", tokensPerCall: undefined, maxTokens: 100, latency: 1, pricePer1k: 1 }],
    budget,
    permissions: granted,
    span: anywhere,
  };
}

/** Componentwise the larger of two offers; a budget part that one leaves out is unlimited. */
function larger(a: Offer, b: Offer): Offer {
  const either = (x: readonly string[], y: readonly string[]): readonly string[] => [
    ...new Set([...x, ...y]),
  ];
  const orMore = (
    x: readonly string[] | undefined,
    y: readonly string[] | undefined,
  ): readonly string[] | undefined => (x === undefined || y === undefined ? undefined : either(x, y));
  const budget: Record<string, number> = {};
  for (const key of ["tokens", "latency", "money", "p_min", "p_fatal_max"] as const) {
    const [x, y] = [a.budget[key], b.budget[key]];
    if (x !== undefined && y !== undefined) budget[key] = key === "p_min" ? Math.min(x, y) : Math.max(x, y);
  }
  return {
    io: orMore(a.io, b.io),
    llm: either(a.llm, b.llm),
    state: either(a.state, b.state),
    tools: orMore(a.tools, b.tools),
    permissions: orMore(a.permissions, b.permissions),
    budget,
  };
}

function programOf(on: Agent, list: readonly MountedSkill[]): Program {
  const { term, permissionDiff } = mount(on, list, builtinCatalogue);
  return {
    name: "desk",
    whole: true,
    agent: on,
    skills: list.map(({ skill }) => skill),
    catalogue: builtinCatalogue,
    term,
    effect: effectOf(term),
    permissionDiff,
  };
}

const target = fc.constantFrom(undefined, ...targets);

/** Portable stays portable, and no kind of gap is new. */
function expectNoWorse(before: Judgement, after: Judgement): void {
  const kinds = new Set(before.gaps.map(({ kind }) => kind));
  const worse = after.gaps.filter(({ kind }) => !kinds.has(kind)).map(({ detail }) => detail);
  expect(worse).toEqual([]);
}

describe("portable is monotone", () => {
  test("a device that offers more, in effect, tools, permissions or any part of the budget, runs what it ran", () => {
    let portable = 0;
    fc.assert(
      fc.property(agent, mounting, offer, offer, target, (on, skills, less, more, on_) => {
        const program = programOf(on, skills);
        const small = judge(program, deviceOf(less), { target: on_ });
        if (small.portable && skills.length > 0) portable++;
        expectNoWorse(small, judge(program, deviceOf(larger(less, more)), { target: on_ }));
      }),
      laws,
    );
    // A law about what runs nowhere proves nothing.
    expect(portable).toBeGreaterThan(laws.numRuns / 50);
  });

  // No generated restrict has patterns.
  const keepsRestricts = targets.filter(
    ({ supports }) =>
      supports["restrict.effect"].level === "full" && supports["restrict.tools"].level === "full",
  );
  const outermost = restrictingSkill.map(({ skill }) => ({
    skill: { ...skill, name: "more" },
    inside: false,
  }));

  test("restricting a skill never makes it less portable, where the target keeps the restrict", () => {
    let portable = 0;
    const kept = fc.constantFrom(undefined, ...keepsRestricts);
    expect(keepsRestricts.length).toBeGreaterThan(0);
    fc.assert(
      fc.property(agent, mounting, outermost, offer, kept, (on, skills, cut, offered, on_) => {
        const free = judge(programOf(on, skills), deviceOf(offered), { target: on_ });
        if (free.portable && skills.length > 0) portable++;
        expectNoWorse(free, judge(programOf(on, [...skills, cut]), deviceOf(offered), { target: on_ }));
      }),
      laws,
    );
    expect(portable).toBeGreaterThan(laws.numRuns / 50);
  });

  test("a guard that tries more often is never easier to carry", () => {
    const guarded = (retry: number): MountedSkill => ({
      skill: lower(`prompt: Do.\ninterface: {guard: {predicate: x, retry: ${retry}}}\n`, 0),
      inside: false,
    });
    fc.assert(
      fc.property(agent, offer, fc.nat(3), fc.nat(3), (on, offered, retry, more) => {
        // With answers drawn anew, an attempt more may be what reaches the chance of success.
        const { p_min: _, ...budget } = offered.budget;
        const device = deviceOf(on.temperature > 0 ? { ...offered, budget } : offered);
        const fewer = judge(programOf(on, [guarded(retry)]), device, {});
        const often = judge(programOf(on, [guarded(retry + more)]), device, {});
        expect(!often.portable || fewer.portable).toBe(true);
      }),
      laws,
    );
  });
});

test("every gap stands in the file of a skill, and says one sentence", () => {
  fc.assert(
    fc.property(agent, mounting, offer, target, (on, skills, offered, on_) => {
      const { gaps } = judge(programOf(on, skills), deviceOf(offered), { target: on_ });
      const odd = gaps.filter(
        ({ detail, span }) =>
          !/^s\d\/skill\.yml$|^agent\.yml$/.test(span.file.path) ||
          span.end <= span.start ||
          !/^[A-Za-z`].*\.$/.test(detail),
      );
      expect(odd.map(({ detail, span }) => [detail, span.file.path])).toEqual([]);
    }),
    laws,
  );
});

test("a restrict alone asks nothing of a device", () => {
  const nothing: Offer = {
    io: [],
    llm: [],
    state: [],
    tools: [],
    permissions: [],
    budget: { tokens: 0, p_min: 1 },
  };
  fc.assert(
    fc.property(restrictingSkill, ({ skill }) => {
      const program = programOf(defaultAgent, [{ skill, inside: false }]);
      expect(judge(program, deviceOf(nothing), {}).gaps).toEqual([]);
    }),
    laws,
  );
});
