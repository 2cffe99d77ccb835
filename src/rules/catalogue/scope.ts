import { compareText } from "../../report/diagnostic.ts";
import type { Subject } from "../rule.ts";

/** The folder in which skills lie side by side, `.claude/skills` of `.claude/skills/pdf`; `.` at the very top. */
export function scopeOf({ manifest }: Subject): string {
  const { folder } = manifest.source;
  const slash = folder.lastIndexOf("/");
  return slash === -1 ? "." : folder.slice(0, slash);
}

/** Skills in the order of their folders, so that nothing depends on the order in which files came. */
export function inOrder(subjects: readonly Subject[]): readonly Subject[] {
  return subjects.toSorted((a, b) => compareText(a.skill.id, b.skill.id));
}

/** Skills by the folder that they lie in, both in order. */
export function byScope(subjects: readonly Subject[]): ReadonlyMap<string, readonly Subject[]> {
  const scopes = new Map<string, Subject[]>();
  for (const subject of inOrder(subjects)) {
    const scope = scopeOf(subject);
    const found = scopes.get(scope);
    if (found === undefined) scopes.set(scope, [subject]);
    else found.push(subject);
  }
  return scopes;
}
