import { describe, expect, test } from "vitest";
import type { GuardLanguage } from "../../src/lower/guard.ts";
import { needsGuardLanguage, noGuardLanguage } from "../../src/lower/guard.ts";
import { lowerSkill } from "../../src/lower/skill.ts";
import type { Skill } from "../../src/ir/skill.ts";
import { showType } from "../../src/ir/type.ts";
import { groupSkills } from "../../src/manifest/discover.ts";
import { readSkill } from "../../src/manifest/read.ts";
import { textOf, textSource } from "../../src/report/source.ts";

/** Takes every predicate for sound; the guard language has tests of its own. */
const language: GuardLanguage = {
  parseGuard: (source) => ({ value: { kind: "name", start: 0, end: source.text.length }, diagnostics: [] }),
  checkPredicate: (source, expr, input) => ({ value: { source, expr, input, sound: true }, diagnostics: [] }),
};

function lower(files: Readonly<Record<string, string>>, by: GuardLanguage = language): Skill {
  const sources = Object.entries(files).map(([path, text]) => textSource(`pdf/${path}`, text));
  const [source] = groupSkills(sources);
  if (source === undefined) throw new Error("no skill");
  return lowerSkill(readSkill(source).value, by).value;
}

function names(uses: readonly { readonly name: string }[] | undefined): readonly string[] | undefined {
  return uses?.map(({ name }) => name);
}

const head = "---\nname: pdf\ndescription: Fills in forms.\n---\nDo it.\n";

describe("what a skill is called and says", () => {
  test("front matter before contract before folder", () => {
    expect(lower({ "SKILL.md": head }).name).toBe("pdf");
    expect(lower({ "skill.yml": "name: forms\n" }).name).toBe("forms");
    expect(lower({ "skill.yml": "description: x\n" }).name).toBe("pdf");
  });

  test("the body is the prompt, byte for byte", () => {
    expect(lower({ "SKILL.md": head.replaceAll("\n", "\r\n") }).prompt).toEqual({
      kind: "text",
      text: "Do it.\r\n",
    });
  });

  test("a prompt in three parts", () => {
    expect(lower({ "skill.yml": "prompt: {action: a, purpose: b, expectation: c}\n" }).prompt).toEqual({
      kind: "ape",
      action: "a",
      purpose: "b",
      expectation: "c",
    });
  });

  test("a version is kept as it is written", () => {
    expect(lower({ "skill.yml": "version: 1.10\n" }).version).toBe("1.10");
  });

  test("every file of the skill is listed", () => {
    const skill = lower({
      "SKILL.md": head,
      "skill.yml": "version: 1\n",
      "references/a.md": "",
      "scripts/x.sh": "",
    });
    expect(skill.files.toSorted()).toEqual([
      "pdf/SKILL.md",
      "pdf/references/a.md",
      "pdf/scripts/x.sh",
      "pdf/skill.yml",
    ]);
    expect(skill.scripts.map(({ path }) => path)).toEqual(["scripts/x.sh"]);
  });
});

describe("tools", () => {
  test.each([
    ["Bash(git log:*) Read", ["Bash", "Read"]],
    ["Bash(git:*), Read", ["Bash", "Read"]],
    ["[Read, 'Bash(a, b:*)']", ["Read", "Bash"]],
  ])("allowed-tools: %s", (written, expected) => {
    const skill = lower({ "SKILL.md": `---\nname: a\ndescription: b\nallowed-tools: ${written}\n---\n` });
    expect(names(skill.allowedTools)).toEqual(expected);
    expect(skill.tools).toEqual([]);
  });

  test("required, optional and MCP tools", () => {
    const skill = lower({ "skill.yml": "requires: {tools: [A], optional_tools: [B], mcp_scopes: [s/C]}\n" });
    expect([skill.tools, skill.optionalTools, skill.mcpScopes].map(names)).toEqual([["A"], ["B"], ["s/C"]]);
    expect(skill.tools.map(({ span }) => textOf(span))).toEqual(["A"]);
  });
});

describe("types", () => {
  test.each([
    ["Str", "Str"],
    ["Tuple[Int, Str]", "Tuple[Int, Str]"],
    ["Union[Tuple[Bool],Float]", "Union[Tuple[Bool], Float]"],
    ["Json", "Json"],
  ])("%s", (written, shown) => {
    expect(showType(lower({ "skill.yml": `interface: {output_type: "${written}"}\n` }).output)).toBe(shown);
  });

  test("a JSON Schema", () => {
    expect(lower({ "skill.yml": "interface: {output_type: {type: array}}\n" }).output).toEqual({
      kind: "json",
      schema: { type: "array" },
    });
    expect(lower({ "skill.yml": "output_schema: {type: array}\n" }).output).toEqual({
      kind: "json",
      schema: { type: "array" },
    });
  });

  test.each(["List[Str]", "Tuple[", "Str Int", "Union[Str,]", "str"])("%s is no type", (written) => {
    const { output } = lower({ "skill.yml": `interface: {output_type: "${written}"}\n` });
    expect(output.kind === "invalid" ? output.written : output.kind).toBe(written);
  });

  test("without a type, Str", () => {
    expect(lower({ "SKILL.md": head }).input.kind).toBe("str");
  });
});

describe("guards", () => {
  test("defaults, and the kind that the keys imply", () => {
    const { guard } = lower({ "skill.yml": "interface: {guard: {predicate: \"'a' in x\"}}\n" });
    expect(guard).toMatchObject({ kind: "rule", retry: 0, onFail: "last", merge: "nest" });
    expect(guard?.kind === "rule" && guard.predicate.source.text).toBe("'a' in x");
    expect(lower({ "skill.yml": "interface: {guard: {rubric: good}}\n" }).guard).toMatchObject({
      kind: "judge",
      rubric: "good",
      threshold: 0.7,
    });
    expect(lower({ "skill.yml": "interface: {guard: {kind: none}}\n" }).guard).toBeUndefined();
  });

  test("a caret inside a folded predicate is exact", () => {
    const text = "interface:\n  guard:\n    predicate: >-\n      'a' in x\n      or 'b' in x\n";
    const { guard } = lower({ "skill.yml": text });
    const source = guard?.kind === "rule" ? guard.predicate.source : undefined;
    expect(source?.text).toBe("'a' in x or 'b' in x");
    expect(source && textOf(source.at(12, 15))).toBe("'b'");
  });

  test("the guard language is asked for only where there is a guard", () => {
    const without = { "SKILL.md": head, "skill.yml": "steps: [{name: a, prompt: b}]\n" };
    expect(() => lower(without, noGuardLanguage)).not.toThrow();
    const needs = (text: string): boolean => {
      const [source] = groupSkills([textSource("a/skill.yml", text)]);
      return source !== undefined && needsGuardLanguage(readSkill(source).value);
    };
    expect(needs("steps: [{name: a, prompt: b}]\n")).toBe(false);
    expect(needs("steps: [{name: a, prompt: b, guard: {predicate: x}}]\n")).toBe(true);
    expect(needs("interface: {guard: {predicate: x}}\n")).toBe(true);
  });
});

test("a restrict without a prompt is a restrict, with one it is a skill", () => {
  const restrict =
    "interface: {restrict: {allow_tools: [Read], deny_patterns: [{regex: 'rm\\s', action: ask}]}}\n";
  const alone = lower({ "skill.yml": restrict });
  expect(alone.kind).toBe("restrict");
  expect(names(alone.restrict?.allowTools)).toEqual(["Read"]);
  const [pattern] = alone.restrict?.denyPatterns ?? [];
  expect([pattern?.regex, pattern?.action, pattern && textOf(pattern.at(2, 4))]).toEqual([
    "rm\\s",
    "ask",
    "\\s",
  ]);
  expect(lower({ "SKILL.md": head, "skill.yml": restrict }).kind).toBe("skill");
});

test("features are in their order, each at the source that asks for it", () => {
  const skill = lower({
    "SKILL.md":
      "---\nname: a\ndescription: b\nhooks: {Stop: [{hooks: [{type: command, command: node x.mjs}]}]}\n---\nDo it.\n",
    "skill.yml": `requires: {tools: [Read], mcp_scopes: [s/t]}
interface:
  output_type: Json
  state_keys: [history]
  guard: {predicate: "regex(x, 'a')", retry: 1}
`,
    "scripts/x.py": "",
  });
  expect(skill.features.map(({ feature }) => feature)).toEqual([
    "prompt",
    "output.schema",
    "tools",
    "scripts",
    "mcp",
    "state",
    "guard.rule",
    "guard.regex",
    "guard.retry",
    "hooks",
  ]);
  expect(skill.features.filter(({ feature }) => feature === "tools").map(({ span }) => textOf(span))).toEqual(
    ["Read"],
  );
});

test("a disabled skill is lowered like any other", () => {
  expect(lower({ "skill.yml": "name: a\nprompt: b\nenabled: false\n" })).toMatchObject({
    enabled: false,
    name: "a",
  });
});
