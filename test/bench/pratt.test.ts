import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseGuard } from "../../grammar/parse.ts";
import { span, textSource } from "../../src/report/source.ts";
import { guardSource } from "../helpers/guard-sources.ts";
import { parseByHand } from "./pratt.ts";

function parse(text: string): ReturnType<typeof parseGuard> {
  const file = textSource("guard", text);
  return parseGuard({ text, at: (start, end) => span(file, start, end) });
}

// The parser that the bench measures against is a fair one only if it reads the same language to the same trees.
describe("the parser by hand gives the tree of the parser", () => {
  test.each([
    "x",
    "not not x",
    "not x == 1 and x or x",
    "(x or x) or x and not (x and x)",
    "1 < len(x) <= 2 != 3",
    "'a' not in x",
    "-x - - 1 * 2 // 3 % 4 / .5e-1 + 1.",
    "-x.lower().count('a')[0]",
    "x[1:][:2][:][x['a'] or 1:2]",
    "[1, 'a' \"b\" r'\\d', None, true, []]",
    "contains((x), ('\\x41\\b' 'b'))",
    "has(x, 'a.b')and(len(x))>0",
    "x in['a']",
  ])("%s", (text) => {
    const { value, diagnostics } = parse(text);
    expect(diagnostics).toEqual([]);
    expect(parseByHand(text)).toEqual(value);
  });

  test("random guards", () => {
    let sound = 0;
    fc.assert(
      fc.property(guardSource, (text) => {
        const { value, diagnostics } = parse(text);
        if (diagnostics.length > 0) {
          expect(() => parseByHand(text)).toThrow(SyntaxError);
        } else {
          sound++;
          expect(parseByHand(text)).toEqual(value);
        }
      }),
      { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 2000) },
    );
    expect(sound).toBeGreaterThan(0);
  });

  test.each([
    "",
    "x x",
    "x not 1",
    "1 < 'a' in x",
    "y",
    "f(x,)",
    "x[]",
    "1 + not x",
    "x.length",
    "08",
    "''''",
    "x =",
  ])("refuses %s", (text) => {
    expect(parse(text).diagnostics).not.toEqual([]);
    expect(() => parseByHand(text)).toThrow(SyntaxError);
  });
});
