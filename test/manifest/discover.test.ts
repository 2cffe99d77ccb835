import { expect, test } from "vitest";
import { groupSkills } from "../../src/manifest/discover.ts";
import { textSource } from "../../src/report/source.ts";

function group(
  ...paths: readonly string[]
): readonly (readonly [string, string | undefined, string | undefined, string])[] {
  return groupSkills(paths.map((path) => textSource(path, ""))).map(
    ({ folder, skillMd, contract, siblings }) => [
      folder,
      skillMd?.path,
      contract?.path,
      siblings.map(({ path }) => path).join(" "),
    ],
  );
}

test("skills are sorted by folder, and so are their siblings, whose paths are relative", () => {
  expect(group("b/SKILL.md", "a/z.txt", "a/skill.yml", "a/scripts/x.sh", "other.txt")).toEqual([
    ["a", undefined, "a/skill.yml", "scripts/x.sh z.txt"],
    ["b", "b/SKILL.md", undefined, ""],
  ]);
});

test("a folder with both carriers is one skill", () => {
  expect(group("a/skill.yaml", "a/SKILL.md")).toEqual([["a", "a/SKILL.md", "a/skill.yaml", ""]]);
});

test("the working directory can be a skill", () => {
  expect(group("SKILL.md", "references/a.md")).toEqual([[".", "SKILL.md", undefined, "references/a.md"]]);
});

test("a skill inside a skill is its own, and its files are no siblings of the outer one", () => {
  expect(group("a/SKILL.md", "a/b/skill.yml", "a/b/x.txt", "a/c/y.txt")).toEqual([
    ["a", "a/SKILL.md", undefined, "c/y.txt"],
    ["a/b", undefined, "a/b/skill.yml", "x.txt"],
  ]);
});

test("a second spelling of SKILL.md in one folder is a second skill; the exact one has the contract", () => {
  expect(
    group("a/skill.md", "a/SKILL.md", "a/skill.yml").map(([, skillMd, contract]) => [skillMd, contract]),
  ).toEqual([
    ["a/SKILL.md", "a/skill.yml"],
    ["a/skill.md", undefined],
  ]);
});
