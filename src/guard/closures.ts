import type { ArithmeticOperator, Expr } from "../../grammar/guard.ts";
import type { Type } from "../ir/type.ts";
import { compilePattern } from "../regex/engine.ts";
import { testAgainst, testOf } from "./comparison.ts";
import { literalOf } from "./features.ts";
import { parseJson } from "./json.ts";
import type { GuardType } from "./types.ts";
import { isText, typeOf } from "./types.ts";
import type { Value } from "./values.ts";
import {
  countOf,
  divmod,
  fail,
  findIn,
  inRange,
  itemAt,
  lengthOf,
  linesOf,
  numberOf,
  sizeOf,
  slice,
  stepsOfPath,
  stringOf,
  strip,
  truthy,
  valueAt,
  wordsOf,
} from "./values.ts";

/** A compiled expression: what it comes to for the output, or, in a predicate over JSON, for the value in it. */
export type Run<Result extends Value = Value> = (x: Value) => Result;

/** How far the evaluation that runs has come. It is synchronous and never nests, so that one place is enough. */
export const progress: {
  /** Where the operation stands that was begun last. */
  place: number;
  /** The value in the output, once an operation has asked for it. */
  document: Value | undefined;
} = { place: 0, document: undefined };

/** Compiles an expression without mistakes. What its type says already is not asked again for every output. */
export function compile(expr: Expr, input: Type): Run {
  switch (expr.kind) {
    case "name":
      return output;
    case "string":
    case "number":
    case "bool": {
      const { value } = expr;
      return () => value;
    }
    case "none":
      return () => null;
    case "list":
      return compileList(expr.items, input);
    case "or":
    case "and":
    case "not":
      return compileJunction(expr, input);
    case "compare":
      return compileComparison(expr, input);
    case "negate":
    case "arithmetic":
      return compileArithmetic(expr, input);
    case "call":
      return compileCall(expr, input);
    case "method":
      return compileMethod(expr, input);
    case "index":
      return compileIndex(expr, input);
    case "slice":
      return compileSlice(expr, input);
    case "invalid":
      return () => fail("guard/wrong-kind");
  }
}

/** `x` itself; operations on it are compiled without the call. */
const output: Run = (x) => x;

/** Compiles an expression whose truth alone counts. */
export function compileTruth(expr: Expr, input: Type): Run<boolean> {
  const run = compile(expr, input);
  return hasType(run, typeOf(expr, input), "bool") ? run : (x) => truthy(run(x));
}

/** Compiles an operand that has to be a text; `place` is where the operation stands that asks for it. */
function compileText(expr: Expr | undefined, input: Type, place: number): Run<string> {
  if (expr === undefined) return () => fail("guard/wrong-kind");
  const run = compile(expr, input);
  if (hasType(run, typeOf(expr, input), "str")) return run;
  return (x) => {
    const value = run(x);
    progress.place = place;
    return stringOf(value);
  };
}

/** The same of a number; a truth value is one. */
function compileNumber(expr: Expr, input: Type, place: number): Run<number> {
  const run = compile(expr, input);
  const type = typeOf(expr, input);
  if (hasType(run, type, "int") || hasType(run, type, "float")) return run;
  return (x) => {
    const value = run(x);
    progress.place = place;
    return numberOf(value);
  };
}

interface ResultTypes {
  readonly str: string;
  readonly bool: boolean;
  readonly int: number;
  readonly float: number;
}

/** True where every result is of the type; `type` is what is known of them. */
function hasType<Name extends keyof ResultTypes>(
  _run: Run,
  type: GuardType,
  name: Name,
): _run is Run<ResultTypes[Name]> {
  return type === name;
}

function compileJunction(expr: Extract<Expr, { kind: "or" | "and" | "not" }>, input: Type): Run<boolean> {
  if (expr.kind === "not") {
    const operand = compileTruth(expr.operand, input);
    return (x) => !operand(x);
  }
  const operands = expr.operands.map((operand) => compileTruth(operand, input));
  // Two by two, since a call costs less than a loop.
  return expr.kind === "or"
    ? operands.reduceRight((rest, first) => (x) => first(x) || rest(x))
    : operands.reduceRight((rest, first) => (x) => first(x) && rest(x));
}

function compileList(items: readonly Expr[], input: Type): Run<readonly Value[]> {
  const literals = items.map(literalOf);
  if (!literals.includes(undefined)) {
    const values = literals.map((literal) => literal?.value ?? null);
    return () => values;
  }
  const runs = items.map((item) => compile(item, input));
  return (x) => runs.map((run) => run(x));
}

function compileComparison(expr: Extract<Expr, { kind: "compare" }>, input: Type): Run<boolean> {
  const { first, rest, start } = expr;
  const chain = rest.reduceRight<Link>((next, { operator, operand }, i) => {
    const isLast = i === rest.length - 1;
    const types = [typeOf(rest[i - 1]?.operand ?? first, input), typeOf(operand, input)] as const;
    const literal = literalOf(operand);
    if (isLast && literal !== undefined) return testAgainst(operator, types, literal.value);
    const test = testOf(operator, types);
    const right = compile(operand, input);
    return (value, x) => {
      const other = right(x);
      progress.place = start;
      return test(value, other) && (isLast || next(other, x));
    };
  }, end);
  const literal = literalOf(first);
  if (literal !== undefined) return (x) => chain(literal.value, x);
  const run = compile(first, input);
  return (x) => {
    const value = run(x);
    progress.place = start;
    return chain(value, x);
  };
}

/** A comparison of the value to its left and, where it holds, those behind it; `a < b < c` has two. */
type Link = (left: Value, x: Value) => boolean;

const end: Link = () => true;

function compileArithmetic(expr: Extract<Expr, { kind: "negate" | "arithmetic" }>, input: Type): Run {
  const { start } = expr;
  const type = typeOf(expr, input);
  const integer = type === "int";
  if (expr.kind === "negate") {
    const operand = compileNumber(expr.operand, input, start);
    return (x) => {
      const value = operand(x);
      progress.place = start;
      return inRange(-value, integer);
    };
  }
  if (expr.operator === "+" && type !== "int" && type !== "float") return compileSum(expr, input);
  const left = compileNumber(expr.left, input, start);
  const right = compileNumber(expr.right, input, start);
  const calculate = calculations[expr.operator];
  return (x) => {
    const a = left(x);
    const b = right(x);
    progress.place = start;
    return inRange(calculate(a, b), integer);
  };
}

/** `+` where texts may be joined. */
function compileSum({ left, right, start }: Extract<Expr, { kind: "arithmetic" }>, input: Type): Run {
  const one = compile(left, input);
  const other = compile(right, input);
  return (x) => {
    const a = one(x);
    const b = other(x);
    progress.place = start;
    return typeof a === "string" ? a + stringOf(b) : inRange(numberOf(a) + numberOf(b), false);
  };
}

const calculations: Readonly<Record<ArithmeticOperator, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0 ? fail("guard/division-by-zero") : a / b),
  "//": (a, b) => divmod(a, b)[0],
  "%": (a, b) => divmod(a, b)[1],
};

function compileIndex({ object, index, start }: Extract<Expr, { kind: "index" }>, input: Type): Run {
  const whole = compile(object, input);
  const key = compile(index, input);
  return (x) => {
    const a = whole(x);
    const b = key(x);
    progress.place = start;
    return itemAt(a, b);
  };
}

function compileSlice({ object, from, to, start }: Extract<Expr, { kind: "slice" }>, input: Type): Run {
  const whole = compile(object, input);
  const lower = from && compile(from, input);
  const upper = to && compile(to, input);
  return (x) => {
    const value = whole(x);
    const bounds = [lower?.(x), upper?.(x)] as const;
    progress.place = start;
    return slice(value, ...bounds);
  };
}

function compileCall({ name, args, start }: Extract<Expr, { kind: "call" }>, input: Type): Run {
  const [first, second] = args;
  if (first === undefined) return () => fail("guard/wrong-kind");
  const literal = second?.kind === "string" ? second.value : "";
  const text = (): Run<string> => compileText(first, input, start);
  switch (name) {
    case "has": {
      const document = compileDocument(first, input, start);
      const path = stepsOfPath(literal);
      return (x) => valueAt(document(x), path) !== undefined;
    }
    case "json_len":
      return compileJsonLength(compileDocument(first, input, start), second && stepsOfPath(literal), start);
    case "contains":
      return ofTexts(text(), second, input, start, (whole, part) => whole.includes(part));
    case "count":
      return ofTexts(text(), second, input, start, countOf);
    case "regex":
      return ofText(text(), compilePattern(literal));
    case "len":
      return compileLength(first, input, start);
    case "lines":
      return ofText(text(), linesOf);
    case "words":
      return ofText(text(), wordsOf);
    default:
      return () => fail("guard/wrong-kind");
  }
}

/** The value that `has` and `json_len` look into. An output is parsed once, and a text inside a value never. */
function compileDocument(expr: Expr, input: Type, start: number): Run {
  if (!isText(input)) return compile(expr, input);
  const text = compileText(expr, input, start);
  const isOutput = expr.kind === "name";
  return (x) => {
    if (isOutput && progress.document !== undefined) return progress.document;
    const source = text(x);
    progress.place = start;
    const value = parseJson(source);
    if (isOutput) progress.document = value;
    return value;
  };
}

function compileJsonLength(
  document: Run,
  path: ReturnType<typeof stepsOfPath> | undefined,
  start: number,
): Run {
  return (x) => {
    const value = document(x);
    progress.place = start;
    const found = path === undefined ? value : valueAt(value, path);
    if (found === undefined) return fail("guard/missing");
    return typeof found === "string" ? fail("guard/wrong-kind") : sizeOf(found);
  };
}

function compileLength(expr: Expr, input: Type, start: number): Run<number> {
  const run = compile(expr, input);
  if (hasType(run, typeOf(expr, input), "str")) return ofText(run, lengthOf);
  return (x) => {
    const value = run(x);
    progress.place = start;
    return sizeOf(value);
  };
}

/** An operation on one text. */
function ofText<Result extends Value>(text: Run<string>, operation: (text: string) => Result): Run<Result> {
  return text === output ? (operation as Run<Result>) : (x) => operation(text(x));
}

/** An operation on two texts, of which the second mostly stands in the guard. */
function ofTexts<Result extends Value>(
  text: Run<string>,
  part: Expr | undefined,
  input: Type,
  place: number,
  operation: (text: string, part: string) => Result,
): Run<Result> {
  if (part?.kind === "string") {
    const { value } = part;
    return ofText(text, (whole) => operation(whole, value));
  }
  const run = compileText(part, input, place);
  return (x) => operation(text(x), run(x));
}

function compileMethod({ name, object, args, start }: Extract<Expr, { kind: "method" }>, input: Type): Run {
  const text = compileText(object, input, start);
  const withPart = <Result extends Value>(operation: (text: string, part: string) => Result): Run<Result> =>
    ofTexts(text, args[0], input, start, operation);
  switch (name) {
    case "lower":
      return ofText(text, (whole) => whole.toLowerCase());
    case "upper":
      return ofText(text, (whole) => whole.toUpperCase());
    case "strip":
      return ofText(text, strip);
    case "startswith":
      return withPart((whole, part) => whole.startsWith(part));
    case "endswith":
      return withPart((whole, part) => whole.endsWith(part));
    case "count":
      return withPart(countOf);
    case "find":
      return withPart(findIn);
    default:
      return () => fail("guard/wrong-kind");
  }
}
