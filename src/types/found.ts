import type { Literal, Node, Store } from "./algebra.ts";

/** What a search for a value in a set has found. `doubt`: why the value may be outside nevertheless. */
export type Found =
  | { readonly kind: "value"; readonly value: unknown; readonly doubt?: string }
  | { readonly kind: "empty" }
  | { readonly kind: "unknown"; readonly reason: string };

export const empty: Found = { kind: "empty" };

export function unknown(reason: string): Found {
  return { kind: "unknown", reason };
}

/** A condition of the algebra, and whether it must hold or must not. */
export interface Signed {
  readonly literal: Literal;
  readonly positive: boolean;
}

/** What the searches inside lists and objects need of the search as a whole. */
export interface Search {
  readonly store: Store;
  /** A value that is in all nodes. */
  readonly find: (nodes: readonly Node[]) => Found;
  /** Whether a value is in a node; undefined where that cannot be told. */
  readonly holds: (node: Node, value: unknown) => boolean | undefined;
  /** Counts work; false when the budget is used up. */
  readonly spend: (steps: number) => boolean;
}

export const overBudget: Found = unknown("the comparison takes too many steps");

/** The first sure value of some searches, or the best that there is: a doubtful value, no answer, no value. */
export function firstOf(searches: Iterable<Found>): Found {
  let best = empty;
  for (const found of searches) {
    if (found.kind === "value" && found.doubt === undefined) return found;
    if (found.kind === "value" || (found.kind === "unknown" && best.kind === "empty")) best = found;
  }
  return best;
}

/** Values found for all parts of a whole; what keeps the whole from being found otherwise. */
export function allOf<K>(
  parts: Iterable<readonly [K, Found]>,
): { readonly values: readonly (readonly [K, unknown])[]; readonly doubt: string | undefined } | Found {
  const values: (readonly [K, unknown])[] = [];
  let doubt: string | undefined;
  let failed: Found | undefined;
  for (const [key, found] of parts) {
    if (found.kind === "empty") return found;
    if (found.kind === "unknown") failed ??= found;
    else {
      values.push([key, found.value]);
      doubt ??= found.doubt;
    }
  }
  return failed ?? { values, doubt };
}

/** A value that is as sure as its parts. */
export function valueWith(value: unknown, doubt: string | undefined): Found {
  return doubt === undefined ? { kind: "value", value } : { kind: "value", value, doubt };
}
