import matter from "gray-matter";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { mend } from "../../src/cli/fix.ts";
import type { Analysis } from "../../src/compile.ts";
import { check } from "../../src/compile.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { rules } from "../../src/rules/index.ts";
import { targets } from "../../targets/index.ts";
import { corpusSkills, hasCorpus, unlessCorpus } from "../helpers/corpus.ts";

const skills = corpusSkills();
const analyse = (files: readonly SourceFile[]): Promise<Analysis> =>
  check(files, { rules, knownTargets: targets });
const safely = { fix: true, diff: false, unsafeFixes: false };

/** The text between the fences, found as the format says: `---` lines, the first of them at the start. */
function frontMatterOf(text: string): string | undefined {
  return /^---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[1];
}

/** What a strict YAML 1.2 reader makes of front matter; undefined where it refuses it, or finds no mapping. */
function strictly(yaml: string): unknown {
  const document = parseDocument(yaml, { logLevel: "silent", uniqueKeys: true });
  if (document.errors.length > 0) return undefined;
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

/** Dates that YAML 1.1 readers make are compared by what was written. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

describe.skipIf(!hasCorpus)(`the corpus under --fix${unlessCorpus}`, () => {
  test("at least nine in ten files that strict YAML refuses are repaired, alike for three readers", async () => {
    const refused = skills.filter(({ files }) => {
      const yaml = frontMatterOf(files[0]?.text ?? "");
      return yaml !== undefined && strictly(yaml) === undefined;
    });
    expect(refused.length).toBeGreaterThan(10);
    const { changed } = await mend(
      refused.flatMap(({ files }) => files),
      analyse,
      safely,
    );
    const repaired = new Map(changed.map(({ after }) => [after.path, after.text]));
    const left = refused.filter(
      ({ path }) => strictly(frontMatterOf(repaired.get(path) ?? "") ?? "") === undefined,
    );
    expect(left.length / refused.length, left.map(({ path }) => path).join("\n")).toBeLessThanOrEqual(0.1);
    for (const [path, text] of repaired) {
      const yaml = frontMatterOf(text) ?? "";
      const value = strictly(yaml);
      if (value === undefined) continue;
      expect(plain(load(yaml)), path).toEqual(plain(value));
      expect(plain(matter(text, {}).data), path).toEqual(plain(value));
    }
  });

  test("a second --fix changes nothing, and files without fixes keep every byte", async () => {
    const files = skills.flatMap((skill) => skill.files);
    const first = await mend(files, analyse, safely);
    const changed = new Map(first.changed.map(({ before, after }) => [before.path, after]));
    const again = await mend(
      files.map((file) => changed.get(file.path) ?? file),
      analyse,
      safely,
    );
    expect(again.changed.map(({ after }) => after.path)).toEqual([]);
    const reported = new Set(
      (await analyse(files)).diagnostics.flatMap(
        ({ fix }) => fix?.edits.map(({ span }) => span.file.path) ?? [],
      ),
    );
    expect([...changed.keys()].filter((path) => !reported.has(path))).toEqual([]);
  }, 60_000);
});
