import type { Expr } from "../../grammar/guard.ts";
import { partsOf } from "../../grammar/parts.ts";
import { printGuard } from "../../grammar/print.ts";
import type { Predicate } from "../ir/guard.ts";
import type { StepBound } from "./cost.ts";
import { stepBound, stepsOf } from "./cost.ts";
import { valueIn } from "./evaluate.ts";
import type { GuardType } from "./types.ts";
import { typeOf } from "./types.ts";
import type { FailureCode, Value } from "./values.ts";
import { truthy } from "./values.ts";

/** What a part of a guard is and, for one text, came to. */
export interface Explanation {
  /** As the printer writes it. */
  readonly text: string;
  readonly type: GuardType;
  readonly steps: StepBound;
  /** Absent without a text, and where the evaluation did not come here. */
  readonly outcome?: Outcome;
  /** True of the operand of `and` or `or` that gave the result of the whole. */
  readonly decides: boolean;
  readonly parts: readonly Explanation[];
}

export type Outcome = { readonly value: Value } | { readonly error: FailureCode };

/** Explains a sound predicate; with a text, also what each part came to and which operands decided. */
export function explain(predicate: Predicate, text?: string): Explanation {
  const whole = explainPart(predicate.expr, predicate, text);
  return { ...whole, steps: stepBound(predicate), decides: text !== undefined };
}

function explainPart(expr: Expr, predicate: Predicate, text: string | undefined): Explanation {
  const outcome = text === undefined ? undefined : valueIn(expr, predicate, text);
  const reached = text === undefined ? Infinity : reachedParts(expr, predicate, text);
  const stops = expr.kind === "and" || expr.kind === "or";
  const parts = partsOf(expr).map((part, i) => {
    const explained = explainPart(part, predicate, i < reached ? text : undefined);
    // The last operand that was reached gave the result: it stopped the others, or none before it did.
    return { ...explained, decides: stops && i === reached - 1 };
  });
  return {
    text: printGuard(expr),
    type: typeOf(expr, predicate.input),
    steps: stepsOf(expr, predicate.input),
    ...(outcome === undefined ? {} : { outcome }),
    decides: false,
    parts,
  };
}

/** How many parts are evaluated: up to the operand that decides, or the one that fails. */
function reachedParts(expr: Expr, predicate: Predicate, text: string): number {
  const parts = partsOf(expr);
  const stops = parts.findIndex((part, i) => {
    const outcome = valueIn(part, predicate, text);
    if ("error" in outcome) return true;
    if (expr.kind === "or") return truthy(outcome.value);
    if (expr.kind === "and") return !truthy(outcome.value);
    return expr.kind === "compare" && i > 0 && !holdsUpTo(expr, i, predicate, text);
  });
  return stops === -1 ? parts.length : stops + 1;
}

/** True where the links of a chain up to operand `i` hold: `a < b < c` never looks at c where a < b is false. */
function holdsUpTo(
  expr: Extract<Expr, { kind: "compare" }>,
  i: number,
  predicate: Predicate,
  text: string,
): boolean {
  const outcome = valueIn({ ...expr, rest: expr.rest.slice(0, i) }, predicate, text);
  return "value" in outcome && truthy(outcome.value);
}
