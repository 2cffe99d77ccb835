import { describe, expect, test } from "vitest";
import { boundOf } from "../../src/ir/bound.ts";
import type { Guard } from "../../src/ir/guard.ts";
import type { Term } from "../../src/ir/term.ts";
import { anywhere } from "../helpers/program.ts";
import { lam } from "../helpers/term.ts";

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
