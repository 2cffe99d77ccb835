import type { Comparison, Expr } from "../../grammar/guard.ts";
import type { Predicate } from "../ir/guard.ts";
import { typeOf, typeOfInput } from "./types.ts";

/**
 * An upper bound of evaluation steps for a text of n UTF-16 units: the coefficients of a polynomial in n, the constant
 * first. A step is one operation of the guard, or one unit of a text, item of a list or key of an object that an
 * operation passes over. Searching one text in another counts each unit of the first at each place of the second.
 */
export type StepBound = readonly number[];

/** The bound of a whole predicate, with the reading of its JSON where `x` is not the text. */
export function stepBound({ expr, input }: Predicate): StepBound {
  const reading = typeOfInput(input) === "str" ? one : plus(one, length);
  return plus(reading, stepsOf(expr, input));
}

const one: StepBound = [1];
/** Of the text itself. A JSON value has no more strings, items and keys than its text has units. */
const length: StepBound = [0, 1];

function plus(...bounds: readonly StepBound[]): StepBound {
  const degree = Math.max(...bounds.map((bound) => bound.length));
  return Array.from({ length: degree }, (_, i) => bounds.reduce((sum, bound) => sum + (bound[i] ?? 0), 0));
}

function times(a: StepBound, b: StepBound): StepBound {
  const product = Array.from({ length: a.length + b.length - 1 }, () => 0);
  for (const [i, x] of a.entries())
    for (const [j, y] of b.entries()) product[i + j] = (product[i + j] ?? 0) + x * y;
  return product;
}

/** How large the value of an expression can be. */
function sizeOf(expr: Expr, input: Predicate["input"]): StepBound {
  switch (expr.kind) {
    case "name":
      return length;
    case "string":
      return [expr.value.length];
    case "list":
      return plus(one, ...expr.items.map((item) => plus(one, sizeOf(item, input))));
    case "arithmetic":
      // Two values of JSON may be two texts, which `+` joins.
      return expr.operator === "+" ? plus(sizeOf(expr.left, input), sizeOf(expr.right, input)) : one;
    case "method":
      return methodSize(expr, input);
    case "index":
    case "slice":
      return sizeOf(expr.object, input);
    case "number":
    case "bool":
    case "none":
    case "or":
    case "and":
    case "not":
    case "negate":
    case "compare":
    case "call":
    case "invalid":
      return one;
  }
}

// U+0390 is three units in upper case; no mapping of Unicode 14 makes more of one unit.
const mostUnitsOfCase = 3;

function methodSize(expr: Extract<Expr, { kind: "method" }>, input: Predicate["input"]): StepBound {
  const size = sizeOf(expr.object, input);
  if (expr.name === "strip") return size;
  return expr.name === "lower" || expr.name === "upper" ? times([mostUnitsOfCase], size) : one;
}

/** The bound of one part, without the reading of the text. */
export function stepsOf(expr: Expr, input: Predicate["input"]): StepBound {
  const size = (part: Expr | undefined): StepBound => (part === undefined ? [0] : sizeOf(part, input));
  const steps = (...parts: readonly (Expr | undefined)[]): StepBound =>
    plus(one, ...parts.map((part) => (part === undefined ? [0] : stepsOf(part, input))));
  switch (expr.kind) {
    case "name":
    case "string":
    case "number":
    case "bool":
    case "none":
    case "invalid":
      return one;
    case "list":
      return steps(...expr.items);
    case "or":
    case "and":
      return steps(...expr.operands);
    case "not":
    case "negate":
      return steps(expr.operand);
    case "compare":
      return compareSteps(expr.first, expr.rest, input);
    case "arithmetic":
      return plus(steps(expr.left, expr.right), expr.operator === "+" ? sizeOf(expr, input) : [0]);
    case "call":
      return plus(steps(...expr.args), callSteps(expr, size));
    case "method":
      return plus(steps(expr.object, ...expr.args), methodSteps(expr, size));
    case "index":
      return plus(steps(expr.object, expr.index), size(expr.object));
    case "slice":
      return plus(steps(expr.object, expr.from, expr.to), size(expr.object));
  }
}

function compareSteps(first: Expr, rest: readonly Comparison[], input: Predicate["input"]): StepBound {
  let total = stepsOf(first, input);
  let left = first;
  for (const { operator, operand } of rest) {
    const [a, b] = [sizeOf(left, input), sizeOf(operand, input)];
    const isSearch = operator === "in" || operator === "not in";
    const inText = isSearch && typeOf(operand, input) !== "list";
    total = plus(total, one, stepsOf(operand, input), isSearch ? search(a, b, inText) : plus(a, b));
    left = operand;
  }
  return total;
}

/** In a text each place is tried with the whole of what is looked for; in a list each item is compared with it. */
function search(part: StepBound, whole: StepBound, inText: boolean): StepBound {
  return inText ? plus(one, part, whole, times(part, whole)) : plus(whole, times(part, whole));
}

type SizeOf = (part: Expr | undefined) => StepBound;

function callSteps(
  { name, args: [subject, argument] }: Extract<Expr, { kind: "call" }>,
  size: SizeOf,
): StepBound {
  switch (name) {
    case "contains":
    case "count":
      return search(size(argument), size(subject), true);
    case "has":
    case "json_len":
      // The text is read as JSON, and the path followed.
      return plus(size(subject), size(argument), one);
    case "regex":
    case "len":
    case "lines":
    case "words":
      return plus(size(subject), one);
    default:
      return one;
  }
}

function methodSteps(
  { name, object, args: [argument] }: Extract<Expr, { kind: "method" }>,
  size: SizeOf,
): StepBound {
  switch (name) {
    case "count":
    case "find":
      return search(size(argument), size(object), true);
    case "startswith":
    case "endswith":
      return plus(size(argument), one);
    default:
      return times([mostUnitsOfCase], plus(size(object), one));
  }
}

/** The bound for a text of n units. */
export function stepsAt(bound: StepBound, n: number): number {
  return bound.reduceRight((sum, coefficient) => sum * n + coefficient, 0);
}

/** `14 + 3n`, for people. */
export function showBound(bound: StepBound): string {
  const terms = bound.flatMap((coefficient, power) => {
    if (coefficient === 0) return [];
    const variable = power === 0 ? "" : power === 1 ? "n" : `n^${power}`;
    return [`${coefficient === 1 && power > 0 ? "" : coefficient}${variable}`];
  });
  return terms.length === 0 ? "0" : terms.join(" + ");
}
