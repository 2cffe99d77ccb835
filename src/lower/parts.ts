import type { NameUse } from "../ir/skill.ts";
import type { MapNode, Node, ScalarNode } from "../manifest/node.ts";
import { find, get } from "../manifest/node.ts";

/** What the lowering passes read from nodes. A value of the wrong form counts as absent; its shape has been reported. */

export function mapAt(map: MapNode | undefined, ...path: readonly string[]): MapNode | undefined {
  const node = find(map, ...path);
  return node?.kind === "map" ? node : undefined;
}

export function listAt(map: MapNode | undefined, ...path: readonly string[]): readonly Node[] {
  const node = find(map, ...path);
  return node?.kind === "list" ? node.items : [];
}

export function scalarAt(map: MapNode | undefined, ...path: readonly string[]): ScalarNode | undefined {
  const node = find(map, ...path);
  return node?.kind === "scalar" && node.value !== null ? node : undefined;
}

/** The text of a scalar, whatever YAML reads it as: `version: 1.10` is `1.10`. */
export function textAt(map: MapNode | undefined, ...path: readonly string[]): string | undefined {
  return scalarAt(map, ...path)?.text;
}

export function numberAt(map: MapNode | undefined, key: string): number | undefined {
  const value = scalarAt(map, key)?.value;
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A whole number that is not negative. */
export function countAt(map: MapNode | undefined, key: string): number | undefined {
  const value = numberAt(map, key);
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

export function booleanAt(map: MapNode | undefined, key: string): boolean | undefined {
  const value = scalarAt(map, key)?.value;
  return typeof value === "boolean" ? value : undefined;
}

/** One of a few words, else the default. */
export function wordAt<Word extends string>(
  map: MapNode | undefined,
  key: string,
  words: readonly Word[],
  otherwise: Word,
): Word {
  const text = textAt(map, key);
  return words.find((word) => word === text) ?? otherwise;
}

/** The names in a list, or in a single text. */
export function namesAt(map: MapNode | undefined, ...path: readonly string[]): readonly NameUse[] {
  const node = find(map, ...path);
  const nodes = node?.kind === "list" ? node.items : node === undefined ? [] : [node];
  return nodes.flatMap((item) =>
    item.kind === "scalar" && item.value !== null && item.text.trim() !== ""
      ? [{ name: item.text.trim(), span: item.span }]
      : [],
  );
}

/** True where a key is there at all, whatever it holds. */
export function hasKey(map: MapNode | undefined, key: string): boolean {
  return get(map, key) !== undefined;
}
