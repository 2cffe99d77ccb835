import type { Alias, Document, Pair, ParsedNode, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { isAlias, isMap, isPair, isScalar } from "yaml";
import { yamlString } from "../language/yaml.ts";
import type { Checked, Diagnostic, Edit } from "../report/diagnostic.ts";
import type { SourceFile, Span } from "../report/source.ts";
import { span } from "../report/source.ts";
import type { Block } from "./block.ts";
import { entryOn, lineIndexAt } from "./block.ts";
import type { Draft } from "./draft.ts";
import type { Entry, MapNode, Node, ScalarNode, ScalarStyle } from "./node.ts";
import type { OffsetMap } from "./offsets.ts";
import { mapScalar, rangeIn } from "./offsets.ts";
import { deepest, shorten } from "./problem.ts";
import type { Unusual } from "./unusual.ts";
import { reportUnusual } from "./unusual.ts";
import { yamlDiagnostics } from "./yaml-diagnostics.ts";

/** Nodes that aliases may add; a few lines of aliases can stand for billions. */
const mostAliased = 10_000;

/** What the tree is built from, and what has been found on the way. */
interface Build {
  readonly block: Block;
  readonly file: SourceFile;
  readonly draft: Draft;
  readonly diagnostics: Diagnostic[];
  readonly unusual: Unusual[];
  /** Names of anchors that an alias refers to. */
  readonly referred: Set<string>;
  readonly sizes: WeakMap<Node, number>;
  readonly anchors: Map<string, Node | undefined>;
  aliased: number;
  isOverLimit: boolean;
  isTooDeep: boolean;
}

/**
 * Turns the parser's tree into ours. Aliased nodes are shared, so that a bomb stays as small as it is written.
 * Undefined: the document is empty.
 */
export function buildTree(block: Block, draft: Draft, document: Document.Parsed): Checked<Node | undefined> {
  const build: Build = {
    block,
    file: block.file,
    draft,
    diagnostics: [],
    unusual: [],
    referred: new Set(),
    sizes: new WeakMap(),
    anchors: new Map(),
    aliased: 0,
    isOverLimit: false,
    isTooDeep: document.errors.some(({ code }) => code === "RESOURCE_EXHAUSTION"),
  };
  const { contents } = document;
  const value = contents === null ? undefined : node(build, contents, 0);
  return { value, diagnostics: [...build.diagnostics, ...reportUnusual(build.unusual, build.referred)] };
}

function place(build: Build, from: number, to: number): Span {
  const start = build.draft.toSource(from, "start");
  return span(build.file, start, Math.max(start, build.draft.toSource(to, "end")));
}

function placeOf(build: Build, { range }: { readonly range?: readonly number[] | null }): Span {
  const from = range?.[0] ?? 0;
  let to = Math.max(from, range?.[1] ?? from);
  // Only what YAML calls white space: a no-break space belongs to the value.
  while (to > from && /[ \t\r\n]/.test(build.draft.text.charAt(to - 1))) to--;
  return place(build, from, to);
}

function absent(build: Build, at: Span): ScalarNode {
  return emptyScalar(build.file, at.start);
}

function node(build: Build, written: ParsedNode, depth: number): Node {
  if (depth > deepest) {
    reportDepth(build, placeOf(build, written));
    return absent(build, placeOf(build, written));
  }
  if (isAlias(written)) return aliasOf(build, written);
  noteProperties(build, written);
  const { anchor } = written;
  if (anchor !== undefined) build.anchors.set(anchor, undefined);
  const result = isScalar(written)
    ? scalarOf(build, written)
    : isMap(written)
      ? mapOf(build, written, depth)
      : listOf(build, written, depth);
  if (anchor !== undefined) build.anchors.set(anchor, result);
  return result;
}

function reportDepth(build: Build, at: Span): void {
  if (!build.isTooDeep)
    build.diagnostics.push(yamlDiagnostics.create("manifest/too-deep", at, { limit: deepest }));
  build.isTooDeep = true;
}

function noteProperties(build: Build, written: ParsedNode): void {
  const { anchor, tag, range } = written;
  const from = range[0];
  if (anchor !== undefined) note(build, written, `&${anchor}`, "the anchor");
  if (tag !== undefined && isWrittenTag(build, written))
    note(build, written, tagSource(build, from) ?? "!", "the tag");
}

/** The parser gives every node of a known type a tag; only a written one stands before the node. */
function isWrittenTag(build: Build, { range }: ParsedNode): boolean {
  return tagSource(build, range[0]) !== undefined;
}

function tagSource(build: Build, before: number): string | undefined {
  return /(?:^|[\s[{,])(![^\s,[\]{}]*)\s*(?:&\S+\s*)?$/.exec(
    build.draft.text.slice(Math.max(0, before - 200), before),
  )?.[1];
}

function note(build: Build, written: ParsedNode, source: string, kind: string): void {
  const [before] = written.range;
  const from = build.draft.text.lastIndexOf(source, before);
  if (from === -1) return;
  const at = place(build, from, from + source.length);
  const isPlain = isScalar(written) && written.type === "PLAIN" && written.source !== "";
  const end = isPlain ? placeOf(build, written).end : at.end;
  const isProse = isPlain && /\s/.test(written.source ?? "") && !source.startsWith("!!");
  build.unusual.push({
    what: `${kind} \`${source}\``,
    at,
    edit: inlineEdit(build, written, source, at),
    ...(isProse
      ? { word: { text: source, anchor: written.anchor, whole: span(build.file, at.start, end) } }
      : {}),
  });
}

/** Without an anchor a value is the same; `!!str` is what quotes say. */
function inlineEdit(build: Build, written: ParsedNode, source: string, at: Span): Edit | undefined {
  if (!isScalar(written)) return undefined;
  const value = placeOf(build, written);
  // Only blanks may stand between: a comment or another property there would be lost.
  if (!/^[ \t]+$/.test(build.file.text.slice(at.end, value.start))) return undefined;
  if (source.startsWith("&")) return { span: span(build.file, at.start, value.start), replacement: "" };
  if (source !== "!!str" || written.type !== "PLAIN") return undefined;
  return { span: span(build.file, at.start, value.end), replacement: yamlString(written.source ?? "") };
}

function aliasOf(build: Build, written: Alias): Node {
  const at = placeOf(build, written);
  const target = build.anchors.get(written.source);
  if (target === undefined) {
    const text = build.file.text.slice(at.start, at.end);
    const replacement = yamlString(text);
    build.diagnostics.push(
      yamlDiagnostics.create(
        "manifest/unknown-alias",
        at,
        { alias: written.source },
        { fix: { title: "Put the value in quotes", safety: "safe", edits: [{ span: at, replacement }] } },
      ),
    );
    return textScalar(build, text, at);
  }
  build.referred.add(written.source);
  const edit =
    target.kind === "scalar" && typeof target.value === "string"
      ? { span: at, replacement: yamlString(target.text) }
      : undefined;
  build.unusual.push({ what: `the alias \`*${written.source}\``, at, edit });
  build.aliased += sizeOf(build, target);
  if (build.aliased <= mostAliased) return target;
  if (!build.isOverLimit)
    build.diagnostics.push(yamlDiagnostics.create("manifest/too-many-aliases", at, { limit: mostAliased }));
  build.isOverLimit = true;
  return absent(build, at);
}

function sizeOf(build: Build, of: Node): number {
  const known = build.sizes.get(of);
  if (known !== undefined) return known;
  const children =
    of.kind === "scalar" ? [] : of.kind === "list" ? of.items : of.entries.map(({ value }) => value);
  const size = children.reduce(
    (sum, child) => Math.min(sum + sizeOf(build, child), Number.MAX_SAFE_INTEGER),
    1,
  );
  build.sizes.set(of, size);
  return size;
}

function textScalar(build: Build, text: string, at: Span): ScalarNode {
  const within = (offset: number): number => Math.min(at.start + offset, at.end);
  return {
    kind: "scalar",
    value: text,
    text,
    style: "plain",
    span: at,
    at: (from, to) => span(build.file, within(from), within(to)),
  };
}

function scalarOf(build: Build, written: Scalar.Parsed): ScalarNode {
  const [from, to] = written.range;
  const edit = build.draft.rawAt(from);
  if (edit !== undefined) {
    const { text, start, end } = edit.raw;
    const at = span(build.file, edit.start, edit.end);
    const whole = build.file.text.slice(start, end);
    const map = lazyMap(() => mapScalar(text, whole, "plain"));
    return {
      kind: "scalar",
      value: text,
      text,
      style: "plain",
      span: at,
      at: (first, last) =>
        rangeIn(map(), first, last, (offset) => span(build.file, start + offset[0], start + offset[1])),
    };
  }
  const style = styles[written.type ?? "PLAIN"] ?? "plain";
  const text = style === "plain" ? (written.source ?? "") : String(written.value ?? "");
  if (style === "plain") noteComment(build, written, text);
  const map = lazyMap(() => mapScalar(text, build.draft.text.slice(from, to), style));
  return {
    kind: "scalar",
    value: valueOf(written, text),
    text,
    style,
    span: placeOf(build, written),
    at: (first, last) =>
      rangeIn(map(), first, last, (offset) => place(build, from + offset[0], from + offset[1])),
  };
}

/** A comment behind prose is most likely a part of it; behind one word, or two spaces away, it is one. */
function noteComment(build: Build, written: Scalar.Parsed, text: string): void {
  const token = written.srcToken;
  if (token === undefined || !("end" in token) || typeof written.value !== "string") return;
  const comment = token.end?.find(({ type }) => type === "comment" || type === "newline");
  if (comment?.type !== "comment") return;
  const [from, to] = written.range;
  const gap = build.draft.text.slice(to, comment.offset);
  const isProse = /\s/.test(text) || /^#\S/.test(comment.source);
  const at = place(build, comment.offset, comment.offset + comment.source.trimEnd().length);
  const key = entryOn(build.block, build.block.lines[lineIndexAt(build.block, at.start)])?.key;
  const isText = key === "name" || key === "description";
  if (gap === " " && (isProse || isText)) reportCut(build, key, from, at);
}

function reportCut(build: Build, key: string | undefined, from: number, at: Span): void {
  const whole = span(build.file, build.draft.toSource(from, "start"), at.end);
  const replacement = yamlString(build.file.text.slice(whole.start, whole.end));
  build.diagnostics.push(
    yamlDiagnostics.create(
      "manifest/comment-cuts-value",
      at,
      {
        lost: shorten(build.file.text.slice(at.start, at.end)),
        what: key === undefined ? "The value" : `The value of \`${key}\``,
      },
      {
        help: `Put the whole value in quotes: \`${replacement.length > 120 ? `${replacement.slice(0, 100)}…"` : replacement}\`.`,
        fix: { title: "Put the value in quotes", safety: "unsafe", edits: [{ span: whole, replacement }] },
      },
    ),
  );
}

function listOf(build: Build, written: YAMLSeq.Parsed, depth: number): Node {
  const items = written.items.map((item) =>
    // A flow list may hold `key: value` without braces: a mapping of one entry.
    isPair(item)
      ? singleEntry(build, item as Pair<ParsedNode, ParsedNode | null>, depth + 1)
      : node(build, item, depth + 1),
  );
  return { kind: "list", items, flow: written.flow === true, span: placeOf(build, written) };
}

function singleEntry(build: Build, pair: Pair<ParsedNode, ParsedNode | null>, depth: number): MapNode {
  const entry = entryFrom(build, pair, depth);
  return {
    kind: "map",
    entries: [entry],
    flow: true,
    span: span(build.file, entry.key.span.start, Math.max(entry.key.span.end, entry.value.span.end)),
  };
}

function mapOf(build: Build, written: YAMLMap.Parsed, depth: number): MapNode {
  const own = written.items.map((pair) => entryFrom(build, pair, depth));
  reportDuplicates(build, own);
  const entries = own.flatMap((entry) => merged(build, entry, own));
  return { kind: "map", entries, flow: written.flow === true, span: placeOf(build, written) };
}

function entryFrom(build: Build, pair: Pair<ParsedNode, ParsedNode | null>, depth: number): Entry {
  const key = node(build, pair.key, depth + 1);
  const after = key.span.end;
  const value = pair.value === null ? emptyScalar(build.file, after) : node(build, pair.value, depth + 1);
  if (key.kind === "scalar") return { key, value };
  build.diagnostics.push(yamlDiagnostics.create("manifest/key", key.span, {}));
  return { key: textScalar(build, build.file.text.slice(key.span.start, key.span.end), key.span), value };
}

function reportDuplicates(build: Build, entries: readonly Entry[]): void {
  const first = new Map<string, Entry>();
  for (const entry of entries) {
    const { key } = entry;
    const other = first.get(key.text);
    if (other === undefined) {
      first.set(key.text, entry);
      continue;
    }
    const related = [{ message: `The first \`${key.text}\` stands here.`, span: other.key.span }];
    build.diagnostics.push(
      yamlDiagnostics.create("manifest/duplicate-key", key.span, { key: shorten(key.text) }, { related }),
    );
  }
}

/** `<<: *base` stands for the entries of the base that the mapping does not write itself. */
function merged(build: Build, entry: Entry, own: readonly Entry[]): readonly Entry[] {
  const { key, value } = entry;
  if (key.text !== "<<" || key.style !== "plain" || value.kind === "scalar") return [entry];
  build.unusual.push({ what: "the merge key `<<`", at: key.span, edit: undefined });
  const bases = value.kind === "map" ? [value] : value.items.filter((item) => item.kind === "map");
  return bases
    .flatMap((base) => base.entries)
    .filter((inherited) => !own.some((written) => written.key.text === inherited.key.text));
}

const styles: Readonly<Record<string, ScalarStyle>> = {
  PLAIN: "plain",
  QUOTE_SINGLE: "single",
  QUOTE_DOUBLE: "double",
  BLOCK_LITERAL: "literal",
  BLOCK_FOLDED: "folded",
};

/** A tag may make anything of a scalar; what is no JSON scalar is its text. */
function valueOf({ value }: Scalar.Parsed, text: string): ScalarNode["value"] {
  const given: unknown = value;
  if (given === null || typeof given === "boolean" || typeof given === "number") return given;
  return typeof given === "string" ? given : text;
}

function emptyScalar(file: SourceFile, offset: number): ScalarNode {
  const at = span(file, offset, offset);
  return { kind: "scalar", value: null, text: "", style: "plain", span: at, at: () => at };
}

function lazyMap(make: () => OffsetMap): () => OffsetMap {
  let map: OffsetMap | undefined;
  return () => (map ??= make());
}
