import type { Span } from "../report/source.ts";

/** How a YAML scalar is written. */
export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded";

/**
 * A YAML value with its place, independent of the parser that read it. `value` is by the YAML 1.2 core schema; a
 * mapping keeps the order of its keys and both of two equal keys.
 */
export type Node = ScalarNode | ListNode | MapNode;

export interface ScalarNode {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
  /** The characters that the author meant, before they were read as a number or a word: `1.10`, `yes`. */
  readonly text: string;
  readonly style: ScalarStyle;
  /** Quotes and block header included. */
  readonly span: Span;
  /** The source range that wrote characters `start` to `end` of `text`. */
  readonly at: (start: number, end: number) => Span;
}

export interface ListNode {
  readonly kind: "list";
  readonly items: readonly Node[];
  readonly flow: boolean;
  readonly span: Span;
}

export interface MapNode {
  readonly kind: "map";
  readonly entries: readonly Entry[];
  readonly flow: boolean;
  readonly span: Span;
}

export interface Entry {
  readonly key: ScalarNode;
  readonly value: Node;
}

/** The value of a key; the last of several, as most readers have it. */
export function get(map: MapNode | undefined, key: string): Node | undefined {
  return entryOf(map, key)?.value;
}

export function entryOf(map: MapNode | undefined, key: string): Entry | undefined {
  if (map === undefined) return undefined;
  // Every rule asks for keys, of every skill: a loop is four times as fast as `findLast`.
  for (let i = map.entries.length - 1; i >= 0; i--) {
    const entry = map.entries[i];
    if (entry?.key.text === key) return entry;
  }
  return undefined;
}

/** Follows keys: `find(map, "interface", "guard", "predicate")`. */
export function find(map: MapNode | undefined, ...path: readonly string[]): Node | undefined {
  let node: Node | undefined = map;
  for (const key of path) {
    if (node?.kind !== "map") return undefined;
    node = get(node, key);
  }
  return node;
}

/** The plain JSON data of a node. Keys are taken as text. */
export function dataOf(node: Node): unknown {
  switch (node.kind) {
    case "scalar":
      return node.value;
    case "list":
      return node.items.map(dataOf);
    case "map":
      return Object.fromEntries(node.entries.map(({ key, value }) => [key.text, dataOf(value)]));
  }
}
