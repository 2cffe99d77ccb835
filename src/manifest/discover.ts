import { compareText } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import type { SkillSource } from "./manifest.ts";

/** True of the names that make a folder a skill: SKILL.md in any letter case, skill.yml, skill.yaml. */
export function marksSkill(name: string): boolean {
  return name.toLowerCase() === "skill.md" || name === "skill.yml" || name === "skill.yaml";
}

interface Folder {
  readonly bodies: SourceFile[];
  readonly contracts: SourceFile[];
}

/**
 * Groups listed files into skills, in the order of their folders. A folder with both carriers is one skill. A skill
 * inside a skill is its own, and its files are no siblings of the outer one. A second spelling of SKILL.md in one
 * folder is a skill by itself, so that none is lost.
 */
export function groupSkills(files: readonly SourceFile[]): SkillSource[] {
  const sorted = files.toSorted((a, b) => compareText(a.path, b.path));
  const folders = new Map<string, Folder>();
  for (const file of sorted) {
    const { folder, name } = split(file.path);
    if (!marksSkill(name)) continue;
    const entry = folders.get(folder) ?? { bodies: [], contracts: [] };
    folders.set(folder, entry);
    (name.toLowerCase() === "skill.md" ? entry.bodies : entry.contracts).push(file);
  }
  const siblings = siblingsOf(sorted, folders);
  return [...folders.entries()].flatMap(([folder, { bodies, contracts }]) => {
    // "SKILL.md" sorts before its other spellings, and "skill.yaml" before "skill.yml".
    const [first, ...others] = bodies;
    const own = {
      id: folder,
      folder,
      skillMd: first,
      contract: contracts[0],
      siblings: siblings.get(folder) ?? [],
    };
    return [
      own,
      ...others.map((skillMd) => ({ id: skillMd.path, folder, skillMd, contract: undefined, siblings: [] })),
    ];
  });
}

function siblingsOf(
  files: readonly SourceFile[],
  folders: ReadonlyMap<string, Folder>,
): ReadonlyMap<string, SkillSource["siblings"]> {
  const siblings = new Map<string, { path: string; file: SourceFile }[]>();
  for (const file of files) {
    const { folder, name } = split(file.path);
    if (folders.has(folder) && marksSkill(name)) continue;
    const owner = nearestFolder(folder, folders);
    if (owner === undefined) continue;
    const list = siblings.get(owner) ?? [];
    siblings.set(owner, list);
    list.push({ path: owner === "." ? file.path : file.path.slice(owner.length + 1), file });
  }
  return siblings;
}

function nearestFolder(folder: string, folders: ReadonlyMap<string, Folder>): string | undefined {
  for (let at = folder; ; at = split(at).folder) {
    if (folders.has(at)) return at;
    if (at === "." || at === "/" || at === "") return undefined;
  }
}

function split(path: string): { readonly folder: string; readonly name: string } {
  const slash = path.lastIndexOf("/");
  if (slash === -1) return { folder: ".", name: path };
  return { folder: slash === 0 ? "/" : path.slice(0, slash), name: path.slice(slash + 1) };
}
