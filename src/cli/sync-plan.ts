import { join, resolve } from "node:path";
import type { Diagnostic } from "../report/diagnostic.ts";
import { compareText } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import { firstLine, sourceFile } from "../report/source.ts";
import { syncDiagnostics } from "../rules/client/synced.ts";
import { shown } from "./load.ts";
import type { Digests, Marker, NewFile } from "./sync-disk.ts";
import { digestOf, digestsIn, kindAt, markerName, markerText, namesIn, readMarker } from "./sync-disk.ts";

/** A skill as it is to stand in a folder of the destination. */
export interface Wanted {
  /** Of the folder. */
  readonly name: string;
  /** Relative to the destination. */
  readonly source: string;
  /** What a diagnostic points into. */
  readonly file: SourceFile;
  readonly files: ReadonlyMap<string, NewFile>;
}

export type Action = "create" | "update" | "remove" | "unchanged" | "refuse";

export interface Step {
  readonly action: Action;
  readonly name: string;
  /** With the marker; of a folder that is created or updated. */
  readonly files: ReadonlyMap<string, NewFile>;
}

export interface Plan {
  /** By name. */
  readonly steps: readonly Step[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What a run does to its destination. Nothing is written here. */
export function planSync(
  root: string,
  wanted: readonly Wanted[],
  { isStale, force }: { readonly isStale: (marker: Marker) => boolean; readonly force: boolean },
): Plan {
  const diagnostics: Diagnostic[] = [];
  const present = namesIn(root);
  const steps = wanted.map((skill) => stepFor(root, skill, present, force, diagnostics));
  const names = new Set(wanted.map(({ name }) => name));
  for (const name of present) {
    const folder = join(root, name);
    const marker = names.has(name) || kindAt(folder) !== "folder" ? undefined : readMarker(folder);
    if (marker === undefined || marker === "unreadable") continue;
    // A skill that goes by another name now stands there, too.
    if (!isStale(marker) && !wanted.some(({ source }) => source === marker.source)) continue;
    const edited = force ? [] : differing(digestsIn(folder), marker.files);
    steps.push({ action: edited.length === 0 ? "remove" : "refuse", name, files: new Map() });
    const place = firstLine(sourceFile({ path: shown(folder), kind: "directory" }));
    if (edited.length > 0) diagnostics.push(editedNote(folder, edited, place));
  }
  return { steps: steps.toSorted((a, b) => compareText(a.name, b.name)), diagnostics };
}

function stepFor(
  root: string,
  skill: Wanted,
  present: readonly string[],
  force: boolean,
  diagnostics: Diagnostic[],
): Step {
  const { name, file, source } = skill;
  const digests: Digests = new Map([...skill.files].map(([path, content]) => [path, digestOf(content)]));
  const marker: Marker = { source, files: digests };
  const files = new Map(skill.files).set(markerName, {
    bytes: Buffer.from(markerText(marker)),
    executable: false,
  });
  // Some file systems take two names for one that differ only in the case of their letters.
  const there = present.includes(name)
    ? name
    : present.find((other) => other.toLowerCase() === name.toLowerCase());
  const folder = join(root, there ?? name);
  // A skill that stands where it would be written is its own source.
  const isOwn = there === name && resolve(root, source) !== resolve(folder);
  const state = there === undefined ? "absent" : stateOf(folder, marker, isOwn);
  switch (state) {
    case "absent":
      return { action: "create", name, files };
    case "right":
      return { action: "unchanged", name, files };
    case "behind":
      return { action: "update", name, files };
    case "foreign":
      diagnostics.push(
        syncDiagnostics.create("client/sync-hand-written", firstLine(file), { name, folder: shown(folder) }),
      );
      return { action: "refuse", name, files };
    default:
      if (force) return { action: "update", name, files };
      diagnostics.push(editedNote(folder, state, firstLine(file)));
      return { action: "refuse", name, files };
  }
}

/** What stands in the place of a skill; of a folder that was written and then edited, the files that differ. */
function stateOf(
  folder: string,
  wanted: Marker,
  mayBeOurs: boolean,
): "right" | "behind" | "foreign" | readonly string[] {
  if (!mayBeOurs || kindAt(folder) !== "folder") return "foreign";
  const marker = readMarker(folder);
  const actual = digestsIn(folder);
  const isRight = differing(actual, wanted.files).length === 0;
  if (marker === undefined) return isRight ? "behind" : "foreign";
  if (marker === "unreadable") return isRight ? "behind" : [markerName];
  if (isRight) return markerText(marker) === markerText(wanted) ? "right" : "behind";
  const edited = differing(actual, marker.files);
  return edited.length === 0 ? "behind" : edited;
}

function editedNote(folder: string, edited: readonly string[], place: Diagnostic["span"]): Diagnostic {
  const [first = "", second] = edited;
  const names = second === undefined || edited.length > 2 ? `\`${first}\`` : `\`${first}\` and \`${second}\``;
  const more = edited.length > 2 ? ` and ${edited.length - 1} more` : "";
  return syncDiagnostics.create("client/sync-edited", place, { folder: shown(folder), files: names + more });
}

/** The paths at which two folders differ. */
function differing(one: Digests, other: Digests): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((path) => one.get(path) !== other.get(path))
    .toSorted(compareText);
}
