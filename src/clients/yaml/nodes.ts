import { refuse } from "./reading.ts";
import { tokensOf } from "./tokens.ts";
import type { ScanOptions, Token, TokenKind } from "./tokens.ts";

export interface ScalarNode {
  readonly kind: "scalar";
  readonly text: string;
  /** Written without quotes and without a tag, so that its text decides its type. */
  readonly plain: boolean;
  readonly tag?: string;
  readonly column: number;
}

export interface ListNode {
  readonly kind: "list";
  readonly items: Node[];
  readonly tag?: string;
  readonly column: number;
}

export interface MapNode {
  readonly kind: "map";
  readonly pairs: [Node, Node][];
  readonly tag?: string;
  readonly column: number;
}

/** An alias is the node that it stands for, so a tree may share nodes and even contain itself. */
export type Node = ScalarNode | ListNode | MapNode;

export interface ParseOptions extends ScanOptions {
  /** Whether one anchor may be set twice. */
  readonly repeatedAnchors: boolean;
  /** Whether `: value` is a pair whose key is empty. */
  readonly emptyKeys: boolean;
}

interface Parser {
  readonly tokens: readonly Token[];
  readonly options: ParseOptions;
  readonly anchors: Map<string, Node>;
  readonly handles: Map<string, string>;
  at: number;
  depth: number;
}

interface Properties {
  readonly anchor?: string;
  readonly tag?: string;
}

const YAML_TAG = "tag:yaml.org,2002:";

/** The one document of the text; nothing where it is empty. */
export function parseNodes(text: string, options: ParseOptions): Node | undefined {
  const tokens = tokensOf(text, options);
  const p: Parser = { tokens, options, anchors: new Map(), handles: new Map(), at: 0, depth: 0 };
  if (at(p, "end")) return undefined;
  if (!at(p, "directive", "document")) {
    const root = node(p, true, false);
    return finish(p, root);
  }
  directives(p);
  expect(p, "document", "a directive is not followed by `---`");
  const root = at(p, "directive", "document", "document-end", "end") ? empty(p, {}) : node(p, true, false);
  return finish(p, root);
}

function finish(p: Parser, root: Node): Node {
  while (at(p, "document-end")) p.at++;
  if (!at(p, "end")) refuse("a second document follows the first");
  return root;
}

function directives(p: Parser): void {
  p.handles.set("!", "!").set("!!", YAML_TAG);
  let versions = 0;
  while (at(p, "directive")) {
    const { text } = advance(p);
    const [name, first = "", second = ""] = text.slice(1).split(/ +/);
    if (name === "YAML") {
      versions++;
      if (versions > 1 || !first.startsWith("1.")) refuse("the `%YAML` directive names no version 1");
    } else if (name === "TAG") p.handles.set(first, second);
  }
}

function at(p: Parser, ...kinds: readonly TokenKind[]): boolean {
  return kinds.includes(p.tokens[p.at]?.kind ?? "end");
}

function advance(p: Parser): Token {
  const token = p.tokens[p.at] ?? { kind: "end", column: 0, text: "" };
  if (token.kind !== "end") p.at++;
  return token;
}

function expect(p: Parser, kind: TokenKind, otherwise: string): void {
  if (!at(p, kind)) refuse(otherwise);
  advance(p);
}

function columnOf(p: Parser): number {
  return p.tokens[p.at]?.column ?? 0;
}

/** One node. `inBlock`: block collections may start here; `flatList`: a list may start at the column of its key. */
function node(p: Parser, inBlock: boolean, flatList: boolean): Node {
  if (at(p, "alias")) return alias(p);
  const column = columnOf(p);
  const properties = readProperties(p);
  p.depth++;
  if (p.depth > p.options.deepest) p.options.tooDeep("collections are nested too deeply");
  const read = content(p, properties, column, inBlock, flatList);
  p.depth--;
  return read;
}

function content(
  p: Parser,
  properties: Properties,
  column: number,
  inBlock: boolean,
  flatList: boolean,
): Node {
  if (flatList && at(p, "entry")) return list(p, properties, column, flatItems);
  if (at(p, "scalar")) return scalar(p, properties);
  if (at(p, "flow-seq")) return list(p, properties, column, flowItems);
  if (at(p, "flow-map")) return map(p, properties, column, flowPairs);
  if (inBlock && at(p, "block-seq")) return list(p, properties, column, blockItems);
  if (inBlock && at(p, "block-map")) return map(p, properties, column, blockPairs);
  if (properties.anchor !== undefined || properties.tag !== undefined) return empty(p, properties);
  return refuse("a value is expected and none is there");
}

function alias(p: Parser): Node {
  const { text } = advance(p);
  return p.anchors.get(text) ?? refuse(`the alias \`*${text}\` has no anchor`);
}

function readProperties(p: Parser): Properties {
  const before = at(p, "anchor") ? advance(p).text : undefined;
  const tag = at(p, "tag") ? tagOf(p, advance(p)) : undefined;
  const anchor = before ?? (tag !== undefined && at(p, "anchor") ? advance(p).text : undefined);
  if (anchor !== undefined && p.anchors.has(anchor) && !p.options.repeatedAnchors) {
    refuse(`the anchor \`&${anchor}\` is set twice`);
  }
  return { ...(anchor === undefined ? {} : { anchor }), ...(tag === undefined ? {} : { tag }) };
}

function tagOf(p: Parser, token: Token): string {
  if (token.handle === undefined) return token.text;
  const prefix =
    p.handles.get(token.handle) ?? ({ "!": "!", "!!": YAML_TAG } as Record<string, string>)[token.handle];
  if (prefix === undefined) refuse(`the tag handle \`${token.handle}\` is not declared`);
  return prefix + token.text;
}

function register<T extends Node>(p: Parser, properties: Properties, made: T): T {
  if (properties.anchor !== undefined) p.anchors.set(properties.anchor, made);
  return made;
}

function tagged(properties: Properties): { readonly tag?: string } {
  return properties.tag === undefined ? {} : { tag: properties.tag };
}

function scalar(p: Parser, properties: Properties): Node {
  const { text, plain, column } = advance(p);
  const untagged = properties.tag === undefined;
  const made: Node = {
    kind: "scalar",
    text,
    plain: plain === true && untagged,
    column,
    ...tagged(properties),
  };
  return register(p, properties, made);
}

function empty(p: Parser, properties: Properties): Node {
  const plain = properties.tag === undefined;
  return register(p, properties, {
    kind: "scalar",
    text: "",
    plain,
    column: columnOf(p),
    ...tagged(properties),
  });
}

function list(
  p: Parser,
  properties: Properties,
  column: number,
  fill: (p: Parser, items: Node[]) => void,
): Node {
  const made = register<ListNode>(p, properties, { kind: "list", items: [], column, ...tagged(properties) });
  fill(p, made.items);
  return made;
}

function map(
  p: Parser,
  properties: Properties,
  column: number,
  fill: (p: Parser, pairs: [Node, Node][]) => void,
): Node {
  const made = register<MapNode>(p, properties, { kind: "map", pairs: [], column, ...tagged(properties) });
  fill(p, made.pairs);
  return made;
}

function blockItems(p: Parser, items: Node[]): void {
  advance(p);
  while (at(p, "entry")) {
    advance(p);
    items.push(at(p, "entry", "block-end") ? empty(p, {}) : node(p, true, false));
  }
  expect(p, "block-end", "a list item is expected");
}

function flatItems(p: Parser, items: Node[]): void {
  while (at(p, "entry")) {
    advance(p);
    items.push(at(p, "entry", "key", "value", "block-end") ? empty(p, {}) : node(p, true, false));
  }
}

function blockPairs(p: Parser, pairs: [Node, Node][]): void {
  advance(p);
  const part = (): Node => (at(p, "key", "value", "block-end") ? empty(p, {}) : node(p, true, true));
  while (at(p, "key") || (p.options.emptyKeys && at(p, "value"))) {
    const key = at(p, "key") ? keyOf(p, part) : empty(p, {});
    if (!at(p, "value")) {
      pairs.push([key, empty(p, {})]);
      continue;
    }
    advance(p);
    pairs.push([key, part()]);
  }
  expect(p, "block-end", "a key is expected");
}

function keyOf(p: Parser, part: () => Node): Node {
  advance(p);
  return part();
}

function flowItems(p: Parser, items: Node[]): void {
  advance(p);
  for (let first = true; !at(p, "flow-seq-end"); first = false) {
    if (!first) expect(p, "flow-entry", "`,` or `]` is expected");
    if (at(p, "key")) {
      const made: MapNode = { kind: "map", pairs: [], column: columnOf(p) };
      made.pairs.push(flowPair(p, "flow-seq-end"));
      items.push(made);
    } else if (!at(p, "flow-seq-end")) items.push(node(p, false, false));
  }
  advance(p);
}

function flowPairs(p: Parser, pairs: [Node, Node][]): void {
  advance(p);
  for (let first = true; !at(p, "flow-map-end"); first = false) {
    if (!first) expect(p, "flow-entry", "`,` or `}` is expected");
    if (at(p, "key")) pairs.push(flowPair(p, "flow-map-end"));
    else if (!at(p, "flow-map-end")) pairs.push([node(p, false, false), empty(p, {})]);
  }
  advance(p);
}

function flowPair(p: Parser, close: TokenKind): [Node, Node] {
  advance(p);
  const key = at(p, "value", "flow-entry", close) ? empty(p, {}) : node(p, false, false);
  if (!at(p, "value")) return [key, empty(p, {})];
  advance(p);
  return [key, at(p, "flow-entry", close) ? empty(p, {}) : node(p, false, false)];
}
