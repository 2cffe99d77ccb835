/** A function that emitted guards may call, in the language they are emitted to. */
export interface Support {
  /** Names of the supports that its code calls. */
  readonly needs: readonly string[];
  readonly code: string;
}

/** The supports in use and all that they need, in the order of the table. */
export function neededSupports<Kind extends Support>(
  used: ReadonlySet<string>,
  supports: Readonly<Record<string, Kind>>,
): readonly (readonly [name: string, support: Kind])[] {
  const needed = new Set<string>();
  const visit = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const inner of supports[name]?.needs ?? []) visit(inner);
  };
  for (const name of used) visit(name);
  return Object.entries(supports).filter(([name]) => needed.has(name));
}
