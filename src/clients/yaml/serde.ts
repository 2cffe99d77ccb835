import { parseNodes } from "./nodes.ts";
import type { Node, ParseOptions, ScalarNode } from "./nodes.ts";
import { unprintable } from "./pyyaml.ts";
import { read, refuse } from "./reading.ts";
import type { Reading } from "./reading.ts";

/**
 * serde_yaml 0.9 reading a struct: a field that wants text takes the text of any scalar, `null` and nothing leave an
 * optional field out, a field of the struct that is there twice is an error, others are passed over.
 */
export function serdeYaml(text: string, struct: readonly string[]): Reading {
  return read(() => {
    const found = unprintable.exec(text)?.[0];
    if (found !== undefined) refuse("control characters are not allowed");
    const root = parseNodes(text, options);
    if (root === undefined) return new Map();
    if (root.kind === "scalar") return isNothing(root) && root.text === "" ? new Map() : root.text;
    if (root.kind === "list") return root.items.map(value);
    const map = new Map<unknown, unknown>();
    for (const [key, node] of root.pairs) {
      if (key.kind !== "scalar") refuse("a key is a list or a mapping");
      if (map.has(key.text) && struct.includes(key.text)) refuse(`duplicate field \`${key.text}\``);
      map.set(key.text, value(node));
    }
    return map;
  });
}

const options: ParseOptions = {
  wideLines: true,
  skipsBlankLines: false,
  deepest: 128,
  tooDeep: refuse,
  repeatedAnchors: true,
  emptyKeys: false,
};

function isNothing(node: ScalarNode): boolean {
  return node.plain && /^(?:|~|null|Null|NULL)$/.test(node.text);
}

function value(node: Node): unknown {
  if (node.kind === "scalar") return isNothing(node) ? null : node.text;
  if (node.kind === "list") return [];
  const map = new Map<unknown, unknown>();
  for (const [key, inner] of node.pairs) {
    if (key.kind === "scalar" && inner.kind === "scalar")
      map.set(key.text, isNothing(inner) ? null : inner.text);
    else if (key.kind === "scalar") map.set(key.text, inner.kind === "list" ? [] : new Map());
  }
  return map;
}
