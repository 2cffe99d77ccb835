/** Why a pattern is outside the portable subset, and where. */
export interface Problem {
  /** Completes “…, because …” or stands after a colon. */
  readonly reason: string;
  readonly help?: string;
  /** Offsets into the pattern. */
  readonly start: number;
  readonly end: number;
}

/** Code points, both ends included. */
export type Range = readonly [low: number, high: number];

/** A pattern of the subset. Classes are explicit ranges of code points; the flags are already applied to them. */
export type PatternNode =
  | { readonly kind: "alternation"; readonly branches: readonly PatternNode[] }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "group"; readonly inner: PatternNode }
  | {
      readonly kind: "repeat";
      readonly inner: PatternNode;
      readonly min: number;
      readonly max: number;
      /** As written, `?` of a lazy one included. */
      readonly written: string;
    }
  | { readonly kind: "class"; readonly ranges: readonly Range[]; readonly negated: boolean }
  | { readonly kind: "dot" | "start" | "end" | "boundary" };

export interface PatternTree {
  readonly node: PatternNode;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
}
