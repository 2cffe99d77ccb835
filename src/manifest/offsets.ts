import type { ScalarStyle } from "./node.ts";

/** A piece of source that writes some characters of a scalar's text. Offsets are into the source of the scalar. */
interface Unit {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** For each UTF-16 unit of the text, the range of source that writes it. */
export interface OffsetMap {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/**
 * Pairs the characters of a scalar's text with its source, in order. White space inside a line and escapes are units
 * of their own; white space at a line break is folded or indentation and fills the gaps between units.
 */
export function mapScalar(text: string, source: string, style: ScalarStyle): OffsetMap {
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  const region = regionOf(source, style);
  const units = unitsOf(source, region, style);
  let next = 0;
  let gapFrom = 0;
  let sourceFrom = region.start;
  for (let i = 0; i <= text.length;) {
    const unit = units[next];
    const paired = unit !== undefined && text.startsWith(unit.text, i) ? unit : undefined;
    if (paired === undefined && i < text.length) {
      i++;
      continue;
    }
    fillGap(
      { text, from: gapFrom, to: i },
      { source, from: sourceFrom, to: paired?.start ?? region.end },
      starts,
      ends,
    );
    if (paired === undefined) break;
    starts.fill(paired.start, i, i + paired.text.length);
    ends.fill(paired.end, i, i + paired.text.length);
    i += paired.text.length;
    next++;
    gapFrom = i;
    sourceFrom = paired.end;
  }
  return { starts, ends };
}

/** From the start of the first character to the end of the last; an empty range stands before its character. */
export function rangeIn<T>(
  { starts, ends }: OffsetMap,
  first: number,
  last: number,
  toSpan: (range: readonly [number, number]) => T,
): T {
  const count = starts.length;
  const from = Math.max(0, Math.min(first, count));
  const to = Math.max(from, Math.min(last, count));
  const start = (from < count ? starts[from] : ends[count - 1]) ?? 0;
  const end = to === from ? start : (ends[to - 1] ?? start);
  return toSpan([start, Math.max(start, end)]);
}

/** Pairs equal characters in order; what has no equal stands at the place reached. */
function fillGap(
  value: { readonly text: string; readonly from: number; readonly to: number },
  gap: { readonly source: string; readonly from: number; readonly to: number },
  starts: Int32Array,
  ends: Int32Array,
): void {
  let reached = gap.from;
  for (let i = value.from; i < value.to; i++) {
    const found = gap.source.indexOf(value.text.charAt(i), reached);
    const start = found === -1 || found >= gap.to ? reached : found;
    reached = Math.min(start + 1, gap.to);
    starts[i] = start;
    ends[i] = Math.max(start, reached);
  }
}

/** The source without quotes and without the header of a block scalar. */
function regionOf(source: string, style: ScalarStyle): { readonly start: number; readonly end: number } {
  if (style === "plain") return { start: 0, end: source.length };
  if (style === "literal" || style === "folded") {
    const line = /\r\n|\r|\n/.exec(source);
    return { start: line === null ? source.length : line.index + line[0].length, end: source.length };
  }
  const quote = style === "single" ? "'" : '"';
  const closed = source.length > 1 && source.endsWith(quote);
  return { start: 1, end: closed ? source.length - 1 : source.length };
}

function unitsOf(
  source: string,
  region: { readonly start: number; readonly end: number },
  style: ScalarStyle,
): readonly Unit[] {
  const units: Unit[] = [];
  for (let i = region.start; i < region.end;) {
    const blanks = blankRun(source, i, region.end);
    if (blanks > i) {
      if (isKept(source, i, blanks, style === "literal" || style === "folded" ? region.start : -1)) {
        for (let k = i; k < blanks; k++) units.push({ text: source.charAt(k), start: k, end: k + 1 });
      }
      i = blanks;
      continue;
    }
    const unit = unitAt(source, i, style);
    if (unit.text !== "") units.push(unit);
    i = unit.end;
  }
  return units;
}

function blankRun(source: string, from: number, end: number): number {
  let to = from;
  while (to < end && " \t\r\n".includes(source.charAt(to))) to++;
  return to;
}

/** A run without a line break that stands at no line's edge is text as it is written. */
function isKept(source: string, from: number, to: number, blockStart: number): boolean {
  return from !== blockStart && !/[\r\n]/.test(source.slice(from, to));
}

function unitAt(source: string, at: number, style: ScalarStyle): Unit {
  const char = source.charAt(at);
  if (style === "single" && char === "'" && source.charAt(at + 1) === "'") {
    return { text: "'", start: at, end: at + 2 };
  }
  if (style !== "double" || char !== "\\") return { text: char, start: at, end: at + 1 };
  const { text, length } = decodeEscape(source, at);
  return { text, start: at, end: at + length };
}

/** YAML 1.2.2, 5.7. */
const escapes: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  N: "\x85",
  _: "\xa0",
  L: "\u2028",
  P: "\u2029",
  " ": " ",
  '"': '"',
  "/": "/",
  "\\": "\\",
  "\t": "\t",
};

const lineEnd = /(?:\r\n|\r|\n)[ \t]*/y;

/** What an escape of a double-quoted scalar stands for; `known` is false for one that YAML does not have. */
export function decodeEscape(
  source: string,
  at: number,
): { readonly text: string; readonly length: number; readonly known: boolean } {
  const letter = source.charAt(at + 1);
  const digits = { x: 2, u: 4, U: 8 }[letter];
  if (digits !== undefined) {
    const hex = source.slice(at + 2, at + 2 + digits);
    const code = Number.parseInt(hex, 16);
    if (hex.length === digits && /^[\da-f]+$/i.test(hex) && code <= 0x10ffff) {
      return { text: String.fromCodePoint(code), length: digits + 2, known: true };
    }
    return { text: "\\", length: 1, known: false };
  }
  // An escaped line end takes the indentation of the next line with it.
  lineEnd.lastIndex = at + 1;
  const lineBreak = lineEnd.exec(source);
  if (lineBreak !== null) return { text: "", length: 1 + lineBreak[0].length, known: true };
  const text = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
  return text === undefined ? { text: "\\", length: 1, known: false } : { text, length: 2, known: true };
}
