/** The values of a guard at run time, and what Python means by the operations on them. */

export type Value = string | number | boolean | null | readonly Value[] | JsonObject;

interface JsonObject {
  readonly [key: string]: Value;
}

/** An operation had no value; the whole predicate is false. Thrown and caught inside the evaluator only. */
export class GuardFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode) {
    super(code);
    this.code = code;
  }
}

export type FailureCode =
  "guard/bad-json" | "guard/wrong-kind" | "guard/missing" | "guard/division-by-zero" | "guard/out-of-range";

export function fail(code: FailureCode): never {
  throw new GuardFailure(code);
}

/** Half of a surrogate pair is no character; it becomes U+FFFD before anything looks at it. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}

function isObject(value: Value): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function truthy(value: Value): boolean {
  if (typeof value === "object" && value !== null) {
    return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0;
  }
  return value !== null && value !== false && value !== 0 && value !== "";
}

/** Deep equality; truth values equal 0 and 1, objects have no order. */
export function equal(a: Value, b: Value): boolean {
  const x = typeof a === "boolean" ? Number(a) : a;
  const y = typeof b === "boolean" ? Number(b) : b;
  if (x === y) return true;
  if (Array.isArray(x) || Array.isArray(y)) {
    return (
      Array.isArray(x) &&
      Array.isArray(y) &&
      x.length === y.length &&
      x.every((item: Value, i) => equal(item, y[i] as Value))
    );
  }
  if (typeof x !== "object" || typeof y !== "object" || x === null || y === null) return false;
  const one = x as JsonObject;
  const other = y as JsonObject;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && equal(one[key] ?? null, other[key] ?? null))
  );
}

/** Two numbers, or two texts by code point; anything else has no order. */
export function order(a: Value, b: Value): number {
  if (typeof a === "string" && typeof b === "string") return compareCodePoints(a, b);
  return numberOf(a) - numberOf(b);
}

export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    // Where two units differ, surrogates stand for code points above every other unit.
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

export function contains(container: Value, item: Value): boolean {
  if (typeof container === "string") return container.includes(stringOf(item));
  if (Array.isArray(container)) return container.some((member: Value) => equal(member, item));
  if (container !== null && typeof container === "object") {
    // A key of an object is a text; what cannot be a key in Python is an error there.
    if (typeof item === "object" && item !== null) fail("guard/wrong-kind");
    return typeof item === "string" && Object.hasOwn(container, item);
  }
  return fail("guard/wrong-kind");
}

export function stringOf(value: Value): string {
  return typeof value === "string" ? value : fail("guard/wrong-kind");
}

/** A truth value counts as 0 or 1. */
export function numberOf(value: Value): number {
  if (typeof value === "boolean") return Number(value);
  return typeof value === "number" ? value : fail("guard/wrong-kind");
}

/** An integer result has to be exact, every other finite. */
export function inRange(value: number, integer: boolean): number {
  return (integer ? Number.isSafeInteger(value) : Number.isFinite(value))
    ? value
    : fail("guard/out-of-range");
}

/** CPython's divmod: the remainder has the sign of the divisor. */
export function divmod(a: number, b: number): readonly [quotient: number, remainder: number] {
  if (b === 0) fail("guard/division-by-zero");
  let remainder = a % b;
  let quotient = (a - remainder) / b;
  if (remainder !== 0 && remainder < 0 !== b < 0) {
    remainder += b;
    quotient -= 1;
  } else if (remainder === 0) remainder = b < 0 ? -0 : 0;
  if (quotient === 0) return [0, remainder];
  const floor = Math.floor(quotient);
  return [quotient - floor > 0.5 ? floor + 1 : floor, remainder];
}

const surrogate = /[\ud800-\udfff]/;

/** Length in code points. */
export function lengthOf(text: string): number {
  if (!surrogate.test(text)) return text.length;
  let count = 0;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count++;
  return count;
}

/** The code points of a text, for indices. */
function codePoints(text: string): readonly string[] {
  return surrogate.test(text) ? [...text] : text.split("");
}

export function sizeOf(value: Value): number {
  if (typeof value === "string") return lengthOf(value);
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : fail("guard/wrong-kind");
}

/** Occurrences that do not overlap; the empty text occurs around every character. */
export function countOf(text: string, part: string): number {
  if (part === "") return lengthOf(text) + 1;
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

/** Code-point index of the first occurrence, or -1. */
export function findIn(text: string, part: string): number {
  const at = text.indexOf(part);
  return at <= 0 ? at : lengthOf(text.slice(0, at));
}

// Python 3.11: str.isspace without what Unicode added later, and the line ends of str.splitlines.
const blank = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const leading = new RegExp(`^[${blank}]*`);
const blankUnit = new RegExp(`^[${blank}]`);
const word = new RegExp(`[^${blank}]+`, "g");
const lastLineEnd = /[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;
const lineEnd = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/g;

export function strip(text: string): string {
  const start = leading.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > start && blankUnit.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

export function wordsOf(text: string): number {
  return text.match(word)?.length ?? 0;
}

export function linesOf(text: string): number {
  const ends = text.match(lineEnd)?.length ?? 0;
  return text === "" || lastLineEnd.test(text.charAt(text.length - 1)) ? ends : ends + 1;
}

/** An index may be an integral double. */
function indexOf(value: Value): number {
  if (typeof value !== "number" || !Number.isInteger(value)) return fail("guard/wrong-kind");
  return value;
}

export function itemAt(object: Value, key: Value): Value {
  if (isObject(object)) {
    const name = stringOf(key);
    return Object.hasOwn(object, name) ? (object[name] ?? null) : fail("guard/missing");
  }
  const index = indexOf(key);
  const list: readonly Value[] | undefined =
    typeof object === "string" ? codePoints(object) : Array.isArray(object) ? object : undefined;
  if (list === undefined) return fail("guard/wrong-kind");
  const item = list[index < 0 ? list.length + index : index];
  return item === undefined ? fail("guard/missing") : item;
}

export function slice(object: Value, from: Value | undefined, to: Value | undefined): Value {
  const bounds = [
    from === undefined ? 0 : indexOf(from),
    to === undefined ? undefined : indexOf(to),
  ] as const;
  if (typeof object === "string")
    return codePoints(object)
      .slice(...bounds)
      .join("");
  return Array.isArray(object) ? (object as readonly Value[]).slice(...bounds) : fail("guard/wrong-kind");
}

/** A part of a dotted path: a key of an object, and an index of a list where it is written as one. */
interface PathStep {
  readonly key: string;
  readonly index: number | undefined;
}

export function stepsOfPath(path: string): readonly PathStep[] {
  return path
    .split(".")
    .map((key) => ({ key, index: /^(?:0|[1-9]\d*)$/.test(key) ? Number(key) : undefined }));
}

/** The value at a path. Undefined where there is none. */
export function valueAt(root: Value, path: readonly PathStep[]): Value | undefined {
  let value: Value | undefined = root;
  for (const { key, index } of path) {
    if (typeof value !== "object" || value === null) return undefined;
    if (Array.isArray(value)) value = index === undefined ? undefined : (value as readonly Value[])[index];
    else value = Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;
  }
  return value;
}
