import { expect, test } from "vitest";
import type { Policy, Reach } from "../../src/lower/policy.ts";
import { isBelow, lowerPolicy } from "../../src/lower/policy.ts";
import { readData } from "../../src/manifest/read.ts";
import { textOf, textSource } from "../../src/report/source.ts";

function policyOf(text: string, reach?: Reach): Policy {
  const read = readData(textSource("skillc.config.yaml", text), "config");
  expect(read.diagnostics).toEqual([]);
  return lowerPolicy(read.value, reach).value;
}

test("reads every clause with its place", () => {
  const policy = policyOf(
    "sources: [skills]\npolicy:\n  max_skills: 3\n  max_description: 40\n  max_body: 500\n  max_body_lines: 60\n" +
      "  name_prefix: acme-\n  expected_skills: [pdf]\nrules: {security/*: error, name/duplicate: off}\n",
  );
  expect(
    [policy.maxSkills, policy.maxDescription, policy.maxBody, policy.maxBodyLines].map((one) => one?.most),
  ).toEqual([3, 40, 500, 60]);
  expect(policy.maxBody === undefined ? "" : textOf(policy.maxBody.span)).toBe("500");
  expect(policy.namePrefixes.map(({ name }) => name)).toEqual(["acme-"]);
  expect(policy.expectedSkills.map(({ name }) => name)).toEqual(["pdf"]);
  expect(policy.severities).toEqual([
    { code: "security/*", severity: "error" },
    { code: "name/duplicate", severity: "off" },
  ]);
});

test.each([
  ["skills", "skills"],
  ["./skills/", "skills"],
  ["a/../b//c", "b/c"],
  ["../other", "../other"],
  [".", "."],
])("the source %j is the folder %j", (written, folder) => {
  expect(policyOf(`sources: [${JSON.stringify(written)}]\n`).sources.map((source) => source.folder)).toEqual([
    folder,
  ]);
});

test("a source counts as read where a path of the run holds it", () => {
  const isRead = (paths: readonly string[]): readonly boolean[] =>
    policyOf("sources: [skills, .claude/skills]\n", { paths }).sources.map((source) => source.isRead);
  expect(isRead(["."])).toEqual([true, true]);
  expect(isRead(["skills"])).toEqual([true, false]);
  expect(isRead(["skills/pdf"])).toEqual([false, false]);
  expect(isRead([".claude"])).toEqual([false, true]);
});

test("skills are expected only where all was read that could hold them", () => {
  const expected = (text: string, paths: readonly string[]): number =>
    policyOf(`${text}policy: {expected_skills: [pdf]}\n`, { paths }).expectedSkills.length;
  expect(expected("sources: [skills]\n", ["skills"])).toBe(1);
  expect(expected("sources: [skills, more]\n", ["skills"])).toBe(0);
  expect(expected("", ["."])).toBe(1);
  expect(expected("", ["skills"])).toBe(0);
});

test("a folder holds itself and what lies below, not its namesakes", () => {
  expect(
    ["skills", "skills/pdf", "skills-old", "more/skills"].map((path) => isBelow(path, "skills")),
  ).toEqual([true, true, false, false]);
  expect(["a", ".", "..", "../a", "/a"].map((path) => isBelow(path, "."))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
