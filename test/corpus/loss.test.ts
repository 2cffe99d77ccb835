import { describe, expect, test } from "vitest";
import { targets } from "../../targets/index.ts";
import { sourceFile } from "../../src/report/source.ts";
import type { CorpusSkill } from "../helpers/corpus.ts";
import { corpusSkills, hasCorpus, unlessCorpus } from "../helpers/corpus.ts";
import { lossMistakes } from "../helpers/loss.ts";
import type { MarkedSkill } from "../helpers/marked.ts";
import { markSkillMd } from "../helpers/marked.ts";
import { sampleOf } from "../helpers/sample.ts";

/** Skills of the corpus whose every value is marked, with their bundled files; none has another inside. */
function markedSkills(count: number): readonly MarkedSkill[] {
  const all = corpusSkills().filter(({ path }) => path.endsWith("/SKILL.md"));
  const folders = new Set(all.map(({ path }) => folderOf(path)));
  const outer = new Set(all.flatMap(({ path }) => foldersAbove(path)));
  const marked: MarkedSkill[] = [];
  for (const [i, skill] of sampleOf(all, all.length, 42).entries()) {
    if (marked.length === count) break;
    const isNested = foldersAbove(skill.path).some((folder) => folders.has(folder));
    if (!isNested && !outer.has(folderOf(skill.path))) marked.push(...markedSkill(skill, i));
  }
  return marked;
}
function markedSkill({ files: [manifest, ...beside] }: CorpusSkill, seed: number): readonly MarkedSkill[] {
  const skill = manifest && markSkillMd(manifest.path, manifest.text, seed);
  if (skill === undefined) return [];
  const siblings = beside.map(({ path }) => sourceFile({ path, bytes: new TextEncoder().encode("text\n") }));
  return [{ ...skill, files: [...skill.files, ...siblings] }];
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function foldersAbove(path: string): readonly string[] {
  const parts = folderOf(path).split("/");
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("/"));
}

describe.skipIf(!hasCorpus)(`loss on the corpus${unlessCorpus}`, () => {
  test("every field of 200 skills is in the files of a target or in its loss.json, and never in both", async () => {
    const skills = markedSkills(200);
    expect(skills.length).toBe(200);
    const { mistakes, counts } = await lossMistakes(
      skills,
      targets.filter(({ carries }) => carries !== undefined),
    );
    expect(mistakes).toEqual([]);
    for (const [target, { carried, lost, leftOut }] of counts) {
      expect(carried + lost + leftOut, target).toBeGreaterThanOrEqual(200);
    }
  }, 60_000);
});
