import { writeFileSync } from "node:fs";
import type { Analysis } from "../compile.ts";
import { foreignEncoding } from "../report/encoding.ts";
import { compatibleFixes, fixedPaths, fixedText } from "../report/fix.ts";
import type { SourceFile } from "../report/source.ts";
import { sourceFile } from "../report/source.ts";
import { cannotWrite } from "./write.ts";

export interface FixFlags {
  /** Write the mended files. */
  readonly fix: boolean;
  /** Show what would be written, and write nothing. */
  readonly diff: boolean;
  readonly unsafeFixes: boolean;
}

export interface Mended {
  /** What is left after mending. */
  readonly analysis: Analysis;
  /** Files whose text changed: as they were and as they are. */
  readonly changed: readonly { readonly before: SourceFile; readonly after: SourceFile }[];
  readonly fixes: number;
}

// One fix can make another possible; more than this many rounds means that two undo each other.
const mostPasses = 10;

/** Makes fixes in memory until none is left, checking anew after each round. Nothing is written. */
export async function mend(
  files: readonly SourceFile[],
  check: (files: readonly SourceFile[]) => Promise<Analysis>,
  flags: FixFlags,
): Promise<Mended> {
  let current = files;
  let analysis = await check(current);
  let fixes = 0;
  for (let pass = 0; pass < mostPasses && (flags.fix || flags.diff); pass++) {
    const known = new Set(current.map(({ path }) => path));
    // A configuration or an agent is read, and never written.
    const chosen = compatibleFixes(analysis.diagnostics, { unsafe: flags.unsafeFixes }).filter((fix) =>
      fixedPaths(fix).every((path) => known.has(path)),
    );
    if (chosen.length === 0) break;
    fixes += chosen.length;
    const paths = new Set(chosen.flatMap(fixedPaths));
    current = current.map((file) => (paths.has(file.path) ? rewritten(file, fixedText(file, chosen)) : file));
    analysis = await check(current);
  }
  const changed = files.flatMap((before, i) => {
    const after = current[i] ?? before;
    return after.text === before.text ? [] : [{ before, after }];
  });
  return { analysis, changed, fixes };
}

function rewritten(file: SourceFile, text: string): SourceFile {
  const { path, mode } = file;
  return sourceFile({ path, bytes: new TextEncoder().encode(text), ...(mode === undefined ? {} : { mode }) });
}

/** Writes the mended files in place; modes and names stay. */
export function writeMended({ changed }: Mended): void {
  for (const { after } of changed) {
    try {
      writeFileSync(after.path, after.text);
    } catch (error) {
      throw cannotWrite(after.path, error);
    }
  }
}

/** What mending changes, as one unified diff. */
export async function diffOf({ changed }: Pick<Mended, "changed">): Promise<string> {
  const { createTwoFilesPatch } = await import("diff");
  return changed
    .map(({ before, after }) =>
      createTwoFilesPatch(
        `a/${before.path}`,
        `b/${after.path}`,
        before.text,
        after.text,
        ...encodingsOf(before),
        { context: 2 },
      ).replace(/^=+\n/, ""),
    )
    .join("");
}

/** Behind the two names in the head of a diff: how the bytes are read, where that changes. */
function encodingsOf(before: SourceFile): readonly [string, string] {
  const from = foreignEncoding(before);
  return from === undefined ? ["", ""] : [`(${from})`, "(utf-8)"];
}
