import { describe, expect, test } from "vitest";
import { check } from "../../src/compile.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { textOf, textSource } from "../../src/report/source.ts";
import { suppress } from "../../src/report/suppress.ts";
import { covers, suppressionsIn } from "../../src/report/suppression.ts";
import { costHintRange } from "../../src/rules/cost/hint-range.ts";
import { nameFormat } from "../../src/rules/name/format.ts";
import { referenceUnknownTool } from "../../src/rules/reference/unknown-tool.ts";
import { expectDiagnostics } from "../helpers/diagnostics.ts";

/** A warning at the first place where a text stands. */
function warningAt(file: SourceFile, text: string, code = "a/b"): Diagnostic {
  const start = file.text.indexOf(text);
  expect(start).not.toBe(-1);
  return {
    code,
    severity: "warning",
    message: "",
    span: { file, start, end: start + text.length },
    related: [],
  };
}

describe("a suppression", () => {
  test("is read with its codes, its reason and its last day", () => {
    const file = textSource(
      "s/SKILL.md",
      "---\n# skillc-ignore a/b, c/d-e until 2027-01-31: it is so: really\nname: x\n",
    );
    const [found, ...others] = suppressionsIn(file);
    expect(others).toEqual([]);
    expect(found?.codes.map(({ code, span }) => [code, textOf(span)])).toEqual([
      ["a/b", "a/b"],
      ["c/d-e", "c/d-e"],
    ]);
    expect(found?.reason).toBe("it is so: really");
    expect(found?.until?.date).toBe("2027-01-31");
    expect(found?.until === undefined ? "" : textOf(found.until.span)).toBe("2027-01-31");
    expect(found === undefined ? "" : textOf(found.span)).toMatch(/^# skillc-ignore .* really$/);
  });

  test("in Markdown ends where its comment ends", () => {
    const file = textSource("s/SKILL.md", "<!-- skillc-ignore a/b: because --> text\n");
    expect(suppressionsIn(file).map(({ reason }) => reason)).toEqual(["because"]);
  });

  test.each([
    ["the word in prose", "We write skillc-ignore a/b: so.\n"],
    ["a longer word", "# skillc-ignored a/b: so\n"],
    ["a mark inside a word", "x#skillc-ignore a/b: so\n"],
  ])("is not %s", (_, text) => {
    expect(suppressionsIn(textSource("s/SKILL.md", text))).toEqual([]);
  });

  const covered: readonly (readonly [string, string, string, boolean])[] = [
    ["the line below it", "# skillc-ignore a/b: r\nname: HERE\n", "HERE", true],
    ["no line further down", "# skillc-ignore a/b: r\nname: x\nother: HERE\n", "HERE", false],
    ["its own line, behind a value", "name: HERE # skillc-ignore a/b: r\nother: y\n", "HERE", true],
    ["only its own line, behind a value", "name: x # skillc-ignore a/b: r\nother: HERE\n", "HERE", false],
    [
      "an entry with all that is indented",
      "# skillc-ignore a/b: r\nd: >\n  one\n\n  HERE\nnext: x\n",
      "HERE",
      true,
    ],
    ["no entry after it", "# skillc-ignore a/b: r\nd: >\n  one\nnext: HERE\n", "HERE", false],
    [
      "what stands below several comments",
      "# skillc-ignore a/b: r\n# skillc-ignore c/d: r\nname: HERE\n",
      "HERE",
      true,
    ],
    ["a paragraph", "<!-- skillc-ignore a/b: r -->\nOne\ntwo HERE\n\nThree\n", "HERE", true],
    ["no second paragraph", "<!-- skillc-ignore a/b: r -->\nOne\n\nTwo HERE\n", "HERE", false],
    [
      "a fenced block with its empty lines",
      "<!-- skillc-ignore a/b: r -->\n```sh\na\n\nHERE\n```\n",
      "HERE",
      true,
    ],
    ["nothing behind the fence", "<!-- skillc-ignore a/b: r -->\n```sh\na\n```\nHERE\n", "HERE", false],
    ["the whole file where it says so", "HERE\n\n<!-- skillc-ignore-file a/b: r -->\n", "HERE", true],
    ["a line of a script", "// skillc-ignore a/b: r\nfetch('HERE')\n", "HERE", true],
  ];
  test.each(covered)("covers %s", (_, text, mark, expected) => {
    const file = textSource("s/SKILL.md", text);
    const [suppression] = suppressionsIn(file);
    expect(suppression !== undefined && covers(suppression, warningAt(file, mark).span)).toBe(expected);
  });
});

describe("suppress", () => {
  const text = "# skillc-ignore a/b: r\nname: HERE\n";

  test("takes out the code that is named, and no other", () => {
    const file = textSource("s/skill.yml", text);
    const left = suppress([warningAt(file, "HERE"), warningAt(file, "HERE", "c/d")], [file], {
      today: undefined,
    });
    expect(left.map(({ code }) => code)).toEqual(["c/d"]);
  });

  test("leaves other files alone", () => {
    const file = textSource("s/skill.yml", text);
    const other = textSource("t/skill.yml", "name: HERE\n");
    const left = suppress([warningAt(file, "HERE"), warningAt(other, "HERE")], [file, other], {
      today: undefined,
    });
    expect(left.map(({ span }) => span.file.path)).toEqual(["t/skill.yml"]);
  });

  test("never takes out an error, and says so", () => {
    const file = textSource("s/skill.yml", text);
    const left = suppress([{ ...warningAt(file, "HERE"), severity: "error" }], [file], { today: undefined });
    expectDiagnostics(left, [
      { code: "a/b", at: "HERE" },
      { code: "report/suppression-of-error", at: "a/b" },
    ]);
  });

  test("reports a comment without use, with the code that was meant", () => {
    const file = textSource("s/skill.yml", "# skillc-ignore name/fromat: r\nname: HERE\n");
    expectDiagnostics(suppress([warningAt(file, "HERE", "name/format")], [file], { today: undefined }), [
      { code: "name/format", at: "HERE" },
      { code: "report/suppression-unused", at: "name/fromat", help: "`name/format`" },
    ]);
  });

  test("holds codes of devices and targets for useful", () => {
    const file = textSource("s/skill.yml", "# skillc-ignore portability/unsupported: r\nname: x\n");
    expect(suppress([], [file], { today: undefined })).toEqual([]);
  });

  test.each([
    ["no reason", "# skillc-ignore a/b\nname: HERE\n", "# skillc-ignore a/b", "no reason"],
    ["an empty reason", "# skillc-ignore a/b:  \nname: HERE\n", "# skillc-ignore a/b:", "no reason"],
    ["no code", "# skillc-ignore: why\nname: HERE\n", "# skillc-ignore: why", "no code"],
    ["a date that is none", "# skillc-ignore a/b until 2027-02-30: r\nname: HERE\n", "2027-02-30", "no day"],
    ["a date in other words", "# skillc-ignore a/b until tomorrow: r\nname: HERE\n", "tomorrow", "no day"],
  ])("hears no comment with %s", (_, source, at, message) => {
    const file = textSource("s/skill.yml", source);
    expectDiagnostics(suppress([warningAt(file, "HERE")], [file], { today: undefined }), [
      { code: "a/b", at: "HERE" },
      { code: "report/suppression-form", at, message },
    ]);
  });

  test("holds to the end of its last day", () => {
    const file = textSource("s/skill.yml", "# skillc-ignore a/b until 2027-01-31: r\nname: HERE\n");
    expect(suppress([warningAt(file, "HERE")], [file], { today: "2027-01-31" })).toEqual([]);
    expectDiagnostics(suppress([warningAt(file, "HERE")], [file], { today: "2027-02-01" }), [
      { code: "a/b", at: "HERE" },
      { code: "report/suppression-expired", at: "2027-01-31" },
    ]);
  });
});

test("comments in a skill are heard by a whole check", async () => {
  const skill = textSource(
    "grader/skill.yml",
    [
      "name: grader",
      "description: Grades essays. Use when asked for a grade.",
      "prompt: Grade it.",
      "requires:",
      "  # skillc-ignore reference/unknown-tool until 2027-01-31: the host adds it",
      "  tools: [GradeBook]",
      "",
    ].join("\n"),
  );
  const rules = [nameFormat, costHintRange, referenceUnknownTool];
  const found = async (today: string): Promise<readonly string[]> =>
    (await check([skill], { rules, knownTargets: [], today })).diagnostics.map(({ code }) => code);
  expect(await found("2026-11-30")).toEqual([]);
  expect(await found("2027-03-01")).toEqual(["report/suppression-expired", "reference/unknown-tool"]);
});
