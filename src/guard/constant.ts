import type { Expr } from "../../grammar/guard.ts";
import { printGuard } from "../../grammar/print.ts";
import type { Predicate } from "../ir/guard.ts";
import { compilePredicate } from "./evaluate.ts";
import { anywhere } from "./features.ts";
import { typeOf, typeOfInput } from "./types.ts";

export interface Verdict {
  readonly value: boolean;
  readonly reason: string;
}

/**
 * Whether a predicate has the same value for every output, where that is certain. Lengths and counts are variables over
 * the integers from 0, everything else that is not understood is a free truth value; the predicate is tried on every
 * combination. A verdict over that larger space holds for all outputs. Undefined: it depends, or too many variables.
 */
export function constantVerdict(predicate: Predicate): Verdict | undefined {
  const { expr } = predicate;
  const space = variablesOf(predicate);
  const combinations = [...space.values()].reduce((product, values) => product * values.length, 1);
  if (combinations > 4096) return undefined;
  const outcomes = new Set<boolean>();
  for (const assignment of assignments([...space.entries()])) {
    outcomes.add(truth(expr, predicate, assignment));
    if (outcomes.size > 1) return undefined;
  }
  const [value] = outcomes;
  if (value === undefined || (value && !isTotal(expr, predicate))) return undefined;
  return { value, reason: reasonOf(space, value, predicate) };
}

type Value = number | boolean;
type Assignment = ReadonlyMap<string, Value>;

function reasonOf(
  space: ReadonlyMap<string, readonly Value[]>,
  value: boolean,
  { input }: Predicate,
): string {
  const numbers = [...space].filter(([, values]) => typeof values[0] === "number").map(([name]) => name);
  if (numbers.length > 0) {
    const names = numbers.map((name) => `\`${name}\``).join(" and ");
    return `no value of ${names} makes it ${value ? "false" : "true"}`;
  }
  const scope = input.kind === "str" || input.kind === "any" ? "the output" : "an output that can be read";
  return `it does not depend on ${scope}`;
}

/** Every variable of the predicate with the values that can tell its outcomes apart. */
function variablesOf(predicate: Predicate): Map<string, readonly Value[]> {
  const space = new Map<string, readonly Value[]>();
  const visit = (expr: Expr): void => {
    if (expr.kind === "or" || expr.kind === "and") expr.operands.forEach(visit);
    else if (expr.kind === "not") visit(expr.operand);
    else {
      const bounds = boundsOf(expr, predicate);
      if (bounds === undefined) {
        if (constantOf(expr, predicate) === undefined) space.set(printGuard(expr), [false, true]);
        return;
      }
      const before = (space.get(bounds.subject) ?? []) as readonly number[];
      space.set(bounds.subject, [...new Set([...before, ...bounds.points])]);
    }
  };
  visit(predicate.expr);
  return space;
}

/** What is known of a condition on one measure: `len(x) > 3`, or `len(x)` alone, which is true from 1 on. */
function boundsOf(
  expr: Expr,
  predicate: Predicate,
): { readonly subject: string; readonly points: readonly number[] } | undefined {
  return isMeasure(expr, predicate)
    ? { subject: printGuard(expr), points: [0, 1] }
    : boundsIn(expr, predicate);
}

/** `len(x) > 3`: one measure of the text, compared with numbers only. */
function boundsIn(
  expr: Expr,
  predicate: Predicate,
): { readonly subject: string; readonly points: readonly number[] } | undefined {
  if (expr.kind !== "compare") return undefined;
  const operands = [expr.first, ...expr.rest.map(({ operand }) => operand)];
  const subjects = new Set<string>();
  const points = [0];
  for (const operand of operands) {
    const number = numberOf(operand);
    if (number !== undefined) points.push(...[-1, 0, 1, 2].map((step) => Math.floor(number) + step));
    else if (isMeasure(operand, predicate)) subjects.add(printGuard(operand));
    else return undefined;
  }
  const [subject] = subjects;
  if (subject === undefined || subjects.size > 1) return undefined;
  if (expr.rest.some(({ operator }) => operator === "in" || operator === "not in")) return undefined;
  return { subject, points: points.filter((point) => point >= 0) };
}

function numberOf(expr: Expr): number | undefined {
  if (expr.kind === "number") return expr.value;
  return expr.kind === "negate" && expr.operand.kind === "number" ? -expr.operand.value : undefined;
}

/** A whole number from 0 that never fails: the size of the text in some unit. */
function isMeasure(expr: Expr, predicate: Predicate): boolean {
  if (expr.kind !== "call" || !["len", "count", "lines", "words"].includes(expr.name)) return false;
  return expr.args.every((arg) => isTotal(arg, predicate) && typeOf(arg, predicate.input) === "str");
}

function* assignments(variables: readonly (readonly [string, readonly Value[]])[]): Iterable<Assignment> {
  const [first, ...rest] = variables;
  if (first === undefined) {
    yield new Map();
    return;
  }
  const [name, values] = first;
  for (const inner of assignments(rest)) {
    for (const value of values) yield new Map([...inner, [name, value]]);
  }
}

function truth(expr: Expr, predicate: Predicate, assignment: Assignment): boolean {
  if (expr.kind === "or") return expr.operands.some((operand) => truth(operand, predicate, assignment));
  if (expr.kind === "and") return expr.operands.every((operand) => truth(operand, predicate, assignment));
  if (expr.kind === "not") return !truth(expr.operand, predicate, assignment);
  const free = assignment.get(printGuard(expr));
  if (free !== undefined) return Boolean(free);
  const constant = constantOf(expr, predicate);
  if (constant !== undefined) return constant;
  return (
    expr.kind === "compare" &&
    holds(expr, (operand) => numberOf(operand) ?? Number(assignment.get(printGuard(operand))))
  );
}

function holds(
  { first, rest }: Extract<Expr, { kind: "compare" }>,
  valueOf: (operand: Expr) => number,
): boolean {
  let left = valueOf(first);
  return rest.every(({ operator, operand }) => {
    const right = valueOf(operand);
    const result = compare(operator, left, right);
    left = right;
    return result;
  });
}

function compare(operator: string, left: number, right: number): boolean {
  switch (operator) {
    case "==":
      return left === right;
    case "!=":
      return left !== right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    default:
      return left >= right;
  }
}

/** The truth of an expression that cannot depend on x; undefined where it does, or where it fails. */
function constantOf(expr: Expr, predicate: Predicate): boolean | undefined {
  if (holdsForEveryText(expr, predicate)) return true;
  if (anywhere(expr, (part) => part.kind === "name" || part.kind === "invalid")) return undefined;
  const { value, error } = compilePredicate({ ...predicate, expr })("null");
  return error === undefined ? value : undefined;
}

/** The empty text is in, at the start and at the end of every text. */
function holdsForEveryText(expr: Expr, predicate: Predicate): boolean {
  const isEmpty = (part: Expr | undefined): boolean => part?.kind === "string" && part.value === "";
  const isText = (part: Expr | undefined): boolean =>
    part?.kind === "name" && typeOf(part, predicate.input) === "str";
  switch (expr.kind) {
    case "compare":
      return (
        expr.rest.length === 1 &&
        expr.rest[0]?.operator === "in" &&
        isEmpty(expr.first) &&
        isText(expr.rest[0].operand)
      );
    case "call":
      return (
        (expr.name === "contains" || expr.name === "regex") && isText(expr.args[0]) && isEmpty(expr.args[1])
      );
    case "method":
      return (
        (expr.name === "startswith" || expr.name === "endswith") &&
        isText(expr.object) &&
        isEmpty(expr.args[0])
      );
    default:
      return false;
  }
}

/** True where no evaluation can fail. Arithmetic counts as partial, since its result may be out of range. */
function isTotal(expr: Expr, predicate: Predicate): boolean {
  return !anywhere(expr, (part) => {
    switch (part.kind) {
      case "index":
      case "slice":
      case "arithmetic":
      case "invalid":
        return true;
      case "negate":
        return typeOf(part.operand, predicate.input) === "json";
      case "compare":
        return (
          [part.first, ...part.rest.map(({ operand }) => operand)].some(
            (operand) => typeOf(operand, predicate.input) === "json",
          ) && part.rest.some(({ operator }) => operator !== "==" && operator !== "!=")
        );
      case "call":
        return (
          part.name === "json_len" ||
          (part.name === "has"
            ? typeOfInput(predicate.input) === "str"
            : part.args.some((arg) => typeOf(arg, predicate.input) === "json"))
        );
      case "method":
        return [part.object, ...part.args].some((inner) => typeOf(inner, predicate.input) === "json");
      default:
        return false;
    }
  });
}
