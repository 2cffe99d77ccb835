import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Budget } from "../../src/ir/grade.ts";
import type { Judgement } from "../../src/portability/judgement.ts";
import { judge } from "../../src/portability/judge.ts";
import { targets } from "../../targets/index.ts";
import { lowered } from "../helpers/pipeline.ts";

/** What makes a device larger or a skill smaller never turns a yes into a no. */

const tools = ["ReadFile", "WriteFile", "WebFetch", "Bash", "KBSearch"];
const capabilities = ["fs.read", "fs.write", "net", "exec", "env", "kb.read"];
const states = ["notes", "plan"];
const permissions = ["ohos.permission.INTERNET", "ohos.permission.READ_USER_STORAGE"];

interface Offer {
  readonly io: readonly string[];
  readonly state: readonly string[];
  readonly tools: readonly string[];
  readonly permissions: readonly string[];
  readonly budget: Budget;
}

const offer: fc.Arbitrary<Offer> = fc.record({
  io: fc.subarray(capabilities),
  state: fc.subarray(states),
  tools: fc.subarray(tools),
  permissions: fc.subarray(permissions),
  budget: fc.record(
    {
      tokens: fc.constantFrom(100, 800, 5000),
      latency: fc.constantFrom(1, 3, 9),
      money: fc.constantFrom(0, 1, 9),
      p_min: fc.constantFrom(0.5, 0.95, 0.999),
      p_fatal_max: fc.constantFrom(0, 0.01, 0.5),
    },
    { requiredKeys: [] },
  ),
});

const skill = fc
  .record({ tools: fc.subarray(tools), retry: fc.nat(3), state: fc.subarray(states), guarded: fc.boolean() })
  .map(({ tools: wanted, retry, state, guarded }) => ({
    name: "s",
    description: "Does s. Use for s.",
    prompt: "Do.",
    requires: { tools: wanted },
    interface: { state_keys: state, ...(guarded ? { guard: { predicate: "x", retry } } : {}) },
  }));

const model = { name: "m", max_tokens: 100, latency: 1, price_per_1k: 1 };
const deviceOf = ({ io, state, tools: offered, permissions: granted, budget }: Offer): string =>
  JSON.stringify({
    name: "d",
    effect: { io, state },
    tools: Object.fromEntries(offered.map((name) => [name, name])),
    models: [model],
    budget,
    permissions: granted,
  });

/** Componentwise the larger of two offers; a budget part that one leaves out is unlimited. */
function larger(a: Offer, b: Offer): Offer {
  const either = (x: readonly string[], y: readonly string[]): readonly string[] => [
    ...new Set([...x, ...y]),
  ];
  const budget: Record<string, number> = {};
  for (const key of ["tokens", "latency", "money", "p_min", "p_fatal_max"] as const) {
    const [x, y] = [a.budget[key], b.budget[key]];
    if (x !== undefined && y !== undefined) budget[key] = key === "p_min" ? Math.min(x, y) : Math.max(x, y);
  }
  return {
    io: either(a.io, b.io),
    state: either(a.state, b.state),
    tools: either(a.tools, b.tools),
    permissions: either(a.permissions, b.permissions),
    budget,
  };
}

async function judged(
  skills: Readonly<Record<string, object>>,
  device: string,
  name: string,
  options: Parameters<typeof judge>[2],
  agent?: object,
): Promise<Judgement> {
  const texts = Object.fromEntries(Object.entries(skills).map(([key, made]) => [key, JSON.stringify(made)]));
  const { programs, setting } = await lowered(texts, {
    devices: [device],
    ...(agent === undefined ? {} : { agent: JSON.stringify(agent) }),
  });
  const program = programs.find((candidate) => candidate.name === name);
  const [made] = setting.devices;
  if (program === undefined || made === undefined) throw new Error("nothing to judge");
  return judge(program, made, options);
}

const cangjie = targets.find(({ name }) => name === "cangjie");
const settings = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) };

describe("portable is monotone", () => {
  test("in effect, state, tools, permissions and every part of the budget", async () => {
    let portable = 0;
    await fc.assert(
      fc.asyncProperty(skill, offer, offer, async (made, less, more) => {
        const small = await judged({ s: made }, deviceOf(less), "s", { target: cangjie });
        const large = await judged({ s: made }, deviceOf(larger(less, more)), "s", { target: cangjie });
        if (small.portable) portable++;
        expect(!small.portable || large.portable, JSON.stringify(large.gaps.map((gap) => gap.detail))).toBe(
          true,
        );
        // Kind by kind as well: what was no gap before is none after.
        const kinds = new Set(small.gaps.map(({ kind }) => kind));
        for (const gap of large.gaps) expect(kinds.has(gap.kind), gap.detail).toBe(true);
      }),
      settings,
    );
    expect(portable).toBeGreaterThan(0);
  });

  test("a guard that tries more often is never easier to carry", async () => {
    await fc.assert(
      fc.asyncProperty(offer, fc.nat(3), fc.nat(3), async (offered, retry, more) => {
        const made = (attempts: number): object => ({
          name: "s",
          description: "Does s. Use for s.",
          prompt: "Do.",
          interface: { guard: { predicate: "x", retry: attempts } },
        });
        const device = deviceOf(offered);
        const fewer = await judged({ s: made(retry) }, device, "s", { target: undefined });
        const often = await judged({ s: made(retry + more) }, device, "s", { target: undefined });
        expect(!often.portable || fewer.portable).toBe(true);
      }),
      settings,
    );
  });
});

test("every gap stands in the skill's own file, and says one sentence", async () => {
  await fc.assert(
    fc.asyncProperty(skill, offer, async (made, offered) => {
      const { gaps } = await judged({ s: made }, deviceOf(offered), "s", { target: cangjie });
      for (const { detail, span } of gaps) {
        expect(span.file.path).toBe("s/skill.yml");
        expect(span.end).toBeGreaterThan(span.start);
        expect(detail).toMatch(/^[A-Z`].*\.$/);
      }
    }),
    settings,
  );
});

test("a restrict alone asks nothing of a device", async () => {
  const r = {
    name: "r",
    description: "Restricts. Use to restrict.",
    interface: { restrict: { allow_tools: ["Bash"], effect_ceiling: "llm" } },
  };
  const nothing: Offer = { io: [], state: [], tools: [], permissions: [], budget: { tokens: 0, p_min: 1 } };
  expect((await judged({ r }, deviceOf(nothing), "r", { target: undefined })).gaps).toEqual([]);
});
