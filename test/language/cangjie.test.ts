import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cangjieComment, cangjieIdentifier, cangjieString } from "../../src/language/cangjie.ts";
import { lexCangjie } from "../helpers/cangjie.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("$", "{", "}", '"', "'", "\\", "\n", "\r", "\0", "u", "\ud800", "\udc00"),
  }),
);
const runs = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) };

/** The value of a source that is one literal. */
function valueOf(literal: string): string | undefined {
  const { tokens, problems } = lexCangjie(literal);
  expect(problems).toEqual([]);
  expect(tokens).toHaveLength(1);
  return tokens[0]?.value;
}

describe("the lexer knows what the compiler's lexer accepts", () => {
  test.each([
    ['"\\t\\b\\r\\n\\f\\v\\0\\\'\\"\\\\\\$"', "\t\b\r\n\f\v\0'\"\\$"],
    ['"\\u{41}\\u{1f642}"', "A\u{1f642}"],
    ['"$x $5"', "$x $5"],
    ['"a\tb"', "a\tb"],
    ['"\u2028"', "\u2028"],
  ])("%s", (literal, value) => {
    expect(valueOf(literal)).toBe(value);
  });

  test.each(['"\\/"', '"\\u0041"', '"\\x41"', '"\\a"', '"\\u{d800}"', '"${x}"', '"${"', '"a\nb"', '"a', "#"])(
    "and refuses %s",
    (literal) => {
      expect(lexCangjie(literal).problems).not.toEqual([]);
    },
  );
});

describe("cangjieString", () => {
  test("escapes what Cangjie would read otherwise, and nothing else", () => {
    expect(cangjieString('a"b\\c$d${e}\n\r\t建议')).toBe('"a\\"b\\\\c\\$d\\${e}\\n\\r\\t建议"');
    expect(cangjieString("\u0000\u007f\ufeff")).toBe('"\\u{0}\\u{7f}\\u{feff}"');
    expect(cangjieString("a\ud800b")).toBe('"a\ufffdb"');
  });

  test("has the text as its value, on one line", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const literal = cangjieString(text);
        expect(literal).not.toMatch(/[\n\r]/);
        expect(valueOf(literal)).toBe(text.toWellFormed());
      }),
      runs,
    );
  });
});

describe("cangjieIdentifier", () => {
  test.each([
    ["pdf-library", "snake", "pdf_library"],
    ["assignment-grader", "pascal", "AssignmentGrader"],
    ["assignment_grader", "pascal", "AssignmentGrader"],
    ["assignment grader", "camel", "assignmentGrader"],
    ["mcp__git__log", "asWritten", "mcp__git__log"],
    ["批改-作业", "snake", "批改_作业"],
    ["3d", "pascal", "_3d"],
    ["type", "snake", "type_"],
    ["open", "asWritten", "open_"],
    ["int64", "pascal", "Int64_"],
    ["\u{1f642}", "snake", "__"],
  ] as const)("%s as %s is %s", (name, form, expected) => {
    expect(cangjieIdentifier(name, form)).toBe(expected);
  });

  test("of ASCII only, on request", () => {
    expect(cangjieIdentifier("批改-pdf é", "snake", "ascii")).toBe("pdf");
  });

  test("is one identifier, whatever the name", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom("snake", "camel", "pascal", "asWritten"), (name, form) => {
        for (const alphabet of ["unicode", "ascii"] as const) {
          const identifier = cangjieIdentifier(name, form, alphabet);
          expect(lexCangjie(identifier)).toMatchObject({
            problems: [],
            tokens: [{ kind: "identifier", text: identifier }],
          });
          // A lone underscore is the wildcard.
          expect(identifier).not.toBe("_");
          expect(identifier).toBe(identifier.normalize("NFC"));
        }
      }),
      runs,
    );
  });
});

describe("cangjieComment", () => {
  test("is one comment a line", () => {
    expect(cangjieComment("a\nb\r\nc\u2028d")).toBe("// a\n// b\n// c\n// d");
    expect(cangjieComment("")).toBe("//");
    expect(cangjieComment("a\0b\u202ec")).toBe("// a\ufffdb\ufffdc");
  });

  test("never ends early", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { tokens, problems } = lexCangjie(cangjieComment(text));
        expect(problems).toEqual([]);
        expect(tokens.every(({ kind }) => kind === "comment" || kind === "newline")).toBe(true);
      }),
      runs,
    );
  });
});
