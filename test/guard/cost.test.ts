import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { showBound, stepBound, stepsAt } from "../../src/guard/cost.ts";
import { guard } from "../../src/guard/guard.ts";
import { isText } from "../../src/guard/types.ts";
import { guardSource, inputType } from "../helpers/guard-sources.ts";
import { text } from "../helpers/guard-texts.ts";
import { referenceSteps } from "../model/evaluate.ts";

const boundOf = (source: string, type = "Str"): string => showBound(stepBound(guard(source, type).predicate));

describe("the bound of steps", () => {
  test.each([
    // One for reading the text, one for each of the three nodes, one for each number that is compared.
    ["constant where nothing is passed over", "1 < 2", "Str", "6"],
    ["linear in a text that is measured", "len(x) > 3", "Str", "8 + n"],
    // 1 + 3 for the text and the nodes; both letters and the n places are passed over, and each place tried with both.
    ["as much as the text, for each letter that is looked for", "'ab' in x", "Str", "7 + 3n"],
    ["quadratic where x is looked for in x", "x in x", "Str", "5 + 2n + n^2"],
    ["one more reading where x is JSON", "x == 1", "Json", "5 + 2n"],
  ])("is %s", (_, source, type, bound) => {
    expect(boundOf(source, type)).toBe(bound);
  });

  test("is written without the terms that are nothing", () => {
    expect(showBound([0])).toBe("0");
    expect(showBound([0, 1])).toBe("n");
    expect(showBound([2, 0, 3])).toBe("2 + 3n^2");
    expect(stepsAt([2, 0, 3], 10)).toBe(302);
  });

  test("is never passed by the reference evaluator", () => {
    fc.assert(
      fc.property(guardSource, inputType, text, (source, type, output) => {
        const { predicate } = guard(source, type);
        fc.pre(predicate.sound);
        const bound = stepsAt(stepBound(predicate), output.length);
        expect(referenceSteps(predicate.expr, output, isText(predicate.input))).toBeLessThanOrEqual(bound);
      }),
      { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 2000) },
    );
  });
});
