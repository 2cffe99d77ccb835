import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { compareText } from "../report/diagnostic.ts";
import { UsageError } from "./usage.ts";
import { cannotWrite } from "./write.ts";

/** Path in a folder, with `/`, → what is there: a digest of the bytes, or where a link leads. */
export type Digests = ReadonlyMap<string, string>;

/** A file as it is to be written. */
export interface NewFile {
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** What stands in the marker of a folder: where its skill comes from, and what was written. */
export interface Marker {
  /** The folder of the source, relative to the folder that holds the marker's. */
  readonly source: string;
  readonly files: Digests;
}

export const markerName = ".skillc-sync.json";

// Beside the folders it stands in for, so that a rename is enough; the name keeps clients out of it.
const workName = ".skillc-sync";

export function digestOf({ bytes, executable }: NewFile): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}${executable ? " executable" : ""}`;
}

export function markerText({ source, files }: Marker): string {
  const sorted = [...files].toSorted(([a], [b]) => compareText(a, b));
  return `${JSON.stringify({ version: 1, writtenBy: "skillc sync", source, files: Object.fromEntries(sorted) }, undefined, 2)}\n`;
}

/** The marker of a folder; `unreadable` where the file is there and is none. */
export function readMarker(folder: string): Marker | "unreadable" | undefined {
  const path = join(folder, markerName);
  if (kindAt(folder) !== "folder" || kindAt(path) === undefined) return undefined;
  try {
    const { version, source, files } = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    if (version !== 1 || typeof source !== "string" || typeof files !== "object" || files === null)
      return "unreadable";
    return { source, files: new Map(Object.entries(files).map(([key, value]) => [key, String(value)])) };
  } catch {
    return "unreadable";
  }
}

/** What a path itself is; links are not followed. */
export function kindAt(path: string): "folder" | "file" | "link" | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (stats.isSymbolicLink()) return "link";
  return stats.isDirectory() ? "folder" : "file";
}

export function namesIn(folder: string): readonly string[] {
  return kindAt(folder) === "folder" ? readdirSync(folder).toSorted(compareText) : [];
}

/** Everything below a folder but the marker. A link counts by where it leads, and is not followed. */
export function digestsIn(folder: string): Digests {
  const found = new Map<string, string>();
  const visit = (path: string, inner: string): void => {
    for (const name of namesIn(path)) {
      const [at, key] = [join(path, name), inner === "" ? name : `${inner}/${name}`];
      const kind = kindAt(at);
      if (kind === "folder") visit(at, key);
      else if (kind === "link") found.set(key, `link:${readlinkSync(at)}`);
      else if (key !== markerName) found.set(key, digestAt(at));
    }
  };
  visit(folder, "");
  return found;
}

function digestAt(path: string): string {
  try {
    return digestOf({ bytes: readFileSync(path), executable: isExecutable(path) });
  } catch {
    return "unreadable";
  }
}

function isExecutable(path: string): boolean {
  return (statSync(path).mode & 0o111) !== 0;
}

/** A file of a source as it is to be written; else why it is not. `folder` is the source's. */
export function readSource(path: string, folder: string): NewFile | string {
  try {
    const inside = relative(realpathSync(folder), realpathSync(path));
    if (isAbsolute(inside) || inside.split(sep)[0] === "..") return "leads out of the folder of the skill";
    return { bytes: readFileSync(path), executable: isExecutable(path) };
  } catch {
    return "cannot be read";
  }
}

/** A path without links, as far as it is there. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The first link between a folder and one below it that leads out of it. */
export function linkOutOf(base: string, below: string): string | undefined {
  const real = kindAt(base) === undefined ? undefined : realpathSync(base);
  let at = base;
  for (const name of below.split("/").filter((part) => part !== "")) {
    at = join(at, name);
    const kind = kindAt(at);
    if (real === undefined || kind === undefined) return undefined;
    if (kind === "link" && !isInside(at, real)) return at;
  }
  return undefined;
}

function isInside(link: string, base: string): boolean {
  try {
    return `${realpathSync(link)}${sep}`.startsWith(`${base}${sep}`);
  } catch {
    return false;
  }
}

/** Puts folders in place of others. Nothing is half written: a folder is made beside its place, and then renamed. */
export interface Exchange {
  readonly put: (folder: string, files: ReadonlyMap<string, NewFile>) => void;
  readonly remove: (folder: string) => void;
}

/**
 * Runs with a work folder below `base`. What a run left there that was ended from outside is mended first: a folder that had
 * been taken away for its successor comes back.
 */
export function exchanging(base: string, root: string, run: (exchange: Exchange) => void): void {
  const work = join(base, workName);
  const old = join(work, "old");
  mkdirs(root);
  settle(work, root);
  mkdirs(old);
  writeFileSync(join(work, "pid"), String(process.pid));
  const withdraw = (folder: string): string => {
    const place = join(old, relative(root, folder));
    renameSync(folder, place);
    return place;
  };
  // Between the two renames of an exchange nothing may end the run.
  const wait = (): void => undefined;
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, wait);
  try {
    run({
      put(folder, files) {
        const fresh = join(work, "new", relative(root, folder));
        for (const [path, file] of files) writeNew(join(fresh, path), file);
        const before = kindAt(folder) === undefined ? undefined : withdraw(folder);
        renameSync(fresh, folder);
        if (before !== undefined) rmSync(before, { recursive: true });
      },
      remove(folder) {
        rmSync(withdraw(folder), { recursive: true });
      },
    });
  } catch (error) {
    throw cannotWrite(root, error);
  } finally {
    settle(work, root, true);
    for (const signal of signals) process.off(signal, wait);
  }
}

function writeNew(path: string, { bytes, executable }: NewFile): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes, { mode: executable ? 0o755 : 0o644 });
}

function mkdirs(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

/** Brings back what was taken away and has no successor, and removes the work folder. */
function settle(work: string, root: string, isOwn = false): void {
  const kind = kindAt(work);
  if (kind === undefined) return;
  if (kind !== "folder")
    throw new UsageError(`${JSON.stringify(work)} is in the way of the folder that skillc works in`);
  if (!isOwn && isRunning(join(work, "pid")))
    throw new UsageError(
      `another run writes to ${JSON.stringify(root)}; where none does, delete ${JSON.stringify(work)}`,
    );
  for (const name of namesIn(join(work, "old"))) {
    if (kindAt(join(root, name)) === undefined) renameSync(join(work, "old", name), join(root, name));
  }
  rmSync(work, { recursive: true, force: true });
}

function isRunning(path: string): boolean {
  try {
    const pid = Number(readFileSync(path, "utf8"));
    return pid > 0 && pid !== process.pid && process.kill(pid, 0);
  } catch {
    return false;
  }
}
