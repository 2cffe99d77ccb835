import { O200K_TOKEN_SPLIT_REGEX } from "gpt-tokenizer/encodingParams/constants";

const letter = 1;
const digit = 2;
const blank = 3;
const mark = 4;
/** Outside of ASCII, but for common marks. */
const other = 5;
/** Behind the end. */
const none = 0;

const lineFeed = 10;
const carriageReturn = 13;
const space = 32;
const apostrophe = 39;
const slash = 47;

/**
 * Where the piece of a text that starts at a place ends, as the pattern of o200k_base cuts it; no token reaches over an
 * end. Pieces of ASCII and common marks are found without the pattern, some ten times as fast. They are letters with one character before
 * and `'s` behind, up to three digits, marks with line ends behind, line ends with white space before, and other white
 * space but for its last.
 */
export function pieceEnd(text: string, at: number): number {
  const end = plainEnd(text, at);
  return end === -1 ? byPattern(text, at) : end;
}

/** -1 where another character has a say. */
function plainEnd(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  kinds ??= makeKinds();
  const kind = kinds[unit] ?? none;
  if (kind === letter) return wordEnd(text, at);
  if (kind === digit) return digitsEnd(text, at);
  const after = kindAt(text, at + 1);
  if (kind === other || after === other) return -1;
  if (after === letter && unit !== lineFeed && unit !== carriageReturn) return wordEnd(text, at + 1);
  if (kind === mark || (unit === space && after === mark)) return marksEnd(text, at + 1);
  return blanksEnd(text, at);
}

/** Of each UTF-16 unit. */
let kinds: Uint8Array | undefined;

function makeKinds(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(other).fill(mark, 0, 128);
  table
    .fill(digit, 48, 58)
    .fill(letter, 65, 91)
    .fill(letter, 97, 123)
    .fill(blank, 9, 14)
    .fill(blank, space, 33);
  // Dashes and quotes, arrows and mathematics, lines, boxes and signs: no letters, numbers, accents or white space.
  return table.fill(mark, 0x2010, 0x2028).fill(mark, 0x2190, 0x2400).fill(mark, 0x2500, 0x2776);
}

function kindAt(text: string, at: number): number {
  return at < text.length ? (kinds?.[text.charCodeAt(at)] ?? none) : none;
}

/** Capitals, then small letters. */
function wordEnd(text: string, from: number): number {
  let at = from;
  let unit = text.charCodeAt(at);
  while (unit >= 65 && unit <= 90) unit = text.charCodeAt(++at);
  while (unit >= 97 && unit <= 122) unit = text.charCodeAt(++at);
  if (unit > 127 && kindAt(text, at) === other) return -1;
  return unit === apostrophe ? at + contraction(text, at + 1) : at;
}

/** The length of `'s`, `'d`, `'m`, `'t`, `'ll`, `'ve` or `'re`, in any case; 0 for anything else. */
function contraction(text: string, at: number): number {
  const first = text.charCodeAt(at) | 32;
  if (first === 115 || first === 100 || first === 109 || first === 116)
    return kindAt(text, at) === letter ? 2 : 0;
  const pair = text.slice(at, at + 2).toLowerCase();
  return pair === "ll" || pair === "ve" || pair === "re" ? 3 : 0;
}

function digitsEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < from + 3 && kindAt(text, at) === digit) at++;
  return at < from + 3 && kindAt(text, at) === other ? -1 : at;
}

function marksEnd(text: string, from: number): number {
  let at = from;
  let kind = kindAt(text, at);
  while (kind === mark) kind = kindAt(text, ++at);
  if (kind === other) return -1;
  let unit = text.charCodeAt(at);
  while (unit === lineFeed || unit === carriageReturn || unit === slash) unit = text.charCodeAt(++at);
  return at;
}

function blanksEnd(text: string, from: number): number {
  let at = from;
  let afterLine = -1;
  let kind = blank;
  for (; kind === blank; kind = kindAt(text, ++at)) {
    const unit = text.charCodeAt(at);
    if (unit === lineFeed || unit === carriageReturn) afterLine = at + 1;
  }
  if (kind === other) return -1;
  if (afterLine !== -1) return afterLine;
  return kind === none || at === from + 1 ? at : at - 1;
}

let pattern: RegExp | undefined;

function byPattern(text: string, at: number): number {
  pattern ??= new RegExp(O200K_TOKEN_SPLIT_REGEX.source, "uy");
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  // Half of a surrogate pair alone.
  return at + Math.max(1, match?.[0].length ?? 1);
}
