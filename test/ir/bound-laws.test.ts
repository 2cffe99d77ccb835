import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundOf } from "../../src/ir/bound.ts";
import type { DeviceModel } from "../../src/ir/device.ts";
import type { Bound, Limit } from "../../src/ir/grade.ts";
import { finite, pure } from "../../src/ir/lattice.ts";
import type { Lam, Term } from "../../src/ir/term.ts";
import { guarded, lam, tool } from "../helpers/term.ts";
import { laws as settings } from "../helpers/law-runs.ts";

const base: Lam = lam("m", { maxTokens: 100 });
// One call of `base`: 0 bytes of prompt, two messages of 16 tokens, an answer of 100.
const call = 132;

describe("figures worked out by hand", () => {
  test("a route: the classifier and the worst branch, part by part", () => {
    const cheap = lam("m", { maxTokens: 10, hint: { p_useful: 0.5, p_fatal: 0.2 } });
    const term: Term = {
      kind: "route",
      classifier: base,
      routes: [{ label: "a", term: cheap }],
      default: base,
    };
    const bound = boundOf(term);
    expect(bound.tokens).toBe(2 * call);
    expect(bound.calls).toBe(2);
    expect(bound.p).toBeCloseTo(0.99 * 0.5, 12);
    expect(bound.p_fatal).toBeCloseTo(1 - 0.99 * 0.8, 12);
  });

  test("a route without a default may end with nothing", () => {
    const bound = boundOf({
      kind: "route",
      classifier: base,
      routes: [{ label: "a", term: base }],
      default: undefined,
    });
    expect([bound.p, bound.p_fatal, bound.tokens]).toEqual([0, 1, 2 * call]);
  });

  test("a branch: its condition, and the worst of both sides", () => {
    const bound = boundOf({ kind: "if", condition: tool, then: guarded(base, 1), else: base });
    expect(bound.tokens).toBe(2 * call);
    expect(bound.p).toBeCloseTo(0.98 * 0.99, 12);
    expect(bound.latency).toBeCloseTo(0.1 + 4, 12);
  });

  test("a loop of three: every step has to succeed", () => {
    const bound = boundOf({ kind: "loop", body: base, maxSteps: 3 });
    // The second and third read the 100 tokens that the one before wrote.
    expect(bound).toMatchObject({ tokens: 3 * call + 2 * 100, calls: 3 });
    expect(bound.p).toBeCloseTo(0.99 ** 3, 12);
    expect(bound.p_fatal).toBeCloseTo(1 - 0.99 ** 3, 12);
  });

  test("parts side by side may run one after the other, so that time adds up", () => {
    expect(boundOf({ kind: "par", terms: [base, base, base] }).latency).toBe(6);
  });

  test("nested guards multiply", () => {
    expect(boundOf(guarded(guarded(base, 1), 2))).toMatchObject({ tokens: 6 * call, calls: 6 });
  });

  test("a judge is a call each attempt, with the rubric as its prompt", () => {
    const guard = guarded(base, 1);
    if (guard.kind !== "guard") throw new Error("not a guard");
    const { retry, onFail, merge, span } = guard.guard;
    const judge = {
      kind: "judge",
      retry,
      onFail,
      merge,
      span,
      rubric: "Good?",
      model: undefined,
      threshold: 0.7,
    } as const;
    // 5 bytes of rubric and the answer that is judged: 2 · (132 + 137 + 100)
    expect(boundOf({ kind: "guard", guard: judge, term: base })).toMatchObject({ tokens: 738, calls: 4 });
  });

  test("state and restrictions cost no tokens", () => {
    const inside: Term = { kind: "memory", keys: ["k"], term: base };
    const around: Term = { kind: "skill", name: "s", effect: { ...pure, io: finite(["net"]) }, term: inside };
    expect(boundOf(around).tokens).toBe(call);
    expect(boundOf(around).latency).toBeCloseTo(2.001, 12);
  });

  test("a hint lengthens the time, and never shortens it", () => {
    expect(boundOf(lam("m", { hint: { latency: 9 } })).latency).toBe(9);
    expect(boundOf(lam("m", { hint: { latency: 0.1 } })).latency).toBe(2);
  });
});

const leaf = fc.oneof(
  fc
    .record({
      tokens: fc.integer({ min: 1, max: 2000 }),
      calls: fc.integer({ min: 1, max: 4 }),
      p: fc.integer({ min: 0, max: 99 }),
      temperature: fc.constantFrom(0, 1),
      length: fc.nat(50),
    })
    .map(({ tokens, calls, p, temperature, length }): Term =>
      lam("m", {
        maxTokens: tokens,
        maxCalls: calls,
        temperature,
        prompt: "é".repeat(length),
        hint: { p_useful: p / 100, p_fatal: (99 - p) / 200 },
      }),
    ),
  fc.constant(tool),
);
const { term } = fc.letrec<{ term: Term }>((tie) => ({
  term: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc
      .tuple(
        fc.constantFrom("compose" as const, "pair" as const, "par" as const),
        fc.array(tie("term"), { maxLength: 3 }),
      )
      .map(([kind, terms]): Term => ({ kind, terms })),
    fc.tuple(tie("term"), fc.nat(3)).map(([inner, retry]) => guarded(inner, retry)),
    fc
      .tuple(tie("term"), fc.integer({ min: 1, max: 3 }))
      .map(([body, maxSteps]): Term => ({ kind: "loop", body, maxSteps })),
    fc
      .tuple(tie("term"), tie("term"))
      .map(([then, other]): Term => ({ kind: "if", condition: undefined, then, else: other })),
    fc.tuple(tie("term"), tie("term"), tie("term")).map(([classifier, one, other]): Term => ({
      kind: "route",
      classifier,
      routes: [{ label: "a", term: one }],
      default: other,
    })),
    tie("term").map((inner): Term => ({ kind: "memory", keys: ["k"], term: inner })),
  ),
}));

const tolerance = 1e-9;
function within(a: Limit, b: Limit): boolean {
  if (b === "unbounded") return true;
  return a !== "unbounded" && a <= b * (1 + tolerance) + tolerance;
}

function expectNoBetter(worse: Bound, better: Bound): void {
  expect(within(better.tokens, worse.tokens), `tokens ${better.tokens} ${worse.tokens}`).toBe(true);
  expect(within(better.latency, worse.latency), `latency ${better.latency} ${worse.latency}`).toBe(true);
  expect(within(better.money, worse.money), `money ${better.money} ${worse.money}`).toBe(true);
  expect(worse.calls).toBeGreaterThanOrEqual(better.calls);
  expect(worse.p).toBeLessThanOrEqual(better.p + tolerance);
  expect(worse.p_fatal).toBeGreaterThanOrEqual(better.p_fatal - tolerance);
}

describe("the bound is monotone", () => {
  const contexts: readonly (readonly [string, (inner: Term) => Term])[] = [
    ["after another", (inner) => ({ kind: "compose", terms: [base, inner] })],
    ["side by side", (inner) => ({ kind: "par", terms: [inner, base] })],
    ["as a branch", (inner) => ({ kind: "if", condition: undefined, then: inner, else: base })],
    [
      "as a route",
      (inner) => ({ kind: "route", classifier: base, routes: [{ label: "a", term: inner }], default: base }),
    ],
    ["in a loop", (inner) => ({ kind: "loop", body: inner, maxSteps: 2 })],
    ["with memory", (inner) => ({ kind: "memory", keys: ["k"], term: inner })],
  ];

  test.each(contexts)("%s: more work inside is no better in any part", (_, place) => {
    fc.assert(
      fc.property(term, term, (inner, more) => {
        expectNoBetter(boundOf(place({ kind: "compose", terms: [inner, more] })), boundOf(place(inner)));
      }),
      settings,
    );
  });

  test("a branch is no better than the same term without it", () => {
    fc.assert(
      fc.property(term, term, (one, other) => {
        expectNoBetter(boundOf({ kind: "if", condition: undefined, then: one, else: other }), boundOf(one));
        expectNoBetter(boundOf({ kind: "if", condition: undefined, then: one, else: other }), boundOf(other));
      }),
      settings,
    );
  });

  test("more attempts cost more, and chances stay chances", () => {
    fc.assert(
      fc.property(term, fc.nat(5), (inner, retry) => {
        const few = boundOf(guarded(inner, retry));
        const many = boundOf(guarded(inner, retry + 1));
        expect(
          within(few.tokens, many.tokens) &&
            within(few.latency, many.latency) &&
            within(few.money, many.money),
        ).toBe(true);
        for (const { p, p_fatal } of [few, many]) {
          expect(p).toBeGreaterThanOrEqual(0);
          expect(p_fatal).toBeGreaterThanOrEqual(-tolerance);
          expect(p + p_fatal).toBeLessThanOrEqual(1 + tolerance);
        }
        // An attempt more never makes success less likely.
        expect(many.p).toBeGreaterThanOrEqual(few.p - tolerance);
      }),
      settings,
    );
  });

  test("a device's larger cap, slower model and higher price are no better", () => {
    const model = fc.record({
      name: fc.constant("d"),
      tokensPerCall: fc.constant(undefined),
      maxTokens: fc.option(fc.nat(3000), { nil: undefined }),
      latency: fc.option(fc.nat(20), { nil: undefined }),
      pricePer1k: fc.option(fc.nat(5), { nil: undefined }),
    });
    const larger = (a: number | undefined, b: number | undefined): number | undefined =>
      a === undefined || b === undefined ? undefined : Math.max(a, b);
    fc.assert(
      fc.property(term, model, model, (inner, one, two) => {
        const worst: DeviceModel = {
          ...one,
          maxTokens: larger(one.maxTokens, two.maxTokens),
          latency: larger(one.latency, two.latency),
          pricePer1k: larger(one.pricePer1k, two.pricePer1k),
        };
        expectNoBetter(boundOf(inner, [worst]), boundOf(inner, [one]));
      }),
      settings,
    );
  });
});
