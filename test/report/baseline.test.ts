import { describe, expect, test } from "vitest";
import { check } from "../../src/compile.ts";
import type { Analysis } from "../../src/compile.ts";
import { baselineScopes } from "../../src/compile.ts";
import { baselineName, baselineText } from "../../src/report/baseline.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { textSource } from "../../src/report/source.ts";
import { referenceUnknownTool } from "../../src/rules/reference/unknown-tool.ts";
import { nameFormat } from "../../src/rules/name/format.ts";
import { expectDiagnostics } from "../helpers/diagnostics.ts";

function skill(folder: string, tools: string, name = folder): SourceFile {
  return textSource(
    `${folder}/skill.yml`,
    `name: ${name}\ndescription: Grades. Use when asked.\nprompt: Grade it.\nrequires: {tools: [${tools}]}\n`,
  );
}

function run(files: readonly SourceFile[]): Promise<Analysis> {
  return check(files, { rules: [nameFormat, referenceUnknownTool], knownTargets: [] });
}

/** The baselines that accept what an analysis reports, as files. */
function baselines(analysis: Analysis): readonly SourceFile[] {
  return baselineScopes(analysis.subjects, analysis.setting).flatMap((scope) => {
    const { text } = baselineText([...analysis.diagnostics, ...analysis.accepted], scope);
    return text === undefined ? [] : [textSource(`${scope.folder}/${baselineName}`, text)];
  });
}

describe("a baseline", () => {
  test("accepts what it was made of, and nothing new", async () => {
    const before = [skill("grader", "GradeBook")];
    const accepting = baselines(await run(before));
    const same = await run([...before, ...accepting]);
    expectDiagnostics(same.diagnostics, []);
    expectDiagnostics(same.accepted, [{ code: "reference/unknown-tool", at: "GradeBook" }]);
    const more = await run([skill("grader", "GradeBook, Printer"), ...accepting]);
    expectDiagnostics(more.diagnostics, [{ code: "reference/unknown-tool", at: "Printer" }]);
  });

  test("knows a problem again when lines above it change", async () => {
    const accepting = baselines(await run([skill("grader", "GradeBook")]));
    const { path, text } = skill("grader", "GradeBook");
    const moved = textSource(path, `# a comment\n\n${text}`);
    expectDiagnostics((await run([moved, ...accepting])).diagnostics, []);
  });

  test("never accepts an error", async () => {
    const broken = [skill("grader", "ReadFile", "Not A Name")];
    const first = await run(broken);
    expect(first.diagnostics.map(({ severity }) => severity)).toEqual(["error"]);
    expect(baselines(first)).toEqual([]);
  });

  test("accepts one problem as often as it was there", async () => {
    const accepting = baselines(await run([skill("grader", "GradeBook")]));
    const file = accepting[0]?.text ?? "";
    expect(JSON.parse(file)).toEqual({
      version: 1,
      accepted: [{ code: "reference/unknown-tool", file: "skill.yml", text: "GradeBook" }],
    });
  });

  test("of one skill says nothing about another", async () => {
    const accepting = baselines(await run([skill("one", "GradeBook")]));
    const both = await run([skill("one", "GradeBook"), skill("two", "GradeBook"), ...accepting]);
    expectDiagnostics(both.diagnostics, [
      { code: "reference/unknown-tool", at: "GradeBook", file: "two/skill.yml" },
    ]);
  });

  test("travels with its skill", async () => {
    const [made] = baselines(await run([skill("one", "GradeBook")]));
    const moved = textSource(`far/one/${baselineName}`, made?.text ?? "");
    expectDiagnostics((await run([skill("far/one", "GradeBook", "one"), moved])).diagnostics, []);
  });

  test("that accepts what is gone is reported", async () => {
    const [made] = baselines(await run([skill("grader", "GradeBook")]));
    const { diagnostics } = await run([
      skill("grader", "ReadFile"),
      textSource(`grader/${baselineName}`, made?.text ?? ""),
    ]);
    expectDiagnostics(diagnostics, [
      { code: "report/baseline-stale", at: "{", message: "`reference/unknown-tool`" },
    ]);
  });

  test.each([
    ["no JSON", "{oops"],
    ["no version", '{"accepted": []}'],
    ["no list", '{"version": 1, "accepted": {}}'],
    ["an entry without a file", '{"version": 1, "accepted": [{"code": "a/b", "text": "x"}]}'],
    ["null", "null"],
  ])("with %s accepts nothing and says so", async (_, text) => {
    const { diagnostics } = await run([
      skill("grader", "GradeBook"),
      textSource(`grader/${baselineName}`, text),
    ]);
    expect(diagnostics.map(({ code }) => code).toSorted()).toEqual([
      "reference/unknown-tool",
      "report/baseline-form",
    ]);
  });
});
