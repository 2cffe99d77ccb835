import type { Stats } from "node:fs";
import { lstatSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { marksSkill } from "../manifest/discover.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { compareText } from "../report/diagnostic.ts";
import type { SourceFile, SourceKind } from "../report/source.ts";
import { firstLine, sourceFile } from "../report/source.ts";
import { noSkillDiagnostics } from "../rules/name/no-skill.ts";
import { UsageError } from "./usage.ts";

export interface Loaded {
  /** Sorted by path, each once: manifests with their bytes, siblings without. */
  readonly files: readonly SourceFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the skills below the paths: files, skill folders or trees. A path that does not exist is wrong usage. */
export function loadSkills(paths: readonly string[]): Loaded {
  const files = new Map<string, SourceFile>();
  const diagnostics: Diagnostic[] = [];
  for (const path of paths.length === 0 ? ["."] : paths) {
    const found = loadPath(path);
    if (!found.some((file) => marksSkill(nameOf(file.path)))) {
      const place = firstLine(sourceFile({ path: shown(path), kind: "directory" }));
      diagnostics.push(noSkillDiagnostics.create("name/no-skill", place, { path: shown(path) }));
    }
    for (const file of found) files.set(file.path, file);
  }
  return { files: [...files.values()].toSorted((a, b) => compareText(a.path, b.path)), diagnostics };
}

/** Reads one file that an option names. */
export function loadFile(path: string): SourceFile {
  const stats = statOf(path);
  if (stats === undefined) throw new UsageError(`there is no file ${JSON.stringify(path)}`);
  if (!stats.isFile()) throw new UsageError(`${JSON.stringify(path)} is no file`);
  return read(path, stats);
}

function loadPath(path: string): SourceFile[] {
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
function walk(root: string, alone = false): SourceFile[] {
  const found: SourceFile[] = [];
  const visit = (folder: string, inSkill: boolean): void => {
    const names = namesIn(folder);
    const isSkill = names.some((name) => marksSkill(name));
    if (alone && isSkill && folder !== root) return;
    const inside = inSkill || isSkill;
    for (const name of names) {
      const path = join(folder, name);
      const link = linkAt(path);
      if (link === undefined) continue;
      const target = link.isSymbolicLink() ? statOf(path) : link;
      if (marksSkill(name)) found.push(readMarker(path, target));
      else if (target?.isDirectory() === true) {
        if (!link.isSymbolicLink() && !skipped.has(name)) visit(path, inside);
      } else if (inside) found.push(list(path, target));
    }
  };
  visit(root, false);
  return found;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted(compareText);
  } catch {
    return [];
  }
}

/** A manifest, or what lies in its place: a folder or a dangling link of that name is a skill that cannot be read. */
function readMarker(path: string, stats: Stats | undefined): SourceFile {
  if (stats === undefined) return sourceFile({ path: shown(path), kind: "link" });
  return stats.isFile() ? read(path, stats) : sourceFile({ path: shown(path), kind: kindOf(stats) });
}

function read(path: string, stats: Stats): SourceFile {
  try {
    const bytes = new Uint8Array(readFileSync(path));
    return sourceFile({ path: shown(path), bytes, mode: stats.mode & 0o7777, size: stats.size });
  } catch {
    return sourceFile({ path: shown(path), kind: "unreadable", size: stats.size });
  }
}

function list(path: string, stats: Stats | undefined): SourceFile {
  if (stats === undefined) return sourceFile({ path: shown(path), kind: "link" });
  return sourceFile({ path: shown(path), kind: kindOf(stats), mode: stats.mode & 0o7777, size: stats.size });
}

function kindOf(stats: Stats): SourceKind {
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "directory" : "unreadable";
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function linkAt(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** As it is reported: relative to the working directory, with `/`. */
function shown(path: string): string {
  const local = relative(process.cwd(), resolve(path));
  return local === "" ? "." : toSlashes(local);
}

function toSlashes(path: string): string {
  return sep === "\\" ? path.replaceAll("\\", "/") : path;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
