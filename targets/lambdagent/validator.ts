import type { ArithmeticOperator, Comparison, Expr } from "../../grammar/guard.ts";
import type { Guard } from "../../src/ir/guard.ts";
import type { Type } from "../../src/ir/type.ts";
import { pythonString } from "../../src/language/python.ts";
import { pythonFloat } from "./python.ts";

/** A guard as the configuration's evaluator reads it, or why it cannot be one. */
export type ConfigGuard = { readonly validator: string } | { readonly because: string };

/**
 * Decides whether the evaluator of a configuration gives a guard the meaning that it has here. There `x` is the raw
 * text, `len` is the only function that both know, and an expression outside its list is false for ever.
 */
export function configGuard(guard: Guard): ConfigGuard {
  if (guard.kind === "judge") return { because: "a judge is a call of a model" };
  if (!guard.predicate.sound) return { because: "the guard has a mistake" };
  if (!isText(guard.predicate.input)) {
    return { because: "a configuration reads the output as text and never as JSON" };
  }
  const problems: string[] = [];
  const { text } = write(guard.predicate.expr, problems);
  const [because] = problems;
  return because === undefined ? { validator: text } : { because };
}

/** Where `x` is the text itself. */
function isText(type: Type): boolean {
  return type.kind === "str" || type.kind === "any" || (type.kind === "union" && type.members.some(isText));
}

/** How strongly an expression binds, from Python's grammar. */
const precedence = { or: 1, and: 2, not: 3, compare: 4, add: 5, multiply: 6, negate: 7, atom: 8 } as const;

interface Written {
  readonly text: string;
  readonly type: "str" | "int" | "float" | "bool" | "list" | "none" | "unknown";
  readonly precedence: number;
  /** The largest magnitude of a number. */
  readonly bound: number;
}

/** No output of a model has more code points. */
const longestText = 2 ** 40;

function write(expr: Expr, problems: string[]): Written {
  switch (expr.kind) {
    case "or":
    case "and":
      return writeLogic(expr.kind, expr.operands, problems);
    case "not":
      return made(`not ${enclose(write(expr.operand, problems), precedence.not)}`, "bool", precedence.not);
    case "negate":
      return writeNegation(expr.operand, problems);
    case "compare":
      return writeComparison(expr.first, expr.rest, problems);
    case "arithmetic":
      return writeArithmetic(expr.operator, expr.left, expr.right, problems);
    case "call":
      return writeCall(expr.name, expr.args, problems);
    case "index":
    case "slice":
      return writePart(expr, problems);
    case "method":
      return refuse(problems, `a configuration allows no methods such as \`.${expr.name}()\``);
    default:
      return writeAtom(expr, problems);
  }
}

type Atom = Extract<Expr, { kind: "name" | "string" | "number" | "bool" | "none" | "list" | "invalid" }>;

function writeAtom(expr: Atom, problems: string[]): Written {
  switch (expr.kind) {
    case "name":
      return atom("x", "str");
    case "string":
      return atom(quote(expr.value), "str");
    case "number":
      return expr.float
        ? atom(pythonFloat(expr.value), "float", Math.abs(expr.value))
        : atom(String(expr.value), "int", Math.abs(expr.value));
    case "bool":
      return atom(expr.value ? "True" : "False", "bool");
    case "none":
      return atom("None", "none");
    case "list":
      return atom(`[${expr.items.map((item) => write(item, problems).text).join(", ")}]`, "list");
    case "invalid":
      return refuse(problems, "the guard has a mistake");
  }
}

function writeLogic(operator: "or" | "and", operands: readonly Expr[], problems: string[]): Written {
  const parts = operands.map((operand) => enclose(write(operand, problems), precedence[operator] + 1));
  return made(parts.join(` ${operator} `), "bool", precedence[operator]);
}

function writeNegation(operand: Expr, problems: string[]): Written {
  const written = write(operand, problems);
  if (!isNumber(written)) return refuse(problems, "it negates something that need not be a number");
  return made(`-${enclose(written, precedence.negate)}`, written.type, precedence.negate, written.bound);
}

function writeComparison(first: Expr, rest: readonly Comparison[], problems: string[]): Written {
  let left = write(first, problems);
  let text = enclose(left, precedence.add);
  for (const { operator, operand } of rest) {
    const right = write(operand, problems);
    const same = left.type === "str" && right.type === "str";
    if (operator === "in" || operator === "not in") {
      if (!same && right.type !== "list")
        refuse(problems, "it looks for something in what need not be a text or a list");
    } else if (operator !== "==" && operator !== "!=" && !same && !(isNumber(left) && isNumber(right))) {
      refuse(problems, "it orders values that need not be two numbers or two texts");
    }
    text += ` ${operator} ${enclose(right, precedence.add)}`;
    left = right;
  }
  return made(text, "bool", precedence.compare);
}

function writeArithmetic(
  operator: ArithmeticOperator,
  leftExpr: Expr,
  rightExpr: Expr,
  problems: string[],
): Written {
  const left = write(leftExpr, problems);
  const right = write(rightExpr, problems);
  const level = operator === "+" || operator === "-" ? precedence.add : precedence.multiply;
  const text = `${enclose(left, level)} ${operator} ${enclose(right, level + 1)}`;
  if (operator === "+" && left.type === "str" && right.type === "str") return made(text, "str", level);
  if (!isNumber(left) || !isNumber(right))
    return refuse(problems, "it calculates with what need not be a number");
  const bound = boundOf(operator, left, right);
  if (!(bound <= Number.MAX_SAFE_INTEGER)) {
    return refuse(
      problems,
      "a configuration calculates with whole numbers of any size, and a guard does not",
    );
  }
  const whole = operator !== "/" && left.type === "int" && right.type === "int";
  return made(text, whole ? "int" : "float", level, bound);
}

/** The largest magnitude of a result; infinite where a small divisor could make it grow. */
function boundOf(operator: ArithmeticOperator, left: Written, right: Written): number {
  switch (operator) {
    case "+":
    case "-":
      return left.bound + right.bound;
    case "*":
      return left.bound * right.bound;
    case "%":
      return right.bound;
    case "/":
    case "//":
      return right.type === "int" ? left.bound + 1 : Infinity;
  }
}

function writeCall(name: string, args: readonly Expr[], problems: string[]): Written {
  const [first, second] = args.map((arg) => write(arg, problems));
  if (name === "len" && (first?.type === "str" || first?.type === "list")) {
    return atom(`len(${first.text})`, "int", longestText);
  }
  if (name === "contains" && first?.type === "str" && second?.type === "str") {
    const text = `${enclose(second, precedence.add)} in ${enclose(first, precedence.add)}`;
    return made(text, "bool", precedence.compare);
  }
  return refuse(problems, `a configuration does not know \`${name}\``);
}

function writePart(expr: Extract<Expr, { kind: "index" | "slice" }>, problems: string[]): Written {
  const object = write(expr.object, problems);
  const places = expr.kind === "index" ? [expr.index] : [expr.from, expr.to];
  const written = places.map((place) => (place === undefined ? undefined : write(place, problems)));
  if (object.type !== "str" || written.some((place) => place !== undefined && place.type !== "int")) {
    return refuse(
      problems,
      "it takes a part of what need not be a text, or at a place that need not be a whole number",
    );
  }
  const inside = written.map((place) => place?.text ?? "").join(":");
  return atom(`${enclose(object, precedence.atom)}[${inside}]`, "str");
}

function isNumber({ type }: Written): boolean {
  return type === "int" || type === "float";
}

function refuse(problems: string[], because: string): Written {
  problems.push(because);
  return atom("False", "unknown");
}

function atom(text: string, type: Written["type"], bound = 0): Written {
  return made(text, type, precedence.atom, bound);
}

function made(text: string, type: Written["type"], level: number, bound = 0): Written {
  return { text, type, precedence: level, bound };
}

function enclose(written: Written, least: number): string {
  return written.precedence < least ? `(${written.text})` : written.text;
}

/** In single quotes where the text has none, as guards are usually written. */
function quote(text: string): string {
  const inner = pythonString(text).slice(1, -1);
  return inner.includes("'") ? `"${inner}"` : `'${inner.replaceAll('\\"', '"')}'`;
}
