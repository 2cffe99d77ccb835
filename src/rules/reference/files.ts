import type { SkillManifest } from "../../manifest/manifest.ts";
import type { SourceFile } from "../../report/source.ts";

/** What lies in the folder of a skill, by its path from there. */
export interface BundledFiles {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly folders: ReadonlySet<string>;
  /** By path in lower case, for disks that ignore letter case. */
  readonly byLowerCase: ReadonlyMap<string, string>;
}

const known = new WeakMap<SkillManifest, BundledFiles>();

/** The siblings of a skill with the folders that they make, worked out once. */
export function bundledFiles(manifest: SkillManifest): BundledFiles {
  const found = known.get(manifest) ?? collect(manifest);
  known.set(manifest, found);
  return found;
}

function collect({ source }: SkillManifest): BundledFiles {
  const files = new Map<string, SourceFile>();
  const folders = new Set<string>();
  const byLowerCase = new Map<string, string>();
  for (const { path, file } of source.siblings) {
    // A link that leads nowhere is no file, and what cannot be read is none to a model.
    if (file.kind === "link" || file.kind === "unreadable") continue;
    files.set(path, file);
    byLowerCase.set(path.toLowerCase(), path);
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
      byLowerCase.set(folder.toLowerCase(), folder);
    }
  }
  for (const file of [source.skillMd, source.contract]) {
    if (file !== undefined) files.set(nameOf(file.path), file);
  }
  return { files, folders, byLowerCase };
}

/** Last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Everything before the last part; empty for a file of the skill's own folder. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** First part of a path that has several; empty where it has one. */
export function topFolder(path: string): string {
  return path.slice(0, Math.max(0, path.indexOf("/")));
}

/** True for a file or a folder of the skill, a trailing slash aside, and for the folder itself. */
export function isBundled({ files, folders }: BundledFiles, path: string): boolean {
  const bare = path.endsWith("/") ? path.slice(0, -1) : path;
  return bare === "" || files.has(bare) || folders.has(bare);
}
