import fc from "fast-check";
import { expect, test } from "vitest";
import { boundOf } from "../../src/ir/bound.ts";
import { gradeOf } from "../../src/ir/estimate.ts";
import type { CostHint, Grade, Limit } from "../../src/ir/grade.ts";
import type { Term } from "../../src/ir/term.ts";
import { guarded, lam, tool } from "../helpers/term.ts";
import { laws as settings } from "../helpers/law-runs.ts";

const hint: fc.Arbitrary<CostHint> = fc.record(
  {
    tokens: fc.nat(2000),
    latency: fc.nat(9),
    money: fc.nat(3),
    p_useful: fc.constantFrom(0.2, 0.5, 0.9),
    p_fatal: fc.constantFrom(0, 0.02, 0.1),
  },
  { requiredKeys: [] },
);
const leaf: fc.Arbitrary<Term> = fc.oneof(
  fc.constant(tool),
  fc
    .record({
      prompt: fc.constantFrom("", "Do.", "技能", "a".repeat(300)),
      maxTokens: fc.constantFrom(1, 64, 1024),
      temperature: fc.constantFrom(0, 0.7),
      hint: fc.option(hint, { nil: undefined }),
    })
    .map((parts) => lam("gpt-4o", parts)),
);
const { term } = fc.letrec<{ term: Term }>((tie) => ({
  term: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc
      .tuple(
        fc.constantFrom("compose" as const, "par" as const),
        fc.array(tie("term"), { minLength: 1, maxLength: 3 }),
      )
      .map(([kind, terms]): Term => ({ kind, terms })),
    fc.tuple(tie("term"), fc.nat(3)).map(([inner, retry]) => guarded(inner, retry)),
    fc
      .tuple(tie("term"), tie("term"))
      .map(([yes, no]): Term => ({ kind: "if", condition: undefined, then: yes, else: no })),
    fc
      .tuple(tie("term"), fc.integer({ min: 1, max: 3 }))
      .map(([body, maxSteps]): Term => ({ kind: "loop", body, maxSteps })),
  ),
}));
const count = (text: string): number => text.length;

test("one attempt is a guard without cost; k attempts cost k times, by both grades", () => {
  fc.assert(
    fc.property(term, fc.nat(4), (made, retry) => {
      const once = gradeOf(made, count);
      const often = gradeOf(guarded(made, retry), count);
      const k = retry + 1;
      const expected: Grade = {
        p: 1 - (1 - once.p) ** k,
        p_fatal: once.p_fatal,
        tokens: once.tokens * k,
        latency: once.latency * k,
        money: once.money * k,
      };
      for (const key of ["p", "p_fatal", "tokens", "latency", "money"] as const)
        expect(often[key], key).toBeCloseTo(expected[key], 9);
      const bound = boundOf(made);
      if (bound.tokens !== "unbounded") expect(boundOf(guarded(made, retry)).tokens).toBe(bound.tokens * k);
    }),
    settings,
  );
});

/** Equal but for the rounding of the last digits. */
function near(a: Limit, b: Limit): boolean {
  if (a === "unbounded" || b === "unbounded") return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}

const order: fc.Arbitrary<"compose" | "pair" | "par"> = fc.constantFrom("compose", "pair", "par");

test("serial and parallel are associative, and a part that is nothing changes nothing, by both grades", () => {
  fc.assert(
    fc.property(order, term, term, term, (kind, a, b, c) => {
      const of = (...terms: readonly Term[]): Term => ({ kind, terms });
      const forms = [of(a, b, c), of(of(a, b), c), of(a, of(b, c)), of(a, of(), b, of(c))];
      const parts = forms.map((form) => {
        const grade = gradeOf(form, count);
        const bound = boundOf(form);
        return [
          ...[grade.p, grade.p_fatal, grade.tokens, grade.latency, grade.money],
          ...[bound.p, bound.p_fatal, bound.tokens, bound.latency, bound.money, bound.calls],
        ];
      });
      const [first = [], ...others] = parts;
      for (const other of others) {
        if (!first.every((part, i) => near(part, other[i] ?? Number.NaN))) expect(other).toEqual(first);
      }
    }),
    settings,
  );
});
