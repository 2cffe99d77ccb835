import { parseNodes } from "./nodes.ts";
import type { MapNode, Node, ParseOptions, ScalarNode } from "./nodes.ts";
import { plainType, unprintable } from "./pyyaml.ts";
import { die, read, refuse } from "./reading.ts";
import type { Reading } from "./reading.ts";
import { tokensOf } from "./tokens.ts";
import type { TokenKind } from "./tokens.ts";

/**
 * strictyaml's `load` without a schema: block collections and untyped scalars only. An unprintable character is not a
 * refusal but an AttributeError, which strictyaml raises while it handles the reader's own error.
 */
export function strictYaml(text: string): Reading {
  return read(() => {
    if (unprintable.test(text)) die("strictyaml stops at a character that cannot be printed");
    for (const { kind } of tokensOf(text, options)) {
      const thing = forbidden[kind];
      if (thing !== undefined) refuse(`strictyaml does not allow ${thing}`);
    }
    const root = parseNodes(text, options);
    if (root === undefined || root.kind === "scalar") return root?.text ?? null;
    return plainValue(root);
  });
}

const options: ParseOptions = {
  wideLines: false,
  skipsBlankLines: true,
  deepest: 160,
  tooDeep: die,
  repeatedAnchors: true,
  emptyKeys: true,
};

const forbidden: Partial<Record<TokenKind, string>> = {
  tag: "tags",
  anchor: "anchors",
  "flow-seq": "`[ ]`",
  "flow-map": "`{ }`",
};

/** Everything is text, also numbers and nothing at all. */
function plainValue(node: Node): unknown {
  if (node.kind === "scalar") return isUntagged(node) ? node.text : null;
  if (node.kind === "list") return node.items.map(plainValue);
  const map = new Map<unknown, unknown>();
  for (const [key, value] of node.pairs) {
    if (key.kind !== "scalar") die("strictyaml stops at a key that is a list or a mapping");
    if (key.plain && plainType(key.text) === "merge") refuse("`<<` merges something that is no mapping");
    if (map.has(key.text)) refuse(`the key \`${key.text}\` is there twice`);
    map.set(key.text, plainValue(value));
  }
  refuseUneven(node);
  return map;
}

/** `<<` and `=` stay tagged objects, which are no text. */
function isUntagged({ plain, text }: ScalarNode): boolean {
  const type = plain ? plainType(text) : "str";
  return type !== "merge" && type !== "value";
}

/** The mappings inside one mapping must all start at one column. */
function refuseUneven(node: MapNode): void {
  const columns = node.pairs.flatMap(([, value]) => (value.kind === "map" ? [value.column] : []));
  if (new Set(columns).size > 1)
    refuse("strictyaml does not allow mappings of different indentation side by side");
}
