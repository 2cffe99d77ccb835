import type { Diagnostic } from "../report/diagnostic.ts";

/** What a change asks of the version: `none` where nothing changed. */
export type Bump = "major" | "minor" | "patch" | "none";

/** One thing that is otherwise for whoever uses the skill. */
export interface Change {
  readonly bump: Exclude<Bump, "none">;
  readonly diagnostic: Diagnostic;
  /** A value or a text that shows it; boxed, since null is a value. */
  readonly witness?: { readonly value: unknown };
}

const order: readonly Bump[] = ["none", "patch", "minor", "major"];

export function atLeast(bump: Bump, other: Bump): boolean {
  return order.indexOf(bump) >= order.indexOf(other);
}

/** The largest of the bumps; `none` of none. */
export function largest(bumps: readonly Bump[]): Bump {
  return bumps.reduce<Bump>((most, bump) => (atLeast(most, bump) ? most : bump), "none");
}
