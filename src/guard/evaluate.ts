import type { Comparison, Expr } from "../../grammar/guard.ts";
import type { Predicate } from "../ir/guard.ts";
import { compilePattern } from "../regex/engine.ts";
import { typeOf, typeOfInput } from "./types.ts";
import type { FailureCode, Value } from "./values.ts";
import {
  GuardFailure,
  contains,
  countOf,
  divmod,
  equal,
  fail,
  findIn,
  inRange,
  itemAt,
  linesOf,
  numberOf,
  order,
  parseJson,
  sizeOf,
  slice,
  stringOf,
  strip,
  truthy,
  valueAt,
  wellFormed,
  wordsOf,
} from "./values.ts";

/** The answer of a guard. An error makes it false, and says what failed and where in the guard. */
export interface Evaluation {
  readonly value: boolean;
  readonly error?: { readonly code: FailureCode; readonly start: number };
}

type Closure = (x: Value) => Value;

/** Compiles a predicate to closures. A predicate with mistakes accepts nothing. */
export function compilePredicate(predicate: Predicate): (text: string) => Evaluation {
  if (!predicate.sound) return () => ({ value: false });
  const run = compile(predicate.expr, predicate);
  const isText = typeOfInput(predicate.input) === "str";
  return (text) => {
    place = predicate.expr.start;
    try {
      const clean = wellFormed(text);
      return { value: truthy(run(isText ? clean : parseJson(clean))) };
    } catch (error) {
      if (!(error instanceof GuardFailure)) throw error;
      return { value: false, error: { code: error.code, start: place } };
    }
  };
}

/** What one part of a predicate comes to by itself, for explanations. */
export function valueIn(
  expr: Expr,
  predicate: Predicate,
  text: string,
): { readonly value: Value } | { readonly error: FailureCode } {
  try {
    const clean = wellFormed(text);
    return {
      value: compile(expr, predicate)(typeOfInput(predicate.input) === "str" ? clean : parseJson(clean)),
    };
  } catch (error) {
    if (!(error instanceof GuardFailure)) throw error;
    return { error: error.code };
  }
}

/** Where the operation stands that is being evaluated; evaluation is synchronous, so one is enough. */
let place = 0;

function compile(expr: Expr, predicate: Predicate): Closure {
  switch (expr.kind) {
    case "name":
      return (x) => x;
    case "string":
    case "number":
    case "bool": {
      const { value } = expr;
      return () => value;
    }
    case "none":
      return () => null;
    case "list": {
      const items = expr.items.map((item) => compile(item, predicate));
      return (x) => items.map((item) => item(x));
    }
    case "or":
    case "and":
    case "not":
      return compileTruth(expr, predicate);
    case "compare":
      return compileComparison(expr.first, expr.rest, predicate);
    case "negate":
    case "arithmetic":
      return compileArithmetic(expr, predicate);
    case "call":
      return compileCall(expr, predicate);
    case "method":
      return compileMethod(expr, predicate);
    case "index": {
      const object = compile(expr.object, predicate);
      const index = compile(expr.index, predicate);
      return at(expr, (x) => itemAt(object(x), index(x)));
    }
    case "slice": {
      const object = compile(expr.object, predicate);
      const from = expr.from && compile(expr.from, predicate);
      const to = expr.to && compile(expr.to, predicate);
      return at(expr, (x) => slice(object(x), from?.(x), to?.(x)));
    }
    case "invalid":
      return () => fail("guard/wrong-kind");
  }
}

/** Remembers the place of an operation that may fail, for the error that it reports. */
function at(expr: Expr, run: Closure): Closure {
  return (x) => {
    try {
      return run(x);
    } catch (error) {
      if (error instanceof GuardFailure && !placed.has(error)) {
        placed.add(error);
        place = expr.start;
      }
      throw error;
    }
  };
}

const placed = new WeakSet<GuardFailure>();

function compileTruth(expr: Extract<Expr, { kind: "or" | "and" | "not" }>, predicate: Predicate): Closure {
  if (expr.kind === "not") {
    const operand = compile(expr.operand, predicate);
    return (x) => !truthy(operand(x));
  }
  const operands = expr.operands.map((operand) => compile(operand, predicate));
  return expr.kind === "or"
    ? (x) => operands.some((operand) => truthy(operand(x)))
    : (x) => operands.every((operand) => truthy(operand(x)));
}

function compileComparison(first: Expr, rest: readonly Comparison[], predicate: Predicate): Closure {
  const start = compile(first, predicate);
  const steps = rest.map(({ operator, operand }) => ({
    test: testOf(operator),
    operand: compile(operand, predicate),
  }));
  return at({ kind: "compare", first, rest, start: first.start, end: first.end }, (x) => {
    let left = start(x);
    for (const { test, operand } of steps) {
      const right = operand(x);
      if (!test(left, right)) return false;
      left = right;
    }
    return true;
  });
}

function testOf(operator: Comparison["operator"]): (left: Value, right: Value) => boolean {
  switch (operator) {
    case "==":
      return equal;
    case "!=":
      return (left, right) => !equal(left, right);
    case "<":
      return (left, right) => order(left, right) < 0;
    case "<=":
      return (left, right) => order(left, right) <= 0;
    case ">":
      return (left, right) => order(left, right) > 0;
    case ">=":
      return (left, right) => order(left, right) >= 0;
    case "in":
      return (left, right) => contains(right, left);
    case "not in":
      return (left, right) => !contains(right, left);
  }
}

function compileArithmetic(
  expr: Extract<Expr, { kind: "negate" | "arithmetic" }>,
  predicate: Predicate,
): Closure {
  const integer = typeOf(expr, predicate.input) === "int";
  if (expr.kind === "negate") {
    const operand = compile(expr.operand, predicate);
    return at(expr, (x) => inRange(-numberOf(operand(x)), integer));
  }
  const left = compile(expr.left, predicate);
  const right = compile(expr.right, predicate);
  const { operator } = expr;
  return at(expr, (x) => {
    const a = left(x);
    const b = right(x);
    if (operator === "+" && typeof a === "string") return a + stringOf(b);
    return inRange(calculate(operator, numberOf(a), numberOf(b)), integer);
  });
}

function calculate(
  operator: Extract<Expr, { kind: "arithmetic" }>["operator"],
  a: number,
  b: number,
): number {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0 ? fail("guard/division-by-zero") : a / b;
    case "//":
      return divmod(a, b)[0];
    case "%":
      return divmod(a, b)[1];
  }
}

function compileCall(expr: Extract<Expr, { kind: "call" }>, predicate: Predicate): Closure {
  const [first = constant(null), second = constant(null)] = expr.args.map((arg) => compile(arg, predicate));
  const literal = expr.args[1]?.kind === "string" ? expr.args[1].value : "";
  // Texts inside a value are never parsed again.
  const opens = typeOfInput(predicate.input) === "str";
  const open = (value: Value): Value => (opens && typeof value === "string" ? parseJson(value) : value);
  switch (expr.name) {
    case "has":
      return at(expr, (x) => valueAt(open(first(x)), literal) !== undefined);
    case "json_len":
      return at(expr, (x) => {
        const value = open(first(x));
        const found = expr.args.length === 1 ? value : valueAt(value, literal);
        if (found === undefined) return fail("guard/missing");
        return typeof found === "string" ? fail("guard/wrong-kind") : sizeOf(found);
      });
    case "contains":
      return at(expr, (x) => stringOf(first(x)).includes(stringOf(second(x))));
    case "count":
      return at(expr, (x) => countOf(stringOf(first(x)), stringOf(second(x))));
    case "regex": {
      const search = compilePattern(literal);
      return at(expr, (x) => search(stringOf(first(x))));
    }
    case "len":
      return at(expr, (x) => sizeOf(first(x)));
    case "lines":
      return at(expr, (x) => linesOf(stringOf(first(x))));
    case "words":
      return at(expr, (x) => wordsOf(stringOf(first(x))));
    default:
      return () => fail("guard/wrong-kind");
  }
}

function constant(value: Value): Closure {
  return () => value;
}

function compileMethod(expr: Extract<Expr, { kind: "method" }>, predicate: Predicate): Closure {
  const object = compile(expr.object, predicate);
  const [argument = constant(null)] = expr.args.map((arg) => compile(arg, predicate));
  const text: (x: Value) => string = (x) => stringOf(object(x));
  const part: (x: Value) => string = (x) => stringOf(argument(x));
  switch (expr.name) {
    case "lower":
      return at(expr, (x) => text(x).toLowerCase());
    case "upper":
      return at(expr, (x) => text(x).toUpperCase());
    case "strip":
      return at(expr, (x) => strip(text(x)));
    case "startswith":
      return at(expr, (x) => text(x).startsWith(part(x)));
    case "endswith":
      return at(expr, (x) => text(x).endsWith(part(x)));
    case "count":
      return at(expr, (x) => countOf(text(x), part(x)));
    case "find":
      return at(expr, (x) => findIn(text(x), part(x)));
    default:
      return () => fail("guard/wrong-kind");
  }
}
