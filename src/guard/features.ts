import type { Expr } from "../../grammar/guard.ts";
import { partsOf } from "../../grammar/parts.ts";

/** True where the condition holds for the expression or for anything in it. */
export function anywhere(expr: Expr, condition: (part: Expr) => boolean): boolean {
  return condition(expr) || partsOf(expr).some((part) => anywhere(part, condition));
}
