import {
  atSeparator,
  cursor,
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
import { scanBlock, scanPlain, scanQuoted } from "./scalars.ts";

export type TokenKind =
  | "block-seq"
  | "block-map"
  | "block-end"
  | "entry"
  | "key"
  | "value"
  | "flow-seq"
  | "flow-seq-end"
  | "flow-map"
  | "flow-map-end"
  | "flow-entry"
  | "alias"
  | "anchor"
  | "tag"
  | "scalar"
  | "directive"
  | "document"
  | "document-end"
  | "end";

export interface Token {
  readonly kind: TokenKind;
  readonly column: number;
  /** Of a scalar, an anchor, an alias, a tag's suffix, or a directive's line. */
  readonly text: string;
  /** A scalar without quotes, which may be a number, a date, … */
  readonly plain?: boolean;
  /** Of a tag. */
  readonly handle?: string;
}

/** Differences inside the PyYAML family. */
export interface ScanOptions {
  readonly wideLines: boolean;
  /** ruamel.yaml: spaces and tabs after an empty line are skipped with it. */
  readonly skipsBlankLines: boolean;
  /** Collections inside each other beyond which the reader gives up, and how. */
  readonly deepest: number;
  readonly tooDeep: (reason: string) => never;
}

interface SimpleKey {
  readonly token: number;
  readonly required: boolean;
  readonly at: number;
  readonly line: number;
  readonly column: number;
}

interface Scanner {
  readonly c: Cursor;
  readonly options: ScanOptions;
  readonly tokens: Token[];
  readonly indents: number[];
  readonly keys: Map<number, SimpleKey>;
  indent: number;
  flow: number;
  keyAllowed: boolean;
}

/** Longest text that can be a key without `?`, in characters (YAML 1.1, section 7.5). */
const KEY_LIMIT = 1024;

export function tokensOf(text: string, options: ScanOptions): readonly Token[] {
  const s: Scanner = {
    c: cursor(text, options.wideLines),
    options,
    tokens: [],
    indents: [],
    keys: new Map(),
    indent: -1,
    flow: 0,
    keyAllowed: true,
  };
  if (peek(s.c) === "\uFEFF") forward(s.c);
  while (s.tokens.at(-1)?.kind !== "end") next(s);
  return s.tokens;
}

function next(s: Scanner): void {
  skip(s);
  dropStaleKeys(s);
  unwind(s, s.c.column);
  const char = peek(s.c);
  if (char === END) return end(s);
  if (s.c.column === 0) {
    if (char === "%") return directive(s);
    if (atSeparator(s.c)) return separator(s, char === "-" ? "document" : "document-end");
  }
  const indicator = indicators[char];
  if (indicator !== undefined && indicator(s)) return;
  if (!startsPlain(s, char)) refuse(`the character \`${char}\` cannot start a value`);
  plain(s);
}

/** Each takes the token if there is one; `- ? :` may also begin a plain scalar. */
const indicators: Readonly<Record<string, (s: Scanner) => boolean>> = {
  "[": (s) => open(s, "flow-seq"),
  "{": (s) => open(s, "flow-map"),
  "]": (s) => close(s, "flow-seq-end"),
  "}": (s) => close(s, "flow-map-end"),
  ",": (s) => flowEntry(s),
  "-": (s) => isBlank(peek(s.c, 1)) && entry(s),
  "?": (s) => (s.flow > 0 || isBlank(peek(s.c, 1))) && key(s),
  ":": (s) => (s.flow > 0 || isBlank(peek(s.c, 1))) && value(s),
  "*": (s) => named(s, "alias"),
  "&": (s) => named(s, "anchor"),
  "!": (s) => tag(s),
  "|": (s) => s.flow === 0 && block(s),
  ">": (s) => s.flow === 0 && block(s),
  "'": (s) => quoted(s),
  '"': (s) => quoted(s),
};

function startsPlain(s: Scanner, char: string): boolean {
  if (!isBlank(char) && !"-?:,[]{}#&*!|>'\"%@`".includes(char)) return true;
  return !isBlank(peek(s.c, 1)) && (char === "-" || (s.flow === 0 && (char === "?" || char === ":")));
}

function skip(s: Scanner): void {
  for (;;) {
    skipSpacesAndComment(s.c);
    if (lineBreak(s.c) === "") return;
    if (s.flow === 0) s.keyAllowed = true;
    if (s.options.skipsBlankLines && peek(s.c) === "\n") {
      while (isBreak(peek(s.c)) || peek(s.c) === " " || peek(s.c) === "\t") forward(s.c);
    }
  }
}

function dropStaleKeys(s: Scanner): void {
  for (const [level, candidate] of s.keys) {
    if (candidate.line === s.c.line && s.c.at - candidate.at <= KEY_LIMIT) continue;
    if (candidate.required) refuse("a key is not followed by `:`");
    s.keys.delete(level);
  }
}

function saveKey(s: Scanner): void {
  const required = s.flow === 0 && s.indent === s.c.column;
  if (!s.keyAllowed) return;
  dropKey(s);
  s.keys.set(s.flow, {
    token: s.tokens.length,
    required,
    at: s.c.at,
    line: s.c.line,
    column: s.c.column,
  });
}

function dropKey(s: Scanner): void {
  if (s.keys.get(s.flow)?.required === true) refuse("a key is not followed by `:`");
  s.keys.delete(s.flow);
}

function unwind(s: Scanner, column: number): void {
  if (s.flow > 0) return;
  while (s.indent > column) {
    s.indent = s.indents.pop() ?? -1;
    push(s, "block-end");
  }
}

function deepen(s: Scanner, column: number): boolean {
  if (s.indent >= column) return false;
  s.indents.push(s.indent);
  s.indent = column;
  return true;
}

function push(s: Scanner, kind: TokenKind, text = "", more: Partial<Token> = {}): boolean {
  s.tokens.push({ kind, column: s.c.column, text, ...more });
  return true;
}

function end(s: Scanner): void {
  s.flow = 0;
  unwind(s, -1);
  dropKey(s);
  push(s, "end");
}

function separator(s: Scanner, kind: TokenKind): void {
  unwind(s, -1);
  dropKey(s);
  s.keyAllowed = false;
  push(s, kind);
  forward(s.c, 3);
}

function open(s: Scanner, kind: TokenKind): boolean {
  saveKey(s);
  s.flow++;
  if (s.flow > s.options.deepest) s.options.tooDeep("collections are nested too deeply");
  s.keyAllowed = true;
  push(s, kind);
  forward(s.c);
  return true;
}

function close(s: Scanner, kind: TokenKind): boolean {
  dropKey(s);
  s.flow = Math.max(0, s.flow - 1);
  s.keyAllowed = false;
  push(s, kind);
  forward(s.c);
  return true;
}

function flowEntry(s: Scanner): boolean {
  s.keyAllowed = true;
  dropKey(s);
  push(s, "flow-entry");
  forward(s.c);
  return true;
}

function entry(s: Scanner): boolean {
  if (s.flow === 0) {
    if (!s.keyAllowed) refuse("a list item is not allowed here");
    if (deepen(s, s.c.column)) push(s, "block-seq");
  }
  s.keyAllowed = true;
  dropKey(s);
  push(s, "entry");
  forward(s.c);
  return true;
}

function key(s: Scanner): boolean {
  if (s.flow === 0) {
    if (!s.keyAllowed) refuse("a key is not allowed here");
    if (deepen(s, s.c.column)) push(s, "block-map");
  }
  s.keyAllowed = s.flow === 0;
  dropKey(s);
  push(s, "key");
  forward(s.c);
  return true;
}

function value(s: Scanner): boolean {
  const candidate = s.keys.get(s.flow);
  if (candidate !== undefined) {
    s.keys.delete(s.flow);
    const { column } = candidate;
    s.tokens.splice(candidate.token, 0, { kind: "key", column, text: "" });
    if (s.flow === 0 && deepen(s, column)) {
      s.tokens.splice(candidate.token, 0, { kind: "block-map", column, text: "" });
    }
    s.keyAllowed = false;
  } else {
    if (s.flow === 0) {
      if (!s.keyAllowed) refuse("a second `: ` in one line is not allowed without quotes");
      if (deepen(s, s.c.column)) push(s, "block-map");
    }
    s.keyAllowed = s.flow === 0;
    dropKey(s);
  }
  push(s, "value");
  forward(s.c);
  return true;
}

function named(s: Scanner, kind: TokenKind): boolean {
  saveKey(s);
  s.keyAllowed = false;
  forward(s.c);
  const name = take(
    s.c,
    span(s.c, (char) => /[0-9A-Za-z_-]/.test(char)),
  );
  if (name === "" || !(isBlank(peek(s.c)) || "?:,]}%@`".includes(peek(s.c)))) {
    refuse(`\`${kind === "alias" ? "*" : "&"}\` is not followed by a plain name`);
  }
  return push(s, kind, name);
}

function tag(s: Scanner): boolean {
  saveKey(s);
  s.keyAllowed = false;
  const { handle, text } = peek(s.c, 1) === "<" ? verbatimTag(s.c) : shortTag(s.c);
  if (peek(s.c) !== " " && !isBreakOrEnd(peek(s.c))) refuse("a tag is not followed by a space");
  return push(s, "tag", text, handle === undefined ? {} : { handle });
}

function verbatimTag(c: Cursor): { handle?: string; text: string } {
  forward(c, 2);
  const text = tagUri(c);
  if (peek(c) !== ">") refuse("a tag is not closed by `>`");
  forward(c);
  return { text };
}

function shortTag(c: Cursor): { handle?: string; text: string } {
  if (isBlank(peek(c, 1))) {
    forward(c);
    return { text: "!" };
  }
  const word = c.text.slice(c.at + 1, c.at + 1 + span(c, (char) => char !== " " && !isBreak(char)));
  if (!word.slice(0, -1).includes("!") && !word.startsWith("!")) {
    forward(c);
    return { handle: "!", text: tagUri(c) };
  }
  const handle = /^![0-9A-Za-z_-]*!/.exec(c.text.slice(c.at))?.[0];
  if (handle === undefined) refuse("a tag has a strange handle");
  forward(c, handle.length);
  return { handle, text: tagUri(c) };
}

function tagUri(c: Cursor): string {
  const uri = take(
    c,
    span(c, (char) => /[0-9A-Za-z\-;/?:@&=+$,_.!~*'()[\]%]/.test(char)),
  );
  if (uri === "") refuse("a tag has no name");
  if (/%(?![0-9A-Fa-f]{2})/.test(uri)) refuse("a tag has a broken `%` escape");
  return uri;
}

function block(s: Scanner): boolean {
  s.keyAllowed = true;
  dropKey(s);
  const { column } = s.c;
  return push(s, "scalar", scanBlock(s.c, s.indent, !s.options.wideLines), { column });
}

function quoted(s: Scanner): boolean {
  saveKey(s);
  s.keyAllowed = false;
  const { column } = s.c;
  return push(s, "scalar", scanQuoted(s.c), { column });
}

function plain(s: Scanner): void {
  saveKey(s);
  const { column } = s.c;
  const { text, brokeLine } = scanPlain(s.c, s.indent, s.flow > 0);
  s.keyAllowed = brokeLine;
  push(s, "scalar", text, { plain: true, column });
}

function directive(s: Scanner): void {
  unwind(s, -1);
  dropKey(s);
  s.keyAllowed = false;
  const line = take(
    s.c,
    span(s.c, (char) => !isBreak(char)),
  );
  if (
    !/^%(YAML +\d+\.\d+|TAG +!(?:[\w-]*!)? +[^\s#]+|(?!YAML\b|TAG\b)[\w:.-]+(?: [^\n]*)?) *(#.*)?$/.test(line)
  ) {
    refuse("a line that starts with `%` is not a directive");
  }
  lineBreak(s.c);
  push(s, "directive", line);
}
