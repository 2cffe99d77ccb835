import { nearest } from "../report/near.ts";

/** The command was used wrongly, or met its own bug: one line on stderr, nothing on stdout, exit status 2. */
export class UsageError extends Error {}

/** One of the known names, or a usage error that suggests one. */
export function known<Item extends { readonly name: string }>(
  what: string,
  name: string,
  items: readonly Item[],
): Item {
  const found = items.find((item) => item.name === name);
  if (found !== undefined) return found;
  const names = items.map((item) => item.name);
  const near = nearest(name, names);
  const hint =
    near === undefined
      ? `There ${names.length === 1 ? "is" : "are"} ${names.join(", ")}.`
      : `Did you mean ${near}?`;
  throw new UsageError(`there is no ${what} ${JSON.stringify(name)}. ${hint}`);
}
