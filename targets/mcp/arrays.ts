import { isSchemaObject, pointer } from "../../src/target/schema/node.ts";
import type { SchemaObject } from "../../src/target/schema/node.ts";
import type { Translated, Translation } from "./translation.ts";
import { anything, joined } from "./translation.ts";

/** What is said about the items of a list. */
export function arrayKeywords(node: SchemaObject, path: string, translation: Translation): Translated {
  return joined([itemsOf(node, path, translation), containsOf(node, path, translation)]);
}

function itemsOf(node: SchemaObject, path: string, translation: Translation): Translated {
  const { first, firstPath, rest, isOdd } = listForm(node, path);
  const whole = isOdd ? translation.widen(path, "clients of draft 7 do not know `unevaluatedItems`") : true;
  const positions = first.map((schema, i) => translation.translate(schema, pointer(firstPath, i)));
  const others = rest === undefined ? undefined : translation.translate(rest, pointer(path, "items"));
  const exact = whole && positions.every((position) => position.exact) && (others?.exact ?? true);
  if (positions.length === 0) return { schema: items(others, node), exact };
  const ends = rest === false;
  const schemas = distinct(ends ? positions : [...positions, others ?? anything]);
  const bound = ends ? { maxItems: Math.min(mostItems(node), positions.length) } : {};
  const [only, second] = schemas;
  if (second === undefined) return { schema: { items: only, ...bound }, exact };
  const because = "clients of draft 7 do not know `prefixItems`, so each item may stand at any place";
  return { schema: { items: { anyOf: schemas }, ...bound }, exact: translation.widen(path, because) };
}

/** Several model APIs refuse a list that does not say what its items are. */
function items(written: Translated | undefined, { type }: SchemaObject): SchemaObject {
  if (written !== undefined) return { items: written.schema };
  return type === "array" || (Array.isArray(type) && type.includes("array")) ? { items: {} } : {};
}

function distinct(schemas: readonly Translated[]): readonly SchemaObject[] {
  return [...new Map(schemas.map(({ schema }) => [JSON.stringify(schema), schema])).values()];
}

function mostItems({ maxItems }: SchemaObject): number {
  return typeof maxItems === "number" ? maxItems : Infinity;
}

interface ListForm {
  /** Schemas of the first items, by position. */
  readonly first: readonly unknown[];
  readonly firstPath: string;
  /** Of every other item; undefined: nothing is said. */
  readonly rest: unknown;
  /** Something about the other items cannot be said. */
  readonly isOdd: boolean;
}

function listForm(node: SchemaObject, path: string): ListForm {
  const { prefixItems, items: written, unevaluatedItems } = node;
  const first = Array.isArray(prefixItems) ? prefixItems : [];
  const firstPath = pointer(path, "prefixItems");
  if (written !== undefined || unevaluatedItems === undefined || unevaluatedItems === true) {
    return { first, firstPath, rest: written, isOdd: false };
  }
  // Alone it says what `items` says.
  const isAlone = !evaluatesMore(node, "contains");
  return { first, firstPath, rest: isAlone ? unevaluatedItems : undefined, isOdd: !isAlone };
}

/** Whether another keyword of a node evaluates items or properties, so that `unevaluated…` is about fewer of them. */
export function evaluatesMore(node: SchemaObject, ...more: readonly string[]): boolean {
  const all = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", ...more];
  return all.some((keyword) => keyword in node);
}

function containsOf(node: SchemaObject, path: string, { translate, widen }: Translation): Translated {
  if (!("contains" in node)) return anything;
  const { contains, minContains = 1, maxContains } = node;
  if (typeof contains !== "boolean" && !isSchemaObject(contains)) {
    return { schema: {}, exact: widen(path, "`contains` is no schema") };
  }
  const inner = translate(contains, pointer(path, "contains"));
  const isCounted = maxContains !== undefined || (minContains !== 1 && minContains !== 0);
  const exact = !isCounted || widen(path, "clients of draft 7 do not count what a list contains");
  // With a least number of 0 it requires nothing.
  return { schema: minContains === 0 ? {} : { contains: inner.schema }, exact: exact && inner.exact };
}
