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

/** A copy in which every object node has been changed, the outermost last. Values such as `enum` are not entered. */
export function mapSchema(schema: unknown, change: (node: SchemaObject) => SchemaObject): unknown {
  if (!isSchemaObject(schema)) return schema;
  const inside = (value: unknown): unknown => mapSchema(value, change);
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (listed.has(keyword) && Array.isArray(value)) return [keyword, value.map(inside)];
    if (single.has(keyword)) return [keyword, inside(value)];
    if (named.has(keyword) && isSchemaObject(value)) {
      return [keyword, fromEntries(Object.entries(value).map(([name, part]) => [name, inside(part)]))];
    }
    return [keyword, value];
  });
  return change(fromEntries(entries));
}

/** As Object.fromEntries, which also keeps a key `__proto__` an ordinary one. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): SchemaObject {
  return Object.fromEntries(entries);
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

/** A JSON Pointer with one more step. */
export function pointer(path: string, ...steps: readonly (string | number)[]): string {
  return [path, ...steps.map((step) => String(step).replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");
}

/** A place where a schema breaks a rule of strict mode. `reason` completes “…, because …”. */
export interface StrictProblem {
  /** JSON Pointer; the root is empty. */
  readonly path: string;
  readonly reason: string;
}
