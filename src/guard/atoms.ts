import type { Expr } from "../../grammar/guard.ts";
import { printGuard } from "../../grammar/print.ts";
import type { Predicate } from "../ir/guard.ts";
import { compilePredicate } from "./evaluate.ts";
import { anywhere, literalOf } from "./features.ts";
import type { Valuation } from "./languages.ts";
import { asLanguage, feasibleTogether } from "./languages.ts";
import { isTotal } from "./total.ts";
import { typeOf } from "./types.ts";
import { order } from "./values.ts";

/**
 * The joint truth values that the atoms of a predicate can have: at least those that some output gives them. Atoms about
 * one subject are taken together, atoms about different subjects are taken for independent.
 */
export interface Space {
  readonly groups: readonly Group[];
  readonly valuations: readonly Valuation[];
}

/** Atoms about one subject: the size of a text, a value of JSON, a text, or one condition of which nothing is known. */
interface Group {
  readonly kind: "measure" | "value" | "text" | "free";
  readonly subject: string;
  readonly valuations: readonly Valuation[];
}

// More combinations than this are not worth the time: nothing is said of the predicate.
const mostValuations = 4096;

/** The space of a predicate; undefined where it has too many combinations. */
export function spaceOf(predicate: Predicate): Space | undefined {
  const atoms = atomsIn(predicate.expr);
  const subjects = new Map<string, Expr[]>();
  for (const atom of atoms.values()) {
    const subject = subjectOf(atom, predicate);
    subjects.set(subject, [...(subjects.get(subject) ?? []), atom]);
  }
  const groups = [...subjects.entries()].flatMap(([subject, own]) => groupOf(subject, own, predicate) ?? []);
  if (groups.length < subjects.size) return undefined;
  const size = groups.reduce((product, { valuations }) => product * valuations.length, 1);
  if (size > mostValuations) return undefined;
  return { groups, valuations: groups.reduce<readonly Valuation[]>(joined, [new Map()]) };
}

function joined(before: readonly Valuation[], { valuations }: Group): readonly Valuation[] {
  return before.flatMap((left) => valuations.map((right) => new Map([...left, ...right])));
}

/** The conditions that are not made of others, each once. */
function atomsIn(expr: Expr): ReadonlyMap<string, Expr> {
  if (expr.kind === "or" || expr.kind === "and") {
    return new Map(expr.operands.flatMap((operand) => [...atomsIn(operand)]));
  }
  if (expr.kind === "not") return atomsIn(expr.operand);
  return new Map([[printGuard(expr), expr]]);
}

/** The truth of an expression under the truth of its atoms. */
export function truthOf(expr: Expr, valuation: Valuation): boolean {
  if (expr.kind === "or") return expr.operands.some((operand) => truthOf(operand, valuation));
  if (expr.kind === "and") return expr.operands.every((operand) => truthOf(operand, valuation));
  if (expr.kind === "not") return !truthOf(expr.operand, valuation);
  return valuation.get(printGuard(expr)) ?? false;
}

/** `kind:subject`; atoms with the same are about the same thing. */
function subjectOf(atom: Expr, predicate: Predicate): string {
  const point = compared(atom, predicate);
  if (point !== undefined) return `${point.kind}:${printGuard(point.subject)}`;
  const language = asLanguage(atom, predicate);
  return language === undefined ? `free:${printGuard(atom)}` : `text:${language.subject}`;
}

function groupOf(key: string, atoms: readonly Expr[], predicate: Predicate): Group | undefined {
  const colon = key.indexOf(":");
  const kind = key.slice(0, colon) as Group["kind"];
  const subject = key.slice(colon + 1);
  switch (kind) {
    case "measure":
    case "value":
      return { kind, subject, valuations: distinct(pointValuations(kind, atoms)) };
    case "text": {
      const valuations = feasibleTogether(atoms, predicate);
      return valuations === undefined ? undefined : { kind, subject, valuations };
    }
    case "free":
      return { kind, subject, valuations: freeValuations(atoms, predicate) };
  }
}

function distinct(valuations: readonly Valuation[]): readonly Valuation[] {
  return [...new Map(valuations.map((valuation) => [[...valuation.values()].join(), valuation])).values()];
}

function freeValuations(atoms: readonly Expr[], predicate: Predicate): readonly Valuation[] {
  return atoms.flatMap((atom) => {
    const constant = constantOf(atom, predicate);
    const values = constant === undefined ? [false, true] : [constant];
    return values.map((value) => new Map([[printGuard(atom), value]]));
  });
}

/** The truth of an expression that cannot depend on x; undefined where it does, or where it fails. */
function constantOf(expr: Expr, predicate: Predicate): boolean | undefined {
  if (anywhere(expr, (part) => part.kind === "name" || part.kind === "invalid")) return undefined;
  const { value, error } = compilePredicate({ ...predicate, expr })("null");
  return error === undefined ? value : undefined;
}

/** What a comparison with literals is about. */
interface Compared {
  /** `measure`: a whole number from 0 that never fails. `value`: any value of JSON. */
  readonly kind: "measure" | "value";
  readonly subject: Expr;
}

/** A value that a guard can write: truth values are the numbers that they equal. */
type Literal = number | string | null;

/** A literal, or `other` for a value that equals none of those that are written and has no order with them. */
type Point = Literal | typeof other;
const other = Symbol("other");

/** `len(x) > 3`, `0 < x['a'] <= 9`, `x in ['a', 'b']`: one subject, compared with literals only; or a measure alone. */
function compared(atom: Expr, predicate: Predicate): Compared | undefined {
  if (isMeasure(atom, predicate)) return { kind: "measure", subject: atom };
  if (atom.kind !== "compare") return undefined;
  const subjects = operandsOf(atom).filter((operand) => pointOf(operand) === undefined);
  const outside = subjects.filter((operand) => operand.kind !== "list");
  const [subject] = outside;
  if (subject === undefined || new Set(outside.map(printGuard)).size > 1) return undefined;
  if (!hasKnownLinks(atom)) return undefined;
  if (isMeasure(subject, predicate)) {
    const isNumeric =
      subjects.length === outside.length && literalsIn(atom).every((value) => typeof value === "number");
    return isNumeric ? { kind: "measure", subject } : undefined;
  }
  const isFixed = !anywhere(subject, (part) => part.kind === "name");
  const type = typeOf(subject, predicate.input);
  return isFixed || type === "str" || type === "unknown" ? undefined : { kind: "value", subject };
}

type Compare = Extract<Expr, { kind: "compare" }>;

function operandsOf({ first, rest }: Compare): readonly Expr[] {
  return [first, ...rest.map(({ operand }) => operand)];
}

/** Lists stand only behind `in`, hold literals only, and nothing but a list does. */
function hasKnownLinks({ first, rest }: Compare): boolean {
  if (first.kind === "list") return false;
  return rest.every(({ operator, operand }) => {
    const isIn = operator === "in" || operator === "not in";
    if (operand.kind !== "list") return !isIn;
    return isIn && operand.items.every((item) => pointOf(item) !== undefined);
  });
}

function pointOf(expr: Expr): Literal | undefined {
  const literal = literalOf(expr);
  return typeof literal?.value === "boolean" ? Number(literal.value) : literal?.value;
}

function literalsIn(atom: Expr): readonly Literal[] {
  if (atom.kind !== "compare") return [0];
  return operandsOf(atom)
    .flatMap((operand) => (operand.kind === "list" ? operand.items : [operand]))
    .flatMap((operand) => {
      const literal = pointOf(operand);
      return literal === undefined ? [] : [literal];
    });
}

/** A whole number from 0 that never fails: the size of the text in some unit. */
function isMeasure(expr: Expr, predicate: Predicate): boolean {
  if (expr.kind !== "call" || !["len", "count", "lines", "words"].includes(expr.name)) return false;
  return expr.args.every((arg) => isTotal(arg, predicate) && typeOf(arg, predicate.input) === "str");
}

/** One valuation for each point that the comparisons can tell apart from the others. */
function pointValuations(kind: Compared["kind"], atoms: readonly Expr[]): readonly Valuation[] {
  const literals = atoms.flatMap(literalsIn);
  const points: readonly Point[] =
    kind === "measure" ? measures(literals) : [...numbers(literals), ...words(literals), other];
  return points.map((point) => new Map(atoms.map((atom) => [printGuard(atom), holdsAt(atom, point)])));
}

function measures(literals: readonly Literal[]): readonly number[] {
  const near = literals.flatMap((literal) =>
    typeof literal === "number" ? [-1, 0, 1, 2].map((step) => Math.floor(literal) + step) : [],
  );
  return [...new Set([0, 1, ...near])].filter((point) => point >= 0);
}

/** Each number, one between any two neighbours, and one beyond each end. */
function numbers(literals: readonly Literal[]): readonly number[] {
  const sorted = [...new Set(literals.filter((literal) => typeof literal === "number"))].toSorted(
    (a, b) => a - b,
  );
  const between = sorted.slice(1).map((right, i) => ((sorted[i] ?? right) + right) / 2);
  return [...sorted, ...between, (sorted[0] ?? 0) - 1, (sorted.at(-1) ?? 0) + 1];
}

/** Texts have an order too, so where texts are written each neighbourhood of one is a point. */
function words(literals: readonly Literal[]): readonly Literal[] {
  const texts = [...new Set(literals.filter((literal) => typeof literal === "string"))];
  const around = texts.flatMap((text) => [text, `${text}\0`]);
  return [...new Set([...around, "", ...literals.filter((literal) => literal === null)])];
}

function holdsAt(atom: Expr, point: Point): boolean {
  if (atom.kind !== "compare") return typeof point === "number" && point > 0;
  const valueOf = (operand: Expr): Point => pointOf(operand) ?? (operand.kind === "none" ? null : point);
  let left = valueOf(atom.first);
  return atom.rest.every(({ operator, operand }) => {
    if (operand.kind === "list") {
      const isIn = operand.items.some((item) => valueOf(item) === left);
      return operator === "in" ? isIn : !isIn;
    }
    const right = valueOf(operand);
    const result = compare(operator, left, right);
    left = right;
    return result;
  });
}

/** What has no order with the other side fails, and the guard is false as a whole. */
function compare(operator: string, left: Point, right: Point): boolean {
  if (operator === "==") return left === right;
  if (operator === "!=") return left !== right;
  if (typeof left !== typeof right || (typeof left !== "number" && typeof left !== "string")) return false;
  const sign = order(left, right as typeof left);
  switch (operator) {
    case "<":
      return sign < 0;
    case "<=":
      return sign <= 0;
    case ">":
      return sign > 0;
    default:
      return sign >= 0;
  }
}
