import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ScalarNode, ScalarStyle } from "../../src/manifest/node.ts";
import { find } from "../../src/manifest/node.ts";
import { parseYaml } from "../../src/manifest/yaml.ts";
import { textOf, textSource } from "../../src/report/source.ts";

const settings = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) };

/** A piece of source and what it stands for; undefined text is white space or a break, whose place nobody asks for. */
interface Piece {
  readonly source: string;
  readonly text?: string;
}

/** The words of a text, and after each whether a new line starts. */
const words = fc.array(fc.tuple(fc.array(fc.nat(9), { minLength: 1, maxLength: 6 }), fc.nat(5)), {
  minLength: 1,
  maxLength: 12,
});

// The first letter of a word starts nothing in YAML; no letter sequence makes ": ", " #" or a number.
const letters = ["a", "Q", "z", "é", "ß", "語", "𝒳", "x'", "_", "b"] as const;
const doubled: readonly (readonly [string, string])[] = [
  ["a", "a"],
  ['\\"', '"'],
  ["\\\\", "\\"],
  ["\\u00e9", "é"],
  ["\\U0001D4B3", "𝒳"],
  ["\\x41", "A"],
  ["'", "'"],
  ["\\/", "/"],
  ["n", "n"],
  ["語", "語"],
];
const singled: readonly (readonly [string, string])[] = [
  ["a", "a"],
  ["''", "'"],
  ['"', '"'],
  ["\\", "\\"],
  ["n", "n"],
  ["é", "é"],
  ["#", "#"],
  ["𝒳", "𝒳"],
  [":", ":"],
  ["b", "b"],
];

function letterOf(style: ScalarStyle, index: number): Piece {
  const table = style === "double" ? doubled : style === "single" ? singled : undefined;
  const [source, text] = table?.[index] ?? [letters[index] ?? "a", letters[index] ?? "a"];
  return { source, text };
}

interface Shape {
  readonly style: ScalarStyle;
  readonly newline: string;
  readonly indent: string;
}

/** Writes words in a style, with line breaks where the style can hold them. */
function piecesOf(made: readonly (readonly [readonly number[], number])[], shape: Shape): readonly Piece[] {
  const { style, newline, indent } = shape;
  const isBlock = style === "literal" || style === "folded";
  const pieces: Piece[] = [];
  if (isBlock) pieces.push({ source: `${style === "literal" ? "|" : ">"}${newline}${indent}` });
  if (style === "single") pieces.push({ source: "'" });
  if (style === "double") pieces.push({ source: '"' });
  for (const [i, [indices, gap]] of made.entries()) {
    pieces.push({ source: "a", text: "a" }, ...indices.map((index) => letterOf(style, index)));
    if (i === made.length - 1) break;
    const breaks = [
      " ",
      " ",
      "  ",
      `${newline}${indent}`,
      `${newline}${newline}${indent}`,
      `${newline}${indent}`,
    ];
    pieces.push({ source: breaks[gap] ?? " " });
  }
  if (style === "single") pieces.push({ source: "'" });
  if (style === "double") pieces.push({ source: '"' });
  return pieces;
}

function readScalar(text: string): ScalarNode {
  const file = textSource("a.yml", text);
  const { value, diagnostics } = parseYaml(file, 0, file.text.length);
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  const node = value?.kind === "map" ? find(value, "a", "b") : undefined;
  if (node?.kind !== "scalar") throw new Error(`no scalar in ${JSON.stringify(text)}`);
  return node;
}

describe("every visible character leads back to the very source that wrote it", () => {
  test.each(["plain", "single", "double", "literal", "folded"] as const)("%s", (style) => {
    const property = fc.property(
      words,
      fc.constantFrom("\n", "\r\n"),
      fc.constantFrom("    ", "       "),
      (made, newline, indent) => {
        const pieces = piecesOf(made, { style, newline, indent });
        const head = `a:${newline}  b: `;
        const source = `${head}${pieces.map((piece) => piece.source).join("")}${newline}  c: d${newline}`;
        const node = readScalar(source);
        expect(node.style).toBe(style);
        let offset = head.length;
        const wanted: [string, number, number][] = [];
        for (const piece of pieces) {
          const end = offset + piece.source.length;
          // One escape writes all UTF-16 units of its character; what is written as it stands is mapped unit by unit.
          const isEscape = piece.text !== undefined && piece.source !== piece.text;
          for (let k = 0; k < (piece.text?.length ?? 0); k++) {
            const unit = piece.text?.charAt(k) ?? "";
            wanted.push(isEscape ? [unit, offset, end] : [unit, offset + k, offset + k + 1]);
          }
          offset = end;
        }
        const found: [string, number, number][] = [];
        for (let i = 0; i < node.text.length; i++) {
          const char = node.text.charAt(i);
          if (/\s/.test(char)) continue;
          const { start, end } = node.at(i, i + 1);
          found.push([char, start, end]);
        }
        expect(found).toEqual(wanted);
        // The range of all is from the first to the last of them, whatever blanks stand around.
        const first = node.text.search(/\S/);
        const last = node.text.trimEnd().length;
        expect([node.at(first, last).start, node.at(first, last).end]).toEqual([
          wanted[0]?.[1],
          wanted.at(-1)?.[2],
        ]);
      },
    );
    fc.assert(property, settings);
  });
});

describe("a range is what stands under it", () => {
  test.each([
    ["plain", "one\n    two three", "two three", "two three"],
    ["over a fold", "one\n    two", "one two", "one\n    two"],
    ["single", "'it''s so'", "it's", "it''s"],
    ["double", '"a \\u2014 b"', "— b", "\\u2014 b"],
    ["an escaped line end", '"one \\\n    two"', "two", "two"],
    ["literal", "|\n    one\n      two\n", "two", "two"],
    ["literal over a line end", "|-\n    one\n    two\n", "one\ntwo", "one\n    two"],
    ["folded with a header", ">2-\n    one\n    two\n", "two", "two"],
    ["repeated words", "go go go\n    go gone", "gone", "gone"],
  ])("%s", (_, written, part, under) => {
    const node = readScalar(`a:\n  b: ${written}\n`);
    const from = node.text.indexOf(part);
    expect(from).not.toBe(-1);
    expect(textOf(node.at(from, from + part.length))).toBe(under);
  });

  test("an empty range stands before its character, and one past the end after the last", () => {
    const node = readScalar("a:\n  b: 'x''y'\n");
    const { start } = node.span;
    expect([node.at(1, 1).start, node.at(1, 1).end]).toEqual([start + 2, start + 2]);
    expect([node.at(3, 9).start, node.at(3, 9).end]).toEqual([start + 5, start + 5]);
  });
});

describe("a value that was read past a mistake keeps its places", () => {
  test.each([
    ["Use when: asked", "when", "when"],
    ["Use when: asked\n    for it", "for it", "for it"],
    ["[BETA] tidies", "tidies", "tidies"],
    ["'it's nice'", "nice", "nice"],
    ['"open: yes', "open: yes", "open: yes"],
  ])("%j", (written, part, under) => {
    const file = textSource("a.yml", `a:\n  b: ${written}\n  c: d\n`);
    const { value, diagnostics } = parseYaml(file, 0, file.text.length);
    expect(diagnostics).toHaveLength(1);
    const node = value?.kind === "map" ? find(value, "a", "b") : undefined;
    if (node?.kind !== "scalar") throw new Error("no scalar");
    const from = node.text.indexOf(part);
    expect(from).not.toBe(-1);
    expect(textOf(node.at(from, from + part.length))).toBe(under);
  });
});
