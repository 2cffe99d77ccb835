import type { NameUse } from "../ir/skill.ts";

/** Uses of tools by name, each name once, in the order of first use. */
export function toolUses(
  uses: readonly NameUse[],
): ReadonlyMap<string, readonly [first: NameUse, ...others: NameUse[]]> {
  const byName = new Map<string, [NameUse, ...NameUse[]]>();
  for (const use of uses) {
    const known = byName.get(use.name);
    if (known === undefined) byName.set(use.name, [use]);
    else known.push(use);
  }
  return byName;
}
