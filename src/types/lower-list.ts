import { literal, negate } from "./algebra.ts";
import type { Node, Store } from "./algebra.ts";
import type { Lowering } from "./lowering.ts";
import { about } from "./lower-scalar.ts";
import type { Fields } from "./value.ts";

/** The keywords of lists, except the sizes and `unevaluatedItems`. */
export function lowerList(lowering: Lowering, schema: Fields): readonly Node[] {
  const { store } = lowering;
  const { prefixItems = [], uniqueItems } = schema as {
    readonly prefixItems?: readonly unknown[];
    readonly uniqueItems?: boolean;
  };
  const found = prefixItems.map((inner, index) =>
    literal(store, { op: "item", index, node: lowering.lower(inner) }),
  );
  if ("items" in schema) found.push(allFrom(store, prefixItems.length, lowering.lower(schema["items"])));
  if (uniqueItems === true) found.push(literal(store, { op: "unique" }));
  if ("contains" in schema) found.push(...lowerContains(lowering, schema));
  return found.map((node) => about(store, "array", node));
}

/** All items from an index on are in a node: none is outside it. */
export function allFrom(store: Store, from: number, node: Node): Node {
  return negate(store, literal(store, { op: "count", from, node: negate(store, node), least: 1 }));
}

function lowerContains(lowering: Lowering, schema: Fields): readonly Node[] {
  const { store } = lowering;
  const node = lowering.lower(schema["contains"]);
  const { minContains = 1, maxContains } = schema as {
    readonly minContains?: number;
    readonly maxContains?: number;
  };
  const counted = (least: number): Node => literal(store, { op: "count", from: 0, node, least });
  return [
    ...(minContains > 0 ? [counted(minContains)] : []),
    ...(maxContains === undefined ? [] : [negate(store, counted(maxContains + 1))]),
  ];
}
