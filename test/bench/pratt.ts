import type { ArithmeticOperator, Comparison, ComparisonOperator, Expr } from "../../grammar/guard.ts";
import { decodeLiteral } from "../../grammar/literal.ts";

/**
 * A parser of guards as one writes it by hand when nothing but speed counts: a scanner of character codes and
 * precedence climbing. It gives the tree of `parseGuard` for every guard that has no mistake, and throws at the first
 * mistake of any other, without a word on what is wrong.
 */
export function parseByHand(text: string): Expr {
  if (text.length > 4096) throw new SyntaxError("too long");
  const reader: Reader = { text, at: 0, token: "end", start: 0, end: 0, last: 0, depth: 0 };
  advance(reader);
  const expr = expression(reader, powers.or);
  if (reader.token !== "end") throw mistake(reader);
  return expr;
}

interface Reader {
  readonly text: string;
  /** Where the scanner stands. */
  at: number;
  /** What kind of token was read last: its own text where it is a word or sign of the language. */
  token: string;
  start: number;
  end: number;
  /** The end of the token before. */
  last: number;
  depth: number;
}

/** How tightly operators bind. */
const powers = { or: 1, and: 2, not: 3, compare: 4, sum: 5, product: 6, sign: 7 } as const;

const infix: Readonly<Record<string, number>> = {
  or: powers.or,
  and: powers.and,
  in: powers.compare,
  not: powers.compare,
  "==": powers.compare,
  "!=": powers.compare,
  "<": powers.compare,
  "<=": powers.compare,
  ">": powers.compare,
  ">=": powers.compare,
  "+": powers.sum,
  "-": powers.sum,
  "*": powers.product,
  "/": powers.product,
  "//": powers.product,
  "%": powers.product,
};

function mistake({ text, start }: Reader): Error {
  return new SyntaxError(`at ${start} of ${text}`);
}

function expression(reader: Reader, power: number): Expr {
  if (++reader.depth > 64) throw mistake(reader);
  let left = operand(reader, power);
  for (;;) {
    const found = infix[reader.token];
    if (found === undefined || found < power) break;
    if (found === powers.or || found === powers.and) left = junction(reader, left, found);
    else if (found === powers.compare) left = comparison(reader, left);
    else left = arithmetic(reader, left, found);
  }
  reader.depth--;
  return left;
}

function junction(reader: Reader, first: Expr, power: number): Expr {
  const kind = power === powers.or ? "or" : "and";
  const operands = [first];
  let end = first.end;
  while (reader.token === kind) {
    advance(reader);
    const next = expression(reader, power + 1);
    operands.push(next);
    end = next.end;
  }
  return { kind, operands, start: first.start, end };
}

function comparison(reader: Reader, first: Expr): Expr {
  const rest: Comparison[] = [];
  let end = first.end;
  let members = 0;
  while (infix[reader.token] === powers.compare) {
    const { start, token } = reader;
    let operatorEnd = reader.end;
    let operator = token as ComparisonOperator;
    if (token === "not") {
      advance(reader);
      operatorEnd = reader.end;
      if (reader.token !== "in") throw mistake(reader);
      operator = "not in";
    }
    if (reader.token === "in") members++;
    advance(reader);
    const next = expression(reader, powers.sum);
    rest.push({ operator, operand: next, start, end: operatorEnd });
    end = next.end;
  }
  if (rest.length > 1 && members > 0) throw mistake(reader);
  return { kind: "compare", first, rest, start: first.start, end };
}

function arithmetic(reader: Reader, left: Expr, power: number): Expr {
  const operator = reader.token as ArithmeticOperator;
  advance(reader);
  const right = expression(reader, power + 1);
  return { kind: "arithmetic", operator, left, right, start: left.start, end: right.end };
}

function operand(reader: Reader, power: number): Expr {
  const { token, start } = reader;
  if (token === "not" && power <= powers.not) {
    advance(reader);
    const inner = expression(reader, powers.not);
    return { kind: "not", operand: inner, start, end: inner.end };
  }
  if (token === "-") {
    advance(reader);
    const inner = expression(reader, powers.sign);
    return { kind: "negate", operand: inner, start, end: inner.end };
  }
  let object = atom(reader);
  for (;;) {
    if (reader.token === ".") object = method(reader, object);
    else if (reader.token === "[") object = subscript(reader, object);
    else return object;
  }
}

function isAt({ token }: Reader, wanted: string): boolean {
  return token === wanted;
}

function expect(reader: Reader, token: string): void {
  if (reader.token !== token) throw mistake(reader);
  advance(reader);
}

function method(reader: Reader, object: Expr): Expr {
  advance(reader);
  if (reader.token !== "name") throw mistake(reader);
  const nameAt = { start: reader.start, end: reader.end };
  const name = reader.text.slice(reader.start, reader.end);
  advance(reader);
  const args = list(reader, "(", ")");
  return { kind: "method", object, name, nameAt, args, start: object.start, end: reader.last };
}

function subscript(reader: Reader, object: Expr): Expr {
  advance(reader);
  const from = isAt(reader, ":") ? undefined : expression(reader, powers.or);
  if (!isAt(reader, ":")) {
    expect(reader, "]");
    if (from === undefined) throw mistake(reader);
    return { kind: "index", object, index: from, start: object.start, end: reader.last };
  }
  advance(reader);
  const to = isAt(reader, "]") ? undefined : expression(reader, powers.or);
  expect(reader, "]");
  return { kind: "slice", object, from, to, start: object.start, end: reader.last };
}

function list(reader: Reader, open: string, close: string): readonly Expr[] {
  const items: Expr[] = [];
  expect(reader, open);
  while (reader.token !== close) {
    items.push(expression(reader, powers.or));
    if (reader.token !== ",") break;
    advance(reader);
    if (reader.token === close) throw mistake(reader);
  }
  expect(reader, close);
  return items;
}

function atom(reader: Reader): Expr {
  const { token, start, end, text } = reader;
  switch (token) {
    case "text":
      return string(reader);
    case "number":
      return number(reader);
    case "name": {
      advance(reader);
      const name = text.slice(start, end);
      if (reader.token === "(") {
        const args = list(reader, "(", ")");
        return { kind: "call", name, nameAt: { start, end }, args, start, end: reader.last };
      }
      if (name !== "x") throw mistake(reader);
      return { kind: "name", start, end };
    }
    case "true":
    case "false":
      advance(reader);
      return { kind: "bool", value: token === "true", start, end };
    case "none":
      advance(reader);
      return { kind: "none", start, end };
    case "(": {
      advance(reader);
      const inner = expression(reader, powers.or);
      expect(reader, ")");
      return { ...inner, start, end: reader.last };
    }
    case "[": {
      const items = list(reader, "[", "]");
      return { kind: "list", items, start, end: reader.last };
    }
    default:
      throw mistake(reader);
  }
}

function number(reader: Reader): Expr {
  const { start, end, text } = reader;
  const written = text.slice(start, end);
  const value = Number(written);
  const float = /[.eE]/.test(written);
  if (float ? !Number.isFinite(value) : !Number.isSafeInteger(value) || /^0\d/.test(written))
    throw mistake(reader);
  advance(reader);
  return { kind: "number", value, float, start, end };
}

function string(reader: Reader): Expr {
  const { start, text } = reader;
  let value = "";
  let backspace = false;
  while (reader.token === "text") {
    const quote = text.charCodeAt(reader.start) === 0x22 || text.charCodeAt(reader.start) === 0x27;
    const body = quote ? text.slice(reader.start + 1, reader.end - 1) : undefined;
    if (body !== undefined && !body.includes("\\") && body.isWellFormed()) value += body;
    else {
      const decoded = decodeLiteral(text.slice(reader.start, reader.end));
      if (decoded.problem !== undefined) throw mistake(reader);
      value += decoded.value;
      backspace ||= decoded.backspace;
    }
    advance(reader);
  }
  return { kind: "string", value, backspace, start, end: reader.last };
}

/** Character classes of ASCII: blanks, letters and `_`, digits. */
const blank = 1;
const letter = 2;
const digit = 3;
const classes = new Uint8Array(128);
for (const char of " \t\r\n\f") classes[char.charCodeAt(0)] = blank;
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
  classes[char.charCodeAt(0)] = letter;
for (const char of "0123456789") classes[char.charCodeAt(0)] = digit;

function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < 128 ? (classes[unit] ?? 0) : 0;
}

/** Reads the next token. */
function advance(reader: Reader): void {
  const { text } = reader;
  let { at } = reader;
  while (classAt(text, at) === blank) at++;
  reader.last = reader.end;
  reader.start = at;
  reader.token = at === text.length ? "end" : tokenAt(reader, at);
  if (reader.token === "end") reader.at = at;
  reader.end = reader.at;
}

/** The kind of the token at a place; moves the scanner behind it. */
function tokenAt(reader: Reader, at: number): string {
  const { text } = reader;
  const kind = classAt(text, at);
  if (kind === letter) return word(reader, at);
  const unit = text.charCodeAt(at);
  if (kind === digit || (unit === 0x2e && classAt(text, at + 1) === digit)) return numeral(reader, at);
  if (unit === 0x27 || unit === 0x22) return quoted(reader, at);
  const isLong = text.charCodeAt(at + 1) === 0x3d ? "=!<>".includes(text.charAt(at)) : unit === 0x2f;
  const length = isLong && (unit !== 0x2f || text.charCodeAt(at + 1) === 0x2f) ? 2 : 1;
  reader.at = at + length;
  const sign = text.slice(at, at + length);
  if (infix[sign] === undefined && !"()[],.:".includes(sign)) throw mistake(reader);
  return sign;
}

const keywords: Readonly<Record<string, string>> = {
  or: "or",
  and: "and",
  not: "not",
  in: "in",
  True: "true",
  true: "true",
  False: "false",
  false: "false",
  None: "none",
  none: "none",
};

function word(reader: Reader, at: number): string {
  const { text } = reader;
  let end = at + 1;
  while (classAt(text, end) >= letter) end++;
  const next = text.charCodeAt(end);
  const written = text.slice(at, end);
  reader.at = end;
  if ((next === 0x27 || next === 0x22) && (written === "r" || written === "R")) return quoted(reader, end);
  return Object.hasOwn(keywords, written) ? (keywords[written] ?? "name") : "name";
}

function numeral(reader: Reader, at: number): string {
  const { text } = reader;
  let end = at;
  while (classAt(text, end) === digit) end++;
  if (text.charCodeAt(end) === 0x2e) {
    end++;
    while (classAt(text, end) === digit) end++;
  }
  if ((text.charCodeAt(end) | 0x20) === 0x65) {
    const sign = text.charCodeAt(end + 1);
    const exponent = sign === 0x2b || sign === 0x2d ? end + 2 : end + 1;
    if (classAt(text, exponent) === digit) {
      end = exponent;
      while (classAt(text, end) === digit) end++;
    }
  }
  if (classAt(text, end) === letter) throw mistake(reader);
  reader.at = end;
  return "number";
}

function quoted(reader: Reader, at: number): string {
  const { text } = reader;
  const quote = text.charCodeAt(at);
  let end = at + 1;
  for (; ; end++) {
    const unit = text.charCodeAt(end);
    if (unit === quote) break;
    if (unit === 0x5c) end++;
    else if (unit === 0x0a || unit === 0x0d || end >= text.length) throw mistake(reader);
  }
  if (end === at + 1 && text.charCodeAt(end + 1) === quote) throw mistake(reader);
  reader.at = end + 1;
  return "text";
}
