import type { Expr } from "../../grammar/guard.ts";
import { partsOf } from "../../grammar/parts.ts";

/** True where the condition holds for the expression or for anything in it. */
export function anywhere(expr: Expr, condition: (part: Expr) => boolean): boolean {
  return condition(expr) || partsOf(expr).some((part) => anywhere(part, condition));
}

/** The value that a literal writes; undefined for lists and everything else. */
export function literalOf(expr: Expr): { readonly value: string | number | boolean | null } | undefined {
  switch (expr.kind) {
    case "string":
    case "number":
    case "bool":
      return { value: expr.value };
    case "none":
      return { value: null };
    case "negate":
      return expr.operand.kind === "number" ? { value: -expr.operand.value } : undefined;
    default:
      return undefined;
  }
}
