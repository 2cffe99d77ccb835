import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { javascriptString } from "../../src/language/javascript.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("<", "/", "!", "-", ">", '"', "\\", "\u2028", "\u2029", "\ud800", "s") }),
);

describe("javascriptString", () => {
  test("escapes line separators and the end of a script element", () => {
    expect(javascriptString('a"\u2028\u2029')).toBe('"a\\"\\u2028\\u2029"');
    expect(javascriptString("</script>")).toBe('"<\\/script>"');
  });

  test("has the text as its value, as JSON and as JavaScript", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const literal = javascriptString(text);
        expect(JSON.parse(literal)).toBe(text);
        expect(JSON.parse(literal.replaceAll("<\\/", "</"))).toBe(text);
        expect(runInNewContext(literal)).toBe(text);
        expect(literal).not.toMatch(/[\n\r\u2028\u2029]|<\/|<!--|<script/i);
      }),
      { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) },
    );
  });

  test("cannot open a comment or a script in a script element", () => {
    for (const text of ["<!--<script>", "<SCRIPT ", "-->"]) {
      expect(javascriptString(text)).not.toMatch(/<!--|<script/i);
      expect(JSON.parse(javascriptString(text))).toBe(text);
    }
  });
});
