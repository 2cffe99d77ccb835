import type { SourceFile, Span } from "../report/source.ts";
import type { SkillManifest } from "./manifest.ts";
import type { CodeSpan, Fence, Heading, Link, Markdown, Prose } from "./markdown-form.ts";
import { closesRaw, htmlBlock } from "./markdown-html.ts";
import type { InlineSink } from "./markdown-inline.ts";
import { definitionAt, inlineScanner } from "./markdown-inline.ts";
import type { Line } from "./markdown-line.ts";
import {
  hasLoneCarriage,
  isThematicBreak,
  matchContainers,
  readMarker,
  skipIndent,
  startLine,
} from "./markdown-line.ts";

const space = 32;

const scanned = new WeakMap<SkillManifest, Markdown>();

/** The body of a skill, scanned once whatever the number of rules that ask; empty where there is no body. */
export function markdownOf(manifest: SkillManifest): Markdown {
  const known = scanned.get(manifest);
  if (known !== undefined) return known;
  const { body, file } = manifest;
  const markdown =
    body === undefined
      ? scanMarkdown(file, 0, 0)
      : scanMarkdown(body.span.file, body.span.start, body.span.end);
  scanned.set(manifest, markdown);
  return markdown;
}

interface Scan extends Line {
  readonly file: SourceFile;
  readonly found: Lists;
  readonly inline: (start: number, end: number) => void;
  readonly addLink: InlineSink["link"];
  /** Where the open paragraph started and ends so far; -1 where there is none. */
  paragraph: number;
  paragraphEnd: number;
  /** Where prose began that is not yet listed. */
  prose: number;
  fence: OpenFence | undefined;
  /** What ends the open HTML block: a blank line, or a closing tag. */
  html: "blank" | "tag" | undefined;
}

interface Lists {
  readonly links: Link[];
  readonly codeSpans: CodeSpan[];
  readonly fences: Fence[];
  readonly headings: Heading[];
  readonly comments: Span[];
  readonly prose: Prose[];
}

interface OpenFence {
  readonly unit: number;
  readonly length: number;
  readonly depth: number;
  readonly language: string;
  readonly opening: Span;
  readonly contentStart: number;
}

/**
 * Scans Markdown between two offsets in one pass; linear in the length, never throws. Blocks are those of CommonMark
 * as far as they decide what is a link, a code span or a fence.
 */
export function scanMarkdown(file: SourceFile, start: number, end: number): Markdown {
  return hasMarks(file.text, start, end) ? scanMarked(file, start, end) : plainProse(file, start, end);
}

/** True where anything but headings may stand in a text beside prose. */
function hasMarks(text: string, start: number, end: number): boolean {
  for (const mark of ["`", "[", "<", "~~~"]) {
    const at = text.indexOf(mark, start);
    if (at !== -1 && at < end) return true;
  }
  return false;
}

/** Headings are read when they are asked for: they are of interest only where something is reported. */
function plainProse(file: SourceFile, start: number, end: number): Markdown {
  let headings: Markdown["headings"] | undefined;
  return {
    links: [],
    codeSpans: [],
    fences: [],
    get headings() {
      return (headings ??= scanMarked(file, start, end).headings);
    },
    comments: [],
    prose: end > start ? [{ span: { file, start, end } }] : [],
  };
}

function scanMarked(file: SourceFile, start: number, end: number): Markdown {
  const { text } = file;
  const found: Lists = { links: [], codeSpans: [], fences: [], headings: [], comments: [], prose: [] };
  const sink: InlineSink = {
    link(from, to, image) {
      found.links.push({ destination: text.slice(from, to), span: { file, start: from, end: to }, image });
    },
    code(from, to) {
      found.codeSpans.push({ text: text.slice(from, to), span: { file, start: from, end: to } });
    },
    comment(from, to) {
      addComment(scan, from, to);
    },
  };
  const scan: Scan = {
    file,
    text,
    end,
    loneCarriage: hasLoneCarriage(text, start, end),
    found,
    inline: inlineScanner(text, sink),
    addLink: sink.link,
    containers: [],
    matched: 0,
    at: start,
    column: 0,
    lineEnd: start,
    next: start,
    paragraph: -1,
    paragraphEnd: -1,
    prose: start,
    fence: undefined,
    html: undefined,
  };
  while (scan.next < end) {
    startLine(scan);
    readLine(scan);
  }
  endParagraph(scan);
  if (scan.fence !== undefined) endFence(scan, scan.fence, end, false);
  else endProse(scan, end);
  return found;
}

function readLine(scan: Scan): void {
  const lineStart = scan.at;
  if (isPlainText(scan)) return readText(scan);
  matchContainers(scan);
  const { fence } = scan;
  if (fence !== undefined) {
    if (scan.matched >= fence.depth) return readFenced(scan, fence, lineStart);
    endFence(scan, fence, lineStart, true);
  }
  if (scan.html !== undefined && readHtml(scan)) return;
  readBlocks(scan, lineStart);
}

/** A line outside of everything that starts with a letter, as most do. */
function isPlainText({ text, at, containers, fence, html }: Scan): boolean {
  if (containers.length > 0 || fence !== undefined || html !== undefined) return false;
  const letter = text.charCodeAt(at) | 32;
  return letter >= 97 && letter <= 122;
}

/** Goes to the line where a fence outside of everything may close; none before it needs a look. */
function skipContent(scan: Scan, fence: OpenFence): void {
  const { text, next, end } = scan;
  if (fence.depth > 0 || scan.loneCarriage) return;
  const marker = text.indexOf(fence.unit === 96 ? "```" : "~~~", next);
  if (marker === -1 || marker >= end) scan.next = end;
  else if (marker > next) scan.next = Math.max(next, text.lastIndexOf("\n", marker) + 1);
}

function readFenced(scan: Scan, fence: OpenFence, lineStart: number): void {
  const { text, lineEnd } = scan;
  if (skipIndent(scan) > 3) return;
  let at = scan.at;
  while (at < lineEnd && text.charCodeAt(at) === fence.unit) at += 1;
  if (at - scan.at < fence.length) return;
  while (at < lineEnd && text.charCodeAt(at) <= space) at += 1;
  if (at < lineEnd) return;
  endFence(scan, fence, lineStart, true);
  scan.prose = scan.next;
}

function endFence(scan: Scan, fence: OpenFence, contentEnd: number, closed: boolean): void {
  const { file, found } = scan;
  const content = { file, start: Math.min(fence.contentStart, contentEnd), end: contentEnd };
  found.fences.push({ language: fence.language, opening: fence.opening, content, closed });
  scan.fence = undefined;
  scan.prose = contentEnd;
}

/** True where the line belongs to the open HTML block. */
function readHtml(scan: Scan): boolean {
  if (scan.matched < scan.containers.length) {
    scan.html = undefined;
    return false;
  }
  if (scan.html === "tag") {
    if (closesRaw(scan.text.slice(scan.at, scan.lineEnd))) scan.html = undefined;
    return true;
  }
  const { at } = scan;
  skipIndent(scan);
  const isBlank = scan.at >= scan.lineEnd;
  scan.at = at;
  if (isBlank) scan.html = undefined;
  return !isBlank;
}

// No author nests lists and quotes deeper; with a limit, the time for a line has one too.
const deepest = 32;

/** Reads container markers, then the one leaf block that the line starts or goes on with. */
function readBlocks(scan: Scan, lineStart: number): void {
  for (;;) {
    const indent = skipIndent(scan);
    if (scan.at >= scan.lineEnd) return closeUnmatched(scan);
    // Indented code, but for a paragraph that goes on.
    if (indent > 3) return scan.paragraph === -1 ? closeUnmatched(scan) : readText(scan);
    if (scan.matched >= deepest) break;
    const container = readMarker(scan, scan.paragraph !== -1);
    if (container === undefined) break;
    closeUnmatched(scan);
    scan.containers.push(container);
    scan.matched += 1;
  }
  if (!readLeaf(scan, lineStart)) readText(scan);
}

function closeUnmatched(scan: Scan): void {
  endParagraph(scan);
  if (scan.matched < scan.containers.length) scan.containers.length = scan.matched;
}

/** Starts a paragraph or goes on with one, if only lazily. */
function readText(scan: Scan): void {
  if (scan.paragraph === -1) {
    closeUnmatched(scan);
    scan.paragraph = scan.at;
  }
  scan.paragraphEnd = scan.lineEnd;
}

/** A fence, heading, break or HTML block; false where the line is text. */
function readLeaf(scan: Scan, lineStart: number): boolean {
  const unit = scan.text.charCodeAt(scan.at);
  switch (unit) {
    case 96: // `
    case 126: // ~
      return openFence(scan, unit, lineStart);
    case 35: // #
      return readHeading(scan);
    case 60: // <
      return readHtmlStart(scan);
    case 61: // =
    case 45: // -
      return readUnderline(scan, unit);
    case 42: // *
    case 95: // _
      if (!isThematicBreak(scan)) return false;
      closeUnmatched(scan);
      return true;
    default:
      return false;
  }
}

function openFence(scan: Scan, unit: number, lineStart: number): boolean {
  const { text, at, lineEnd, file } = scan;
  let after = at;
  while (after < lineEnd && text.charCodeAt(after) === unit) after += 1;
  if (after - at < 3) return false;
  const info = text.slice(after, lineEnd);
  if (unit === 96 && info.includes("`")) return false;
  closeUnmatched(scan);
  endProse(scan, lineStart);
  scan.fence = {
    unit,
    length: after - at,
    depth: scan.matched,
    language: /^\s*(\S*)/.exec(info)?.[1]?.toLowerCase() ?? "",
    opening: { file, start: lineStart, end: lineEnd },
    contentStart: scan.next,
  };
  skipContent(scan, scan.fence);
  return true;
}

function readHeading(scan: Scan): boolean {
  const { text, at, lineEnd, file } = scan;
  let after = at;
  while (after < lineEnd && text.charCodeAt(after) === 35) after += 1;
  const level = after - at;
  if (level > 6 || (after < lineEnd && text.charCodeAt(after) > space)) return false;
  closeUnmatched(scan);
  const written = text.slice(after, lineEnd);
  const inner = written
    .trim()
    .replace(/(?:^|[ \t])#+$/, "")
    .trimEnd();
  scan.found.headings.push({ level, text: inner, span: { file, start: at, end: lineEnd } });
  scan.inline(after, lineEnd);
  return true;
}

/** A line of `=` or `-` below a paragraph makes it a heading; a line of `-` elsewhere is a break. */
function readUnderline(scan: Scan, unit: number): boolean {
  const { text, at, lineEnd, file, paragraph, paragraphEnd } = scan;
  let after = at;
  while (after < lineEnd && text.charCodeAt(after) === unit) after += 1;
  while (after < lineEnd && text.charCodeAt(after) <= space) after += 1;
  if (after === lineEnd && paragraph !== -1 && scan.matched === scan.containers.length) {
    const level = unit === 61 ? 1 : 2;
    const span = { file, start: paragraph, end: paragraphEnd };
    scan.found.headings.push({ level, text: text.slice(paragraph, paragraphEnd).trim(), span });
  } else if (unit === 61 || !isThematicBreak(scan)) return false;
  closeUnmatched(scan);
  return true;
}

function readHtmlStart(scan: Scan): boolean {
  const { text, at, lineEnd } = scan;
  if (text.startsWith("<!--", at)) {
    readComment(scan);
    return true;
  }
  const kind = htmlBlock(text.slice(at, lineEnd), scan.paragraph !== -1);
  if (kind === undefined) return false;
  closeUnmatched(scan);
  scan.html = kind === "line" ? undefined : kind;
  return true;
}

/** A comment that starts a line: up to its end, or to the end of the text. The rest of its last line is HTML too. */
function readComment(scan: Scan): void {
  closeUnmatched(scan);
  const { text, at, end } = scan;
  const close = text.indexOf("-->", at + 2);
  const after = close === -1 || close + 3 > end ? end : close + 3;
  addComment(scan, at, after);
  while (scan.next < after) startLine(scan);
}

function addComment(scan: Scan, start: number, end: number): void {
  endProse(scan, start);
  scan.found.comments.push({ file: scan.file, start, end });
  scan.prose = end;
}

function endProse(scan: Scan, end: number): void {
  if (end > scan.prose) scan.found.prose.push({ span: { file: scan.file, start: scan.prose, end } });
  scan.prose = end;
}

function endParagraph(scan: Scan): void {
  if (scan.paragraph === -1) return;
  const { paragraphEnd } = scan;
  let start = scan.paragraph;
  scan.paragraph = -1;
  while (start < paragraphEnd) {
    const definition = definitionAt(scan.text, start, paragraphEnd);
    if (definition === undefined) break;
    scan.addLink(definition.start, definition.end, false);
    start = definition.after;
  }
  if (start < paragraphEnd) scan.inline(start, paragraphEnd);
}
