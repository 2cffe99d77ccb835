import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Start } from "./start.ts";

// Answers of earlier runs, one file each, named by a hash of what the answer depends on. A file that is missing, damaged
// or foreign is no answer, and a folder that cannot be written keeps none: nothing here fails a run.

/** What all entries may hold together, in bytes, and how many there may be. */
interface Bounds {
  readonly bytes: number;
  readonly entries: number;
}

const usualBounds: Bounds = { bytes: 50 << 20, entries: 1000 };

// The names of entries and of their drafts; nothing else in the folder is touched.
const entryName = /^[0-9a-f]{64}(?:\.draft-[0-9a-f-]+)?$/;

/** What the entry of the bundle tells; undefined where the sources run by themselves. */
export function startOf(): Start | undefined {
  return Reflect.get(globalThis, Symbol.for("skillc.start")) as Start | undefined;
}

export interface CacheFlags {
  /** False with `--no-cache`. */
  readonly cache?: boolean | undefined;
  readonly cacheDir?: string | undefined;
}

/** The folder of kept answers; undefined where none may be kept. */
export function cacheFolder({ cache = true, cacheDir }: CacheFlags): string | undefined {
  if (!cache || process.env["SKILLC_NO_CACHE"] === "1") return undefined;
  const start = startOf();
  if (start === undefined) return undefined;
  if (cacheDir !== undefined) return join(cacheDir, "check");
  return start.caches === undefined ? undefined : join(start.caches, "skillc", "check");
}

/** A hash of parts that are kept apart: no two lists of parts have the same. */
export function digestOf(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash("sha256");
  for (const part of parts) {
    const bytes = typeof part === "string" ? Buffer.from(part) : part;
    hash.update(`${bytes.length}\n`);
    hash.update(bytes);
  }
  return hash.digest("hex");
}

/** The text that was kept under a key. */
export function readEntry(folder: string, key: string): string | undefined {
  try {
    const file = readFileSync(join(folder, key), "utf8");
    const text = file.slice(checksumLength);
    return file.startsWith(checksum(key, text)) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text under a key, and removes the oldest entries where they become too many. */
export function writeEntry(folder: string, key: string, text: string, bounds = usualBounds): void {
  if (text.length > bounds.bytes / 2) return;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Another run may read or write the same entry meanwhile.
    const draft = join(folder, `${key}.draft-${randomUUID()}`);
    writeFileSync(draft, checksum(key, text) + text, { mode: 0o600, flag: "wx" });
    renameSync(draft, join(folder, key));
    prune(folder, bounds);
  } catch {
    return;
  }
}

const checksumLength = 64;

/** Of the key too, so that an entry under another's name is none. */
function checksum(key: string, text: string): string {
  return createHash("sha256").update(key).update(text).digest("hex");
}

function prune(folder: string, bounds: Bounds): void {
  const entries = readdirSync(folder)
    .filter((name) => entryName.test(name))
    .flatMap((name) => {
      const path = join(folder, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats === undefined ? [] : [{ path, size: stats.size, age: -stats.mtimeMs }];
    })
    .toSorted((a, b) => a.age - b.age);
  let bytes = 0;
  for (const [i, { path, size }] of entries.entries()) {
    bytes += size;
    // The newest is the one that was just written.
    if (i > 0 && (bytes > bounds.bytes || i >= bounds.entries)) rmSync(path, { force: true });
  }
}
