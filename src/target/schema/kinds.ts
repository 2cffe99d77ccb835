import { isSchemaObject, listIn } from "./node.ts";
import type { SchemaObject } from "./node.ts";

/** The kinds of JSON values, in the order in which the alternatives of a node are written. */
export const kinds = ["object", "array", "string", "number", "boolean", "null"] as const;
export type Kind = (typeof kinds)[number];

export function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  const kind = typeof value;
  return kind === "string" || kind === "number" || kind === "boolean" ? kind : "object";
}

/** The type names of a node, `integer` only where `number` is not there too; without `type`, all. */
export function typesOf(node: SchemaObject): readonly string[] {
  const type = node["type"];
  if (type === undefined) return kinds;
  const names = new Set((Array.isArray(type) ? type : [type]).map(String));
  const known = [...names].filter((name) => name === "integer" || kinds.some((kind) => kind === name));
  return known.filter((name) => name !== "integer" || !names.has("number"));
}

/** The kinds of the values that a schema may hold, as far as its own keywords tell. */
export function kindsOf(schema: unknown): ReadonlySet<Kind> {
  if (!isSchemaObject(schema)) return new Set(schema === false ? [] : kinds);
  const own = new Set(typesOf(schema).map((name) => (name === "integer" ? "number" : name) as Kind));
  const listed = "const" in schema ? [schema["const"]] : listIn(schema, "enum");
  const fits = [listed === undefined ? undefined : new Set(listed.map(kindOf))];
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = listIn(schema, keyword);
    if (branches !== undefined) fits.push(new Set(branches.flatMap((branch) => [...kindsOf(branch)])));
  }
  return new Set([...own].filter((kind) => fits.every((set) => set === undefined || set.has(kind))));
}

const keywordsOf: Readonly<Record<Kind, ReadonlySet<string>>> = {
  object: new Set(
    (
      "properties required additionalProperties patternProperties propertyNames minProperties maxProperties " +
      "dependentRequired dependentSchemas unevaluatedProperties"
    ).split(" "),
  ),
  array: new Set(
    "items prefixItems minItems maxItems uniqueItems contains minContains maxContains unevaluatedItems".split(
      " ",
    ),
  ),
  string: new Set(
    "minLength maxLength pattern format contentMediaType contentEncoding contentSchema".split(" "),
  ),
  number: new Set("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf format".split(" ")),
  boolean: new Set(),
  null: new Set(),
};

/** Whether a keyword says something of the values of a kind. */
export function speaksOf(keyword: string, kind: Kind): boolean {
  return keywordsOf[kind].has(keyword) || !kinds.some((other) => keywordsOf[other].has(keyword));
}

const general = new Set("type enum const anyOf oneOf allOf not if then else $ref".split(" "));

/** Whether a keyword says nothing about which values fit. */
export function isAnnotation(keyword: string): boolean {
  return !general.has(keyword) && !kinds.some((kind) => keywordsOf[kind].has(keyword));
}

/** Whether a node accepts every value. */
export function acceptsAll(schema: unknown): boolean {
  return schema === true || (isSchemaObject(schema) && Object.keys(schema).every(isAnnotation));
}

/** The annotations of a node. */
export function annotationsOf(node: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => isAnnotation(keyword)));
}
