import { describe, expect, test } from "vitest";
import { groupSkills } from "../../src/manifest/discover.ts";
import type { SkillManifest } from "../../src/manifest/manifest.ts";
import { dataOf } from "../../src/manifest/node.ts";
import { readSkill } from "../../src/manifest/read.ts";
import { checkSkillShape } from "../../src/manifest/shape.ts";
import type { Checked, Diagnostic } from "../../src/report/diagnostic.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { sourceFile, textOf, textSource } from "../../src/report/source.ts";

/** What is said of the files of one skill, its keys included. */
function read(...files: readonly SourceFile[]): Checked<SkillManifest> {
  const [source] = groupSkills(files);
  if (source === undefined) throw new Error("no skill among the files");
  const { value, diagnostics } = readSkill(source);
  return { value, diagnostics: [...diagnostics, ...checkSkillShape(value)] };
}

const shown = ({ code, span }: Diagnostic): readonly [string, string] => [
  code.replace("manifest/", ""),
  textOf(span),
];

/** A mistake on a line between name and description, so that both show that reading went on. */
function between(line: string): string {
  return `---\nname: pdf\n${line}\ndescription: Fills in forms.\n---\nDo it.\n`;
}

const known = { name: "pdf", description: "Fills in forms." };

describe("one mistake between two keys: one diagnostic at its place, and both keys are known", () => {
  test.each([
    ["license: MIT: or not", "unquoted-colon", ":"],
    ["license: see below:", "unquoted-colon", ":"],
    ["metadata:\n  team: core: all", "unquoted-colon", ":"],
    ["license: [MIT] or ISC", "unquoted-value", "[MIT] or ISC"],
    ["license: {MIT} or ISC", "unquoted-value", "{MIT} or ISC"],
    ['license: "MIT" or ISC', "unquoted-value", '"MIT" or ISC'],
    ["license: 'MIT' or ISC", "unquoted-value", "'MIT' or ISC"],
    ["license: @me", "unquoted-value", "@me"],
    ["license: `MIT`", "unquoted-value", "`MIT`"],
    ["license: %MIT", "unquoted-value", "%MIT"],
    ['license: "MIT', "unclosed-quote", '"MIT'],
    ["license: 'MIT", "unclosed-quote", "'MIT"],
    ['license: "C:\\Users"', "bad-escape", "\\U"],
    ['license: "a\\d+"', "bad-escape", "\\d"],
    ["metadata:\n\tteam: core", "tab", "\t"],
    ["license:MIT", "missing-space", "license:"],
    ["license MIT", "missing-colon", "license MIT"],
    ["license = MIT", "missing-colon", "license = MIT"],
    ["metadata: {team: core", "unclosed-bracket", "{"],
    ["allowed-tools: [Read, Write", "unclosed-bracket", "["],
    ["name: forms\nname: pdf", "duplicate-key", "name"],
    ["license: &l MIT", "not-portable-yaml", "&l"],
    ["license: !spdx MIT", "not-portable-yaml", "!spdx"],
    ["license: *spdx", "unknown-alias", "*spdx"],
    ["license: MIT or so #1 of all", "comment-cuts-value", "#1 of all"],
    ["metadata:\n  ? [a]\n  : b", "key", "[a]"],
    ["interface: [a]", "wrong-type", "[a]"],
    ["interface:\n  guard: {kind: rules, predicate: x}", "wrong-value", "rules"],
    ["interface:\n  state_key: [a]", "unknown-key", "state_key"],
    ["metdata: {}", "unknown-key", "metdata"],
    ["license: a\u0007b", "control-character", "\u0007"],
  ])("%j: %s", (line, code, caret) => {
    const { value, diagnostics } = read(textSource("pdf/SKILL.md", between(line)));
    const found = code === "duplicate-key" ? diagnostics.slice(0, 1) : diagnostics;
    expect(found.map(shown)).toEqual([[code, caret]]);
    expect(value.frontMatter && dataOf(value.frontMatter)).toMatchObject(known);
    expect(value.body?.text).toBe("Do it.\n");
  });

  test("both of two further equal keys are reported", () => {
    const { diagnostics } = read(textSource("pdf/SKILL.md", between("name: forms\nname: pdf")));
    expect(diagnostics.map(({ code, related }) => [code, related.map((one) => one.span.start)])).toEqual([
      ["manifest/duplicate-key", ["---\n".length]],
      ["manifest/duplicate-key", ["---\n".length]],
    ]);
  });

  test("with CR LF the places are the same", () => {
    const text = between("license: MIT: or not").replaceAll("\n", "\r\n");
    const { value, diagnostics } = read(textSource("pdf/SKILL.md", text));
    expect(diagnostics.map(({ span }) => [span.start, textOf(span)])).toEqual([[text.indexOf(": or"), ":"]]);
    expect(value.frontMatter && dataOf(value.frontMatter)).toEqual({ ...known, license: "MIT: or not" });
  });

  test("two mistakes are two diagnostics, and the third key is still read", () => {
    const text = between("license: a: b\ncompatibility: [x] y");
    const { value, diagnostics } = read(textSource("pdf/SKILL.md", text));
    expect(diagnostics.map(shown)).toEqual([
      ["unquoted-colon", ":"],
      ["unquoted-value", "[x] y"],
    ]);
    expect(value.frontMatter && dataOf(value.frontMatter)).toEqual({
      ...known,
      license: "a: b",
      compatibility: "[x] y",
    });
  });
});

describe("the structure of the whole", () => {
  test.each([
    ["name: pdf\n  description: Fills.\n", "indentation", "description: Fills."],
    ["name: pdf\ndescription: Fills.\n...\na: b\n", "several-documents", "a: b"],
    ["- name: pdf\n- description: Fills.\n", "not-a-mapping", "- name: pdf\n- description: Fills."],
    ["a skill for forms\n", "not-a-mapping", "a skill for forms"],
    [`a: ${"[".repeat(101)}${"]".repeat(101)}\n`, "too-deep", "[]"],
  ])("%j: %s", (yaml, code, caret) => {
    const { diagnostics } = read(textSource("pdf/SKILL.md", `---\n${yaml}---\nDo it.\n`));
    expect(diagnostics[0] && shown(diagnostics[0])).toEqual([code, caret]);
    expect(diagnostics).toHaveLength(1);
  });

  test("a wrongly indented key is read as a key all the same", () => {
    const { value } = read(textSource("pdf/SKILL.md", "---\nname: pdf\n  description: Fills.\n---\n"));
    expect(value.frontMatter && dataOf(value.frontMatter)).toEqual({ name: "pdf", description: "Fills." });
  });
});

describe("the file as a whole", () => {
  const fine = between("license: MIT");

  test.each([
    ["SKILL.md", `\ufeff${fine}`, "byte-order-mark", "\ufeff"],
    ["skill.md", fine, "file-name", "---"],
  ])("%s: %s", (name, text, code, caret) => {
    const { value, diagnostics } = read(textSource(`pdf/${name}`, text));
    expect(diagnostics.map(shown)).toEqual([[code, caret]]);
    expect(value.frontMatter && dataOf(value.frontMatter)).toMatchObject(known);
  });

  test("what is no file has one diagnostic and no content", () => {
    const { value, diagnostics } = read(sourceFile({ path: "pdf/SKILL.md", kind: "directory" }));
    expect(diagnostics.map(({ code }) => code)).toEqual(["manifest/not-a-file"]);
    expect([value.frontMatter, value.body]).toEqual([undefined, undefined]);
  });

  test("bytes that are not UTF-8 are marked where the first stands", () => {
    const bytes = Uint8Array.from(Buffer.from(between("license: caf\u00e9"), "latin1"));
    const { value, diagnostics } = read(sourceFile({ path: "pdf/SKILL.md", bytes }));
    expect(diagnostics.map(({ code, span }) => [code, textOf(span)])).toEqual([
      ["manifest/encoding", "\ufffd"],
    ]);
    expect(value.frontMatter && dataOf(value.frontMatter)).toMatchObject(known);
  });
});

describe("SKILL.md and the contract beside it", () => {
  const skillMd = textSource("pdf/SKILL.md", between("metadata: {}"));

  test.each([
    ["name: forms", [["clash", "forms", "pdf"]]],
    ["description: Fills.", [["clash", "Fills.", "Fills in forms."]]],
    ['description: " Fills in forms. "', []],
    ["prompt: Do it not.", [["two-prompts", "Do it not.", "Do it."]]],
    [
      "prompt: {action: a, purpose: b, expectation: c}",
      [["two-prompts", "{action: a, purpose: b, expectation: c}", "Do it."]],
    ],
    ["prompt: |\n  Do it.", []],
    ["version: 2.0", []],
  ])("%s", (line, expected) => {
    const { diagnostics } = read(skillMd, textSource("pdf/skill.yml", `${line}\n`));
    const found = diagnostics.map((one) => [...shown(one), ...one.related.map(({ span }) => textOf(span))]);
    expect(found).toEqual(expected);
  });

  test("an empty body and a prompt in the contract are no two prompts", () => {
    const empty = textSource("pdf/SKILL.md", "---\nname: pdf\ndescription: Fills in forms.\n---\n\n");
    expect(read(empty, textSource("pdf/skill.yml", "prompt: Do it.\n")).diagnostics).toEqual([]);
  });
});
