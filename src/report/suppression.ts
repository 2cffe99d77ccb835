import { lineStarts, lineText, positionAt, span } from "./source.ts";
import type { SourceFile, Span } from "./source.ts";

/** A comment that silences codes: `# skillc-ignore code until 2027-01-31: reason`. */
export interface Suppression {
  /** The comment, from its first mark to its last word. */
  readonly span: Span;
  readonly codes: readonly SuppressedCode[];
  readonly reason: string;
  /** The last day on which it holds, as written: `2027-01-31`. */
  readonly until: { readonly date: string; readonly span: Span } | undefined;
  /** The lines it covers, from 1 and inclusive; undefined for `skillc-ignore-file`. */
  readonly lines: { readonly first: number; readonly last: number } | undefined;
}

export interface SuppressedCode {
  readonly code: string;
  readonly span: Span;
}

const word = "skillc-ignore";

// At the start of a line, or after white space: `#`, `//` and `<!--` open comments in all that a skill is made of.
const comment = /(^|[ \t])(#|\/\/|<!--)[ \t]*skillc-ignore(-file)?(?![\w-])([^\r\n]*)/;

/** Every suppression of a file, in order. A file without the word costs one search. */
export function suppressionsIn(file: SourceFile): readonly Suppression[] {
  if (!file.text.includes(word)) return [];
  const starts = lineStarts(file);
  const found: Suppression[] = [];
  for (let line = 1; line <= starts.length; line++) {
    const text = lineText(file, line);
    const match = text.includes(word) ? comment.exec(text) : null;
    if (match !== null) found.push(read(file, line, match));
  }
  return found;
}

function read(file: SourceFile, line: number, match: RegExpExecArray): Suppression {
  const [all, before = "", mark = "", whole, tail = ""] = match;
  const lineStart = lineStarts(file)[line - 1] ?? 0;
  const at = (start: number, length: number): Span => span(file, start, start + length);
  const tailStart = lineStart + match.index + all.length - tail.length;
  const body = (mark === "<!--" ? tail.replace(/-->.*$/, "") : tail).trimEnd();
  const start = lineStart + match.index + before.length;
  const { head, reason } = splitReason(body);
  return {
    span: at(start, tailStart + body.length - start),
    ...readHead(head, (from, length) => at(tailStart + from, length)),
    reason,
    lines: whole === undefined ? covered(file, line, mark, match.index) : undefined,
  };
}

/** `area/name, area/other until 2027-01-31`; `at` gives the place of a part of it. */
function readHead(
  head: string,
  at: (start: number, length: number) => Span,
): Pick<Suppression, "codes" | "until"> {
  const until = /\buntil[ \t]+(\S+)[ \t]*$/d.exec(head);
  const codes = [...head.slice(0, until?.index ?? head.length).matchAll(/[^\s,]+/g)].map(
    ({ 0: code, index }) => ({ code, span: at(index, code.length) }),
  );
  const place = until?.indices?.[1];
  if (place === undefined) return { codes, until: undefined };
  const [start, end] = place;
  return { codes, until: { date: head.slice(start, end), span: at(start, end - start) } };
}

/** Codes and date before the first colon, the reason behind it. */
function splitReason(body: string): { readonly head: string; readonly reason: string } {
  const colon = body.indexOf(":");
  if (colon === -1) return { head: body, reason: "" };
  return { head: body.slice(0, colon), reason: body.slice(colon + 1).trim() };
}

/** A comment behind a value covers its line; one on a line of its own covers the block that follows. */
function covered(file: SourceFile, line: number, mark: string, column: number): Suppression["lines"] {
  if (lineText(file, line).slice(0, column).trim() !== "") return { first: line, last: line };
  let first = line + 1;
  // Comments above one another all speak of what stands below them.
  while (comment.test(lineText(file, first))) first++;
  return { first, last: mark === "<!--" ? markdownBlockEnd(file, first) : indentedEnd(file, first) };
}

/** The last line of the entry or statement that starts here: what follows deeper than it belongs to it. */
function indentedEnd(file: SourceFile, first: number): number {
  const count = lineStarts(file).length;
  const depth = indentOf(lineText(file, first));
  let last = first;
  for (let line = first + 1; line <= count; line++) {
    const text = lineText(file, line);
    if (text.trim() === "") continue;
    if (indentOf(text) <= depth) break;
    last = line;
  }
  return last;
}

/** The last line of the paragraph, list or fenced block that starts here. */
function markdownBlockEnd(file: SourceFile, first: number): number {
  const count = lineStarts(file).length;
  const fence = /^\s*(`{3,}|~{3,})/.exec(lineText(file, first))?.[1];
  let line = first;
  while (line < count) {
    const next = lineText(file, line + 1).trim();
    if (fence === undefined && next === "") break;
    line++;
    if (fence !== undefined && next.startsWith(fence)) break;
  }
  return line;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** True where the suppression covers the line on which a place starts. */
export function covers({ span: own, lines }: Suppression, place: Span): boolean {
  if (own.file.path !== place.file.path) return false;
  if (lines === undefined) return true;
  const { line } = positionAt(place.file, place.start);
  return line >= lines.first && line <= lines.last;
}
