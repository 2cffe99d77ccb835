import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printGuard } from "../../grammar/print.ts";
import { guard } from "../../src/guard/guard.ts";
import type { Sample } from "../../src/guard/mutate.ts";
import { mutantsOf, mutate } from "../../src/guard/mutate.ts";
import { guardSource } from "../helpers/guard-sources.ts";

const mutants = (source: string): readonly string[] =>
  mutantsOf(guard(source).predicate.expr).map(({ expr }) => printGuard(expr));

const accepted = (text: string): Sample => ({ name: text, text, accepted: true });
const refused = (text: string): Sample => ({ name: text, text, accepted: false });

describe("mutants", () => {
  test("drop an operand, swap the operator, flip a comparison and change a literal", () => {
    expect(mutants("'a' in x and len(x) < 9").toSorted()).toEqual(
      [
        "len(x) < 9",
        "'a' in x",
        "'a' in x or len(x) < 9",
        "'a' not in x and len(x) < 9",
        "'' in x and len(x) < 9",
        "'A' in x and len(x) < 9",
        "'a' in x and len(x) <= 9",
        "'a' in x and len(x) >= 9",
        "'a' in x and len(x) < 8",
        "'a' in x and len(x) < 10",
      ].toSorted(),
    );
  });

  test("drop a not, a method and a slice", () => {
    expect(mutants("not x.strip()")).toEqual(["x.strip()", "not x"]);
    expect(mutants("x[1:]")).toEqual(["x", "x[0:]", "x[2:]"]);
  });

  test("are all different from the guard and from each other, and point inside it", () => {
    fc.assert(
      fc.property(guardSource, (source) => {
        const { predicate } = guard(source);
        const found = mutantsOf(predicate.expr);
        const texts = found.map(({ expr }) => printGuard(expr));
        expect(new Set([...texts, printGuard(predicate.expr)]).size).toBe(texts.length + 1);
        for (const { start, end } of found) {
          expect(0 <= start && start < end && end <= source.length).toBe(true);
        }
      }),
      { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 300) },
    );
  });
});

describe("mutate", () => {
  const { predicate } = guard("'a' in x and len(x) < 4");

  test("reports the mutants that the samples do not tell apart", () => {
    const report = mutate(predicate, [accepted("a"), refused("abcd")]);
    expect(report.misjudged).toEqual([]);
    expect(report.survivors.map(({ what, expr }) => `${what}: ${printGuard(expr)}`)).toEqual([
      "turns 'a' into '': '' in x and len(x) < 4",
      "drops an operand: len(x) < 4",
      "turns `4` into `3`: 'a' in x and len(x) < 3",
    ]);
  });

  test("finds every mutant with samples on both sides of every edge", () => {
    const samples = [
      accepted("a"),
      accepted("abc"),
      refused("abcd"),
      refused("b"),
      refused("bcde"),
      refused("A"),
    ];
    expect(mutate(predicate, samples).survivors).toEqual([]);
  });

  test("says which samples the guard itself gets wrong", () => {
    expect(mutate(predicate, [accepted("b"), refused("c")]).misjudged.map(({ name }) => name)).toEqual(["b"]);
  });

  test("counts no mutant that is no guard", () => {
    const { predicate: pattern } = guard("regex(x, r'(a)')");
    // `(a` is no pattern; `(A)` is one.
    expect(mutate(pattern, [accepted("a")]).mutants).toBe(1);
  });
});
