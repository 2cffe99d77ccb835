import type { Expr } from "../../grammar/guard.ts";

/** The expressions directly inside an expression, from left to right. */
function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "name":
    case "string":
    case "number":
    case "bool":
    case "none":
    case "invalid":
      return [];
    case "list":
      return expr.items;
    case "or":
    case "and":
      return expr.operands;
    case "not":
    case "negate":
      return [expr.operand];
    case "compare":
      return [expr.first, ...expr.rest.map(({ operand }) => operand)];
    case "arithmetic":
      return [expr.left, expr.right];
    case "call":
      return expr.args;
    case "method":
      return [expr.object, ...expr.args];
    case "index":
      return [expr.object, expr.index];
    case "slice":
      return [expr.object, expr.from, expr.to].filter((part) => part !== undefined);
  }
}

/** True where the condition holds for the expression or for anything in it. */
export function anywhere(expr: Expr, condition: (part: Expr) => boolean): boolean {
  return condition(expr) || partsOf(expr).some((part) => anywhere(part, condition));
}
