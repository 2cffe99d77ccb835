import { expect, test } from "vitest";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { summaryOf, toJson } from "../../src/report/json.ts";
import { span, textSource } from "../../src/report/source.ts";

const file = textSource("a/SKILL.md", "---\nname: 😀 Big\n---\n");
const found: Diagnostic = {
  code: "name/example",
  severity: "warning",
  message: "It is so.",
  // `Big`: after `name: `, an emoji of two UTF-16 units and a blank.
  span: span(file, 13, 16),
  related: [{ message: "Here too.", span: span(file, 0, 3) }],
  help: "Write `big`.",
  fix: { title: "Write it small", safety: "safe", edits: [{ span: span(file, 13, 14), replacement: "b" }] },
};

test("places count from 1, columns in UTF-16 units, ends exclusive", () => {
  expect(toJson(found)).toEqual({
    code: "name/example",
    severity: "warning",
    message: "It is so.",
    file: "a/SKILL.md",
    line: 2,
    column: 10,
    endLine: 2,
    endColumn: 13,
    help: "Write `big`.",
    fix: {
      title: "Write it small",
      safety: "safe",
      edits: [{ file: "a/SKILL.md", line: 2, column: 10, endLine: 2, endColumn: 11, replacement: "b" }],
    },
    related: [{ message: "Here too.", file: "a/SKILL.md", line: 1, column: 1, endLine: 1, endColumn: 4 }],
  });
});

test("help and fix are absent where there are none, related is a list", () => {
  const { help: _help, fix: _fix, ...bare } = found;
  const json = toJson({ ...bare, related: [] });
  expect(Object.keys(json)).not.toContain("help");
  expect(Object.keys(json)).not.toContain("fix");
  expect(json.related).toEqual([]);
});

test("the summary counts by severity", () => {
  expect(summaryOf([found, { ...found, severity: "error" }, found])).toEqual({
    errors: 1,
    warnings: 2,
    infos: 0,
  });
});
