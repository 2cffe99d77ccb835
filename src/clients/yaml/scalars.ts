import {
  atSeparator,
  END,
  forward,
  isBlank,
  isBreak,
  isBreakOrEnd,
  lineBreak,
  peek,
  skipSpacesAndComment,
  span,
  take,
} from "./cursor.ts";
import type { Cursor } from "./cursor.ts";
import { refuse } from "./reading.ts";

/** The text of a scalar and whether a line end was passed behind it, which allows a key to follow. */
export interface PlainText {
  readonly text: string;
  readonly brokeLine: boolean;
}

/** A scalar without quotes. `indent` is the column of the collection that it is in, -1 at the top. */
export function scanPlain(c: Cursor, indent: number, inFlow: boolean): PlainText {
  let text = "";
  let spaces = "";
  let brokeLine = false;
  while (peek(c) !== "#") {
    const length = plainLength(c, inFlow);
    if (length === 0) break;
    text += spaces + take(c, length);
    brokeLine = false;
    const gap = scanPlainGap(c);
    spaces = gap.text;
    brokeLine = gap.brokeLine;
    if (spaces === "" || (!inFlow && c.column < indent + 1)) break;
  }
  return { text, brokeLine };
}

function plainLength(c: Cursor, inFlow: boolean): number {
  let length = 0;
  for (;;) {
    const char = peek(c, length);
    if (isBlank(char)) return length;
    if (inFlow && ",?[]{}".includes(char)) return length;
    if (char === ":") {
      const next = peek(c, length + 1);
      if (isBlank(next) || (inFlow && ",[]{}".includes(next))) return length;
    }
    length++;
  }
}

/** White space inside a plain scalar. Tabs are none: they end the scalar and then start no token. */
function scanPlainGap(c: Cursor): PlainText {
  const spaces = take(
    c,
    span(c, (char) => char === " "),
  );
  if (!isBreak(peek(c))) return { text: spaces, brokeLine: false };
  const first = lineBreak(c);
  if (atSeparator(c)) return { text: "", brokeLine: true };
  let breaks = "";
  while (peek(c) === " " || isBreak(peek(c))) {
    if (peek(c) === " ") forward(c);
    else {
      breaks += lineBreak(c);
      if (atSeparator(c)) return { text: "", brokeLine: true };
    }
  }
  return { text: folded(first, breaks), brokeLine: true };
}

function folded(first: string, breaks: string): string {
  if (first !== "\n") return first + breaks;
  return breaks === "" ? " " : breaks;
}

/** A scalar in quotes. Its indentation does not matter. */
export function scanQuoted(c: Cursor): string {
  const double = peek(c) === '"';
  const quote = peek(c);
  forward(c);
  let text = quotedRun(c, double);
  while (peek(c) !== quote) {
    text += quotedGap(c);
    text += quotedRun(c, double);
  }
  forward(c);
  return text;
}

function quotedRun(c: Cursor, double: boolean): string {
  let text = "";
  for (;;) {
    text += take(
      c,
      span(c, (char) => !isBlank(char) && char !== "'" && char !== '"' && char !== "\\"),
    );
    const char = peek(c);
    if (!double && char === "'" && peek(c, 1) === "'") {
      text += "'";
      forward(c, 2);
    } else if ((double && char === "'") || (!double && (char === '"' || char === "\\"))) {
      text += take(c, 1);
    } else if (double && char === "\\") {
      forward(c);
      text += escape(c);
    } else return text;
  }
}

const escapes: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  "\t": "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1B",
  " ": " ",
  '"': '"',
  "\\": "\\",
  "/": "/",
  N: "\u0085",
  _: "\u00A0",
  L: "\u2028",
  P: "\u2029",
};
const hexDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function escape(c: Cursor): string {
  const char = peek(c);
  if (isBreak(char)) {
    lineBreak(c);
    return quotedBreaks(c);
  }
  const simple = Object.hasOwn(escapes, char) ? escapes[char] : undefined;
  if (simple !== undefined) {
    forward(c);
    return simple;
  }
  const digits = Object.hasOwn(hexDigits, char) ? hexDigits[char] : undefined;
  if (digits === undefined) refuse(`the escape \`\\${char === END ? "" : char}\` is not known`);
  const hex = c.text.slice(c.at + 1, c.at + 1 + digits);
  if (hex.length < digits || !/^[0-9A-Fa-f]+$/.test(hex)) {
    refuse(`the escape \`\\${char}\` needs ${digits} hexadecimal digits`);
  }
  forward(c, digits + 1);
  const code = Number.parseInt(hex, 16);
  if (code > 0x10ffff) refuse(`the escape \`\\${char}${hex}\` is not a character`);
  return String.fromCodePoint(code);
}

function quotedGap(c: Cursor): string {
  const blanks = take(
    c,
    span(c, (char) => char === " " || char === "\t"),
  );
  if (peek(c) === END) refuse("a quoted value is not closed");
  if (!isBreak(peek(c))) return blanks;
  const first = lineBreak(c);
  return folded(first, quotedBreaks(c));
}

function quotedBreaks(c: Cursor): string {
  let breaks = "";
  for (;;) {
    if (atSeparator(c)) refuse("a document separator stands inside a quoted value");
    while (peek(c) === " " || peek(c) === "\t") forward(c);
    if (!isBreak(peek(c))) return breaks;
    breaks += lineBreak(c);
  }
}

interface BlockHeader {
  readonly keep: boolean | undefined;
  readonly increment: number | undefined;
}

/** A `|` or `>` scalar. */
export function scanBlock(c: Cursor, parentIndent: number, rootMayBeFlat: boolean): string {
  const fold = peek(c) === ">";
  forward(c);
  const header = blockHeader(c);
  const { indent, breaks: leading } = blockStart(c, header, parentIndent, rootMayBeFlat);
  let breaks = leading;
  let text = "";
  let last = "";
  while (c.column === indent && peek(c) !== END) {
    text += breaks;
    const indented = isSpacing(peek(c));
    text += take(
      c,
      span(c, (char) => !isBreakOrEnd(char)),
    );
    last = lineBreak(c);
    breaks = blockBreaks(c, indent);
    if ((indent === 0 && atSeparator(c)) || c.column !== indent || peek(c) === END) break;
    const joins = fold && last === "\n" && !indented && !isSpacing(peek(c));
    if (!joins) text += last;
    else if (breaks === "") text += " ";
  }
  return chomped(header, text, last, breaks);
}

function isSpacing(char: string): boolean {
  return char === " " || char === "\t";
}

/** `keep` has the line ends at the end of a block scalar, `-` none of them, and no sign one. */
function chomped({ keep }: BlockHeader, text: string, last: string, breaks: string): string {
  if (keep === false) return text;
  return keep === true ? text + last + breaks : text + last;
}

/** The indentation of a block scalar, and the empty lines before its first one. */
function blockStart(
  c: Cursor,
  { increment }: BlockHeader,
  parentIndent: number,
  rootMayBeFlat: boolean,
): { readonly indent: number; readonly breaks: string } {
  const mayBeFlat = rootMayBeFlat && increment === undefined;
  const least = parentIndent + 1 < 1 && !mayBeFlat ? 1 : parentIndent + 1;
  if (increment === undefined) {
    const found = blockIndentation(c);
    return { indent: Math.max(least, found.indent), breaks: found.breaks };
  }
  const indent = least + increment - 1;
  return { indent, breaks: blockBreaks(c, indent) };
}

function blockHeader(c: Cursor): BlockHeader {
  let keep: boolean | undefined;
  let increment: number | undefined;
  const sign = (): void => {
    if (peek(c) !== "+" && peek(c) !== "-") return;
    keep = peek(c) === "+";
    forward(c);
  };
  sign();
  if (/[0-9]/.test(peek(c))) {
    increment = Number(peek(c));
    if (increment === 0) refuse("the indentation of a block value cannot be 0");
    forward(c);
    if (keep === undefined) sign();
  }
  if (peek(c) !== " " && !isBreakOrEnd(peek(c))) {
    refuse(`text follows \`|\` or \`>\` on the same line`);
  }
  skipSpacesAndComment(c);
  if (!isBreakOrEnd(peek(c))) refuse(`text follows \`|\` or \`>\` on the same line`);
  lineBreak(c);
  return { keep, increment };
}

function blockIndentation(c: Cursor): { breaks: string; indent: number } {
  let breaks = "";
  let indent = 0;
  while (peek(c) === " " || isBreak(peek(c))) {
    if (peek(c) === " ") {
      forward(c);
      indent = Math.max(indent, c.column);
    } else breaks += lineBreak(c);
  }
  return { breaks, indent };
}

function blockBreaks(c: Cursor, indent: number): string {
  let breaks = "";
  for (;;) {
    while (c.column < indent && peek(c) === " ") forward(c);
    if (!isBreak(peek(c))) return breaks;
    breaks += lineBreak(c);
  }
}
