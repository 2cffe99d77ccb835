import { formatKeys } from "../../grammar/schemas/skill.ts";
import { yamlKey } from "../language/front-matter.ts";
import { yamlText } from "../language/yaml.ts";
import type { Checked } from "../report/diagnostic.ts";
import { defineDiagnostics } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import { firstLine, lineStarts, positionAt, textOf } from "../report/source.ts";
import { splitFrontMatter } from "./front-matter.ts";
import type { Entry, MapNode, Node, ScalarNode } from "./node.ts";

export const layoutDiagnostics = defineDiagnostics({
  "manifest/layout-kept": {
    severity: "info",
    message: (p: { because: string }) =>
      `The layout of the front matter stays as it is, because ${p.because}.`,
    docs: `
\`skillc fmt\` changes how front matter is written and never what it says. Where it cannot be sure of that it leaves the
file alone: front matter with anchors, aliases, tags or keys that are no text, a mapping in braces around everything, or
text that two YAML readers take for different values.

    metadata: &common
      team: docs

Write such values out, and \`fmt\` lays out the rest:

    metadata:
      team: docs
`,
  },
});

/**
 * A SKILL.md with its front matter laid out: the keys of the format first and in its order, block style, one line for
 * each text that was not written as a block. Comments stay with the key that follows them. No value changes, and the
 * body stays byte for byte.
 */
export function layOutSkillMd(file: SourceFile, frontMatter: MapNode): Checked<string> {
  const { yaml, body } = splitFrontMatter(file).value;
  const kept = (because: string): Checked<string> => ({
    value: file.text,
    diagnostics: [layoutDiagnostics.create("manifest/layout-kept", firstLine(file), { because })],
  });
  if (yaml === undefined) return kept("the file has none");
  const marks = outsideScalars(file.text, yaml.start, yaml.end, frontMatter);
  if (frontMatter.flow || !/^[\s:,[\]{}-]*$/.test(withoutComments(marks))) {
    return kept("it uses anchors, tags or other forms that only some loaders read");
  }
  const chunks = chunksOf(file, yaml, frontMatter);
  if (chunks.entries.some(isUnsure))
    return kept("moving its keys might change what a block of text ends with");
  const lines = [...chunks.head, ...inOrder(chunks.entries).flatMap(linesOfChunk), ...chunks.tail];
  const eol = lineEndOf(file.text);
  const front = ["---", ...lines, "---", ""].join(eol);
  return { value: front + file.text.slice(body.start), diagnostics: [] };
}

/** CRLF where every line of the file ends so; anything else, a mixture too, becomes a line feed. */
function lineEndOf(text: string): string {
  const isCrlf = text.includes("\r\n") && !/(?:^|[^\r])\n|\r(?!\n)/.test(text);
  return isCrlf ? "\r\n" : "\n";
}

/** The YAML with a blank for each character of a scalar: marks, white space and comments are left. */
function outsideScalars(text: string, start: number, end: number, node: Node): string {
  let out = "";
  let from = start;
  for (const { span } of scalarsOf(node)) {
    if (span.start < from || span.end > end) continue;
    out += text.slice(from, span.start) + " ".repeat(span.end - span.start);
    from = span.end;
  }
  return out + text.slice(from, end);
}

function* scalarsOf(node: Node): Iterable<ScalarNode> {
  if (node.kind === "scalar") yield node;
  else if (node.kind === "list") for (const item of node.items) yield* scalarsOf(item);
  else {
    for (const { key, value } of node.entries) {
      yield key;
      yield* scalarsOf(value);
    }
  }
}

const comment = /(^|[ \t])#[^\r\n]*/gm;

function withoutComments(marks: string): string {
  return marks.replaceAll(comment, "$1");
}

/** A key at the top with all that belongs to it. */
interface Chunk {
  readonly entry: Entry;
  /** Comments on lines of their own before the key. */
  readonly before: readonly string[];
  readonly source: readonly string[];
  readonly isIndented: boolean;
  readonly hasComment: boolean;
}

interface Chunks {
  readonly head: readonly string[];
  readonly entries: readonly Chunk[];
  readonly tail: readonly string[];
}

type Range = { readonly start: number; readonly end: number };

/** Comments before the first key, as a heading of the whole, and after the last one stay where they are. */
function chunksOf(file: SourceFile, yaml: Range, { entries }: MapNode): Chunks {
  const starts = entries.map(({ key }) => lineStartAt(file, key.span.start));
  const head = linesBetween(file, yaml.start, starts[0] ?? yaml.end).filter(isComment);
  let before: readonly string[] = [];
  const chunks = entries.map((entry, i): Chunk => {
    const start = starts[i] ?? yaml.start;
    const next = starts[i + 1] ?? yaml.end;
    const end = Math.max(start, lineEndAfter(file, lastOffset(entry), next));
    const marks = outsideScalars(file.text, start, end, {
      kind: "map",
      entries: [entry],
      flow: false,
      span: entry.key.span,
    });
    const chunk = {
      entry,
      before,
      source: linesBetween(file, start, end),
      isIndented: entry.key.span.start > start,
      hasComment: withoutComments(marks) !== marks,
    };
    before = linesBetween(file, end, next).filter(isComment);
    return chunk;
  });
  return { head, entries: chunks, tail: before };
}

function isComment(line: string): boolean {
  return line.trim().startsWith("#");
}

function lastOffset({ key, value }: Entry): number {
  return Math.max(key.span.end, value.span.end);
}

function lineStartAt(file: SourceFile, offset: number): number {
  return lineStarts(file)[positionAt(file, offset).line - 1] ?? 0;
}

/** Where the line after the one of `offset` starts; `offset` itself where a line starts there. */
function lineEndAfter(file: SourceFile, offset: number, limit: number): number {
  const starts = lineStarts(file);
  const { line, column } = positionAt(file, offset);
  return Math.min(limit, column === 1 ? offset : (starts[line] ?? limit));
}

function linesBetween({ text }: SourceFile, start: number, end: number): readonly string[] {
  const part = text.slice(start, end).replace(/\r\n$|[\r\n]$/, "");
  return start >= end ? [] : part.split(/\r\n|\r|\n/);
}

/** A block of text that keeps the line ends after it, or has nothing else, depends on what follows. */
function isUnsure({ entry, isIndented, hasComment }: Chunk): boolean {
  if (isIndented && (hasComment || hasBlock(entry.value))) return true;
  return [...scalarsOf(entry.value)].some(
    ({ style, text }) => isBlockStyle(style) && (text.endsWith("\n\n") || text.trim() === ""),
  );
}

function isBlockStyle(style: ScalarNode["style"]): boolean {
  return style === "literal" || style === "folded";
}

function hasBlock(node: Node): boolean {
  return [...scalarsOf(node)].some(({ style }) => isBlockStyle(style));
}

const order: readonly string[] = formatKeys;

/** The keys of the format in its order, then the others as they are written. */
function inOrder(chunks: readonly Chunk[]): readonly Chunk[] {
  const rank = ({ entry }: Chunk): number => {
    const place = order.indexOf(entry.key.text);
    return place === -1 ? order.length : place;
  };
  return chunks.toSorted((a, b) => rank(a) - rank(b));
}

function linesOfChunk({ entry, before, source, hasComment }: Chunk): readonly string[] {
  const isKept = hasComment || hasBlock(entry.value);
  return [...before, ...(isKept ? source : linesOfEntry(entry))];
}

function linesOfEntry({ key, value }: Entry): readonly string[] {
  const name = key.style === "plain" ? textOf(key.span) : yamlKey(key.text);
  if (value.kind === "scalar") {
    const text = scalarText(value);
    return [text === "" ? `${name}:` : `${name}: ${text}`];
  }
  if (isEmpty(value)) return [`${name}: ${emptyText(value)}`];
  return [`${name}:`, ...linesOfNode(value).map((line) => `  ${line}`)];
}

function linesOfNode(node: Node): readonly string[] {
  if (node.kind === "scalar") return [scalarText(node)];
  if (isEmpty(node)) return [emptyText(node)];
  if (node.kind === "map") return node.entries.flatMap(linesOfEntry);
  return node.items.flatMap((item) =>
    linesOfNode(item).map((line, i) => (i > 0 ? `  ${line}` : line === "" ? "-" : `- ${line}`)),
  );
}

function isEmpty(node: Exclude<Node, ScalarNode>): boolean {
  return node.kind === "map" ? node.entries.length === 0 : node.items.length === 0;
}

function emptyText(node: Exclude<Node, ScalarNode>): string {
  return node.kind === "map" ? "{}" : "[]";
}

/** A plain value on one line stays: quoted, it would be another value for a reader that takes it for a number. */
function scalarText(node: ScalarNode): string {
  const source = textOf(node.span);
  const isPlain = node.style === "plain" && !/[\r\n]/.test(source);
  if (isPlain && (typeof node.value !== "string" || !source.includes("---"))) return source;
  return yamlText(typeof node.value === "string" ? node.value : node.text);
}
