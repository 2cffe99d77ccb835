import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { lowerAgent } from "../../src/lower/agent.ts";
import { lowerCatalogue } from "../../src/lower/catalogue.ts";
import { lowerDevice } from "../../src/lower/device.ts";
import type { GuardLanguage } from "../../src/lower/guard.ts";
import { lowerSkill } from "../../src/lower/skill.ts";
import { groupSkills } from "../../src/manifest/discover.ts";
import type { Node, ScalarNode } from "../../src/manifest/node.ts";
import { dataOf, find } from "../../src/manifest/node.ts";
import { readPlain } from "../../src/manifest/plain.ts";
import { readData, readSkill } from "../../src/manifest/read.ts";
import { checkSkillShape } from "../../src/manifest/shape.ts";
import { parseYaml } from "../../src/manifest/yaml.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import type { Span } from "../../src/report/source.ts";
import { sourceFile, textOf, textSource } from "../../src/report/source.ts";

const numRuns = Number(process.env["FC_RUNS"] ?? 500);
const settings = { seed: 42, numRuns };

/** Stands in for the guard language, which has laws of its own. */
const language: GuardLanguage = {
  parseGuard: (source) => ({
    value: { kind: "invalid", start: 0, end: source.text.length },
    diagnostics: [],
  }),
  checkPredicate: (source, expr, input) => ({
    value: { source, expr, input, sound: false },
    diagnostics: [],
  }),
};

const skillMd = `---
name: pdf-forms
description: "Fills in forms: PDF. Use when \\u2014 asked."
allowed-tools: Bash(git log:*), Read
metadata:
  version: '1.0'
interface:
  guard: {kind: rule, predicate: "'a' in x", retry: 1}
---
# Body

Do it.
`;
const skillYml = `name: grade
prompt: {action: a, purpose: b, expectation: c}
requires: {tools: [ReadFile, WriteFile], mcp_scopes: [github/search]}
interface:
  input_type: Tuple[Int, Union[Str, Bool]]
  output_schema: &s {type: object}
  effect_hint: {io: [net]}
  guard:
    predicate: >-
      'a' in x
      or 'b' in x
  restrict:
    deny_patterns: [{regex: 'rm\\s', action: ask}]
steps:
  - {name: a, prompt: |-
      x, guard: {rubric: good}}
`;

/** Any bytes: random ones, random text made of YAML's own characters, and valid manifests with a piece replaced. */
function bytesNear(valid: string): fc.Arbitrary<Uint8Array> {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const pieces = fc.constantFrom(
    ..."---|\n|\r|\r\n|: |- |\t|\"|'|[|]|{|}|#| #|&a |*a|!t |<<: |? |> |>-\n|\\|\\x|%|@|`|,|  |...|\0|\u2028|\ufeff|é|name|x"
      .split("|")
      .concat("|"),
  );
  const soup = fc.array(pieces, { maxLength: 60 }).map((parts) => encode(parts.join("")));
  const mutated = fc
    .tuple(fc.nat(valid.length), fc.nat(12), fc.array(pieces, { maxLength: 4 }))
    .map(([at, length, parts]) => encode(valid.slice(0, at) + parts.join("") + valid.slice(at + length)));
  return fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    soup,
    soup.map((bytes) => encode(`---\n${new TextDecoder().decode(bytes)}\n---\nBody`)),
    mutated,
  );
}

function expectInside(spans: Iterable<Span>): void {
  for (const { file, start, end } of spans) {
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(end).toBeLessThanOrEqual(file.text.length);
  }
}

function* spansOf(node: Node | undefined): Iterable<Span> {
  if (node === undefined) return;
  yield node.span;
  if (node.kind === "scalar") {
    yield node.at(0, node.text.length);
    for (let i = 0; i < node.text.length; i++) yield node.at(i, i + 1);
  }
  if (node.kind === "list") for (const item of node.items) yield* spansOf(item);
  if (node.kind === "map") {
    for (const { key, value } of node.entries) {
      yield* spansOf(key);
      yield* spansOf(value);
    }
  }
}

function* spansIn(diagnostics: readonly Diagnostic[]): Iterable<Span> {
  for (const { span, related, fix } of diagnostics) {
    yield span;
    for (const entry of related) yield entry.span;
    for (const edit of fix?.edits ?? []) yield edit.span;
  }
}

describe("any bytes are read without an exception, and every span is inside its file", () => {
  test.each([
    ["SKILL.md", skillMd],
    ["skill.yml", skillYml],
  ])("%s", (path, valid) => {
    const property = fc.property(bytesNear(valid), (bytes) => {
      const [source] = groupSkills([sourceFile({ path: `skill/${path}`, bytes })]);
      if (source === undefined) throw new Error("the skill is not counted");
      const manifest = readSkill(source);
      const { frontMatter, contract, body } = manifest.value;
      const skill = lowerSkill(manifest.value, language);
      const shape = checkSkillShape(manifest.value);
      const found = [...manifest.diagnostics, ...skill.diagnostics, ...shape];
      expectInside(spansIn(found));
      expectInside([
        ...spansOf(frontMatter),
        ...spansOf(contract),
        ...(body === undefined ? [] : [body.span]),
      ]);
      expectInside([...Object.values(skill.value.spans), ...skill.value.features.map(({ span }) => span)]);
    });
    fc.assert(property, settings);
  });

  test.each([
    ["agent", "name: a\nmodel: {name: m}\nskills: [a, {restrict: b, inside: true}]\n", lowerAgent],
    [
      "device",
      "name: watch\neffect: io\nmodels: [{name: m, latency: 1}]\nbudget: {tokens: 1}\n",
      lowerDevice,
    ],
    ["tools", "ReadFile: {capabilities: [fs.read], risk: low, devices: {watch: r}}\n", lowerCatalogue],
  ] as const)("%s", (kind, valid, lower) => {
    const property = fc.property(bytesNear(valid), (bytes) => {
      const manifest = readData(sourceFile({ path: `${kind}.yml`, bytes }), kind);
      const lowered = lower(manifest.value);
      expectInside(spansIn([...manifest.diagnostics, ...lowered.diagnostics]));
      expectInside(spansOf(manifest.value.root));
    });
    fc.assert(property, settings);
  });
});

/** Words and blanks that each style can hold; quotes and backslashes included. */
const prose = fc
  .array(fc.constantFrom("a", "Bc", "'", '"', "\\", "é", "𝒳", "x,y", " ", "  ", "\n", "\n\n", "z:"), {
    minLength: 1,
    maxLength: 40,
  })
  .map((parts) => parts.join(""));

describe("each character of a scalar is mapped to the source that wrote it", () => {
  test.each([
    ["PLAIN", "plain"],
    ["QUOTE_SINGLE", "single"],
    ["QUOTE_DOUBLE", "double"],
    ["BLOCK_LITERAL", "literal"],
    ["BLOCK_FOLDED", "folded"],
  ] as const)("%s", (defaultStringType, style) => {
    let tried = 0;
    const property = fc.property(
      prose,
      fc.constantFrom(0, 20, 80),
      fc.boolean(),
      (text, lineWidth, isCrlf) => {
        const written =
          style === "literal" || style === "folded"
            ? writtenBlock(text, style)
            : stringify({ a: { b: text } }, { defaultStringType, lineWidth, minContentWidth: 0 });
        const file = textSource("a.yml", isCrlf ? written.replaceAll("\n", "\r\n") : written);
        const root = parseYaml(file, 0, file.text.length).value;
        const node = root?.kind === "map" ? find(root, "a", "b") : undefined;
        if (node?.kind !== "scalar" || node.style !== style) return;
        tried++;
        expectExact(node);
      },
    );
    fc.assert(property, settings);
    expect(tried).toBeGreaterThan(numRuns / 10);
  });
});

/** The lines of a text as a block scalar; what chomping and folding make of its line ends is up to the parser. */
function writtenBlock(text: string, style: "literal" | "folded"): string {
  const lines = text.split("\n").map((line) => (line === "" ? "" : `      ${line}`));
  return `a:\n  b: ${style === "literal" ? "|2-" : ">4"} # why\n${lines.join("\n")}\nc: d\n`;
}

function expectExact(node: ScalarNode): void {
  let reached = node.span.start;
  for (let i = 0; i < node.text.length; i++) {
    const char = node.text.charAt(i);
    if (/\s/.test(char)) continue;
    const at = node.at(i, i + 1);
    expect(at.start).toBeGreaterThanOrEqual(reached);
    reached = at.start;
    const source = textOf(at);
    if (source !== char) expect(source).toMatch(/^(?:''|\\.+)$/s);
  }
}

describe("plain front matter takes a shorter way", () => {
  const value = fc.constantFrom(
    "a",
    "a b",
    '"x: y"',
    "'z'",
    "1.10",
    "true",
    "null",
    "a # b",
    "a: b",
    "[a]",
    "- a",
    "#x",
    "",
  );
  const line = fc.oneof(
    fc.tuple(fc.constantFrom("name", "b-c", "_d"), value).map(([key, text]) => `${key}: ${text}`),
    fc.tuple(fc.constantFrom("  ", "    ", ""), value).map(([indent, text]) => `${indent}- ${text}`),
    fc.tuple(fc.constantFrom("  ", "    "), value).map(([indent, text]) => `${indent}k: ${text}`),
    fc.constantFrom("name:", "list:", "", "# comment", "text"),
  );

  test("and reads what the full parser reads", () => {
    let answered = 0;
    const property = fc.property(fc.array(line, { maxLength: 8 }), fc.boolean(), (lines, isCrlf) => {
      const text = lines.join(isCrlf ? "\r\n" : "\n");
      const file = textSource("a.yml", text);
      const short = readPlain(file, 0, text.length);
      if (short === undefined) return;
      answered++;
      // A comment at the end sends the same text through the full parser.
      const commented = textSource("a.yml", `${text}\n# end\n`);
      const full = parseYaml(commented, 0, commented.text.length);
      expect(readPlain(commented, 0, commented.text.length)).toBeUndefined();
      expect(full.diagnostics).toEqual([]);
      expect(full.value === undefined ? undefined : dataOf(full.value)).toEqual(dataOf(short));
      expect([...scalarSpansOf(short)]).toEqual([...scalarSpansOf(full.value)]);
    });
    fc.assert(property, { seed: 42, numRuns: numRuns * 10 });
    expect(answered).toBeGreaterThan(numRuns / 20);
  });
});

/** Only of scalars: where a collection ends is nobody's caret. */
function* scalarSpansOf(node: Node | undefined): Iterable<readonly [number, number]> {
  if (node?.kind === "scalar") yield [node.span.start, node.span.end];
  if (node?.kind === "list") for (const item of node.items) yield* scalarSpansOf(item);
  if (node?.kind === "map") {
    for (const { key, value } of node.entries) {
      yield* scalarSpansOf(key);
      yield* scalarSpansOf(value);
    }
  }
}

test("every spelling of SKILL.md is counted as a skill exactly once, whatever the order of the files", () => {
  const name = fc.constantFrom(
    "SKILL.md",
    "skill.md",
    "Skill.MD",
    "skill.yml",
    "skill.yaml",
    "a.txt",
    "scripts/x.sh",
  );
  const folder = fc.constantFrom("", "a/", "a/b/", "b/", "a/scripts/");
  const path = fc.tuple(folder, name).map((parts) => parts.join(""));
  const property = fc.property(fc.uniqueArray(path, { maxLength: 14 }), fc.nat(), (paths, turn) => {
    const files = paths.map((each) => textSource(each, "x"));
    const skills = groupSkills(files);
    const bodies = skills.flatMap(({ skillMd }) => (skillMd === undefined ? [] : [skillMd.path]));
    expect(bodies.toSorted()).toEqual(paths.filter((each) => /(?:^|\/)skill\.md$/i.test(each)).toSorted());
    const cut = files.length === 0 ? 0 : turn % files.length;
    expect(groupSkills([...files.slice(cut), ...files.slice(0, cut)])).toEqual(skills);
    const siblings = skills.flatMap((skill) => skill.siblings.map(({ file }) => file.path));
    expect(new Set(siblings).size).toBe(siblings.length);
  });
  fc.assert(property, settings);
});
