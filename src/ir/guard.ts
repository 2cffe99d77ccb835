import type { Expr, GuardSource } from "../../grammar/guard.ts";
import type { Span } from "../report/source.ts";
import type { Type } from "./type.ts";

/** How often an output is tried again, and what happens when every attempt fails the guard. */
export interface Attempts {
  /** Attempts after the first: k = 1 + retry. */
  readonly retry: number;
  readonly onFail: "last" | "error";
  /** How it meets the guards of other skills on one agent. */
  readonly merge: "nest" | "and";
}

/** The predicate of a guard, typed: true of the outputs that are acceptable. */
export interface Predicate {
  readonly source: GuardSource;
  readonly expr: Expr;
  /** What `x` is: the output type of the skill. */
  readonly input: Type;
  /** False where it has been reported as wrong; then nothing is emitted or evaluated. */
  readonly sound: boolean;
}

export type Guard =
  | (Attempts & { readonly kind: "rule"; readonly predicate: Predicate; readonly span: Span })
  | (Attempts & {
      readonly kind: "judge";
      readonly rubric: string;
      readonly model: string | undefined;
      readonly threshold: number;
      readonly span: Span;
    });
