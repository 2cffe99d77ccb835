import { describe, expect, test } from "vitest";
import { parseGuard } from "../../grammar/parse.ts";
import { printGuard } from "../../grammar/print.ts";
import { check } from "../../src/compile.ts";
import { guard } from "../../src/guard/guard.ts";
import { span, textOf, textSource } from "../../src/report/source.ts";

/** The code and the text under the caret of each diagnostic. */
function carets(source: string): readonly string[] {
  return guard(source)
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ code, span: place }) => `${code} ${textOf(place)}`);
}

function printed(source: string): string {
  const file = textSource("guard", source);
  return printGuard(parseGuard({ text: source, at: (start, end) => span(file, start, end) }).value);
}

describe("several mistakes in one guard", () => {
  test.each([
    ["in two operands", "len(x) > and x ==", ["guard/syntax and", "guard/syntax "]],
    [
      "an operand that is missing in the middle",
      "'a' in x and and len(x) 3",
      ["guard/syntax and", "guard/syntax 3"],
    ],
    [
      "inside parentheses",
      "('a' in x y or len(x) 3) and 'b' in",
      ["guard/syntax y", "guard/syntax 3", "guard/syntax "],
    ],
    ["behind `not`", "not ('a' in or x 3)", ["guard/syntax or", "guard/syntax 3"]],
    ["a mistake of form beside one of type", "len(x) > and x > 3", ["guard/syntax and", "guard/type 3"]],
    [
      "a wrong sign beside a wrong name",
      "“a” in x or lenn(x) > 3",
      ["guard/syntax “", "guard/unknown-function lenn"],
    ],
    [
      "a text that is never closed",
      "len(y) > 3 and x == 'abc",
      ["guard/syntax 'abc", "guard/unknown-name y"],
    ],
  ])("are all reported: %s", (_, source, expected) => {
    expect(carets(source)).toEqual(expected);
  });

  test("leave what can be read in the tree", () => {
    expect(printed("'a' in x and len(x) > and lines(x) < 3")).toBe("'a' in x and ? and lines(x) < 3");
  });

  test("keep the precedence of the operators between the operands", () => {
    expect(printed("'a' in x or len(x) > and lines(x) < 3")).toBe("'a' in x or ? and lines(x) < 3");
  });

  test.each([
    ["an unclosed parenthesis", "('a' in x and len(x) > 3", ["guard/syntax "]],
    ["a parenthesis too many", "'a' in x) and len(x) > 3", ["guard/syntax )"]],
    ["a conditional of Python, which is one construct", "'a' if x and len(x) else 'c'", ["guard/syntax if"]],
    ["nothing at all", "()", ["guard/syntax )"]],
  ])("are no more than there are: %s", (_, source, expected) => {
    expect(carets(source)).toEqual(expected);
  });
});

test("each caret is exact in a folded scalar of YAML", async () => {
  const text = [
    "name: g",
    "description: Grades. Use when asked.",
    "prompt: Grade.",
    "interface:",
    "  guard:",
    "    predicate: >-",
    "      len(x) > and",
    "      'a' in x y",
    "      or lenn(x) > 3",
    "",
  ].join("\n");
  const { diagnostics } = await check([textSource("g/skill.yml", text)], { rules: [], knownTargets: [] });
  expect(diagnostics.map(({ code, span: place }) => `${code} ${textOf(place)}`)).toEqual([
    "guard/syntax and",
    "guard/syntax y",
    "guard/unknown-function lenn",
  ]);
});
