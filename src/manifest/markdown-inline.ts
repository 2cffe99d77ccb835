/** Told of what the inlines of one paragraph hold; all numbers are offsets into the text. */
export interface InlineSink {
  readonly link: (start: number, end: number, image: boolean) => void;
  /** Of what stands between the backticks. */
  readonly code: (start: number, end: number) => void;
  readonly comment: (start: number, end: number) => void;
}

const tab = 9;
const newline = 10;
const carriage = 13;
const space = 32;
const exclamation = 33;
const opening = 40;
const closing = 41;
const less = 60;
const greater = 62;
const leftBracket = 91;
const backslash = 92;
const rightBracket = 93;
const backtick = 96;

/** Each `[` that may still become a link: true where it is an image. */
interface Brackets {
  readonly images: boolean[];
  /** No bracket below this one can become a link, because one inside it did: there are no links in links. */
  spent: number;
}

/**
 * Where the characters stand next that mean something, from the place that a scan has come to. Each is looked for
 * once over the whole text, however many paragraphs there are.
 */
interface Marks {
  readonly text: string;
  backtick: number;
  opening: number;
  closing: number;
  backslash: number;
  comment: number;
}

/** Scans the paragraphs of one text, in their order. */
export function inlineScanner(text: string, sink: InlineSink): (start: number, end: number) => void {
  const marks = { text, backtick: -1, opening: -1, closing: -1, backslash: -1, comment: -1 };
  return (start, end) => {
    const first = nextMark(marks, start);
    if (first < end) scanInline(marks, first, end, sink);
  };
}

function nextMark(marks: Marks, at: number): number {
  const { text } = marks;
  if (marks.backtick < at) marks.backtick = indexOrEnd(text, "`", at);
  if (marks.opening < at) marks.opening = indexOrEnd(text, "[", at);
  if (marks.closing < at) marks.closing = indexOrEnd(text, "]", at);
  if (marks.backslash < at) marks.backslash = indexOrEnd(text, "\\", at);
  if (marks.comment < at) marks.comment = indexOrEnd(text, "<!--", at);
  return Math.min(marks.backtick, marks.opening, marks.closing, marks.backslash, marks.comment);
}

function indexOrEnd(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at;
}

/** Finds links, code spans and comments in one paragraph. Linear: nothing is looked for twice in the same text. */
function scanInline(marks: Marks, start: number, end: number, sink: InlineSink): void {
  const { text } = marks;
  const brackets: Brackets = { images: [], spent: 0 };
  const runs = backtickRuns(text, end);
  let noComment = false;
  let at = start;
  while (at < end) {
    const unit = text.charCodeAt(at);
    if (unit === backtick) at = codeSpanAt(text, at, runs, sink);
    else if (unit === backslash) at += 2;
    else if (unit === leftBracket) {
      brackets.images.push(at > 0 && text.charCodeAt(at - 1) === exclamation);
      at += 1;
    } else if (unit === rightBracket) at = linkAt(text, at, end, brackets, sink);
    else {
      const length: number = noComment ? -1 : text.slice(at + 4, end).indexOf("-->");
      noComment = length === -1;
      if (!noComment) sink.comment(at, at + 4 + length + 3);
      at += noComment ? 1 : 4 + length + 3;
    }
    at = nextMark(marks, at);
  }
}

/** Offset after the closing run, or after the opening run where nothing closes it. */
function codeSpanAt(text: string, at: number, runs: ClosingRun, sink: InlineSink): number {
  let from = at + 1;
  while (text.charCodeAt(from) === backtick) from += 1;
  const close = runs(from, from - at);
  if (close === -1) return from;
  const padded = isPadded(text, from, close);
  sink.code(padded ? from + 1 : from, padded ? close - 1 : close);
  return close + (from - at);
}

/** One space on each side is taken off, as long as something else is between them. */
function isPadded(text: string, start: number, end: number): boolean {
  if (end - start < 3 || text.charCodeAt(start) !== space || text.charCodeAt(end - 1) !== space) return false;
  return text.slice(start, end).trim() !== "";
}

type ClosingRun = (from: number, length: number) => number;

/** Finds the next run of exactly so many backticks. The runs of a paragraph are collected once, when first needed. */
function backtickRuns(text: string, end: number): ClosingRun {
  let byLength: Map<number, { readonly at: number[]; next: number }> | undefined;
  return (from, length) => {
    const first = text.indexOf("`", from);
    if (first === -1 || first >= end) return -1;
    // Most code spans: one backtick on each side, and none between.
    if (length === 1 && text.charCodeAt(first + 1) !== backtick) return first;
    byLength ??= collectRuns(text, first, end);
    const runs = byLength.get(length);
    if (runs === undefined) return -1;
    while ((runs.at[runs.next] ?? Infinity) < from) runs.next += 1;
    return runs.at[runs.next] ?? -1;
  };
}

function collectRuns(text: string, from: number, end: number): Map<number, { at: number[]; next: number }> {
  const byLength = new Map<number, { at: number[]; next: number }>();
  let at = from;
  while (at !== -1 && at < end) {
    let after = at + 1;
    while (after < end && text.charCodeAt(after) === backtick) after += 1;
    const runs = byLength.get(after - at);
    if (runs === undefined) byLength.set(after - at, { at: [at], next: 0 });
    else runs.at.push(at);
    at = text.indexOf("`", after);
  }
  return byLength;
}

/** At a `]`: the link that it ends, if it ends one. */
function linkAt(text: string, at: number, end: number, brackets: Brackets, sink: InlineSink): number {
  const image = brackets.images.pop();
  const depth = brackets.images.length;
  const isSpent = image === false && depth < brackets.spent;
  brackets.spent = Math.min(brackets.spent, depth);
  if (image === undefined || isSpent || at + 1 >= end || text.charCodeAt(at + 1) !== opening) return at + 1;
  const target = resourceAt(text, at + 2, end);
  if (target === undefined) return at + 1;
  sink.link(target.start, target.end, image);
  if (!image) brackets.spent = depth;
  return target.after;
}

interface Target {
  readonly start: number;
  readonly end: number;
  readonly after: number;
}

/** `destination "title")`, from after the opening parenthesis. */
function resourceAt(text: string, from: number, end: number): Target | undefined {
  const target = destinationAt(text, skipBlanks(text, from, end), end);
  if (target === undefined) return undefined;
  let at = skipBlanks(text, target.after, end);
  if (at > target.after && at < end && text.charCodeAt(at) !== closing) {
    const title = titleEnd(text, at, end);
    if (title === undefined) return undefined;
    at = skipBlanks(text, title, end);
  }
  if (at >= end || text.charCodeAt(at) !== closing) return undefined;
  return { start: target.start, end: target.end, after: at + 1 };
}

/** A link destination, in angle brackets or bare; undefined where there is none. `after` is behind it. */
function destinationAt(text: string, from: number, end: number): Target | undefined {
  if (text.charCodeAt(from) === less && from < end) return bracketedDestination(text, from, end);
  let depth = 0;
  let at = from;
  while (at < end) {
    const unit = text.charCodeAt(at);
    if (unit <= space) break;
    if (unit === backslash && at + 1 < end && isPunctuation(text.charCodeAt(at + 1))) at += 1;
    else if (unit === opening) {
      depth += 1;
      if (depth > 32) return undefined;
    } else if (unit === closing) {
      if (depth === 0) break;
      depth -= 1;
    }
    at += 1;
  }
  return depth === 0 ? { start: from, end: at, after: at } : undefined;
}

function bracketedDestination(text: string, from: number, end: number): Target | undefined {
  for (let at = from + 1; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === greater) return { start: from + 1, end: at, after: at + 1 };
    if (unit === less || unit === newline || unit === carriage) return undefined;
    if (unit === backslash) at += 1;
  }
  return undefined;
}

const titleClosers: Readonly<Record<string, string>> = { '"': '"', "'": "'", "(": ")" };

/** Offset after a title in quotes or parentheses; undefined where there is none. */
function titleEnd(text: string, from: number, end: number): number | undefined {
  const closer = titleClosers[text.charAt(from)];
  if (closer === undefined) return undefined;
  for (let at = from + 1; at < end; at++) {
    const character = text.charAt(at);
    if (character === closer) return at + 1;
    if (character === "(" && closer === ")") return undefined;
    if (character === "\\") at += 1;
  }
  return undefined;
}

function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) <= space) at += 1;
  return at;
}

function isPunctuation(unit: number): boolean {
  return (
    (unit >= 33 && unit <= 47) ||
    (unit >= 58 && unit <= 64) ||
    (unit >= 91 && unit <= 96) ||
    (unit >= 123 && unit <= 126)
  );
}

// Of a label, by CommonMark.
const longestLabel = 1001;

/** `[label]: destination "title"` at the start of a paragraph. Footnotes are none. */
export function definitionAt(text: string, start: number, end: number): Target | undefined {
  if (text.charCodeAt(start) !== 91 || text.charCodeAt(start + 1) === 94) return undefined;
  const label = start + text.slice(start, Math.min(end, start + longestLabel)).indexOf("]");
  if (label < start + 2 || label + 1 >= end || text.charCodeAt(label + 1) !== 58) return undefined;
  const target = destinationAt(text, skipBlanks(text, label + 2, end), end);
  if (target === undefined || target.after === target.start) return undefined;
  const after = endOfDefinition(text, target.after, end);
  if (after === undefined) return undefined;
  return { start: target.start, end: target.end, after };
}

/** After the destination: nothing more on the line, or a title and nothing more on its line. */
function endOfDefinition(text: string, from: number, end: number): number | undefined {
  const at = skipBlanks(text, from, end);
  const title = at > from ? titleEnd(text, at, end) : undefined;
  return (title === undefined ? undefined : lineEndAt(text, title, end)) ?? lineEndAt(text, from, end);
}

function lineEndAt(text: string, from: number, end: number): number | undefined {
  let at = from;
  while (at < end && (text.charCodeAt(at) === space || text.charCodeAt(at) === tab)) at += 1;
  if (at < end && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) return undefined;
  return skipBlanks(text, at, end);
}
