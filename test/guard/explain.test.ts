import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Explanation } from "../../src/guard/explain.ts";
import { explain } from "../../src/guard/explain.ts";
import { guard } from "../../src/guard/guard.ts";
import { truthy } from "../../src/guard/values.ts";
import { guardSource, inputType } from "../helpers/guard-sources.ts";
import { text } from "../helpers/guard-texts.ts";

/** Each part with its value, `!` where it failed, `-` where it was not reached, and `*` where it decided. */
function outline({ text: source, outcome, decides, parts }: Explanation): readonly string[] {
  const value = outcome === undefined ? "-" : "value" in outcome ? JSON.stringify(outcome.value) : "!";
  return [`${source} ${value}${decides ? "*" : ""}`, ...parts.flatMap(outline).map((line) => `  ${line}`)];
}

const explained = (source: string, output?: string, type = "Str"): readonly string[] =>
  outline(explain(guard(source, type).predicate, output));

describe("an explanation", () => {
  test("shows which operand decided, and what was not reached", () => {
    expect(explained("'a' in x or len(x) < 9", "abc")).toEqual([
      "'a' in x or len(x) < 9 true*",
      "  'a' in x true*",
      `    'a' "a"`,
      `    x "abc"`,
      "  len(x) < 9 -",
      "    len(x) -",
      "      x -",
      "    9 -",
    ]);
  });

  test("shows the last operand as deciding where none stopped before it", () => {
    expect(explained("'z' in x or x == 'y'", "abc").filter((line) => line.includes("*"))).toEqual([
      "'z' in x or x == 'y' false*",
      "  x == 'y' false*",
    ]);
  });

  test("stops a chain at its first link that does not hold", () => {
    expect(explained("5 < len(x) < 9", "abc").slice(1)).toEqual([
      "  5 5",
      "  len(x) 3",
      `    x "abc"`,
      "  9 -",
    ]);
  });

  test("names the part that failed", () => {
    expect(explained("x['a'] == 1", "{}", "Json").slice(0, 2)).toEqual(["x['a'] == 1 !*", "  x['a'] !"]);
  });

  test("without a text shows types and steps alone", () => {
    const whole = explain(guard("len(x) > 3").predicate);
    expect(whole.outcome).toBeUndefined();
    expect(whole.decides).toBe(false);
    expect([whole.type, ...whole.parts.map(({ type }) => type)]).toEqual(["bool", "int", "int"]);
    expect(whole.steps).toEqual([8, 1]);
  });

  test("agrees with the evaluation of the whole", () => {
    fc.assert(
      fc.property(guardSource, inputType, text, (source, type, output) => {
        const checked = guard(source, type);
        fc.pre(checked.predicate.sound);
        const { outcome } = explain(checked.predicate, output);
        expect(outcome !== undefined && "value" in outcome && truthy(outcome.value)).toBe(
          checked.test(output),
        );
      }),
      { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 500) },
    );
  });
});
