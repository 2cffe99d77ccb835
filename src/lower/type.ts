import type { JsonSchema, Type } from "../ir/type.ts";
import { parseType } from "../ir/type-name.ts";
import type { Node } from "../manifest/node.ts";
import { dataOf } from "../manifest/node.ts";

/** A type as a manifest writes it: a name, `Union[…]`, `Tuple[…]`, or a JSON Schema. A mistake gives `invalid`. */
export function lowerType(node: Node): Type {
  switch (node.kind) {
    case "map":
      return { kind: "json", schema: dataOf(node) as JsonSchema };
    case "scalar":
      return parseType(node.text, node.at);
    case "list":
      return { kind: "invalid", written: "a list", span: node.span };
  }
}
