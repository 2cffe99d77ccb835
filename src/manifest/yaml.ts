import { isAlias, isMap, isPair, isScalar, parseDocument } from "yaml";
import type { Alias, Document, Pair, ParsedNode, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { yamlString } from "../language/yaml.ts";
import type { Checked, Diagnostic } from "../report/diagnostic.ts";
import type { SourceFile, Span } from "../report/source.ts";
import { span } from "../report/source.ts";
import type { Block } from "./block.ts";
import { blockOf, entryOn, lineIndexAt } from "./block.ts";
import type { Draft, DraftEdit } from "./draft.ts";
import { draftOf } from "./draft.ts";
import type { Entry, MapNode, Node, ScalarNode, ScalarStyle } from "./node.ts";
import type { OffsetMap } from "./offsets.ts";
import { mapScalar } from "./offsets.ts";
import { readPlain } from "./plain.ts";
import type { Problem } from "./repair.ts";
import { deepest, repairOf, shorten } from "./repair.ts";
import { yamlDiagnostics } from "./yaml-diagnostics.ts";

/** Nodes that aliases may add; a few lines of aliases can stand for billions. */
const mostAliased = 10_000;
/** Mistakes that are read past in one file, and characters parsed for it in all: each one parses the file again. */
const mostRepairs = 40;
const mostParsed = 4_000_000;

/**
 * Reads a range of a file as one YAML document. Every mistake is reported once, and the rest is read as its author
 * meant it: a value that needs quotes is taken as if it had them.
 */
export function parseYaml(file: SourceFile, start: number, end: number): Checked<Node | undefined> {
  const plain = readPlain(file, start, end);
  return plain === undefined ? parseFully(file, start, end) : { value: plain, diagnostics: [] };
}

/** What `parseYaml` answers where the text is not written plainly. */
function parseFully(file: SourceFile, start: number, end: number): Checked<Node | undefined> {
  const block = blockOf(file, start, end);
  const { document, draft, diagnostics } = parseRepaired(block);
  const build = builder(block, draft, document);
  const contents = document.contents as ParsedNode | null;
  const value = contents === null ? undefined : build.node(contents, 0);
  return { value, diagnostics: [...diagnostics, ...build.diagnostics()] };
}

interface Parsed {
  readonly document: Document.Parsed;
  readonly draft: Draft;
  readonly diagnostics: readonly Diagnostic[];
}

function parseRepaired(block: Block): Parsed {
  const diagnostics: Diagnostic[] = [];
  let edits: readonly DraftEdit[] = [];
  let parsedChars = 0;
  for (;;) {
    const draft = draftOf(block.file, block.start, block.end, edits);
    const document = parseText(draft.text);
    parsedChars += draft.text.length;
    const problems = problemsOf(document, draft);
    const { diagnostics: found, edits: more } = repairOf(block, problems);
    // An edit where one has been made is a mistake that the first one caused.
    const added = more.filter((edit) => !edits.some((made) => overlaps(made, edit)));
    const isNew = added.length === more.length;
    // These come in runs with one cause: a file indented with tabs, or a body without a fence before it.
    const known = found.some(
      ({ code }) => runs.has(code) && diagnostics.some((earlier) => earlier.code === code),
    );
    if (isNew && !known) diagnostics.push(...found);
    edits = [...edits, ...added];
    const isOver =
      edits.length > mostRepairs * 10 || parsedChars > mostParsed || diagnostics.length >= mostRepairs;
    if (added.length === 0 || isOver) {
      return { document, draft, diagnostics: [...diagnostics, ...laterDocument(document, draft, block)] };
    }
  }
}

const runs: ReadonlySet<string> = new Set(["manifest/tab", "manifest/missing-colon"]);

function overlaps(a: DraftEdit, b: DraftEdit): boolean {
  return a.start === b.start || (a.start < b.end && b.start < a.end);
}

function parseText(text: string): Document.Parsed {
  const options = { prettyErrors: false, keepSourceTokens: true, uniqueKeys: false, version: "1.2" } as const;
  try {
    return parseDocument(text, options);
  } catch (error) {
    // Deep nesting exhausts the stack of the parser; there is nothing to read then.
    if (!(error instanceof RangeError)) throw error;
    const document = parseDocument("", options);
    document.errors.push({ ...emptyError, code: "RESOURCE_EXHAUSTION" } as (typeof document.errors)[number]);
    return document;
  }
}

const emptyError = { name: "YAMLParseError", message: "", pos: [0, 1] as [number, number] } as const;

function problemsOf(document: Document.Parsed, draft: Draft): readonly Problem[] {
  return document.errors
    .filter(({ code }) => code !== "MULTIPLE_DOCS")
    .map(({ code, message, pos: [from, to] }) => ({
      kind: kindOf(code, message),
      start: draft.toSource(from, "start"),
      end: Math.max(draft.toSource(to, "end"), draft.toSource(from, "start")),
    }));
}

/** The parser has one code for several mistakes; only its message tells an open quote from a missing comma. */
function kindOf(code: string, message: string): Problem["kind"] {
  if (code === "RESOURCE_EXHAUSTION") return "deep";
  if (code === "TAB_AS_INDENT") return "tab";
  if (code === "BAD_DQ_ESCAPE") return "escape";
  if (message.startsWith("Missing closing")) return "quote";
  if (/\bflow\b/i.test(message) && code !== "BLOCK_IN_FLOW") return "flow";
  return code === "BAD_INDENT" ? "indent" : "other";
}

function laterDocument(document: Document.Parsed, draft: Draft, { file }: Block): readonly Diagnostic[] {
  const second = document.errors.find(({ code }) => code === "MULTIPLE_DOCS");
  if (second === undefined) return [];
  const at = draft.toSource(second.pos[0], "start");
  const line = /^[^\r\n]*/.exec(file.text.slice(at))?.[0].trimEnd().length ?? 0;
  return [yamlDiagnostics.create("manifest/several-documents", span(file, at, at + line), {})];
}

interface Builder {
  readonly node: (node: ParsedNode, depth: number) => Node;
  readonly diagnostics: () => readonly Diagnostic[];
}

/** Turns the parser's tree into ours. Aliased nodes are shared, so that a bomb stays as small as it is written. */
function builder(block: Block, draft: Draft, document: Document.Parsed): Builder {
  const { file } = block;
  const diagnostics: Diagnostic[] = [];
  const unusual: { readonly what: string; readonly at: Span }[] = [];
  const sizes = new WeakMap<Node, number>();
  const anchors = new Map<string, Node | undefined>();
  let aliased = 0;
  let isOverLimit = false;
  let isTooDeep = document.errors.some(({ code }) => code === "RESOURCE_EXHAUSTION");

  const place = (from: number, to: number): Span => {
    const start = draft.toSource(from, "start");
    return span(file, start, Math.max(start, draft.toSource(to, "end")));
  };
  const placeOf = ({ range }: { readonly range?: readonly number[] | null }): Span => {
    const from = range?.[0] ?? 0;
    let to = Math.max(from, range?.[1] ?? from);
    while (to > from && /\s/.test(draft.text.charAt(to - 1))) to--;
    return place(from, to);
  };
  const absent = (at: Span): ScalarNode => emptyScalar(file, at.start);

  function node(written: ParsedNode, depth: number): Node {
    if (depth > deepest) {
      reportDepth(placeOf(written));
      return absent(placeOf(written));
    }
    if (isAlias(written)) return aliasOf(written);
    noteProperties(written);
    const { anchor } = written;
    if (anchor !== undefined) anchors.set(anchor, undefined);
    const result = isScalar(written)
      ? scalarOf(written)
      : isMap(written)
        ? mapOf(written as YAMLMap.Parsed, depth)
        : listOf(written as YAMLSeq.Parsed, depth);
    if (anchor !== undefined) anchors.set(anchor, result);
    return result;
  }

  function reportDepth(at: Span): void {
    if (!isTooDeep) diagnostics.push(yamlDiagnostics.create("manifest/too-deep", at, { limit: deepest }));
    isTooDeep = true;
  }

  function noteProperties(written: ParsedNode): void {
    const { anchor, tag, range } = written;
    const from = range[0];
    if (anchor !== undefined) note(`&${anchor}`, "the anchor", from);
    if (tag !== undefined && isWrittenTag(written)) note(tagSource(from) ?? "!", "the tag", from);
  }

  /** The parser gives every node of a known type a tag; only a written one stands before the node. */
  function isWrittenTag({ range }: ParsedNode): boolean {
    return tagSource(range[0]) !== undefined;
  }

  function tagSource(before: number): string | undefined {
    return /(?:^|[\s[{,])(![^\s,[\]{}]*)\s*(?:&\S+\s*)?$/.exec(
      draft.text.slice(Math.max(0, before - 200), before),
    )?.[1];
  }

  function note(source: string, kind: string, before: number): void {
    const at = draft.text.lastIndexOf(source, before);
    if (at !== -1) unusual.push({ what: `${kind} \`${source}\``, at: place(at, at + source.length) });
  }

  function aliasOf(written: Alias): Node {
    const at = placeOf(written);
    const target = anchors.get(written.source);
    if (target === undefined) {
      const text = file.text.slice(at.start, at.end);
      const replacement = yamlString(text);
      diagnostics.push(
        yamlDiagnostics.create(
          "manifest/unknown-alias",
          at,
          { alias: written.source },
          { fix: { title: "Put the value in quotes", safety: "safe", edits: [{ span: at, replacement }] } },
        ),
      );
      return textScalar(text, at);
    }
    unusual.push({ what: `the alias \`*${written.source}\``, at });
    aliased += sizeOf(target);
    if (aliased <= mostAliased) return target;
    if (!isOverLimit)
      diagnostics.push(yamlDiagnostics.create("manifest/too-many-aliases", at, { limit: mostAliased }));
    isOverLimit = true;
    return absent(at);
  }

  function sizeOf(of: Node): number {
    const known = sizes.get(of);
    if (known !== undefined) return known;
    const children =
      of.kind === "scalar" ? [] : of.kind === "list" ? of.items : of.entries.map(({ value }) => value);
    const size = children.reduce((sum, child) => Math.min(sum + sizeOf(child), Number.MAX_SAFE_INTEGER), 1);
    sizes.set(of, size);
    return size;
  }

  function textScalar(text: string, at: Span): ScalarNode {
    const within = (offset: number): number => Math.min(at.start + offset, at.end);
    return {
      kind: "scalar",
      value: text,
      text,
      style: "plain",
      span: at,
      at: (from, to) => span(file, within(from), within(to)),
    };
  }

  function scalarOf(written: Scalar.Parsed): ScalarNode {
    const [from, to] = written.range;
    const edit = draft.rawAt(from);
    if (edit !== undefined) {
      const { text, start, end } = edit.raw;
      const at = span(file, edit.start, edit.end);
      const whole = file.text.slice(start, end);
      const map = lazyMap(() => mapScalar(text, whole, "plain"));
      return {
        kind: "scalar",
        value: text,
        text,
        style: "plain",
        span: at,
        at: (first, last) =>
          rangeIn(map(), first, last, (offset) => span(file, start + offset[0], start + offset[1])),
      };
    }
    const style = styles[written.type ?? "PLAIN"] ?? "plain";
    const text = style === "plain" ? (written.source ?? "") : String(written.value ?? "");
    if (style === "plain") noteComment(written, text);
    const map = lazyMap(() => mapScalar(text, draft.text.slice(from, to), style));
    return {
      kind: "scalar",
      value: valueOf(written, text),
      text,
      style,
      span: placeOf(written),
      at: (first, last) => rangeIn(map(), first, last, (offset) => place(from + offset[0], from + offset[1])),
    };
  }

  /** A comment behind prose is most likely a part of it; behind one word, or two spaces away, it is one. */
  function noteComment(written: Scalar.Parsed, text: string): void {
    const token = written.srcToken;
    if (token === undefined || !("end" in token) || typeof written.value !== "string") return;
    const comment = token.end?.find(({ type }) => type === "comment" || type === "newline");
    if (comment?.type !== "comment") return;
    const [from, to] = written.range;
    const gap = draft.text.slice(to, comment.offset);
    const isProse = /\s/.test(text) || /^#\S/.test(comment.source);
    const at = place(comment.offset, comment.offset + comment.source.trimEnd().length);
    const entry = entryOn(block, block.lines[lineIndexAt(block, at.start)]);
    const isText = entry?.key === "name" || entry?.key === "description";
    if (gap !== " " || (!isProse && !isText)) return;
    const whole = span(file, draft.toSource(from, "start"), at.end);
    const replacement = yamlString(file.text.slice(whole.start, whole.end));
    diagnostics.push(
      yamlDiagnostics.create(
        "manifest/comment-cuts-value",
        at,
        {
          lost: shorten(comment.source.trimEnd()),
          what: entry === undefined ? "The value" : `The value of \`${entry.key}\``,
        },
        {
          help: `Put the whole value in quotes: \`${replacement.length > 120 ? `${replacement.slice(0, 100)}…"` : replacement}\`.`,
          fix: { title: "Put the value in quotes", safety: "unsafe", edits: [{ span: whole, replacement }] },
        },
      ),
    );
  }

  function listOf(written: YAMLSeq.Parsed, depth: number): Node {
    const items = written.items.map((item) =>
      // A flow list may hold `key: value` without braces: a mapping of one entry.
      isPair(item)
        ? singleEntry(item as Pair<ParsedNode, ParsedNode | null>, depth + 1)
        : node(item, depth + 1),
    );
    return { kind: "list", items, flow: written.flow === true, span: placeOf(written) };
  }

  function singleEntry(pair: Pair<ParsedNode, ParsedNode | null>, depth: number): MapNode {
    const entry = entryFrom(pair, depth);
    return {
      kind: "map",
      entries: [entry],
      flow: true,
      span: span(file, entry.key.span.start, Math.max(entry.key.span.end, entry.value.span.end)),
    };
  }

  function mapOf(written: YAMLMap.Parsed, depth: number): MapNode {
    const own = written.items.map((pair) => entryFrom(pair, depth));
    reportDuplicates(own);
    const entries = own.flatMap((entry) => merged(entry, own));
    return { kind: "map", entries, flow: written.flow === true, span: placeOf(written) };
  }

  function entryFrom(pair: Pair<ParsedNode, ParsedNode | null>, depth: number): Entry {
    const key = node(pair.key, depth + 1);
    const after = key.span.end;
    const value = pair.value === null ? emptyScalar(file, after) : node(pair.value, depth + 1);
    if (key.kind === "scalar") return { key, value };
    diagnostics.push(yamlDiagnostics.create("manifest/key", key.span, {}));
    return { key: textScalar(file.text.slice(key.span.start, key.span.end), key.span), value };
  }

  function reportDuplicates(entries: readonly Entry[]): void {
    const first = new Map<string, Entry>();
    for (const entry of entries) {
      const { key } = entry;
      const other = first.get(key.text);
      if (other === undefined) {
        first.set(key.text, entry);
        continue;
      }
      const related = [{ message: `The first \`${key.text}\` stands here.`, span: other.key.span }];
      diagnostics.push(
        yamlDiagnostics.create("manifest/duplicate-key", key.span, { key: shorten(key.text) }, { related }),
      );
    }
  }

  /** `<<: *base` stands for the entries of the base that the mapping does not write itself. */
  function merged(entry: Entry, own: readonly Entry[]): readonly Entry[] {
    const { key, value } = entry;
    if (key.text !== "<<" || key.style !== "plain" || value.kind === "scalar") return [entry];
    unusual.push({ what: "the merge key `<<`", at: key.span });
    const bases = value.kind === "map" ? [value] : value.items.filter((item) => item.kind === "map");
    return bases
      .flatMap((base) => base.entries)
      .filter((inherited) => !own.some((written) => written.key.text === inherited.key.text));
  }

  function portability(): readonly Diagnostic[] {
    const [first, ...others] = unusual.toSorted((a, b) => a.at.start - b.at.start);
    if (first === undefined) return [];
    const related = others
      .slice(0, 8)
      .map(({ what, at }) => ({ message: `Here it uses ${what}.`, span: at }));
    return [
      yamlDiagnostics.create("manifest/not-portable-yaml", first.at, { what: first.what }, { related }),
    ];
  }

  return { node, diagnostics: () => [...diagnostics, ...portability()] };
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

/** From the start of the first character to the end of the last; an empty range stands before its character. */
function rangeIn(
  { starts, ends }: OffsetMap,
  first: number,
  last: number,
  toSpan: (range: readonly [number, number]) => Span,
): Span {
  const count = starts.length;
  const from = Math.max(0, Math.min(first, count));
  const to = Math.max(from, Math.min(last, count));
  const start = (from < count ? starts[from] : ends[count - 1]) ?? 0;
  const end = to === from ? start : (ends[to - 1] ?? start);
  return toSpan([start, Math.max(start, end)]);
}
