import type { SourceFile } from "../report/source.ts";
import { span } from "../report/source.ts";
import type { OffsetMap } from "./offsets.ts";
import { mapScalar, rangeIn } from "./offsets.ts";
import type { Entry, ListNode, MapNode, Node, ScalarNode, ScalarStyle } from "./node.ts";

/** A line that is not blank. Offsets are into the file; `end` is after its last character that is no blank. */
interface Line {
  readonly indent: number;
  readonly start: number;
  readonly end: number;
}

/** What is left to read. */
interface Cursor {
  readonly file: SourceFile;
  readonly lines: readonly Line[];
  /** Of the block. */
  readonly end: number;
  next: number;
}

/**
 * Reads a block of YAML that is written plainly: keys at the margin, each with a one-line scalar, a text of lines below
 * `>-` or `|`, a list of one-line scalars or a mapping of them. Undefined for everything else, and for everything that deserves a diagnostic; then the
 * full parser reads it. Equal to the full parser wherever it answers (a property test holds it to that), and some
 * twenty times faster.
 */
export function readPlain(file: SourceFile, start: number, end: number): MapNode | undefined {
  const lines = linesOf(file.text, start, end);
  if (lines === undefined || lines.length === 0) return undefined;
  return readMap({ file, lines, end, next: 0 }, 0, true);
}

function linesOf(text: string, start: number, end: number): Line[] | undefined {
  const lines: Line[] = [];
  for (let at = start; at < end;) {
    const feed = text.indexOf("\n", at);
    const next = feed === -1 || feed >= end ? end : feed;
    let first = at;
    while (first < next && text.charCodeAt(first) === 32) first++;
    let last = next;
    while (last > first && isBlank(text.charCodeAt(last - 1))) last--;
    if (last > first) lines.push({ indent: first - at, start: first, end: last });
    at = next + 1;
  }
  // Tabs, control characters, lone CR, NEL and line separators each mean something of their own to some reader.
  return strange.test(text.slice(start, end).replaceAll("\r\n", "\n")) ? undefined : lines;
}

const strange = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]/;

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 13;
}

// YAML allows a key on one line 1,024 characters; longer ones are left to the full parser.
const keyPattern = /([A-Za-z_][A-Za-z0-9_-]{0,999}):(?=[ \r\n]|$)/y;

function readMap(cursor: Cursor, indent: number, nesting: boolean): MapNode | undefined {
  const { file, lines } = cursor;
  const entries: Entry[] = [];
  const seen = new Set<string>();
  for (
    let line = lines[cursor.next];
    line !== undefined && line.indent >= indent;
    line = lines[cursor.next]
  ) {
    if (line.indent !== indent) return undefined;
    const entry = readEntry(cursor, line, nesting);
    if (entry === undefined || seen.has(entry.key.text)) return undefined;
    seen.add(entry.key.text);
    entries.push(entry);
  }
  const first = entries[0];
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return {
    kind: "map",
    entries,
    flow: false,
    span: span(file, first.key.span.start, last.value.span.end),
  };
}

function readEntry(cursor: Cursor, line: Line, nesting: boolean): Entry | undefined {
  const { file, lines } = cursor;
  keyPattern.lastIndex = line.start;
  const written = keyPattern.exec(file.text)?.[1];
  if (written === undefined) return undefined;
  const colon = line.start + written.length;
  if (colon >= line.end) return undefined;
  const key = scalar(file, "plain", line.start, colon);
  if (typeof key?.value !== "string") return undefined;
  cursor.next++;
  const following = lines[cursor.next];
  const deeper = following !== undefined && following.indent > line.indent;
  if (colon + 1 === line.end) {
    if (!nesting || !deeper) return undefined;
    const value = readNested(cursor, following.indent);
    return value === undefined ? undefined : { key, value };
  }
  const value = deeper ? readBlock(cursor, colon + 1, line) : readScalar(file, colon + 1, line.end);
  return value === undefined ? undefined : { key, value };
}

function readNested(cursor: Cursor, indent: number): Node | undefined {
  const line = cursor.lines[cursor.next];
  if (line === undefined) return undefined;
  return cursor.file.text.startsWith("- ", line.start)
    ? readList(cursor, indent)
    : readMap(cursor, indent, false);
}

function readList(cursor: Cursor, indent: number): ListNode | undefined {
  const { file, lines } = cursor;
  const items: ScalarNode[] = [];
  const start = lines[cursor.next]?.start ?? 0;
  for (
    let line = lines[cursor.next];
    line !== undefined && line.indent >= indent;
    line = lines[cursor.next]
  ) {
    if (line.indent !== indent || !file.text.startsWith("- ", line.start)) return undefined;
    const item = readScalar(file, line.start + 1, line.end);
    if (item === undefined) return undefined;
    items.push(item);
    cursor.next++;
  }
  const last = items.at(-1);
  return last === undefined
    ? undefined
    : { kind: "list", items, flow: false, span: span(file, start, last.span.end) };
}

/** `>-` and its kind: lines of one indentation without blank ones, which none but a single line end stands between. */
function readBlock(cursor: Cursor, from: number, header: Line): ScalarNode | undefined {
  const { file } = cursor;
  const { text } = file;
  let start = from;
  while (start < header.end && text.charCodeAt(start) === 32) start++;
  const written = text.slice(start, header.end);
  if (written !== ">-" && written !== ">" && written !== "|-" && written !== "|") return undefined;
  const content = contentOf(cursor, header);
  if (content === undefined) return undefined;
  const { style, joint } = written.startsWith("|") ? literal : folded;
  const value = content.lines.join(joint) + (written.length === 1 ? "\n" : "");
  return block(file, value, style, start, content.end);
}

const literal = { style: "literal", joint: "\n" } as const;
const folded = { style: "folded", joint: " " } as const;

function contentOf(
  cursor: Cursor,
  header: Line,
): { readonly lines: readonly string[]; readonly end: number } | undefined {
  const { text } = cursor.file;
  const found: string[] = [];
  const indent = cursor.lines[cursor.next]?.indent ?? 0;
  let { end } = header;
  let line = cursor.lines[cursor.next];
  for (; line !== undefined && line.indent > header.indent; line = cursor.lines[++cursor.next]) {
    if (line.indent !== indent || !isNextLine(text, end, line)) return undefined;
    found.push(text.slice(line.start, line.end));
    ({ end } = line);
  }
  const isWhole =
    line === undefined ? end + 1 === cursor.end && text.charCodeAt(end) === 10 : isNextLine(text, end, line);
  return isWhole ? { lines: found, end } : undefined;
}

/** True where nothing but one line feed stands between an end and a line. */
function isNextLine(text: string, end: number, { start, indent }: Line): boolean {
  return start - indent === end + 1 && text.charCodeAt(end) === 10;
}

function block(file: SourceFile, text: string, style: ScalarStyle, start: number, end: number): ScalarNode {
  let map: OffsetMap | undefined;
  return {
    kind: "scalar",
    value: text,
    text,
    style,
    span: span(file, start, end),
    at: (first, last) => {
      map ??= mapScalar(text, file.text.slice(start, end + 1), style);
      return rangeIn(map, first, last, ([from, to]) => span(file, start + from, start + to));
    },
  };
}

function readScalar(file: SourceFile, from: number, end: number): ScalarNode | undefined {
  const { text } = file;
  let start = from;
  while (start < end && text.charCodeAt(start) === 32) start++;
  // Nothing at all is null, and the full parser says where.
  if (start >= end) return undefined;
  const quote = text.charAt(start);
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, start + 1);
    if (close !== end - 1) return undefined;
    if (quote === '"' && text.slice(start, end).includes("\\")) return undefined;
    return scalar(file, quote === '"' ? "double" : "single", start, end);
  }
  return scalar(file, "plain", start, end);
}

/** Everything that a plain scalar may not start with or hold, and every word that is not a text in YAML 1.2. */
const notPlain = /^[-?:,[\]{}#&*!|>'"%@`]|: | #|:$/;
const notText =
  /^(?:~|null|true|false|[-+]?(?:0o[0-7]+|0x[\da-f]+|(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?|\.inf)|\.nan)$/i;

function scalar(file: SourceFile, style: ScalarStyle, start: number, end: number): ScalarNode | undefined {
  const quotes = style === "plain" ? 0 : 1;
  const text = file.text.slice(start + quotes, end - quotes);
  if (style === "plain" && (notPlain.test(text) || notText.test(text))) return undefined;
  return {
    kind: "scalar",
    value: text,
    text,
    style,
    span: span(file, start, end),
    at: (from, to) => span(file, start + quotes + from, start + quotes + to),
  };
}
