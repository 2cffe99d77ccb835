import type { Stats } from "node:fs";
import { lstatSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { marksSkill } from "../manifest/discover.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { compareText } from "../report/diagnostic.ts";
import type { SourceEntry, SourceFile, SourceKind } from "../report/source.ts";
import { firstLine, sourceFile } from "../report/source.ts";
import { noSkillDiagnostics } from "../rules/name/no-skill.ts";
import { UsageError } from "./usage.ts";

export interface Loaded {
  /** Sorted by path, each once: manifests with their bytes, siblings without. */
  readonly files: readonly SourceFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What lies below the paths, not yet decoded. */
export interface Listed {
  /** Sorted by path, each once: manifests with their bytes, siblings without. */
  readonly entries: readonly SourceEntry[];
  /** Paths below which there is no skill, as they are reported. */
  readonly bare: readonly string[];
}

/** Lists the skills below the paths: files, skill folders or trees. A path that does not exist is wrong usage. */
export function listSkills(paths: readonly string[]): Listed {
  const entries = new Map<string, SourceEntry>();
  const bare: string[] = [];
  for (const path of paths.length === 0 ? ["."] : paths) {
    const found = listPath(path);
    if (!found.some((entry) => marksSkill(nameOf(entry.path)))) bare.push(shown(path));
    for (const entry of found) entries.set(entry.path, entry);
  }
  return { entries: [...entries.values()].toSorted((a, b) => compareText(a.path, b.path)), bare };
}

/** Decodes what was listed. */
export function loaded({ entries, bare }: Listed): Loaded {
  const diagnostics = bare.map((path) => {
    const place = firstLine(sourceFile({ path, kind: "directory" }));
    return noSkillDiagnostics.create("name/no-skill", place, { path });
  });
  return { files: entries.map(sourceFile), diagnostics };
}

/** Reads the skills below the paths. */
export function loadSkills(paths: readonly string[]): Loaded {
  return loaded(listSkills(paths));
}

/** Reads one file that an option names: a file, or a pipe. */
export function loadFile(path: string): SourceFile {
  const stats = statOf(path);
  if (stats === undefined) throw new UsageError(`there is no file ${JSON.stringify(path)}`);
  if (stats.isDirectory()) throw new UsageError(`${JSON.stringify(path)} is a folder, not a file`);
  const entry = read({ disk: path, path: shown(path) }, stats);
  if (entry.kind === "file") return sourceFile(entry);
  throw new UsageError(`${JSON.stringify(path)} cannot be read`);
}

// Larger files are not read: no script or reference that a person wrote is.
const largestSibling = 1 << 20;

/** The bytes of a file of a skill that was listed; undefined where it is no text, too large, or cannot be read. */
export function bytesOfSibling({ path, kind, size = 0 }: SourceEntry): Uint8Array | undefined {
  if (kind !== "file" || size > largestSibling) return undefined;
  try {
    const bytes = bytesOf(resolve(path));
    return bytes.includes(0) ? undefined : bytes;
  } catch {
    return undefined;
  }
}

/** A file of a skill that was listed, with its bytes, where `bytesOfSibling` has them. */
export function readSibling(file: SourceFile): SourceFile | undefined {
  const bytes = bytesOfSibling(file);
  if (bytes === undefined) return undefined;
  return sourceFile({ path: file.path, bytes, ...(file.mode === undefined ? {} : { mode: file.mode }) });
}

/** Where something lies: for the file system, and as it is reported. */
interface Place {
  /** Bytes where a name on the way is not UTF-8, which no text can stand for. */
  readonly disk: string | Buffer;
  readonly path: string;
}

function listPath(path: string): SourceEntry[] {
  const stats = statOf(path);
  if (stats === undefined && linkAt(path) === undefined) {
    throw new UsageError(`there is no file or folder ${JSON.stringify(path)}`);
  }
  if (stats?.isDirectory() === true && !isMarker(path)) return walk(path);
  // A file stands for the skill whose folder it lies in, so that its siblings are known.
  const folder = resolve(path, "..");
  return marksSkill(nameOf(toSlashes(path))) ? walk(folder, true) : [];
}

function isMarker(path: string): boolean {
  return nameOf(toSlashes(path)).toLowerCase() === "skill.md";
}

/** Folders that hold no skills of the author's. */
const skipped = new Set([".git", "node_modules"]);

/** Files below a folder, in sorted order. `alone`: without the skills in folders below. */
function walk(path: string, alone = false): SourceEntry[] {
  const found: SourceEntry[] = [];
  const visit = (folder: Place, below: boolean, inSkill: boolean): void => {
    const entries = entriesIn(folder);
    const isSkill = entries.some(({ name }) => marksSkill(name));
    if (alone && isSkill && below) return;
    const inside = inSkill || isSkill;
    for (const entry of entries) {
      if (marksSkill(entry.name)) found.push(manifestAt(entry));
      else if (isFolder(entry)) {
        if (mayEnter(entry)) visit(entry, true, inside);
      } else if (inside) found.push(listed(entry));
    }
  };
  visit({ disk: path, path: shown(path) }, false, false);
  return found;
}

/** One name in a folder. */
interface Entry extends Place {
  readonly name: string;
  /** Of the entry itself, not of what a link leads to; undefined where it cannot be told. */
  readonly type: Pick<Stats, "isDirectory" | "isFile" | "isSymbolicLink"> | undefined;
}

function entriesIn(folder: Place): readonly Entry[] {
  const entries = namesIn(folder);
  return entries.length < 2 ? entries : entries.toSorted((a, b) => compareText(a.path, b.path));
}

/** Reading the types with the names spares a system call for each; it stands only for names that are UTF-8. */
function namesIn(folder: Place): readonly Entry[] {
  const { disk, path } = folder;
  if (typeof disk !== "string") return rawNamesIn(folder);
  try {
    const found = readdirSync(disk, { withFileTypes: true });
    if (found.some(({ name }) => name.includes("\ufffd"))) return rawNamesIn(folder);
    const start = path === "." ? "" : `${path}/`;
    return found.map((type) => ({
      disk: join(disk, type.name),
      path: start + type.name,
      name: type.name,
      type,
    }));
  } catch {
    return rawNamesIn(folder);
  }
}

function rawNamesIn(folder: Place): readonly Entry[] {
  try {
    return readdirSync(folder.disk, { encoding: "buffer" }).map((name) => {
      const place = placeIn(folder, name);
      return { ...place, name: nameOf(place.path), type: linkAt(place.disk) };
    });
  } catch {
    return [];
  }
}

function isFolder({ disk, type }: Entry): boolean {
  if (type?.isSymbolicLink() === true) return statOf(disk)?.isDirectory() === true;
  return type?.isDirectory() === true;
}

function mayEnter({ name, type }: Entry): boolean {
  return type?.isSymbolicLink() !== true && !skipped.has(name);
}

function placeIn({ disk, path }: Place, name: Buffer): Place {
  const before = path === "." ? "" : `${path}/`;
  const text = name.toString("utf8");
  if (!Buffer.from(text).equals(name)) {
    const bytes = Buffer.concat([Buffer.from(disk), Buffer.from("/"), name]);
    // Two such names may not become one: each byte that is not ASCII is written out.
    const escaped = name.toString("latin1").replaceAll(/[\u0080-\u00ff]/g, (byte) => {
      return `\\x${byte.charCodeAt(0).toString(16)}`;
    });
    return { disk: bytes, path: before + escaped };
  }
  const inner = typeof disk === "string" ? join(disk, text) : Buffer.concat([disk, Buffer.from(`/${text}`)]);
  return { disk: inner, path: before + text };
}

function read({ disk, path }: Place, stats: Stats): SourceEntry {
  try {
    const bytes = bytesOf(disk);
    return { path, kind: "file", bytes, mode: stats.mode & 0o7777, size: bytes.length };
  } catch {
    return { path, kind: "unreadable", size: stats.size };
  }
}

function bytesOf(disk: string | Buffer): Uint8Array {
  const { buffer, byteOffset, length } = readFileSync(disk);
  return new Uint8Array(buffer, byteOffset, length);
}

/** A folder or a dangling link in a manifest's place is a skill that cannot be read, but a skill. */
function manifestAt(entry: Entry): SourceEntry {
  const stats = statOf(entry.disk);
  return stats?.isFile() === true ? read(entry, stats) : listed(entry, stats);
}

function listed({ disk, path, type }: Entry, stats = statOf(disk)): SourceEntry {
  if (stats === undefined) return { path, kind: type?.isSymbolicLink() === true ? "link" : "unreadable" };
  return { path, kind: kindOf(stats), mode: stats.mode & 0o7777, size: stats.size };
}

function kindOf(stats: Stats): SourceKind {
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "directory" : "unreadable";
}

/** What a path leads to. Nothing, too, for links in a circle, or a name that is longer than any can be. */
function statOf(path: string | Buffer): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function linkAt(path: string | Buffer): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** As it is reported: relative to the working directory, with `/`. */
export function shown(path: string): string {
  const local = relative(process.cwd(), resolve(path));
  return local === "" ? "." : toSlashes(local);
}

function toSlashes(path: string): string {
  return sep === "\\" ? path.replaceAll("\\", "/") : path;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
