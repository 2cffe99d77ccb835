import { describe, expect, test } from "vitest";
import { guard } from "../../src/guard/guard.ts";
import { isText } from "../../src/guard/types.ts";
import { referenceValue } from "../model/evaluate.ts";

/** Answers worked out from grammar/guard.md, for the compiler and for the reference evaluator alike. */
const table: readonly (readonly [source: string, type: string, output: string, value: boolean])[] = [
  // Python's truth and equality
  ["x", "Str", "", false],
  ["1 == 1.0 == True", "Str", "", true],
  ["None == False", "Str", "", false],
  // Code points
  ["len(x) == 1", "Str", "😀", true],
  ["x[-1] == '😀'", "Str", "a😀", true],
  ["x[1:] == 'b'", "Str", "😀b", true],
  ["'\\uffff' < x", "Str", "😀", true],
  ["x == '\\ufffd'", "Str", "\ud800", true],
  ["x.find('b') == 1", "Str", "😀b", true],
  // Counting
  ["count(x, '') == 4", "Str", "abc", true],
  ["count(x, 'aa') == 1", "Str", "aaa", true],
  ["lines(x) == 2", "Str", "a\r\nb", true],
  ["lines(x) == 1", "Str", "a\u2028", true],
  ["lines(x) == 0", "Str", "", true],
  ["words(x) == 2", "Str", " a\u3000b\u001c", true],
  ["x.strip() == 'a'", "Str", "\u0085a\u001f", true],
  ["x.strip() == '\\ufeffa'", "Str", "\ufeffa", true],
  ["x.upper() == 'SS'", "Str", "ß", true],
  ["x.lower() == 'ος'", "Str", "ΟΣ", true],
  // Arithmetic
  ["-7 // 2 == -4 and -7 % 3 == 2", "Str", "", true],
  ["7.5 // 2 == 3 and -7.5 % 2 == 0.5", "Str", "", true],
  ["9007199254740991 + 1 > 0", "Str", "", false],
  ["9007199254740991.0 + 1 > 0", "Str", "", true],
  ["1e308 * 10 > 0", "Str", "", false],
  ["1 / 0 == 1 or True", "Str", "", false],
  ["True or 1 / 0 == 1", "Str", "", true],
  ["not (1 / 0 == 1)", "Str", "", false],
  ["True + True == 2", "Str", "", true],
  // JSON
  ["x == 4", "Int", "4.0", true],
  ["x == 4", "Int", " 4\n", true],
  ["x", "Bool", "True", false],
  ["x == 1", "Json", "true", true],
  ["'a' in x", "Json", '{"a": null}', true],
  ["x['a'] == 2", "Json", '{"a": 1, "a": 2}', true],
  ["x['b'] == 2 or True", "Json", '{"a": 1}', false],
  ["x == 0", "Json", "```json\n0\n```", false],
  ["not x", "Json", "[1", false],
  ["x > 0", "Json", "1e999", false],
  ["has(x, 'a')", "Json", '{"a": null}', true],
  ["has(x, 'a.0.b')", "Str", '{"a": [{"b": 1}]}', true],
  ["has(x, 'a.-1')", "Json", '{"a": [1]}', false],
  ["not has(x, 'a')", "Str", "no json", false],
  ["has(x, 'a')", "Json", '"{\\"a\\": 1}"', false],
  ["json_len(x) == 2", "Str", "[1, 2]", true],
  ["json_len(x, 'a') == 1", "Json", '{"a": {"b": 1}}', true],
  ["json_len(x) == 1", "Str", '"a"', false],
  ["x[0.0] == 1", "Json", "[1]", true],
  // Patterns
  ["regex(x, r'b$')", "Str", "a\nb\n", false],
  ["regex(x, r'(?m)^a$')", "Str", "b\na\n", true],
  ["regex(x, r'(?m)^a$')", "Str", "b\ra", false],
  ["regex(x, r'^.$')", "Str", "\r", true],
  ["regex(x, r'^.$')", "Str", "😀", true],
  ["regex(x, r'\\d')", "Str", "٣", false],
  ["regex(x, r'(?i)k')", "Str", "\u212a", false],
  ["regex(x, r'\\s')", "Str", "\u00a0", false],
];

describe("a guard means", () => {
  test.each(table)("%s on %s of %j is %s", (source, type, output, value) => {
    const checked = guard(source, type);
    expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(referenceValue(checked.predicate.expr, output, isText(checked.type))).toBe(value);
    expect(checked.test(output)).toBe(value);
  });
});

test("an error says what failed and where", () => {
  expect(guard("len(x) > 0 and 1 / (len(x) - 3) > 0").evaluate("abc")).toEqual({
    value: false,
    error: { code: "guard/division-by-zero", start: 15 },
  });
  expect(guard("x['b'] == 1", "Json").evaluate("{}").error).toEqual({ code: "guard/missing", start: 0 });
  expect(guard("x == 1", "Json").evaluate("{").error?.code).toBe("guard/bad-json");
});

test.each([
  "lenght(x) > 0",
  "f'a' in x",
  "'a' in x && True",
  "('a' in x) = True",
  "'b' not in x == True",
  "x[] == 'a'",
])("a guard with mistakes accepts nothing: %s", (source) => {
  const checked = guard(source);
  expect(checked.diagnostics.some(({ severity }) => severity === "error")).toBe(true);
  expect(checked.predicate.sound).toBe(false);
  expect(checked.test("abc")).toBe(false);
});
