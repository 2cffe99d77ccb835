import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { EmittedFile } from "../../src/compile.ts";
import { compile } from "../../src/compile.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { lossFile } from "../../src/target/loss.ts";
import { targets } from "../../targets/index.ts";
import { corpusSkills, hasCorpus, unlessCorpus } from "../helpers/corpus.ts";
import { mistakesOfSyntax } from "../helpers/parses.ts";
import { sampleOf } from "../helpers/sample.ts";

type Written = Pick<EmittedFile, "path" | "text" | "copyOf">;

/**
 * Every file for every target. Without rules, so that a skill that an author should mend first is emitted all the same:
 * a target has to carry whatever the reader lets through.
 */
async function emitAll(files: readonly SourceFile[]): Promise<readonly Written[]> {
  const { files: emitted, losses } = await compile(files, { rules: [], knownTargets: targets, targets });
  const written = emitted.map(({ target, path, text, copyOf }) => ({
    path: `${target}/${path}`,
    text,
    ...(copyOf === undefined ? {} : { copyOf }),
  }));
  return [
    ...written,
    ...targets.map((target) => ({ path: `${target.name}/loss.json`, text: lossFile(target, losses).text })),
  ];
}

/** Path → digest of what is written there. */
function digests(files: readonly Written[]): ReadonlyMap<string, string> {
  return new Map(
    files.map(({ path, text, copyOf }) => [
      path,
      copyOf ?? createHash("sha256").update(text).digest("base64url"),
    ]),
  );
}

describe.skipIf(!hasCorpus)(`the whole corpus for every target${unlessCorpus}`, () => {
  const sources = corpusSkills().flatMap(({ files }) => files);
  const emitted = hasCorpus ? emitAll(sources) : Promise.resolve([]);

  test("compiles, and no two files have one path", async () => {
    const paths = (await emitted).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const { name } of targets) {
      expect(paths.filter((path) => path.startsWith(`${name}/`)).length, name).toBeGreaterThan(400);
    }
  }, 120_000);

  test("comes out the same in another run, whatever the order of files", async () => {
    const again = await emitAll(sampleOf(sources, sources.length, 7));
    expect(digests(again)).toEqual(digests(await emitted));
  }, 120_000);

  test("every file is a text of its own language", async () => {
    const texts = (await emitted).filter(({ copyOf }) => copyOf === undefined);
    expect(mistakesOfSyntax(texts)).toEqual([]);
  }, 120_000);
});

test("a text that is none of its language is found", () => {
  const broken = {
    "a.json": "{",
    "a.json5": "{a: }",
    "a.yaml": "a: [",
    "a.py": "def",
    "a.toml": "a =",
    "a.ts": "const a: = 1",
    "a.js": "const a = ;",
    "a.cj": 'let a = "',
    "a.md": "# No front matter",
    "a.xml": "<a>",
    "a.exe": "",
  };
  const files = Object.entries(broken).map(([path, text]) => ({ path, text }));
  const found = mistakesOfSyntax(files).map((mistake) => mistake.split(":")[0]);
  expect(new Set(found)).toEqual(new Set(Object.keys(broken)));
});
