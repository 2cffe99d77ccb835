import type { ScalarStyle } from "./node.ts";

/** For each UTF-16 unit of a scalar's text: where its source starts and ends, relative to the source. */
export interface Offsets {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Pairs the characters of a scalar's text with the source that wrote them. Folding, indentation and chomping change
 * only blanks, so the non-blank characters of both stand in the same order; escapes count as one. Non-blank characters
 * are exact, blanks are placed beside their neighbours.
 */
export function pairOffsets(source: string, style: ScalarStyle, text: string): Offsets {
  const starts: number[] = [];
  const ends: number[] = [];
  let at = contentStart(source, style);
  for (let i = 0; i < text.length;) {
    const wanted = text[i] ?? "";
    if (!isBlank(wanted)) at = skipBlanks(source, style, at);
    const unit = readUnit(source, style, at);
    const isWritten = unit.text !== "" && text.startsWith(unit.text, i);
    const count = isWritten ? unit.text.length : 1;
    for (let k = 0; k < count; k++) {
      starts.push(at);
      ends.push(isWritten ? unit.end : at);
    }
    if (isWritten) at = unit.end;
    else if (isBlank(source[at] ?? "")) at = skipLineBreak(source, at);
    i += count;
  }
  return { starts, ends };
}

function contentStart(source: string, style: ScalarStyle): number {
  if (style === "single" || style === "double") return 1;
  if (style === "plain") return 0;
  // The header of a block scalar ends with its line.
  const end = source.indexOf("\n");
  return end === -1 ? source.length : end + 1;
}

function isBlank(char: string): boolean {
  return char === " " || char === "\t" || char === "\n" || char === "\r";
}

/** Over blanks, over escaped line ends, and over escapes that stand for blanks. */
function skipBlanks(source: string, style: ScalarStyle, from: number): number {
  let at = from;
  while (at < source.length) {
    if (isBlank(source[at] ?? "")) at++;
    else {
      const unit = readUnit(source, style, at);
      if (style !== "double" || source[at] !== "\\" || (unit.text !== "" && !isBlank(unit.text))) break;
      at = unit.end;
    }
  }
  return at;
}

/** Folding writes one blank for a line end and the indentation after it. */
function skipLineBreak(source: string, from: number): number {
  let at = from;
  while (at < source.length && isBlank(source[at] ?? "")) at++;
  return at;
}

interface Unit {
  readonly text: string;
  readonly end: number;
}

function readUnit(source: string, style: ScalarStyle, at: number): Unit {
  if (style === "single" && source.startsWith("''", at)) return { text: "'", end: at + 2 };
  if (style === "double" && source[at] === "\\") return readEscape(source, at);
  return { text: source[at] ?? "", end: at + 1 };
}

// YAML 1.2.2, section 5.7.
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
  e: "\x1b",
  " ": " ",
  '"': '"',
  "/": "/",
  "\\": "\\",
  N: "\x85",
  _: "\xa0",
  L: "\u2028",
  P: "\u2029",
};
const digits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function readEscape(source: string, at: number): Unit {
  const letter = source[at + 1] ?? "";
  const count = digits[letter];
  if (count !== undefined) {
    const code = Number.parseInt(source.slice(at + 2, at + 2 + count), 16);
    const legal = code >= 0 && code <= 0x10ffff;
    return { text: legal ? String.fromCodePoint(code) : "", end: at + 2 + count };
  }
  if (letter === "\r" && source[at + 2] === "\n") return { text: "", end: at + 3 };
  return { text: escapes[letter] ?? "", end: at + 2 };
}
