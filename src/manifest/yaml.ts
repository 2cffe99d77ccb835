import type { Document, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { isAlias, isMap, isScalar, isSeq, parseDocument } from "yaml";
import type { Checked, Diagnostic } from "../report/diagnostic.ts";
import type { SourceFile, Span } from "../report/source.ts";
import { span } from "../report/source.ts";
import { readLeniently } from "./lenient.ts";
import type { Entry, Node, ScalarNode, ScalarStyle } from "./node.ts";
import { pairOffsets } from "./offsets.ts";
import { readPlain } from "./plain.ts";
import { explainYamlError, yamlDiagnostics } from "./yaml-errors.ts";

/**
 * Reads the YAML in a range of a file. What cannot be read is reported once, and what a line-by-line reader still
 * finds is returned. Undefined: nothing there.
 */
export function parseYaml(file: SourceFile, start: number, end: number): Checked<Node | undefined> {
  const plain = readPlain(file, start, end);
  if (plain !== undefined) return { value: plain, diagnostics: [] };
  const text = file.text.slice(start, end);
  let document: Document.Parsed;
  try {
    document = parseDocument(text, { prettyErrors: false, uniqueKeys: false, strict: true, merge: false });
  } catch (error) {
    // The parser recurses; what nests deeper than its stack is no manifest.
    if (!(error instanceof RangeError)) throw error;
    const diagnostic = yamlDiagnostics.create("manifest/too-deep", span(file, start, start), {});
    return { value: undefined, diagnostics: [diagnostic] };
  }
  const first = document.errors.toSorted((a, b) => a.pos[0] - b.pos[0])[0];
  if (first !== undefined) {
    const diagnostic = explainYamlError(
      file,
      { start, end },
      first.code,
      start + first.pos[0],
      first.message,
    );
    return { value: readLeniently(file, start, end), diagnostics: [diagnostic] };
  }
  const reader: Reader = { file, base: start, document, diagnostics: [], left: nodeLimit };
  const value = isEmpty(document) ? undefined : convert(reader, document.contents, 0);
  return { value, diagnostics: reader.diagnostics };
}

/** Aliases may repeat nodes; past this many the rest is left out, so that a small text cannot fill the memory. */
const nodeLimit = 50_000;
const depthLimit = 100;

interface Reader {
  readonly file: SourceFile;
  readonly base: number;
  readonly document: Document.Parsed;
  readonly diagnostics: Diagnostic[];
  left: number;
}

function isEmpty(document: Document.Parsed): boolean {
  const { contents } = document;
  return contents === null || (isScalar(contents) && contents.value === null && contents.source === "");
}

function convert(reader: Reader, node: unknown, depth: number): Node {
  reader.left--;
  const at = rangeOf(reader, node);
  if (reader.left < 0 || depth > depthLimit) return emptyScalar(at);
  if (isAlias(node)) {
    note(reader, at, "an alias");
    return convert(reader, node.resolve(reader.document), depth + 1);
  }
  if (isMap(node)) return convertMap(reader, node, at, depth);
  if (isSeq(node)) return convertSeq(reader, node, at, depth);
  if (isScalar(node)) return convertScalar(reader, node, at);
  return emptyScalar(at);
}

function convertMap(reader: Reader, node: YAMLMap, at: Span, depth: number): Node {
  noteProperties(reader, node, at);
  const entries = node.items.map((pair) => convertPair(reader, pair, depth));
  const seen = new Map<string, ScalarNode>();
  for (const { key } of entries) {
    const earlier = seen.get(key.text);
    if (earlier === undefined) seen.set(key.text, key);
    else reportDuplicate(reader, earlier, key);
  }
  return { kind: "map", entries, flow: node.flow ?? false, span: at };
}

function convertSeq(reader: Reader, node: YAMLSeq, at: Span, depth: number): Node {
  noteProperties(reader, node, at);
  const items = node.items.map((item) => convert(reader, item, depth + 1));
  return { kind: "list", items, flow: node.flow ?? false, span: at };
}

function convertPair(reader: Reader, pair: Pair, depth: number): Entry {
  const key = keyOf(reader, pair.key);
  if (key.text === "<<") note(reader, key.span, "a merge key");
  const value =
    pair.value === null || pair.value === undefined
      ? emptyScalar(span(reader.file, key.span.end, key.span.end))
      : convert(reader, pair.value, depth + 1);
  reportCutValue(reader, key, pair.value);
  return { key, value };
}

function keyOf(reader: Reader, key: unknown): ScalarNode {
  const at = rangeOf(reader, key);
  if (isScalar(key)) return convertScalar(reader, key, at);
  const text = reader.file.text.slice(at.start, at.end);
  return { kind: "scalar", value: text, text, style: "plain", span: at, at: () => at };
}

const styles: Readonly<Record<string, ScalarStyle>> = {
  QUOTE_DOUBLE: "double",
  QUOTE_SINGLE: "single",
  BLOCK_LITERAL: "literal",
  BLOCK_FOLDED: "folded",
};

function convertScalar(reader: Reader, node: Scalar, at: Span): ScalarNode {
  noteProperties(reader, node, at);
  const style = styles[node.type ?? ""] ?? "plain";
  const text = style === "plain" ? (node.source ?? "") : String(node.value);
  return {
    kind: "scalar",
    value: isPlainValue(node.value) ? node.value : text,
    text,
    style,
    span: at,
    at: mapper(reader.file, at, style, text),
  };
}

function isPlainValue(value: unknown): value is ScalarNode["value"] {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

/** The pairing of offsets is worked out when a diagnostic first asks for it. */
function mapper(file: SourceFile, at: Span, style: ScalarStyle, text: string): ScalarNode["at"] {
  let offsets: ReturnType<typeof pairOffsets> | undefined;
  return (start, end) => {
    offsets ??= pairOffsets(file.text.slice(at.start, at.end), style, text);
    const { starts, ends } = offsets;
    const from = at.start + (starts[start] ?? ends.at(-1) ?? 0);
    const to = end > start ? at.start + (ends[end - 1] ?? ends.at(-1) ?? 0) : from;
    return span(file, from, Math.max(from, to));
  };
}

function rangeOf(reader: Reader, node: unknown): Span {
  const range = (node as { readonly range?: readonly [number, number, number] } | null)?.range;
  const [start, end] = range ?? [0, 0];
  return span(reader.file, reader.base + start, reader.base + end);
}

function emptyScalar(at: Span): ScalarNode {
  return { kind: "scalar", value: null, text: "", style: "plain", span: at, at: () => at };
}

function noteProperties(reader: Reader, node: Scalar | YAMLMap | YAMLSeq, at: Span): void {
  if (node.anchor !== undefined) note(reader, at, "an anchor");
  if (node.tag !== undefined) note(reader, at, "a tag");
}

function note(reader: Reader, at: Span, what: string): void {
  reader.diagnostics.push(yamlDiagnostics.create("manifest/not-portable-yaml", at, { what }));
}

function reportDuplicate(reader: Reader, earlier: ScalarNode, key: ScalarNode): void {
  const related = [{ message: "It is written here first.", span: earlier.span }];
  reader.diagnostics.push(
    yamlDiagnostics.create("manifest/duplicate-key", key.span, { key: key.text }, { related }),
  );
}

/** Keys whose values are prose, where ` #` is more likely meant than a comment. */
const prose = new Set(["name", "description", "compatibility", "when_to_use", "argument-hint"]);

function reportCutValue(reader: Reader, key: ScalarNode, value: unknown): void {
  if (!prose.has(key.text) || !isScalar(value) || value.type !== "PLAIN") return;
  const { file } = reader;
  const { end } = rangeOf(reader, value);
  const lineEnd = file.text.slice(end).search(/[\r\n]|$/) + end;
  const lost = file.text.slice(end, lineEnd);
  if (!/^\s+#/.test(lost)) return;
  const from = end + lost.search(/#/);
  reader.diagnostics.push(
    yamlDiagnostics.create("manifest/comment-cuts-value", span(file, from, lineEnd), {
      key: key.text,
      lost: lost.trim(),
    }),
  );
}
