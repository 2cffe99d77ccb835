import { describe, expect, test } from "vitest";
import { guard } from "../../src/guard/guard.ts";
import { textOf } from "../../src/report/source.ts";

/** Codes with the text under the caret, in the order in which they are reported. */
function found(source: string, type = "Str"): readonly (readonly [string, string])[] {
  return guard(source, type).diagnostics.map(({ code, span }) => [code, textOf(span)]);
}

describe("syntax", () => {
  test.each([
    ["", "guard/syntax", ""],
    ["   ", "guard/syntax", "   "],
    ["len(x) >", "guard/syntax", ""],
    ["(len(x) > 3", "guard/syntax", ""],
    ["len(x) > 3)", "guard/syntax", ")"],
    ["'a' x", "guard/syntax", "x"],
    ["'open in x", "guard/syntax", "'open in x"],
    ["'''a''' in x", "guard/syntax", "'''a'''"],
    ["2 ** 3 > len(x)", "guard/syntax", "**"],
    ["x.size > 3", "guard/syntax", "size"],
    ["len(x) > 3 if True else False", "guard/syntax", "if"],
    ["lambda: x", "guard/syntax", "lambda"],
    ["x is None", "guard/syntax", "is"],
    ["“a” in x", "guard/syntax", "“"],
    ["f'a' in x", "guard/literal", "f"],
    ["'\\x4' in x", "guard/literal", "\\x"],
    ["'\\ud800' in x", "guard/literal", "\\ud800"],
    ["len(x) > 9007199254740992", "guard/literal", "9007199254740992"],
    ["len(x) > 007", "guard/literal", "007"],
    ["verdict in x", "guard/unknown-name", "verdict"],
    ["constructor in x", "guard/unknown-name", "constructor"],
    ["'a' in x == True", "guard/mixed-chain", "'a' in x == True"],
    ["len(x) > 3 && len(x) < 9", "guard/foreign-operator", "&&"],
    ["!x", "guard/foreign-operator", "!"],
    ["len(x) === 3", "guard/foreign-operator", "==="],
    ["len(x) = 3", "guard/foreign-operator", "="],
  ])("%s", (source, code, at) => {
    expect(found(source)[0]).toEqual([code, at]);
  });

  test("several foreign operators are several diagnostics", () => {
    expect(found("!contains(x, 'a') && len(x) > 3 || lines(x) > 2")).toEqual([
      ["guard/foreign-operator", "!"],
      ["guard/foreign-operator", "&&"],
      ["guard/foreign-operator", "||"],
    ]);
  });

  test("too long, and nested too deeply, also in a row", () => {
    expect(found(`'${"a".repeat(4096)}' in x`)[0]?.[0]).toBe("guard/too-long");
    expect(found(`${"(".repeat(65)}x${")".repeat(65)}`)[0]?.[0]).toBe("guard/too-long");
    expect(found(`${"not ".repeat(65)}x`)[0]?.[0]).toBe("guard/too-long");
    expect(found(`${"(".repeat(64)}x${")".repeat(64)}`)).toEqual([]);
    expect(found(`${"not ".repeat(64)}x`)).toEqual([]);
  });
});

describe("types, names and arguments", () => {
  test.each([
    ["len(x) > '3'", "Str", "guard/type", "'3'"],
    ["x > 3", "Str", "guard/type", "3"],
    ["x + 1 == x", "Str", "guard/type", "1"],
    ["-x > 0", "Str", "guard/type", "x"],
    ["3 in x", "Str", "guard/type", "3"],
    ["'a' in 3", "Str", "guard/type", "3"],
    ["(x or 'a') == 'a'", "Str", "guard/type", "x"],
    ["[1][0] == 1", "Str", "guard/type", "[1]"],
    ["x['key'] == 1", "Str", "guard/type", "'key'"],
    ["contains(x, 3)", "Str", "guard/type", "3"],
    ["has(x, x)", "Str", "guard/type", "x"],
    ["regex(x, x)", "Str", "guard/type", "x"],
    ["x.lower() == 'a'", "Int", "guard/type", "x"],
    // What numbers give is a number.
    ["(x + x).lower() == 'a'", "Float", "guard/type", "(x + x)"],
    ["x['a'] == 1", "Union[Int, Float]", "guard/type", "x"],
    ["len(x) == '3'", "Str", "guard/never-equal", "len(x) == '3'"],
    ["lenght(x) > 3", "Str", "guard/unknown-function", "lenght"],
    ["x.trim() == 'a'", "Str", "guard/unknown-function", "trim"],
    ["startswith(x, 'a')", "Str", "guard/unknown-function", "startswith"],
    ["len() > 3", "Str", "guard/arguments", "len()"],
    ["x.startswith()", "Str", "guard/arguments", "x.startswith()"],
    ["regex(x, r'(?=a)')", "Str", "guard/pattern", "(?=a)"],
    ["regex(x, r'a{2')", "Str", "guard/pattern", "{2"],
    ["regex(x, '\\bword')", "Str", "guard/backspace", "'\\bword'"],
  ])("%s on %s", (source, type, code, at) => {
    expect(found(source, type)).toContainEqual([code, at]);
  });

  test.each([
    ["'review_report' in x or 'verdict' in x or '建议总评' in x", "Json"],
    ["x['total'] > 3 and x['items'][0].startswith('a')", "Json"],
    ["x > 3 or x == 0", "Int"],
    ["x == True", "Bool"],
    ["x[0] == 1 and x[1] == 'a'", "Tuple[Int, Str]"],
    ["1 < len(x) < 4000 and x[0:3] == '# T'", "Str"],
    ["x", "Str"],
  ])("%s on %s has nothing to report", (source, type) => {
    expect(found(source, type)).toEqual([]);
  });
});

describe("names of other languages get the form of this one", () => {
  test.each([
    ["len(x.split()) > 3", "Write `words(x)`."],
    ["len(x.splitlines()) > 3", "Write `lines(x)`."],
    ["x.includes('a')", "Write `contains(x, '…')`."],
    ["x.contains('a')", "Write `contains(x, '…')`."],
    ["x.len() > 3", "Write `len(x)`."],
    ["x.trim() == 'a'", "Write `x.strip()`."],
    ["x.toLowerCase() == 'a'", "Write `x.lower()`."],
    ["x.get('a') == 'a'", "Write `x['key']`."],
    ["lower(x) == 'a'", "Write `x.lower(…)`."],
    ["search('a', x)", "Write `regex(x, r'…')`."],
  ])("%s", (source, help) => {
    expect(guard(source).diagnostics.map((one) => [one.code, one.help])).toEqual([
      ["guard/unknown-function", help],
    ]);
  });

  test("a method of an unknown name is not reported as well", () => {
    expect(guard("re.search('a', x)").diagnostics.map((one) => [one.code, one.help])).toEqual([
      ["guard/unknown-name", "Write `regex(x, r'…')`."],
    ]);
  });
});

describe("guards that decide nothing", () => {
  test.each([
    ["len(x) >= 0", "guard/always-true"],
    ["len(x) > 5 or len(x) <= 5", "guard/always-true"],
    ["'' in x", "guard/always-true"],
    ["'a' in x or not 'a' in x", "guard/always-true"],
    ["1 < 2", "guard/always-true"],
    ["len(x) < 0", "guard/always-false"],
    ["len(x) > 100 and len(x) < 50", "guard/always-false"],
    ["lines(x) == 2.5", "guard/always-false"],
    ["'a' in x and not 'a' in x", "guard/always-false"],
    ["1 / 0 > 1 and False", "guard/always-false"],
  ])("%s", (source, code) => {
    expect(found(source).map(([name]) => name)).toEqual([code]);
  });

  test.each([
    // Partial: bad JSON makes it false.
    ["has(x, 'a') or not has(x, 'a')", "Str"],
    ["x['a'] == 1 or x['a'] != 1", "Json"],
    ["len(x) > 5 or lines(x) > 2", "Str"],
    ["len(x) / len(x) == 1", "Str"],
  ])("%s on %s is left alone", (source, type) => {
    expect(found(source, type)).toEqual([]);
  });
});
