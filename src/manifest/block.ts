import type { SourceFile } from "../report/source.ts";
import { lineStarts } from "../report/source.ts";

/** A line of a block of YAML. Offsets are into the file. */
export interface Line {
  /** The first character of the line. */
  readonly start: number;
  /** The first that is no blank; `end` for an empty line. */
  readonly first: number;
  /** After the last that is no blank. */
  readonly end: number;
}

/** `key: value` on one line, possibly after `- `. */
export interface WrittenEntry {
  readonly key: string;
  readonly keyStart: number;
  /** The colon. */
  readonly colon: number;
  /** Equal where nothing follows the colon. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** A range of YAML, by lines. */
export interface Block {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
  readonly lines: readonly Line[];
}

export function blockOf(file: SourceFile, start: number, end: number): Block {
  const starts = lineStarts(file).filter((offset) => offset > start && offset < end);
  const lines = [start, ...starts].map((from, i) => lineOf(file.text, from, starts[i] ?? end));
  return { file, start, end, lines };
}

function lineOf(text: string, start: number, next: number): Line {
  let end = next;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  let first = start;
  while (first < end && isBlank(text.charCodeAt(first))) first++;
  return { start, first, end };
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 10 || unit === 13;
}

export function indentOf(line: Line): number {
  return line.first - line.start;
}

export function lineIndexAt({ lines }: Block, offset: number): number {
  const next = lines.findIndex((line) => line.start > offset);
  return next === -1 ? lines.length - 1 : next - 1;
}

const entryPattern =
  /((?:- +)*)("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#:,[\]{}&*!|>%@`-][^:#]*?|-[^\s:][^:#]*?)[ \t]*:(?=[ \t]|$)/y;

/** The entry that a line starts, or undefined where it starts none. */
export function entryOn({ file }: Block, line: Line | undefined): WrittenEntry | undefined {
  if (line === undefined) return undefined;
  const text = file.text.slice(line.first, line.end);
  entryPattern.lastIndex = 0;
  const match = entryPattern.exec(text);
  if (match === null) return undefined;
  const [whole, dashes = "", key = ""] = match;
  const rest = text.slice(whole.length);
  const valueStart = line.first + whole.length + (rest.length - rest.trimStart().length);
  return {
    key,
    keyStart: line.first + dashes.length,
    colon: line.first + whole.length - 1,
    valueStart,
    valueEnd: line.end,
  };
}

/** The lines after line `index` that are indented deeper than `column`, as far as they go without a gap. */
export function continuationOf({ lines }: Block, index: number, column: number): readonly Line[] {
  const after = lines.slice(index + 1);
  const stop = after.findIndex((line) => line.first < line.end && indentOf(line) <= column);
  const run = stop === -1 ? after : after.slice(0, stop);
  const last = run.findLastIndex((line) => line.first < line.end);
  return run.slice(0, last + 1);
}
