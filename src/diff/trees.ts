import type { Catalogue } from "../ir/tool.ts";
import { promptText } from "../lower/wrapper.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { compareText } from "../report/diagnostic.ts";
import type { Bump, Change } from "./change.ts";
import { largest } from "./change.ts";
import { diffDiagnostics } from "./diagnostics.ts";
import type { Version } from "./skills.ts";
import { skillChanges } from "./skills.ts";
import type { Permission } from "./version.ts";
import { permissionOf } from "./version.ts";

/** A skill of one of two trees; `place` is its folder below the tree. */
export interface Placed extends Version {
  readonly place: string;
}

/** What became of one skill. */
export interface SkillDiff {
  readonly before: Placed | undefined;
  readonly after: Placed | undefined;
  readonly changes: readonly Change[];
  readonly bump: Bump;
  readonly permission: Permission;
}

/** Compares two trees, or two skills: every skill of either, in the order of their places. */
export function diffTrees(
  before: readonly Placed[],
  after: readonly Placed[],
  catalogue: Catalogue,
): readonly SkillDiff[] {
  const pairs = pairsOf(before, after);
  const old = new Set(pairs.map(([one]) => one));
  const now = new Set(pairs.map(([, one]) => one));
  return [
    ...pairs.map(([one, other]) => changed(one, other, catalogue)),
    ...before.filter((skill) => !old.has(skill)).map(removed),
    ...after.filter((skill) => !now.has(skill)).map(added),
  ].toSorted((a, b) => compareText(placeOf(a), placeOf(b)));
}

/** The error of a skill whose version does not say what changed. */
export function versionProblem({ before, after, bump, permission }: SkillDiff): Diagnostic | undefined {
  const skill = (after ?? before)?.skill;
  if (permission.allowed || skill === undefined) return undefined;
  const { because, least } = permission;
  const parameters = { name: skill.name, bump, because, least };
  if (after !== undefined) return diffDiagnostics.create("diff/version", skill.spans.whole, parameters);
  const help = "Mark it first, `metadata: {status: deprecated}`, and remove it one version later.";
  return diffDiagnostics.create("diff/version", skill.spans.whole, parameters, { help });
}

function placeOf({ before, after }: SkillDiff): string {
  return (after ?? before)?.place ?? "";
}

/** By place, then by name, then by prompt. The only skill of each side is the same one, whatever its name. */
function pairsOf(
  before: readonly Placed[],
  after: readonly Placed[],
): readonly (readonly [Placed, Placed])[] {
  const [first, other] = [before[0], after[0]];
  if (before.length === 1 && after.length === 1 && first !== undefined && other !== undefined)
    return [[first, other]];
  const pairs: (readonly [Placed, Placed])[] = [];
  const keys: readonly ((skill: Placed) => string)[] = [
    ({ place }) => place,
    ({ skill }) => skill.name,
    ({ skill }) => promptText(skill.prompt).trim(),
  ];
  let left = before;
  let right = after;
  for (const key of keys) {
    const known = new Map(left.filter((skill) => key(skill) !== "").map((skill) => [key(skill), skill]));
    const taken = new Set<Placed>();
    right = right.filter((skill) => {
      const found = known.get(key(skill));
      if (found === undefined || taken.has(found)) return true;
      taken.add(found);
      pairs.push([found, skill]);
      return false;
    });
    left = left.filter((skill) => !taken.has(skill));
  }
  return pairs;
}

function changed(before: Placed, after: Placed, catalogue: Catalogue): SkillDiff {
  const changes = skillChanges(before, after, catalogue);
  const bump = largest(changes.map((change) => change.bump));
  const permission = permissionOf(bump, before.skill.version, after.skill.version);
  return { before, after, changes, bump, permission };
}

function added(after: Placed): SkillDiff {
  const { name, spans } = after.skill;
  return {
    before: undefined,
    after,
    changes: [{ bump: "minor", diagnostic: diffDiagnostics.create("diff/added", spans.name, { name }) }],
    bump: "minor",
    permission: { allowed: true, unversioned: after.skill.version === undefined },
  };
}

/** No version of a skill that is gone can say so; it has to have been announced. */
function removed(before: Placed): SkillDiff {
  const { name, spans, contract } = before.skill;
  const metadata = contract.rest["metadata"];
  const isAnnounced =
    typeof metadata === "object" &&
    metadata !== null &&
    "status" in metadata &&
    metadata.status === "deprecated";
  return {
    before,
    after: undefined,
    changes: [{ bump: "major", diagnostic: diffDiagnostics.create("diff/removed", spans.name, { name }) }],
    bump: "major",
    permission: isAnnounced
      ? { allowed: true, unversioned: false }
      : { allowed: false, because: "it was not marked as deprecated", least: undefined },
  };
}
