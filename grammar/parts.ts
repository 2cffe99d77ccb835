import type { Expr } from "./guard.ts";

/** The expressions directly inside an expression, from left to right. */
export function partsOf(expr: Expr): readonly Expr[] {
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

/** The first expression with more than `limit` expressions around it; chains such as `a + b + c` nest to the left. */
export function deeperThan(expr: Expr, limit: number): Expr | undefined {
  if (limit < 0) return expr;
  for (const part of partsOf(expr)) {
    const found = deeperThan(part, limit - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
