import { describe, expect, test } from "vitest";
import { guard } from "../../src/guard/guard.ts";
import { emitJavaScript } from "../../src/guard/javascript.ts";
import { emitPython } from "../../src/guard/python.ts";
import { isText } from "../../src/guard/types.ts";
import { runNode, runPython } from "../helpers/run.ts";
import { referenceValue } from "../model/evaluate.ts";

/**
 * Where Python and JavaScript give different answers, and the one that a guard gives in every language. Each row is a
 * guard, the kind of its input, an output, and the answer that the guard language pins.
 */
const rows: readonly (readonly [
  topic: string,
  source: string,
  type: string,
  output: string,
  value: boolean,
])[] = [
  // `True` in Python, `false` in JavaScript: truth values count as numbers.
  ["a truth value equals its number", "1 == True and 0 == False", "Str", "", true],
  ["a whole double equals its integer", "1 == 1.0", "Str", "", true],
  ["lists are equal item by item", "[1, 2] == [1, 2]", "Str", "", true],
  [
    "objects are equal whatever their order",
    "x['a'] == x['b']",
    "Json",
    '{"a":{"p":1,"q":2},"b":{"q":2,"p":1}}',
    true,
  ],
  // (3 > 2) > 1 is false in JavaScript.
  ["comparisons chain", "3 > 2 > 1", "Str", "", true],
  ["a chain stops at what is false", "1 > 2 > 1 / 0", "Str", "", false],
  ["`not` binds looser than `==`", "not 1 == 2", "Str", "", true],
  // [] and {} are true in JavaScript.
  ["an empty list is false", "not x", "Json", "[]", true],
  ["an empty object is false", "not x", "Json", "{}", true],
  ["zero is false", "not x", "Json", "0", true],
  ["the text 0 is true", "x", "Str", "0", true],
  // `or` gives an operand; where a truth value is wanted, its truth.
  ["`or` of texts is their truth", "'' or x", "Str", "a", true],
  ["an astral character is one", "len(x) == 1", "Str", "😀", true],
  ["an index counts code points", "x[1] == 'b'", "Str", "😀b", true],
  ["a negative index counts from the end", "x[-1] == 'b'", "Str", "ab", true],
  ["an index out of range is an error", "x[5] == 'b' or True", "Str", "ab", false],
  ["a slice out of range is not", "x[5:] == ''", "Str", "ab", true],
  ["`find` counts code points", "x.find('b') == 2", "Str", "😀😀b", true],
  ["the empty text occurs between all characters", "count(x, '') == 4", "Str", "abc", true],
  ["occurrences do not overlap", "count(x, 'aa') == 1", "Str", "aaa", true],
  ["texts are ordered by code point", "'\\uffff' < x", "Str", "😀", true],
  ["`strip` takes U+001C and not U+FEFF", "x.strip() == '\\ufeffa'", "Str", "\u001c\ufeffa\u0085", true],
  ["`lower` knows the final sigma", "x.lower() == 'ὀδυσσεύς'", "Str", "ὈΔΥΣΣΕΎΣ", true],
  ["`upper` may be longer", "x.upper() == 'STRASSE'", "Str", "straße", true],
  ["words are parted by any white space", "words(x) == 2", "Str", "\u00a0a \u2003 b\u001f", true],
  ["lines end as in `splitlines`", "lines(x) == 4", "Str", "a\r\nb\u2028c\u0085d", true],
  ["`//` rounds down", "-7 // 2 == -4", "Str", "", true],
  ["`%` has the sign of the divisor", "-7 % 3 == 2 and 7 % -3 == -2", "Str", "", true],
  ["division by zero is an error", "not 1 / 0 == 1", "Str", "", false],
  ["integers stay exact, or are an error", "9007199254740991 + 1 == 9007199254740992.0", "Str", "", false],
  ["JSON has no NaN", "x == x or True", "Json", "NaN", false],
  ["JSON has no Infinity", "x > 0", "Json", "Infinity", false],
  ["a number of JSON is finite", "x > 0", "Json", "1e999", false],
  [
    "a long integer of JSON is its double",
    "x == 12345678901234567000.0",
    "Json",
    "12345678901234567890",
    true,
  ],
  ["the last of equal keys counts", "x['a'] == 2 and json_len(x) == 1", "Json", '{"a":1,"a":2}', true],
  ["512 levels are a value", "json_len(x) == 1", "Json", "[".repeat(512) + "1" + "]".repeat(512), true],
  ["513 levels are none", "json_len(x) == 1", "Json", "[".repeat(513) + "1" + "]".repeat(513), false],
  ["half of a surrogate pair is U+FFFD", "x == '\\ufffd'", "Str", "\ud83d", true],
  ["an escape that Python does not know keeps its backslash", "len('\\d') == 2", "Str", "", true],
  // What engines of patterns disagree about.
  ["`$` is the very end", "regex(x, r'a$')", "Str", "a\n", false],
  ["`.` takes a carriage return", "regex(x, r'^a.b$')", "Str", "a\rb", true],
  ["`.` takes U+2028", "regex(x, r'^a.b$')", "Str", "a\u2028b", true],
  ["`(?m)^` stands behind a line feed", "regex(x, r'(?m)^b')", "Str", "a\nb", true],
  ["`(?m)^` does not stand behind a carriage return", "regex(x, r'(?m)^b')", "Str", "a\rb", false],
  ["`(?m)$` does not stand before U+2028", "regex(x, r'(?m)a$')", "Str", "a\u2028b", false],
  ["`.` takes one astral character", "regex(x, r'^.$')", "Str", "😀", true],
  ["a class takes one astral character", "regex(x, r'^[^a]{2}$')", "Str", "😀", false],
  ["`\\d` is ASCII", "regex(x, r'\\d')", "Str", "٣", false],
  ["`\\w` is ASCII", "regex(x, r'^\\w$')", "Str", "é", false],
  ["`\\b` is ASCII", "regex(x, r'é\\ba')", "Str", "éa", true],
  ["`\\s` has no no-break space", "regex(x, r'\\s')", "Str", "\u00a0", false],
  ["`\\s` has no U+FEFF", "regex(x, r'\\s')", "Str", "\ufeff", false],
  ["`\\s` has no U+001C", "regex(x, r'\\s')", "Str", "\u001c", false],
  ["`\\s` has the vertical tab", "regex(x, r'\\s')", "Str", "\v", true],
  ["`(?i)` does not take the Kelvin sign for k", "regex(x, r'(?i)k')", "Str", "\u212a", false],
  ["`(?i)` does not take the long s for s", "regex(x, r'(?i)s')", "Str", "\u017f", false],
  ["`(?i)` does not know É", "regex(x, r'(?i)é')", "Str", "É", false],
  // RE2 reads a class of two cases as one folded letter, and then takes the Kelvin sign.
  ["`[kK]` is two letters", "regex(x, r'[kK]|\\.')", "Str", "\u212a", false],
  ["`\\w|[sS]` does not take the long s", "regex(x, r'\\w|[sS]')", "Str", "\u017f", false],
  // V8 finds an empty line inside a surrogate pair where the pattern is written with a negated lookbehind.
  ["no line is empty inside a surrogate pair", "regex(x, r'(?m)^$')", "Str", "a😀b", false],
  ["no text ends inside a surrogate pair", "regex(x, r'^\\W$')", "Str", "😀", true],
  // JavaScript folds a negated class with the flags i and u in its own way.
  ["`(?i)[^k]` takes neither case", "regex(x, r'(?i)[^k]')", "Str", "kK", false],
  ["an optional empty match is everywhere", "regex(x, r'(?:a?){3}$')", "Str", "b", true],
];

const checked = rows.map(([, source, type, output]) => ({ guard: guard(source, type), output }));

test("there are at least 30 rows, and all of them are guards", () => {
  expect(rows.length).toBeGreaterThanOrEqual(30);
  expect(rows.filter((_, i) => checked[i]?.guard.predicate.sound !== true)).toEqual([]);
});

describe("where Python and JavaScript differ", () => {
  test.each(rows)("%s: %s", (_, source, type, output, value) => {
    const one = guard(source, type);
    expect(referenceValue(one.predicate.expr, output, isText(one.type))).toBe(value);
    expect(one.test(output)).toBe(value);
  });

  test.each([
    ["Python", runPython, emitPython],
    ["JavaScript", runNode, emitJavaScript],
  ] as const)("all, emitted to %s", (_, run, emit) => {
    const cases = checked.map(({ guard: { predicate }, output }) => {
      const { code, runtime } = emit(predicate, "guard");
      return { module: `${runtime}\n\n${code}`, outputs: [output] };
    });
    const answers = run(cases);
    expect(rows.filter(([, , , , value], i) => answers[i]?.[0] !== value)).toEqual([]);
  });

  test.each([
    ["a number in a text", "1 in 'a1'"],
    ["a number before a text", "1 < 'a'"],
    ["`in` in a chain", "'a' in 'ab' == True"],
    ["a text and a number", "'a' + 1 == 'a1'"],
    ["a text twice", "'ab' * 2 == 'abab'"],
    ["a tuple of beginnings", "x.startswith(('a', 'b'))"],
    ["a power", "2 ** 3 == 8"],
    ["an identifier beyond ASCII", "ｘ == 'a'"],
    ["a round", "round(2.5) == 2"],
    ["a float of a text", "float('nan') == 1"],
    ["half of a surrogate pair in a text", "x == '\\ud800'"],
  ])("what has no common meaning is refused: %s", (_, source) => {
    expect(guard(source).predicate.sound).toBe(false);
  });
});
