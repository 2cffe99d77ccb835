import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { EmittedFile } from "../compile.ts";
import { UsageError } from "./usage.ts";

/** Where a file goes, with `/` on every system. */
export function outputPath({ target, path }: EmittedFile, out: string): string {
  return join(out, target, path).replaceAll("\\", "/");
}

/** Writes every file whole or not at all; a file that is already right stays untouched. */
export function writeFiles(files: readonly EmittedFile[], out: string): void {
  for (const file of files) {
    const path = outputPath(file, out);
    if (isSame(path, file)) continue;
    const partial = `${path}.partial-${process.pid}`;
    try {
      mkdirSync(dirname(path), { recursive: true });
      if (file.copyOf === undefined) writeFileSync(partial, file.text);
      else copyFileSync(file.copyOf, partial);
      renameSync(partial, path);
    } catch (error) {
      if (existsSync(partial)) rmSync(partial);
      throw cannotWrite(path, error);
    }
  }
}

export function cannotWrite(path: string, error: unknown): UsageError {
  const reason = error instanceof Error ? error.message : String(error);
  return new UsageError(`${JSON.stringify(path)} cannot be written: ${reason}`);
}

/** The files that are missing on disk, or hold other bytes. */
export function verifyFiles(files: readonly EmittedFile[], out: string): readonly string[] {
  return files.filter((file) => !isSame(outputPath(file, out), file)).map((file) => outputPath(file, out));
}

function isSame(path: string, { text, copyOf }: EmittedFile): boolean {
  if (!existsSync(path)) return false;
  try {
    return readFileSync(path).equals(copyOf === undefined ? Buffer.from(text) : readFileSync(copyOf));
  } catch {
    return false;
  }
}
