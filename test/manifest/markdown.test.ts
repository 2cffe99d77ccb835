import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Markdown } from "../../src/manifest/markdown-form.ts";
import { scanMarkdown } from "../../src/manifest/markdown.ts";
import { textOf, textSource } from "../../src/report/source.ts";

function scan(text: string): Markdown {
  return scanMarkdown(textSource("SKILL.md", text), 0, text.length);
}

const destinations = (text: string): readonly string[] => scan(text).links.map((link) => link.destination);
const codes = (text: string): readonly string[] => scan(text).codeSpans.map((code) => code.text);
const fences = (text: string): readonly (readonly [string, string, boolean])[] =>
  scan(text).fences.map(({ language, content, closed }) => [language, textOf(content), closed]);

describe("links", () => {
  test.each([
    ["[a](b.md)", ["b.md"]],
    ["[a](b.md 'title') and [c](<d e.md>)", ["b.md", "d e.md"]],
    ["[a](b(c(d)).md)", ["b(c(d)).md"]],
    ["[a](b c.md)", []],
    ["[a](b.md", []],
    ["![a](b.png)", ["b.png"]],
    ["[![a](b.png)](c.md)", ["b.png", "c.md"]],
    // There are no links in links.
    ["[a [b](c.md)](d.md)", ["c.md"]],
    ["[a [b](c.md)](d.md) [e](f.md)", ["c.md", "f.md"]],
    ["\\[a](b.md) `[a](b.md)` <!-- [a](b.md) -->", []],
    ["[a]: b.md 'title'\n[c]: <d.md>\n\ntext", ["b.md", "d.md"]],
    ["text\n[a]: b.md", []],
    ["[^1]: b.md", []],
    ["- [a](b.md)\n  > [c](d.md)\n", ["b.md", "d.md"]],
    ["# [a](b.md)\n", ["b.md"]],
    ["    [a](b.md)\n", []],
    ["text\n    [a](b.md)\n", ["b.md"]],
    ["[a\nb](c.md)", ["c.md"]],
    ["[a\n\nb](c.md)", []],
    ["<div>\n[a](b.md)\n\n[c](d.md)\n", ["d.md"]],
  ])("of %j", (text, expected) => {
    expect(destinations(text)).toEqual(expected);
  });

  test("have the span of the destination alone", () => {
    const [image] = scan("see ![a](<b c.png> 'd')").links;
    expect(image?.image).toBe(true);
    expect(image && textOf(image.span)).toBe("b c.png");
  });
});

describe("code spans", () => {
  test.each([
    ["`a` ``b`c`` `` ` ``", ["a", "b`c", "`"]],
    ["`a ``b`", ["a ``b"]],
    ["\\`a` b`", ["a` b".slice(2, 4)]],
    ["`a\n\nb`", []],
    ["``a` b", []],
    ["` `", [" "]],
    ["`a\nb`", ["a\nb"]],
  ])("of %j", (text, expected) => {
    expect(codes(text)).toEqual(expected);
  });
});

describe("fences", () => {
  test.each([
    ["```js\na\n```\n", [["js", "a\n", true]]],
    ["~~~ Sh x\n```\n~~~~\n", [["sh", "```\n", true]]],
    ["````\n```\n````", [["", "```\n", true]]],
    ["```\n``` x\n", [["", "``` x\n", false]]],
    ["```\n", [["", "", false]]],
    ["```a`b\n", []],
    ["    ```\na\n", []],
    ["1. a\n\n   ```sh\n   b\n   ```\n", [["sh", "   b\n", true]]],
    ["- ```\n  a\n\nb\n", [["", "  a\n\n", true]]],
    ["> ```\n> a\nb\n", [["", "> a\n", true]]],
    ["```\r\na\r\n```\r\n", [["", "a\r\n", true]]],
    ["```\ra\r```\rb", [["", "a\r", true]]],
  ])("of %j", (text, expected) => {
    expect(fences(text)).toEqual(expected);
  });

  test("keep what they hold from being read", () => {
    const { links, codeSpans, headings } = scan("```\n# a\n[a](b.md) `c`\n```\n");
    expect([links, codeSpans, headings]).toEqual([[], [], []]);
  });

  test("open with their whole line", () => {
    const [fence] = scan("a\n  ```js x\nb").fences;
    expect(fence && textOf(fence.opening)).toBe("  ```js x");
  });
});

test("headings have a level and a text", () => {
  const { headings } = scan("# A\n##  B `c` ##\n#d\n####### e\nF\n===\ng\n---\n\n---\n#\n");
  expect(headings.map(({ level, text }) => [level, text])).toEqual([
    [1, "A"],
    [2, "B `c`"],
    [1, "#d\n####### e\nF"],
    [2, "g"],
    [1, ""],
  ]);
});

test("prose is what stands outside of fences and comments", () => {
  const { prose, comments } = scan("a <!-- b --> c\n```\nd\n```\n<!--\n\ne --> f\ng\n<!-- h");
  expect(prose.map(({ span }) => textOf(span))).toEqual(["a ", " c\n", " f\ng\n"]);
  expect(comments.map(textOf)).toEqual(["<!-- b -->", "<!--\n\ne -->", "<!-- h"]);
});

test("only the text between the offsets is read", () => {
  const text = "[a](b.md) [c](d.md) [e](f.md)";
  const { links } = scanMarkdown(textSource("SKILL.md", text), 10, 19);
  expect(links.map((link) => link.destination)).toEqual(["d.md"]);
});

const pieces = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(..."`[]()<>!\\\"'#*-~1.: \t\n\r>a") },
    {
      weight: 2,
      arbitrary: fc.constantFrom("```", "<!--", "-->", "[a](b", "](", "\n\n", "- ", "> ", "\r\n", "1. "),
    },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
  ),
  { maxLength: 60 },
);

test("any text is scanned, and every span is its own text, in order, between the offsets", () => {
  fc.assert(
    fc.property(pieces, fc.nat(20), fc.nat(20), (parts, before, after) => {
      const text = parts.join("");
      const start = Math.min(before, text.length);
      const end = Math.max(start, text.length - after);
      const found = scanMarkdown(textSource("SKILL.md", text), start, end);
      for (const link of found.links) expect(textOf(link.span)).toBe(link.destination);
      for (const code of found.codeSpans) expect(textOf(code.span)).toBe(code.text);
      for (const { opening, content } of found.fences) expect(opening.end).toBeLessThanOrEqual(content.start);
      const blocks = [...found.prose.map(({ span }) => span), ...found.comments];
      const contents = [...blocks, ...found.fences.map(({ content }) => content)];
      for (const spans of [
        contents,
        found.headings.map(({ span }) => span),
        found.links.map(({ span }) => span),
      ]) {
        let last = start;
        for (const span of spans.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
          expect(span.start).toBeGreaterThanOrEqual(last);
          expect(span.end).toBeGreaterThanOrEqual(span.start);
          last = span.end;
        }
        expect(last).toBeLessThanOrEqual(end);
      }
    }),
    { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 500) },
  );
});

test("lists nested beyond all measure cost no more than their length", { timeout: 10_000 }, () => {
  const file = textSource("SKILL.md", "- ".repeat(100_000) + "\n".repeat(100_000));
  // 10^10 steps, were each of the lines compared with each of the lists: the test would run out of time.
  expect(scanMarkdown(file, 0, file.text.length).links).toEqual([]);
});

// A quadratic scanner takes 10^10 steps for each of these, and the test runs out of time.
describe("texts of a hundred thousand pieces are scanned", () => {
  test.each([
    "`a ``b ```c ",
    "[",
    "![a](b) [",
    "[a](",
    '[a](b "',
    "[a](b '\\'",
    "a <!-- \n\n",
    "[a\n\n",
    "> ",
    "- ",
    "a\r",
    "`` a\n\n",
    "~~~\n```\n",
    "<a b='c' ",
    "<div\n",
    "](",
    "\\`",
  ])("of many %j", { timeout: 10_000 }, (piece) => {
    const file = textSource("SKILL.md", piece.repeat(100_000));
    const { prose, fences, comments } = scanMarkdown(file, 0, file.text.length);
    for (const { end } of [
      ...prose.map(({ span }) => span),
      ...fences.map(({ content }) => content),
      ...comments,
    ]) {
      expect(end).toBeLessThanOrEqual(file.text.length);
    }
  });
});
