import { existsSync, readFileSync, readdirSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { jsonText } from "./output.ts";
import { cannotWrite } from "./write.ts";

// Below the output stands a list of what was written by which run, so that a later run of the same paths and target can
// remove what it no longer writes. What is not in the list was written by somebody else, and stays.

const listName = ".skillc-outputs.json";

/** By target and paths: what the last run wrote, relative to the output, with `/`. */
type Runs = Readonly<Record<string, readonly string[]>>;

/** Names the runs that take the place of each other. */
export function runKey(target: string, paths: readonly string[]): string {
  return [target, ...(paths.length === 0 ? ["."] : paths.toSorted())].join(" ");
}

/** Removes what earlier runs of the same keys wrote and these do not, and keeps the list. Gives what was removed. */
export function removeStale(out: string, written: Runs): readonly string[] {
  const before = readRuns(out);
  const after: Runs = { ...before, ...written };
  const current = new Set(Object.values(after).flat());
  const stale = Object.keys(written)
    .flatMap((key) => before[key] ?? [])
    .filter((path) => !current.has(path) && isInside(path) && existsSync(join(out, path)))
    .toSorted();
  for (const path of stale) remove(out, path);
  writeRuns(out, after);
  return stale;
}

function readRuns(out: string): Runs {
  try {
    const { version, runs } = JSON.parse(readFileSync(join(out, listName), "utf8")) as {
      readonly version?: unknown;
      readonly runs?: unknown;
    };
    return version === 1 && isRuns(runs) ? runs : {};
  } catch {
    // Missing or damaged: nothing is known of earlier runs, and nothing is removed.
    return {};
  }
}

function isRuns(value: unknown): value is Runs {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every(
      (list) => Array.isArray(list) && list.every((path) => typeof path === "string"),
    )
  );
}

/** The list may have been edited: no path leads out of the output. */
function isInside(path: string): boolean {
  return !path.startsWith("/") && !path.split(/[\\/]/).includes("..") && path !== "";
}

function remove(out: string, path: string): void {
  const file = join(out, path);
  try {
    rmSync(file);
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
      if (readdirSync(join(out, folder)).length > 0) break;
      rmdirSync(join(out, folder));
    }
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

function writeRuns(out: string, runs: Runs): void {
  const path = join(out, listName);
  const sorted = Object.fromEntries(
    Object.keys(runs)
      .toSorted()
      .map((key) => [key, runs[key]]),
  );
  const text = jsonText({ version: 1, runs: sorted });
  try {
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}
