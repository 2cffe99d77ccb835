import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { guard } from "../../src/guard/guard.ts";
import { isText } from "../../src/guard/types.ts";
import { text } from "../helpers/guard-texts.ts";
import { referenceValue } from "../model/evaluate.ts";

/** Outputs that differ in size, and values of every kind. */
const outputs = [
  ...Array.from({ length: 12 }, (_, size) => "a".repeat(size)),
  ...["null", "true", "0", "1", "-1", '"a"', '""', "[]", "[1]", "{}", '{"a": 1}', "a\nb\nc", "a b a", "TODO"],
];

function verdictOf(source: string, type: string): boolean | undefined {
  const codes = guard(source, type).diagnostics.map(({ code }) => code);
  return codes.includes("guard/always-true")
    ? true
    : codes.includes("guard/always-false")
      ? false
      : undefined;
}

describe("a guard that depends on the output is left alone", () => {
  test.each([
    // The truth of a length and a comparison of it are about one number.
    ["len(x) and len(x) > 100", "Str"],
    ["len(x) == 5 and len(x)", "Str"],
    ["not len(x) or len(x) > 3", "Str"],
    // Each fails for some values.
    ["-x == 1 or not (-x == 1)", "Json"],
    ["'abc'.startswith(x) or not 'abc'.startswith(x)", "Json"],
    ["'a'.count(x) >= 0 or True", "Json"],
    ["x < 1 or x >= 1", "Int"],
    ["x.lower() == '' or x.lower() != ''", "Json"],
    ["'a' in x or 'a' not in x", "Json"],
    ["json_len(x) >= 0", "Json"],
  ])("%s on %s", (source, type) => {
    expect(verdictOf(source, type)).toBeUndefined();
  });
});

describe("a guard that does not is called so", () => {
  test.each([
    ["len(x) or len(x) == 0", "Str", true],
    ["not len(x) and len(x)", "Str", false],
    ["count(x, 'a') != 2 or count(x, 'a') > 1", "Str", true],
    ["2 < len(x) < 3", "Str", false],
    ["-1 < lines(x)", "Str", true],
    ["has(x, 'a') or not has(x, 'a')", "Json", true],
    // A text inside a guard on values is not opened.
    ["has('{\"a\": 1}', 'a')", "Json", false],
    ["None", "Str", false],
  ])("%s on %s is always %s", (source, type, value) => {
    expect(verdictOf(source, type)).toBe(value);
  });
});

test("one mistake is one diagnostic: values that are never equal are not called constant as well", () => {
  expect(guard("'1' == 1").diagnostics.map(({ code }) => code)).toEqual(["guard/never-equal"]);
});

test("a verdict holds for every output", () => {
  const measure = fc.constantFrom("len(x)", "lines(x)", "words(x)", "count(x, 'a')", "count(x, '')");
  const atom = fc.oneof(
    measure,
    fc
      .tuple(
        measure,
        fc.constantFrom("<", "<=", ">", ">=", "==", "!="),
        fc.constantFrom("-1", "0", "1", "2.5", "3"),
      )
      .map((parts) => parts.join(" ")),
    fc
      .tuple(fc.constantFrom("0", "1", "2"), measure, fc.constantFrom("1", "3"))
      .map(([a, m, b]) => `${a} <= ${m} < ${b}`),
    fc.constantFrom(
      "x",
      "-x == 1",
      "x == 1",
      "x < 1",
      "'abc'.startswith(x)",
      "x in [1, 'a']",
      "'a' in x",
      "'' in x",
      "has(x, 'a')",
      "has('[]', '0')",
      "x[0] == 1",
      "1 < 2",
      "1 / 0 > 1",
      "None",
    ),
  );
  const { condition } = fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { depthSize: "small", maxDepth: 3 },
      atom,
      tie("condition").map((inner) => `not (${inner})`),
      fc
        .tuple(tie("condition"), fc.constantFrom("and", "or"), tie("condition"))
        .map(([a, sign, b]) => `(${a}) ${sign} (${b})`),
      // Tautologies and contradictions, more often than by chance.
      fc
        .tuple(tie("condition"), fc.constantFrom("or", "and"))
        .map(([a, sign]) => `(${a}) ${sign} not (${a})`),
    ),
  }));
  let verdicts = 0;
  fc.assert(
    fc.property(condition, fc.constantFrom("Str", "Json", "Any", "Int"), text, (source, type, other) => {
      const checked = guard(source, type);
      const verdict = checked.predicate.sound ? verdictOf(source, type) : undefined;
      if (verdict === undefined) return;
      verdicts++;
      for (const output of [...outputs, other]) {
        const isReadable = isText(checked.type) || checked.evaluate(output).error?.code !== "guard/bad-json";
        const value = referenceValue(checked.predicate.expr, output, isText(checked.type));
        // Always true is about outputs that can be read.
        if (isReadable || !verdict) expect(value, `${source} on ${type}: ${output}`).toBe(verdict);
      }
    }),
    { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 3000) },
  );
  expect(verdicts).toBeGreaterThan(0);
});
