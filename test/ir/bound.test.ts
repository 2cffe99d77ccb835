import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundOf } from "../../src/ir/bound.ts";
import { gradeOf } from "../../src/ir/estimate.ts";
import type { Term } from "../../src/ir/term.ts";
import { guarded, lam, tool } from "../helpers/term.ts";
import { laws as settings } from "../helpers/law-runs.ts";

describe("figures worked out by hand", () => {
  test("one call: prompt bytes, two messages of 16, the cap of the answer", () => {
    // "é" is two bytes: 2 + 32 + 1024 = 1058 tokens; 1058 / 1000 · 0.003 USD
    const bound = boundOf(lam("claude-sonnet-4-20250514", { prompt: "é" }));
    expect(bound).toMatchObject({ p: 0.99, p_fatal: 0.01, tokens: 1058, latency: 2, calls: 1 });
    expect(bound.money).toBeCloseTo(0.003174, 12);
    expect(bound.perCall).toEqual([
      { name: "agent", model: "claude-sonnet-4-20250514", maxTokens: 1024, inputBytes: 2 },
    ]);
  });

  test("a run of three calls reads what the earlier ones wrote", () => {
    // 3 · (0 + 32 + 100) + (0 + 1 + 2) · (100 + 16) = 396 + 348
    expect(boundOf(lam("m", { maxTokens: 100, maxCalls: 3 })).tokens).toBe(744);
  });

  test("attempts multiply cost, and never make success likelier without a claim of independence", () => {
    const bound = boundOf(guarded(lam("m", { maxTokens: 100 }), 2));
    expect(bound).toMatchObject({ p: 0.99, tokens: 3 * 132, calls: 3 });
    // min(1 − p, k · f) = min(0.01, 0.03)
    expect(bound.p_fatal).toBeCloseTo(0.01, 12);
  });

  test("answers drawn anew are independent: p(1−qᵏ)/(1−q)", () => {
    const hint = { p_useful: 0.6, p_fatal: 0.1 };
    const bound = boundOf(guarded(lam("m", { temperature: 0.7, hint }), 1));
    // q = 0.3, k = 2: (1 − 0.09) / 0.7 = 1.3 attempts; 0.6 · 1.3 and 0.1 · 1.3
    expect(bound.p).toBeCloseTo(0.78, 12);
    expect(bound.p_fatal).toBeCloseTo(0.13, 12);
  });

  test("a device's model gives the cap, the time and the price; without a cap there is no bound", () => {
    const model = { name: "small", tokensPerCall: 10, maxTokens: 50, latency: 0.5, pricePer1k: 0.001 };
    // 32 + 50 tokens
    expect(boundOf(lam("m"), [model])).toMatchObject({ tokens: 82, latency: 0.5 });
    expect(boundOf(lam("m"), [{ ...model, maxTokens: undefined }]).tokens).toBe("unbounded");
    expect(boundOf(lam("m"), [{ ...model, latency: undefined }]).latency).toBe("unbounded");
  });
});

const { term } = fc.letrec<{ term: Term }>((tie) => ({
  term: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(lam("gpt-4"), lam("claude-haiku-4-5-20251001", { maxTokens: 2000 }), tool),
    fc
      .tuple(
        fc.constantFrom("compose" as const, "pair" as const, "par" as const),
        fc.array(tie("term"), { minLength: 1, maxLength: 3 }),
      )
      .map(([kind, terms]): Term => ({ kind, terms })),
    fc.tuple(tie("term"), fc.nat(3)).map(([inner, retry]) => guarded(inner, retry)),
    fc
      .tuple(tie("term"), fc.integer({ min: 1, max: 3 }))
      .map(([body, maxSteps]): Term => ({ kind: "loop", body, maxSteps })),
    tie("term").map((inner): Term => ({ kind: "memory", keys: ["k"], term: inner })),
  ),
}));

test("the bound is above the expected cost and below the expected success", () => {
  fc.assert(
    fc.property(term, (made) => {
      const bound = boundOf(made);
      const grade = gradeOf(made, () => 0);
      expect(bound.tokens).toBeGreaterThanOrEqual(grade.tokens - 1e-9);
      expect(bound.latency).toBeGreaterThanOrEqual(grade.latency - 1e-9);
      expect(bound.money).toBeGreaterThanOrEqual(grade.money - 1e-9);
      expect(bound.p).toBeLessThanOrEqual(grade.p + 1e-9);
    }),
    settings,
  );
});

test("more attempts and more steps never cost less", () => {
  fc.assert(
    fc.property(term, fc.nat(4), (made, retry) => {
      const less = boundOf(guarded(made, retry));
      const more = boundOf(guarded({ kind: "compose", terms: [made, tool] }, retry + 1));
      expect(more.tokens).toBeGreaterThanOrEqual(less.tokens as number);
      expect(more.latency).toBeGreaterThanOrEqual(less.latency as number);
      expect(more.p).toBeLessThanOrEqual(less.p);
    }),
    settings,
  );
});
