import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { SourceFile } from "../../src/report/source.ts";
import { sourceFile } from "../../src/report/source.ts";
import { root } from "./command.ts";

/** Where the corpus of public skills lies; it is no part of the repository. */
const corpus = resolve(root, process.env["SKILLC_CORPUS"] ?? "../shared/corpus");
export const hasCorpus = existsSync(join(corpus, "INDEX.jsonl"));
/** For the names of tests that need it. */
export const unlessCorpus = hasCorpus ? "" : " (skipped: no corpus here)";

export interface CorpusSkill {
  /** Of the SKILL.md, relative to the corpus. */
  readonly path: string;
  /** `owner__name` of the repository. */
  readonly repository: string;
  /** The manifest with its bytes, and what lay beside it in its repository, listed without bytes. */
  readonly files: readonly SourceFile[];
  /** False where the index cuts the list of files off. */
  readonly allListed: boolean;
}

interface IndexEntry {
  readonly file: string;
  readonly siblings: readonly string[];
  readonly siblings_total: number;
}

/** Every skill of the corpus, in the order of its index. */
export function corpusSkills(): readonly CorpusSkill[] {
  if (!hasCorpus) return [];
  return readFileSync(join(corpus, "INDEX.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => skillOf(JSON.parse(line) as IndexEntry));
}

function skillOf({ file, siblings, siblings_total: total }: IndexEntry): CorpusSkill {
  const manifest = sourceFile({ path: file, bytes: readFileSync(join(corpus, file)) });
  const folder = dirname(file);
  const beside = siblings
    .filter((name) => !/(?:^|\/)skill\.(?:md|ya?ml)$/i.test(name))
    .map((name) => sourceFile({ path: `${folder}/${name}`, size: 1000 }));
  return {
    path: file,
    repository: file.slice(0, file.indexOf("/")),
    files: [manifest, ...beside],
    allListed: siblings.length === total,
  };
}
