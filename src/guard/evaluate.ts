import type { Expr } from "../../grammar/guard.ts";
import type { Predicate } from "../ir/guard.ts";
import { compile, compileTruth, progress } from "./closures.ts";
import { parseJson } from "./json.ts";
import { isText } from "./types.ts";
import type { FailureCode, Value } from "./values.ts";
import { GuardFailure, wellFormed } from "./values.ts";

/** The answer of a guard. An error makes it false, and says what failed and where in the guard. */
export interface Evaluation {
  readonly value: boolean;
  readonly error?: { readonly code: FailureCode; readonly start: number };
}

const accepted: Evaluation = { value: true };
const refused: Evaluation = { value: false };

/** Compiles a predicate to closures. A predicate with mistakes accepts nothing. */
export function compilePredicate({ expr, input, sound }: Predicate): (text: string) => Evaluation {
  if (!sound) return () => refused;
  const run = compileTruth(expr, input);
  const parses = !isText(input);
  return (text) => {
    const outcome = evaluated(run, text, parses, expr.start);
    if (typeof outcome === "boolean") return outcome ? accepted : refused;
    return { value: false, error: { code: outcome.code, start: progress.place } };
  };
}

/** What one part of a predicate comes to by itself, for explanations. */
export function valueIn(
  expr: Expr,
  { input }: Predicate,
  text: string,
): { readonly value: Value } | { readonly error: FailureCode } {
  const outcome = evaluated(compile(expr, input), text, !isText(input), expr.start);
  return outcome instanceof GuardFailure ? { error: outcome.code } : { value: outcome };
}

function evaluated<Result extends Value>(
  run: (x: Value) => Result,
  text: string,
  parses: boolean,
  start: number,
): Result | GuardFailure {
  progress.place = start;
  try {
    const clean = wellFormed(text);
    return run(parses ? parseJson(clean) : clean);
  } catch (error) {
    if (error instanceof GuardFailure) return error;
    throw error;
  } finally {
    progress.document = undefined;
  }
}
