import { describe, expect, test } from "vitest";
import { mend } from "../../src/cli/fix.ts";
import type { Analysis } from "../../src/compile.ts";
import { check } from "../../src/compile.ts";
import type { Skill } from "../../src/ir/skill.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { rules } from "../../src/rules/index.ts";
import { targets } from "../../targets/index.ts";
import { corpusSkills, hasCorpus, unlessCorpus } from "../helpers/corpus.ts";

const analyse = (files: readonly SourceFile[]): Promise<Analysis> =>
  check(files, { rules, knownTargets: targets });

/** Places and files move when text is inserted; everything else of a skill is its meaning. */
const places = new Set(["span", "spans", "at", "file", "files", "source"]);

function meaningOf(skill: Skill): ReadonlyMap<string, string> {
  const withoutPlaces = (key: string, value: unknown): unknown => (places.has(key) ? undefined : value);
  return new Map(
    Object.entries(skill)
      .filter(([key]) => !places.has(key))
      .map(([key, value]) => [key, JSON.stringify(value, withoutPlaces) ?? ""]),
  );
}

/** Which parts of a skill a key of the front matter writes. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  name: ["name"],
  description: ["description"],
  version: ["version", "about"],
  metadata: ["version", "about"],
  "allowed-tools": ["allowedTools", "about"],
  body: ["prompt"],
};

/** The key at the start of a line, at or above an edit; `body` behind the closing fence. */
function keyAt(text: string, offset: number): string {
  const before = text.slice(0, offset);
  if ((before.match(/^---[ \t]*$/gm)?.length ?? 0) > 1) return "body";
  const line = text.slice(before.lastIndexOf("\n") + 1);
  return [...before.matchAll(/^([\w-]+)[ \t]*:/gm)].at(-1)?.[1] ?? /^[\w-]+/.exec(line)?.[0] ?? "";
}

describe.skipIf(!hasCorpus)(`safe fixes on the corpus${unlessCorpus}`, () => {
  test("leave a skill equal, except for the attribute that was fixed", async () => {
    const skills = corpusSkills();
    const files = skills.flatMap((skill) => skill.files);
    const before = await analyse(files);
    const { changed } = await mend(files, analyse, { fix: true, diff: false, unsafeFixes: false });
    expect(changed.length).toBeGreaterThan(10);
    const mended = new Map(changed.map(({ before: old, after }) => [old.path, after]));
    const after = await analyse(files.map((file) => mended.get(file.path) ?? file));
    const fixedKeys = (path: string): readonly string[] =>
      before.diagnostics
        .flatMap(({ fix }) => (fix?.safety === "safe" ? fix.edits : []))
        .filter(({ span }) => span.file.path === path)
        .flatMap(({ span }) => [keyAt(span.file.text, span.start), keyAt(span.file.text, span.end)]);
    for (const [i, { skill: old }] of before.subjects.entries()) {
      const now = after.subjects[i]?.skill;
      expect(now?.id).toBe(old.id);
      if (now === undefined || !mended.has(old.file)) continue;
      const meaning = meaningOf(now);
      const different = [...meaningOf(old)].filter(([key, value]) => meaning.get(key) !== value);
      const allowed = new Set(fixedKeys(old.file).flatMap((key) => partsOf[key] ?? ["about"]));
      expect(
        different.filter(([key]) => !allowed.has(key)),
        old.file,
      ).toEqual([]);
    }
  }, 60_000);
});
