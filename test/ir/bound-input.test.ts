import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundOf } from "../../src/ir/bound.ts";
import type { Guard } from "../../src/ir/guard.ts";
import type { Lam, Term } from "../../src/ir/term.ts";
import { anywhere } from "../helpers/program.ts";
import { guarded, lam, tool } from "../helpers/term.ts";

// One call of this: no prompt, two messages of 16, 100 tokens written: 132.
const call = lam("m", { maxTokens: 100 });
const judge: Guard = {
  kind: "judge",
  retry: 0,
  onFail: "last",
  merge: "nest",
  rubric: "",
  model: "big",
  threshold: 0.7,
  span: anywhere,
};

describe("what one part writes, the next one reads", () => {
  test("in a Compose: 132 + 132 + 100", () => {
    expect(boundOf({ kind: "compose", terms: [call, call] }).tokens).toBe(364);
  });
  test("in a Loop of three: 132 + 2 · 232", () => {
    expect(boundOf({ kind: "loop", body: call, maxSteps: 3 }).tokens).toBe(596);
  });
  test("after a Par, both texts: 2 · 132 + 132 + 200", () => {
    const par: Term = { kind: "par", terms: [call, call] };
    expect(boundOf({ kind: "compose", terms: [par, call] }).tokens).toBe(596);
  });
  test("a judge reads the answer: 132 + 132 + 100", () => {
    expect(boundOf({ kind: "guard", guard: judge, term: call }).tokens).toBe(364);
  });
  test("a loop that gathers two texts each round is steady: 596, then 8 rounds that read 200", () => {
    const body: Term = { kind: "compose", terms: [{ kind: "par", terms: [call, call] }, call] };
    // Later rounds: two calls that read 200, and one that reads their 200.
    expect(boundOf({ kind: "loop", body, maxSteps: 9 }).tokens).toBe(596 + 8 * 3 * 332);
  });
  test("a loop whose text may grow every round has no bound", () => {
    const doubling: Term = { kind: "loop", body: { kind: "par", terms: [empty, empty] }, maxSteps: 2 };
    expect(boundOf({ kind: "compose", terms: [call, doubling, call] }).tokens).toBe("unbounded");
  });
});

test("a judge runs on the device's model of its name", () => {
  const model = (
    name: string,
    figure: number,
  ): Parameters<typeof boundOf>[1] extends readonly (infer M)[] | undefined ? M : never => ({
    name,
    tokensPerCall: 1,
    maxTokens: figure,
    latency: figure,
    pricePer1k: figure,
  });
  const bound = boundOf({ kind: "guard", guard: judge, term: call }, [model("small", 10), model("big", 50)]);
  // Small writes 10: 42 tokens, 10 s. The judge reads them on big, which writes 50: 32 + 10 + 50 = 92 tokens, 50 s.
  expect(bound).toMatchObject({ tokens: 134, latency: 60 });
  expect(bound.money).toBeCloseTo((42 * 10 + 92 * 50) / 1000, 12);
});

const empty: Term = { kind: "compose", terms: [] };
const { term } = fc.letrec<{ term: Term }>((tie) => ({
  term: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<Term>(call, lam("m", { maxTokens: 40, maxCalls: 3, prompt: "技能" }), tool),
    fc
      .tuple(
        fc.constantFrom("compose" as const, "par" as const),
        fc.array(tie("term"), { minLength: 1, maxLength: 3 }),
      )
      .map(([kind, terms]): Term => ({ kind, terms })),
    fc.tuple(tie("term"), fc.nat(2)).map(([inner, retry]) => guarded(inner, retry)),
    tie("term").map((inner): Term => ({ kind: "guard", guard: judge, term: inner })),
    fc
      .tuple(tie("term"), fc.integer({ min: 1, max: 3 }))
      .map(([body, maxSteps]): Term => ({ kind: "loop", body, maxSteps })),
  ),
}));

/** What one run used and handed on, where `draw` decides in [0, 1) how much is written and how often it is tried. */
function run(made: Term, input: number, draw: () => number): { used: number; output: number } {
  switch (made.kind) {
    case "lam":
      return ask(made, input, draw);
    case "compose":
      return made.terms.reduce(
        (done, next) => {
          const { used, output } = run(next, done.output, draw);
          return { used: done.used + used, output };
        },
        { used: 0, output: input },
      );
    case "par": {
      const parts = made.terms.map((part) => run(part, input, draw));
      return {
        used: parts.reduce((sum, { used }) => sum + used, 0),
        output: parts.reduce((sum, { output }) => sum + output, 0),
      };
    }
    case "loop": {
      const rounds = Math.ceil(draw() * made.maxSteps);
      return run({ kind: "compose", terms: Array.from({ length: rounds }, () => made.body) }, input, draw);
    }
    case "guard": {
      let used = 0;
      let output = 0;
      for (let left = 1 + Math.floor(draw() * (made.guard.retry + 1)); left > 0; left--) {
        const tried = run(made.term, input, draw);
        const judged = made.guard.kind === "judge" ? 32 + tried.output + 40 : 0;
        used += tried.used + judged;
        output = tried.output;
      }
      return { used, output };
    }
    default:
      return { used: 0, output: 0 };
  }
}

function ask(
  { prompt, maxTokens, maxCalls }: Lam,
  input: number,
  draw: () => number,
): ReturnType<typeof run> {
  const bytes = new TextEncoder().encode(prompt).length;
  const calls = 1 + Math.floor(draw() * maxCalls);
  let history = 0;
  let used = 0;
  let output = 0;
  for (let i = 0; i < calls; i++) {
    output = Math.floor(draw() * (maxTokens + 1));
    used += bytes + 32 + input + history + output;
    history += output + 16;
  }
  return { used, output };
}

// The worst runs write all they may: most draws are near the cap.
const share = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0.9999) },
  fc.double({ min: 0, max: 0.9999, noNaN: true }),
);

test("no run uses more tokens than the bound", () => {
  fc.assert(
    fc.property(term, fc.array(share, { minLength: 1, maxLength: 8 }), (made, draws) => {
      let i = 0;
      const { used } = run(made, 0, () => draws[i++ % draws.length] ?? 0);
      const { tokens } = boundOf(made);
      expect(tokens === "unbounded" || used <= tokens, `${used} > ${tokens}`).toBe(true);
    }),
    { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 500) },
  );
});
