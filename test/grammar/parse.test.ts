import { describe, expect, test } from "vitest";
import { printGuard } from "../../grammar/print.ts";
import { parseGuard } from "../../grammar/parse.ts";
import type { Expr } from "../../grammar/guard.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { compatibleFixes, fixedText } from "../../src/report/fix.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { span, textOf, textSource } from "../../src/report/source.ts";

interface Parsed {
  readonly file: SourceFile;
  readonly value: Expr;
  readonly diagnostics: readonly Diagnostic[];
}

function parse(source: string): Parsed {
  const file = textSource("guard", source);
  return { file, ...parseGuard({ text: source, at: (start, end) => span(file, start, end) }) };
}

describe("what other languages write is refused once, with what to write here", () => {
  test.each([
    // Constructs of Python
    ["'a' if x else 'b'", "if", "Use `and`, `or` and `not`."],
    ["[c for c in x if c]", "for", "Ask for one value with `in`, or count with `count`."],
    ["lambda y: y", "lambda", "Write the condition itself."],
    ["x is None", "is", "Write `==`."],
    ["return len(x) > 3", "return", "Write the condition alone."],
    ["x[1:2:3] == 'a'", ":", "Write `x[0:3]`; a part has no step."],
    ["x[] == 'a'", "[]", "Write `x[0]` for one, or `x[0:3]` for a part."],
    ["(x, 1)", ",", "Write a list between `[` and `]`."],
    ["{'a': 1} == x", "{", "Write a list `[…]`, or ask for a key with `has(x, '…')`."],
    ["(n := 3) < len(x)", ":=", "Write `==`."],
    ["2 ** 3 < len(x)", "**", "Multiply with `*`."],
    ["+3 < len(x)", "+", "Remove the `+`."],
    ["len(x) > 3 # long", "#", "Remove the comment."],
    // Literals
    ["f'{x}' == 'a'", "f", "Remove the prefix; only `r` is allowed."],
    ["b'a' in x", "b", "Remove the prefix; only `r` is allowed."],
    ["'''a''' in x", "'''a'''", "Use `'…'` with `\\n` for a line end."],
    ["0x10 < len(x)", "0x10", "Write `16`."],
    ["1_000 < len(x)", "1_000", "Write `1000`."],
    ["10n < len(x)", "10n", "Write `10`."],
    ["2j == 3", "2j", "Write a number in decimal digits."],
    // Constructs of JavaScript
    ["x ? 1 : 2", "?", "Use `and`, `or` and `not`."],
    ["len(x) => 3", "=>", "Write `>=`."],
    ["len(x) =< 3", "=<", "Write `<=`."],
    ["x & 1", "&", "Write `and`."],
    ["x.length > 3", "length", "Write `len(x)`."],
    ["x.lower == 'a'", "lower", "Write `.lower(…)`."],
    ["x.verdict == 'a'", "verdict", "Write `['verdict']` for a key, or `has(x, 'verdict')` to ask for it."],
    ["null == x", "null", "Write `None`."],
    ["x == TRUE", "TRUE", "Write `True`."],
    // Other slips
    ["“a” in x", "“", "Write `'` or `\"`."],
    ["output == 'a'", "output", "Write `x` for the output, or `'output'` for the text."],
    ["linse == 3", "linse", "Write `lines(x)` for the function, or `'linse'` for the text."],
    ["x AND x", "AND", "Write `and`."],
    ["len(x)) > 3", ")", "Remove the `)`."],
    ["len(x) not 3", "3", "Write `not in` or `!=`."],
    ["'open in x", "'open in x", "Add the closing quote."],
    ["len(x", "", "Add `)`."],
    ["[1, 2", "", "Add `]`."],
    ["x.", "", "Write `x.lower()`."],
    ["len(x) >", "", "Add what is missing after the last operator."],
  ])("%s", (source, at, help) => {
    const { diagnostics } = parse(source);
    expect(diagnostics.map((one) => [textOf(one.span), one.help])).toEqual([[at, help]]);
    expect(diagnostics[0]?.severity).toBe("error");
  });

  test("several mistakes of the letters are several diagnostics", () => {
    const { diagnostics } = parse("“a” in x && f'b' in x and 0x10 < len(x) ; x is None");
    expect(diagnostics.map((one) => textOf(one.span))).toEqual(["“", ";", "&&", "0x10", "is", "f"]);
  });

  test("several mistakes in a tree that stays whole are several diagnostics", () => {
    const { diagnostics } = parse("f'a' in x or verdict in x or 007 < len(x) or x.size > 3");
    expect(diagnostics.map((one) => textOf(one.span)).toSorted()).toEqual(["007", "f", "size", "verdict"]);
  });
});

describe("a fix gives the guard that it promises", () => {
  test.each([
    ["'a' in x && !('b' in x)", "'a' in x and not ('b' in x)"],
    ["len(x) === 3 || len(x) !== 4", "len(x) == 3 or len(x) != 4"],
    ["len(x) = 3", "len(x) == 3"],
    ["'a' in x == True", "('a' in x) == True"],
    ["1 < len(x) in [2] == True", "((1 < len(x)) in [2]) == True"],
    ["'a' in 'ab' in x", "('a' in 'ab') in x"],
  ])("%s", (source, result) => {
    const { file, diagnostics } = parse(source);
    const fixed = fixedText(file, compatibleFixes(diagnostics, { unsafe: true }));
    expect(fixed.replaceAll(/ {2,}/g, " ")).toBe(result);
    expect(parse(fixed).diagnostics).toEqual([]);
  });
});

describe("nesting", () => {
  const nest = (times: number, open: string, inside: string, close: string): string =>
    open.repeat(times) + inside + close.repeat(times);

  test.each([
    ["brackets", 64, (n: number) => nest(n, "(", "x", ")")],
    ["not", 64, (n: number) => nest(n, "not ", "x", "")],
    ["signs", 64, (n: number) => nest(n, "-", "1", "")],
    ["a sum", 64, (n: number) => `1${" + 1".repeat(n)}`],
    ["indices", 64, (n: number) => `x${"[0]".repeat(n)}`],
    ["methods", 64, (n: number) => `x${".strip()".repeat(n)}`],
    // A sign and a call are two levels.
    ["signs before calls", 32, (n: number) => nest(n, "-len(", "x", ")")],
  ])("%s", (_, most, source) => {
    expect(parse(source(most)).diagnostics).toEqual([]);
    expect(parse(source(most + 1)).diagnostics.map(({ code }) => code)).toEqual(["guard/too-long"]);
  });

  test("alternatives and arguments in a row do not nest", () => {
    expect(parse(Array(200).fill("'a' in x").join(" or ")).diagnostics).toEqual([]);
    expect(parse(`x in [${Array(200).fill("-1").join(", ")}]`).diagnostics).toEqual([]);
  });

  test.each(["(", "[", "-", "not ", "-len(", "not(", "x[", "'a' in ["])("4,096 characters of %s", (part) => {
    const source = part.repeat(Math.floor(4096 / part.length));
    expect(parse(source).diagnostics.map(({ code }) => code)).toEqual(["guard/too-long"]);
  });

  test("many calls, each with many signs", () => {
    let source = "x";
    for (let signs = 1; signs < 64; signs++) source = `${"-".repeat(signs)}len(${source})`;
    expect(parse(source).diagnostics.map(({ code }) => code)).toEqual(["guard/too-long"]);
  });
});

describe("literals", () => {
  test.each([
    [String.raw`'\\ \' \" \a\b\f\n\r\t\v'`, "\\ ' \" \x07\b\f\n\r\t\v"],
    [String.raw`'\0\12\101\1011'`, "\0\nAA1"],
    [String.raw`'\x41\u00e9\U0001F600'`, "Aé😀"],
    // An unknown escape keeps its backslash.
    [String.raw`'\d\.\8'`, "\\d\\.\\8"],
    [String.raw`r'\n\''`, "\\n\\'"],
    [String.raw`R"\x4"`, "\\x4"],
    [String.raw`'a' "b" r'\\'  'c'`, "ab\\\\c"],
    ["'a\\\nb'", "ab"],
    ["''", ""],
  ])("%s", (source, value) => {
    expect(parse(source).diagnostics).toEqual([]);
    expect(parse(source).value).toMatchObject({ kind: "string", value });
  });

  test.each([
    [String.raw`'\xg'`, String.raw`\x`],
    [String.raw`'\u12'`, String.raw`\u`],
    [String.raw`'\U00110000'`, String.raw`\U00110000`],
    [String.raw`'\N{DASH}'`, String.raw`\N`],
    [String.raw`'\udc00'`, String.raw`\udc00`],
    ["9007199254740992", "9007199254740992"],
    ["1e999", "1e999"],
    ["00", "00"],
  ])("%s is refused", (source, at) => {
    const { diagnostics } = parse(source);
    expect(diagnostics.map(({ code, span: place }) => [code, textOf(place)])).toEqual([
      ["guard/literal", at],
    ]);
  });

  test("a word may touch a quote", () => {
    const { value, diagnostics } = parse("x in'abc' or'b' in x");
    expect(diagnostics).toEqual([]);
    expect(printGuard(value)).toBe("x in 'abc' or 'b' in x");
  });
});

describe("printing uses the parentheses that are needed", () => {
  test.each([
    ["((x))", "x"],
    ["(not x) and (x or x)", "not x and (x or x)"],
    ["not (x and x)", "not (x and x)"],
    ["(1 + 2) * 3 - (4 - 5)", "(1 + 2) * 3 - (4 - 5)"],
    ["(1 * 2) + 3", "1 * 2 + 3"],
    ["-(1 + 2) < (-3)", "-(1 + 2) < -3"],
    ["(1 < 2) == True", "(1 < 2) == True"],
    ["('a' + x).lower()[0:]", "('a' + x).lower()[0:]"],
    ["(x or x) or x", "(x or x) or x"],
    ["true == none", "True == None"],
    ["2. + 1e3 + 1e300", "2.0 + 1000.0 + 1e300"],
    ['"it\'s\\n"', "'it\\'s\\n'"],
  ])("%s", (source, printed) => {
    expect(printGuard(parse(source).value)).toBe(printed);
  });
});
