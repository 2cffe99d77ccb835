import type { Expr } from "./guard.ts";

/** Binding strength, from the loosest. */
const levels = { or: 1, and: 2, not: 3, compare: 4, sum: 5, product: 6, negate: 7, postfix: 8 } as const;

/** The expression with no more parentheses than it needs; parsing it gives the same tree. */
export function printGuard(expr: Expr): string {
  return print(expr, 0);
}

function print(expr: Expr, outside: number): string {
  const own = levelOf(expr);
  const text = bare(expr);
  return own < outside ? `(${text})` : text;
}

function levelOf(expr: Expr): number {
  switch (expr.kind) {
    case "or":
    case "and":
    case "not":
    case "compare":
    case "negate":
      return levels[expr.kind];
    case "arithmetic":
      return expr.operator === "+" || expr.operator === "-" ? levels.sum : levels.product;
    case "name":
    case "string":
    case "number":
    case "bool":
    case "none":
    case "list":
    case "call":
    case "method":
    case "index":
    case "slice":
    case "invalid":
      return levels.postfix;
  }
}

function bare(expr: Expr): string {
  switch (expr.kind) {
    case "name":
      return "x";
    case "string":
      return printText(expr.value);
    case "number":
      return expr.float ? printFloat(expr.value) : String(expr.value);
    case "bool":
      return expr.value ? "True" : "False";
    case "none":
      return "None";
    case "list":
      return `[${expr.items.map(printGuard).join(", ")}]`;
    case "or":
    case "and":
      return expr.operands.map((operand) => print(operand, levels[expr.kind] + 1)).join(` ${expr.kind} `);
    case "not":
      return `not ${print(expr.operand, levels.not)}`;
    case "negate":
      return `-${print(expr.operand, levels.negate)}`;
    case "compare":
      return [
        print(expr.first, levels.sum),
        ...expr.rest.map(({ operator, operand }) => `${operator} ${print(operand, levels.sum)}`),
      ].join(" ");
    case "arithmetic": {
      const own = levelOf(expr);
      return `${print(expr.left, own)} ${expr.operator} ${print(expr.right, own + 1)}`;
    }
    case "call":
      return `${expr.name}(${expr.args.map(printGuard).join(", ")})`;
    case "method":
      return `${printObject(expr.object)}.${expr.name}(${expr.args.map(printGuard).join(", ")})`;
    case "index":
      return `${printObject(expr.object)}[${printGuard(expr.index)}]`;
    case "slice":
      return `${printObject(expr.object)}[${expr.from === undefined ? "" : printGuard(expr.from)}:${expr.to === undefined ? "" : printGuard(expr.to)}]`;
    case "invalid":
      return "?";
  }
}

/** `1.lower()` would read as the number `1.` and a name. */
function printObject(expr: Expr): string {
  return expr.kind === "number" ? `(${bare(expr)})` : print(expr, levels.postfix);
}

function printFloat(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text.replace("e+", "e") : `${text}.0`;
}

const named: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function printText(value: string): string {
  const body = value.replaceAll(/[\\'\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (char) => {
    return named[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `'${body}'`;
}
