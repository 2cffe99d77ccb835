import type { JsonSchema } from "../../ir/type.ts";

/** A schema node that is an object. */
export type SchemaObject = { readonly [keyword: string]: unknown };

/** Keywords whose value is one schema, a list of schemas, or schemas by name (JSON Schema 2020-12, and older ones). */
const single = new Set(
  (
    "items additionalProperties contains not if then else propertyNames unevaluatedItems unevaluatedProperties " +
    "contentSchema additionalItems"
  ).split(" "),
);
const listed = new Set(["prefixItems", "anyOf", "oneOf", "allOf", "items"]);
const named = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isSchemaObject(value);
}

/** A copy in which every object node has been changed, the outermost last. Values such as `enum` are not entered. */
export function mapSchema(schema: unknown, change: (node: SchemaObject) => unknown): unknown {
  return isSchemaObject(schema) ? change(mapParts(schema, (part) => mapSchema(part, change))) : schema;
}

/** A copy in which every schema directly inside a node has been changed. */
export function mapParts(node: SchemaObject, change: (part: unknown) => unknown): SchemaObject {
  const entries = Object.entries(node).map(([keyword, value]): [string, unknown] => {
    if (listed.has(keyword) && Array.isArray(value)) return [keyword, value.map(change)];
    if (single.has(keyword)) return [keyword, change(value)];
    if (named.has(keyword) && isSchemaObject(value)) {
      return [keyword, fromEntries(Object.entries(value).map(([name, part]) => [name, change(part)]))];
    }
    return [keyword, value];
  });
  return fromEntries(entries);
}

/** Every schema directly inside a node. */
export function partsOf(node: SchemaObject): readonly unknown[] {
  const parts: unknown[] = [];
  mapParts(node, (part) => parts.push(part));
  return parts;
}

/** As Object.fromEntries, which also keeps a key `__proto__` an ordinary one. */
export function fromEntries(entries: Iterable<readonly [string, unknown]>): SchemaObject {
  return Object.fromEntries(entries);
}

/** A node without some keywords. */
export function without(node: SchemaObject, ...keywords: readonly string[]): SchemaObject {
  return fromEntries(Object.entries(node).filter(([keyword]) => !keywords.includes(keyword)));
}

/** The part of a node with some keywords. */
export function only(node: SchemaObject, keywords: ReadonlySet<string>): SchemaObject {
  return fromEntries(Object.entries(node).filter(([keyword]) => keywords.has(keyword)));
}

/** What a keyword holds, where it is an object of schemas. */
export function schemasIn(node: SchemaObject, keyword: string): Readonly<Record<string, unknown>> {
  const value = node[keyword];
  return isSchemaObject(value) ? value : {};
}

/** What a keyword holds, where it is a list. */
export function listIn(node: SchemaObject, keyword: string): readonly unknown[] | undefined {
  const value = node[keyword];
  return Array.isArray(value) ? value : undefined;
}

/** What a keyword holds, where it is a number. */
export function numberIn(node: SchemaObject, keyword: string): number | undefined {
  const value = node[keyword];
  return typeof value === "number" ? value : undefined;
}

/** The names that a node requires. */
export function requiredIn(node: SchemaObject): readonly string[] {
  return [...new Set((listIn(node, "required") ?? []).filter((name) => typeof name === "string"))];
}

/** What a local reference points at: `#`, or a JSON Pointer as a URI fragment. Undefined: nothing in this schema. */
export function resolveReference(root: unknown, reference: string): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let at: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const key = decodePart(part);
    if (key === undefined) return undefined;
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isSchemaObject(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return at;
}

function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}

/** A JSON Pointer with more steps. */
export function pointer(path: string, ...steps: readonly (string | number)[]): string {
  return [path, ...steps.map((step) => String(step).replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");
}

/** A place in a schema, and what is to be said of it. */
export interface SchemaProblem {
  /** JSON Pointer; the root is empty. */
  readonly path: string;
  /** Completes “…, because …”. */
  readonly reason: string;
}
