/**
 * The reference evaluator of guards: slow and obvious. It walks the tree over lists of code points and tagged values,
 * shares nothing with the compiler but the tree itself, and decides what every other form of a guard has to answer.
 */
import type { Expr } from "../../grammar/guard.ts";
import { searchPattern } from "./pattern.ts";

type Ref =
  | { kind: "text"; points: number[] }
  | { kind: "int"; value: bigint }
  | { kind: "float"; value: number }
  // A truth value of JSON counts as a double, a computed one as an integer.
  | { kind: "bool"; value: boolean; json: boolean }
  | { kind: "none" }
  | { kind: "list"; items: Ref[]; literal: boolean }
  | { kind: "object"; entries: [string, Ref][] };

class NoValue extends Error {}

function no(): never {
  throw new NoValue();
}

/** What has been done so far: one for an operation, and one for each unit of text, item or key that it passes over. */
let steps = 0;

/** How many steps the evaluation of one output takes, up to where it has no value. */
export function referenceSteps(expr: Expr, output: string, isText: boolean): number {
  steps = 0;
  referenceValue(expr, output, isText);
  return steps;
}

/** The answer for one output. `isText`: `x` is the text; otherwise it is the one JSON value in it. */
export function referenceValue(expr: Expr, output: string, isText: boolean): boolean {
  try {
    const text = replaceSurrogates(output);
    return truth(evaluate(expr, isText ? textOf(text) : json(text), isText));
  } catch (error) {
    if (error instanceof NoValue) return false;
    throw error;
  }
}

function replaceSurrogates(text: string): string {
  let out = "";
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    out += code >= 0xd800 && code <= 0xdfff ? "\ufffd" : char;
  }
  return out;
}

function textOf(text: string): Ref {
  return { kind: "text", points: [...text].map((char) => char.codePointAt(0) ?? 0) };
}

function stringOf(ref: Ref): string {
  return ref.kind === "text" ? String.fromCodePoint(...ref.points) : no();
}

function json(text: string): Ref {
  steps += text.length;
  let start = 0;
  let end = text.length;
  while (start < end && " \t\n\r".includes(text[start] ?? "x")) start++;
  while (end > start && " \t\n\r".includes(text[end - 1] ?? "x")) end--;
  let value: unknown;
  try {
    value = JSON.parse(text.slice(start, end));
  } catch {
    no();
  }
  // Of the text, since a repeated key takes the place of a value that was read, too.
  if (nestingOf(text) > 512) no();
  return fromJson(value);
}

/** How deep brackets and braces stand inside each other in a JSON text; those in strings are none. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of text.replace(/"(?:[^"\\]|\\.)*"/gs, "")) {
    if ("[{".includes(char)) depth++;
    if ("]}".includes(char)) depth--;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function fromJson(value: unknown): Ref {
  if (value === null) return { kind: "none" };
  if (typeof value === "boolean") return { kind: "bool", value, json: true };
  if (typeof value === "number") return Number.isFinite(value) ? { kind: "float", value } : no();
  if (typeof value === "string") return textOf(replaceSurrogates(value));
  if (Array.isArray(value)) return { kind: "list", items: value.map(fromJson), literal: false };
  const entries = new Map<string, Ref>();
  for (const [key, inner] of Object.entries(value as object))
    entries.set(replaceSurrogates(key), fromJson(inner));
  return { kind: "object", entries: [...entries] };
}

function truth(ref: Ref): boolean {
  switch (ref.kind) {
    case "text":
      return ref.points.length > 0;
    case "int":
      return ref.value !== 0n;
    case "float":
      return ref.value !== 0;
    case "bool":
      return ref.value;
    case "none":
      return false;
    case "list":
      return ref.items.length > 0;
    case "object":
      return ref.entries.length > 0;
  }
}

const bool = (value: boolean): Ref => ({ kind: "bool", value, json: false });
const int = (value: number | bigint): Ref => ({ kind: "int", value: BigInt(value) });

function evaluate(expr: Expr, x: Ref, isText: boolean): Ref {
  steps++;
  const run = (part: Expr): Ref => evaluate(part, x, isText);
  switch (expr.kind) {
    case "name":
      return x;
    case "string":
      return textOf(expr.value);
    case "number":
      return expr.float ? { kind: "float", value: expr.value } : int(expr.value);
    case "bool":
      return bool(expr.value);
    case "none":
      return { kind: "none" };
    case "list":
      return { kind: "list", items: expr.items.map(run), literal: true };
    case "or":
      for (const operand of expr.operands) if (truth(run(operand))) return bool(true);
      return bool(false);
    case "and":
      for (const operand of expr.operands) if (!truth(run(operand))) return bool(false);
      return bool(true);
    case "not":
      return bool(!truth(run(expr.operand)));
    case "negate":
      return arithmetic("-", int(0), run(expr.operand));
    case "compare": {
      let left = run(expr.first);
      for (const { operator, operand } of expr.rest) {
        const right = run(operand);
        if (!compare(operator, left, right)) return bool(false);
        left = right;
      }
      return bool(true);
    }
    case "arithmetic":
      return arithmetic(expr.operator, run(expr.left), run(expr.right));
    case "index":
      return item(run(expr.object), run(expr.index));
    case "slice":
      return cut(run(expr.object), expr.from && run(expr.from), expr.to && run(expr.to));
    case "call":
      return call(expr.name, expr.args.map(run), isText);
    case "method":
      return method(expr.name, run(expr.object), expr.args.map(run));
    case "invalid":
      return no();
  }
}

function numberOf(ref: Ref): { value: number; exact: bigint | undefined } {
  if (ref.kind === "int") return { value: Number(ref.value), exact: ref.value };
  if (ref.kind === "float") return { value: ref.value, exact: undefined };
  if (ref.kind === "bool")
    return { value: ref.value ? 1 : 0, exact: ref.json ? undefined : ref.value ? 1n : 0n };
  return no();
}

const limit = 9007199254740991n;

function arithmetic(operator: string, a: Ref, b: Ref): Ref {
  if (operator === "+" && a.kind === "text") return textOf(stringOf(a) + stringOf(b));
  const x = numberOf(a);
  const y = numberOf(b);
  if (x.exact !== undefined && y.exact !== undefined && operator !== "/") {
    const value = exact(operator, x.exact, y.exact);
    return value > limit || value < -limit ? no() : { kind: "int", value };
  }
  const value = inexact(operator, x.value, y.value);
  return Number.isFinite(value) ? { kind: "float", value } : no();
}

function exact(operator: string, a: bigint, b: bigint): bigint {
  if (operator === "+") return a + b;
  if (operator === "-") return a - b;
  if (operator === "*") return a * b;
  if (b === 0n) no();
  const remainder = ((a % b) + b) % b;
  return operator === "%" ? remainder : (a - remainder) / b;
}

/** The algorithm of CPython's float_divmod (Objects/floatobject.c, 3.11), line by line. */
function inexact(operator: string, a: number, b: number): number {
  if (operator === "+") return a + b;
  if (operator === "-") return a - b;
  if (operator === "*") return a * b;
  if (b === 0) no();
  if (operator === "/") return a / b;
  let mod = a % b;
  let div = (a - mod) / b;
  if (mod !== 0) {
    if (b < 0 !== mod < 0) {
      mod += b;
      div -= 1;
    }
  } else mod = 0;
  let floor = 0;
  if (div !== 0) {
    floor = Math.floor(div);
    if (div - floor > 0.5) floor += 1;
  }
  return operator === "%" ? mod : floor;
}

function compare(operator: string, a: Ref, b: Ref): boolean {
  switch (operator) {
    case "==":
      return equal(a, b);
    case "!=":
      return !equal(a, b);
    case "in":
      return member(a, b);
    case "not in":
      return !member(a, b);
  }
  let order: number;
  if (a.kind === "text" && b.kind === "text") {
    const at = a.points.findIndex((point, i) => point !== b.points[i]);
    steps += at === -1 ? a.points.length : at + 1;
    order = at === -1 ? a.points.length - b.points.length : (a.points[at] ?? 0) - (b.points[at] ?? -1);
  } else order = numberOf(a).value - numberOf(b).value;
  if (operator === "<") return order < 0;
  if (operator === "<=") return order <= 0;
  return operator === ">" ? order > 0 : order >= 0;
}

function equal(a: Ref, b: Ref): boolean {
  steps += a.kind === "text" && b.kind === "text" ? Math.min(a.points.length, b.points.length) : 1;
  const isNumber = (ref: Ref): boolean => ["int", "float", "bool"].includes(ref.kind);
  if (isNumber(a) && isNumber(b)) return numberOf(a).value === numberOf(b).value;
  if (a.kind === "text" && b.kind === "text") return stringOf(a) === stringOf(b);
  if (a.kind === "list" && b.kind === "list") {
    return (
      a.items.length === b.items.length &&
      a.items.every((part, i) => equal(part, b.items[i] ?? { kind: "none" }))
    );
  }
  if (a.kind === "object" && b.kind === "object") {
    const other = new Map(b.entries);
    return (
      a.entries.length === other.size &&
      a.entries.every(([key, part]) => {
        const found = other.get(key);
        return found !== undefined && equal(part, found);
      })
    );
  }
  return a.kind === "none" && b.kind === "none";
}

function member(part: Ref, whole: Ref): boolean {
  if (whole.kind === "text") return findAt(whole.points, part.kind === "text" ? part.points : no(), 0) !== -1;
  if (whole.kind === "list") return whole.items.some((candidate) => equal(candidate, part));
  if (whole.kind !== "object" || part.kind === "list" || part.kind === "object") return no();
  return (
    part.kind === "text" &&
    whole.entries.some(([key]) => {
      steps++;
      return key === stringOf(part);
    })
  );
}

function findAt(whole: number[], part: number[], from: number): number {
  for (let i = from; i + part.length <= whole.length; i++) {
    const differs = part.findIndex((point, k) => whole[i + k] !== point);
    steps += differs === -1 ? part.length : differs + 1;
    if (differs === -1) return i;
  }
  return -1;
}

function position(ref: Ref): number {
  if (ref.kind === "int") return Number(ref.value);
  return ref.kind === "float" && Number.isInteger(ref.value) ? ref.value : no();
}

function item(object: Ref, key: Ref): Ref {
  if (object.kind === "object") {
    const name = stringOf(key);
    return object.entries.find(([candidate]) => candidate === name)?.[1] ?? no();
  }
  if (object.kind === "text") steps += object.points.length;
  const list: Ref[] =
    object.kind === "text"
      ? object.points.map((point) => ({ kind: "text", points: [point] }))
      : object.kind === "list"
        ? object.items
        : no();
  const at = position(key);
  return list[at < 0 ? list.length + at : at] ?? no();
}

function cut(object: Ref, from: Ref | undefined, to: Ref | undefined): Ref {
  const bounds = [
    from === undefined ? 0 : position(from),
    to === undefined ? undefined : position(to),
  ] as const;
  if (object.kind === "text") steps += object.points.length;
  if (object.kind === "text") return { kind: "text", points: object.points.slice(...bounds) };
  return object.kind === "list" ? { ...object, items: object.items.slice(...bounds) } : no();
}

function follow(root: Ref, path: string): Ref | undefined {
  let at: Ref | undefined = root;
  for (const part of path.split(".")) {
    if (at?.kind === "object") at = at.entries.find(([key]) => key === part)?.[1];
    else if (at?.kind === "list" && /^(0|[1-9][0-9]*)$/.test(part)) at = at.items[Number(part)];
    else return undefined;
  }
  return at;
}

function call(name: string, args: Ref[], isText: boolean): Ref {
  const [first = no(), second] = args;
  const open = (ref: Ref): Ref => (isText && ref.kind === "text" ? json(stringOf(ref)) : ref);
  const text = (ref: Ref | undefined): number[] => (ref?.kind === "text" ? ref.points : no());
  switch (name) {
    case "has":
      return bool(follow(open(first), stringOf(second ?? no())) !== undefined);
    case "json_len": {
      const value = open(first);
      const found = second === undefined ? value : follow(value, stringOf(second));
      if (found?.kind === "list") return int(found.items.length);
      return found?.kind === "object" ? int(found.entries.length) : no();
    }
    case "contains":
      return bool(findAt(text(first), text(second), 0) !== -1);
    case "count":
      return int(occurrences(text(first), text(second)));
    case "regex":
      steps += text(first).length;
      return bool(searchPattern(stringOf(second ?? no()), stringOf(first)));
    case "len":
      if (first.kind === "text") steps += first.points.length;
      if (first.kind === "text") return int(first.points.length);
      if (first.kind === "list") return int(first.items.length);
      return first.kind === "object" ? int(first.entries.length) : no();
    case "lines":
      return int(lineCount(text(first)));
    case "words":
      return int(wordCount(text(first)));
    default:
      return no();
  }
}

function occurrences(whole: number[], part: number[]): number {
  if (part.length === 0) return whole.length + 1;
  let count = 0;
  for (let at = findAt(whole, part, 0); at !== -1; at = findAt(whole, part, at + part.length)) count++;
  return count;
}

// Python 3.11, str.splitlines and str.isspace.
const lineEnds = new Set([0x0a, 0x0b, 0x0c, 0x0d, 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029]);
const blanks = new Set([
  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002,
  0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
]);

function lineCount(points: number[]): number {
  steps += points.length;
  let count = 0;
  let open = false;
  for (let i = 0; i < points.length; i++) {
    const point = points[i] ?? 0;
    if (!lineEnds.has(point)) open = true;
    else {
      if (point === 0x0d && points[i + 1] === 0x0a) i++;
      count++;
      open = false;
    }
  }
  return count + (open ? 1 : 0);
}

function wordCount(points: number[]): number {
  steps += points.length;
  return points.filter((point, i) => !blanks.has(point) && (i === 0 || blanks.has(points[i - 1] ?? 0)))
    .length;
}

function method(name: string, object: Ref, args: Ref[]): Ref {
  const points = object.kind === "text" ? object.points : no();
  const part = args[0] === undefined ? [] : args[0].kind === "text" ? args[0].points : no();
  if (["lower", "upper", "strip"].includes(name)) steps += points.length;
  switch (name) {
    case "lower":
      return textOf(stringOf(object).toLowerCase());
    case "upper":
      return textOf(stringOf(object).toUpperCase());
    case "strip": {
      let start = 0;
      let end = points.length;
      while (start < end && blanks.has(points[start] ?? 0)) start++;
      while (end > start && blanks.has(points[end - 1] ?? 0)) end--;
      return { kind: "text", points: points.slice(start, end) };
    }
    case "startswith":
      return bool(part.every((point, i) => points[i] === point));
    case "endswith":
      return bool(
        part.length <= points.length &&
          part.every((point, i) => points[points.length - part.length + i] === point),
      );
    case "count":
      return int(occurrences(points, part));
    case "find":
      return int(findAt(points, part, 0));
    default:
      return no();
  }
}
