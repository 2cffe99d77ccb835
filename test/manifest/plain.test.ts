import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import type { Node } from "../../src/manifest/node.ts";
import { dataOf } from "../../src/manifest/node.ts";
import { readPlain } from "../../src/manifest/plain.ts";
import { parseYaml } from "../../src/manifest/yaml.ts";
import { textOf, textSource } from "../../src/report/source.ts";

const numRuns = Number(process.env["FC_RUNS"] ?? 200);

/** What may stand behind a key: text, words that are no text, and everything that YAML gives a meaning. */
const values = [
  ..."a|a b|b-c|é|語 x|https://x.y/z?a=b#c|a:b|a,b|a]b|(a)|a'b|a\"b|a\\b|a&b|x*y|50%|a@b|=|<a>|$|.|..|...|---".split(
    "|",
  ),
  ..."1|-1|+1|1.5|1.|.5|1e3|1E-3|0o7|0x1F|0b1|1_000|1:30|.inf|-.INF|.nan|.NaN|+.inf|~|null|Null|NULL|nullx".split(
    "|",
  ),
  ..."true|True|TRUE|false|yes|no|on|off|2026-12-01|<<|''|\"\"|'a'|\"a b\"|'a: b'|\"a # b\"|'it''s'|\"\\t\"|'a' b|\"a".split(
    "|",
  ),
  ..."|a: b|a:|: a|:a|- a|-a|-|?|? a|?a|#a|a #b|a# b|&a b|*a|!t a|%a|@a|`a`|[a]|{a: b}|{|]|}|,a|\u00a0a|a\u00a0".split(
    "|",
  ),
  "|",
  ">",
  "|-",
  "𝒳",
  "a\tb",
];
const value = fc.constantFrom(...values);
const key = fc.constantFrom("name", "a-b", "_x", "K9", "null", "true", "y", "x y", '"q"', "1", "-k", "é");
const gap = fc.constantFrom(" ", " ", "  ", "", "\t");
const tail = fc.constantFrom("", "", " ", "   ");
const entry = fc
  .tuple(key, gap, value, tail)
  .map(([name, space, text, end]) => `${name}:${space}${text}${end}`);
const item = fc.tuple(gap, value, tail).map(([space, text, end]) => `-${space}${text}${end}`);
const line = fc.oneof(
  { weight: 4, arbitrary: entry },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom("  ", "    ", "", " "), item).map((parts) => parts.join("")),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom("  ", "    ", " "), entry).map((parts) => parts.join("")),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("name:", "list:", "map: ", "", "  ", "# c", "text", "---", "...", "  more"),
  },
);
/** Texts of several lines: folded or literal, with what may break them. */
const scalarLine = fc.constantFrom(
  ..."a b|# no comment|- x|k: v|a  b|'q'|[a|---|...|%a|@|*a|: |é 日".split("|"),
  "|",
  "a ",
  "",
  " ",
  "  deeper",
  " ",
);
const blockScalar = fc
  .tuple(
    fc.constantFrom(">-", ">-", ">", "|", "|-", ">+", "|2", "> # c", ">-  "),
    fc.constantFrom("  ", " ", "    "),
    fc.array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom("a b", "# no", "- x", "c: d") }, scalarLine), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom("z: a", "", "", "# c", " z: a", "- x"),
    fc.constantFrom("", "", "m:\n  "),
  )
  .map(([header, indent, texts, last, under]) => [
    ...`${under}k: ${header}`.split("\n"),
    ...texts.map((text) => `${under === "" ? "" : "  "}${indent}${text}`),
    last,
  ]);
/** Mostly well-formed blocks, so that the shorter way answers often. */
const block = fc.oneof(
  blockScalar,
  fc.array(line, { maxLength: 7 }),
  fc
    .uniqueArray(fc.tuple(fc.constantFrom("name", "a-b", "_x", "K9"), value), {
      selector: ([name]) => name,
      maxLength: 4,
    })
    .map((entries) => entries.map(([name, text]) => `${name}: ${text}`)),
  fc
    .tuple(fc.constantFrom("  ", "    "), fc.array(value, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([indent, texts, isList]) => [
      "k:",
      ...texts.map((text, i) => (isList ? `${indent}- ${text}` : `${indent}n${i}: ${text}`)),
      "z: a",
    ]),
);

interface Seen {
  readonly kind: Node["kind"];
  readonly text?: string;
  readonly style?: string;
  readonly flow?: boolean;
  readonly span: readonly [number, number];
  readonly under: string;
  readonly units?: readonly (readonly [number, number])[];
}

/** A tree as a list of everything that it says of each node, in order. */
function* seenIn(node: Node | undefined): Iterable<Seen> {
  if (node === undefined) return;
  const place = { span: [node.span.start, node.span.end], under: textOf(node.span) } as const;
  if (node.kind === "scalar") {
    const units = [...node.text].flatMap((char, i) => {
      const { start, end } = node.at(i, i + 1);
      return /\s/.test(char) ? [] : [[start, end] as const];
    });
    yield { kind: node.kind, text: node.text, style: node.style, ...place, units };
    return;
  }
  yield { kind: node.kind, flow: node.flow, ...place };
  if (node.kind === "list") for (const each of node.items) yield* seenIn(each);
  else
    for (const each of node.entries) {
      yield* seenIn(each.key);
      yield* seenIn(each.value);
    }
}

/** A comment at the end is nothing to YAML, and sends the text before it the long way. */
function readFully(text: string): ReturnType<typeof parseYaml> {
  const file = textSource("a.yml", `${text}\n# end\n`);
  expect(readPlain(file, 0, file.text.length)).toBeUndefined();
  return parseYaml(file, 0, file.text.length);
}

describe("wherever the shorter way answers", () => {
  test("values, texts, styles and places are those of the full parser, which has nothing to say", () => {
    let answered = 0;
    const property = fc.property(
      block,
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      (lines, newline, ends) => {
        const text = `${lines.join(newline)}${ends ? newline : ""}`;
        const file = textSource("a.yml", text);
        const short = readPlain(file, 0, text.length);
        if (short === undefined) return;
        answered++;
        const full = readFully(text);
        expect(full.diagnostics.map(({ code }) => code)).toEqual([]);
        expect([...seenIn(short)]).toEqual([...seenIn(full.value)]);
        expect(full.value && dataOf(full.value)).toEqual(dataOf(short));
      },
    );
    fc.assert(property, { seed: 42, numRuns: numRuns * 20 });
    expect(answered).toBeGreaterThan(numRuns);
  });

  test("the values are those of YAML 1.2 itself, in the middle of a file too", () => {
    let answered = 0;
    const property = fc.property(
      block,
      fc.constantFrom("", "---\n", "# PDF: a\n\n---\n"),
      (lines, before) => {
        const text = `${lines.join("\n")}\n`;
        const file = textSource("SKILL.md", `${before}${text}---\nBody: of [the text\n`);
        const short = readPlain(file, before.length, before.length + text.length);
        if (short === undefined) return;
        answered++;
        const document = parseDocument(text, { version: "1.2" });
        expect(document.errors).toEqual([]);
        expect(dataOf(short)).toEqual(document.toJS());
        for (const { text: written, style, under } of seenIn(short)) {
          if (written !== undefined && style !== "folded" && style !== "literal")
            expect(style === "plain" ? under : under.slice(1, -1)).toBe(written);
        }
      },
    );
    fc.assert(property, { seed: 42, numRuns: numRuns * 10 });
    expect(answered).toBeGreaterThan(numRuns / 2);
  });

  test("each value alone, as an entry, an item and an entry of an entry", () => {
    for (const each of values) {
      for (const text of [`k: ${each}\n`, `k:\n  - ${each}\n`, `k:\n  n: ${each}\nz: a\n`]) {
        const file = textSource("a.yml", text);
        const short = readPlain(file, 0, text.length);
        if (short === undefined) continue;
        const full = readFully(text);
        expect(full.diagnostics, text).toEqual([]);
        expect([...seenIn(short)], text).toEqual([...seenIn(full.value)]);
      }
    }
  });
});

describe("the shorter way is taken", () => {
  test.each([
    [
      "name: pdf\ndescription: Fills in forms. Use when asked.\n",
      { name: "pdf", description: "Fills in forms. Use when asked." },
    ],
    ['description: "Audits bills. Triggers: invoice"\n', { description: "Audits bills. Triggers: invoice" }],
    [
      "description: >-\n  Fills in.\n  Use when.\nname: a\n",
      { description: "Fills in. Use when.", name: "a" },
    ],
    ["description: |\n  Fills in.\n  Use when.\n", { description: "Fills in.\nUse when.\n" }],
    ["metadata:\n  team: core\ntags:\n  - a\n  - b c\n", { metadata: { team: "core" }, tags: ["a", "b c"] }],
  ])("%j", (text, data) => {
    const read = readPlain(textSource("a.yml", text), 0, text.length);
    expect(read && dataOf(read)).toEqual(data);
  });
});

describe("and left where there is something to say or to decide", () => {
  test.each([
    ["a number", "version: 1.10\n"],
    ["a truth value", "user-invocable: true\n"],
    ["nothing", "license:\n"],
    ["equal keys", "name: a\nname: b\n"],
    ["a comment", "name: pdf # or so\n"],
    ["an escape", 'name: "a\\tb"\n'],
    ["a list in brackets", "tags: [a]\n"],
    ["a second line", "description: Fills\n  in forms.\n"],
    ["a blank line in a text of lines", "description: >-\n  Fills\n\n  in forms.\n"],
    ["a text of lines with a deeper one", "description: >-\n  Fills\n    in forms.\n"],
    ["a text of lines that ends with a blank", "description: |\n  Fills \n"],
    ["a text of lines that the file cuts", "description: |\n  Fills"],
    ["a tab", "name:\tpdf\n"],
    ["a lone CR", "name: a\rb: c\n"],
    ["a control character", "name: a\u0007\n"],
    ["a character outside the basic plane", "name: 𝒳\n"],
    ["an empty text", ""],
    ["a list of lists", "a:\n  - - b\n"],
    ["an implicit key longer than YAML allows", `${"k".repeat(1100)}: v\n`],
  ])("%s", (_, text) => {
    expect(readPlain(textSource("a.yml", text), 0, text.length)).toBeUndefined();
  });
});
