import type { JsonSchema } from "../ir/type.ts";

/** A schema that is no boolean. */
export type SchemaObject = Exclude<JsonSchema, boolean>;

/** A place of a schema, and what the whole becomes when the schema there is another one. */
export interface Location {
  /** As a JSON Pointer into the schema, references followed: `/properties/query`. */
  readonly pointer: string;
  readonly schema: SchemaObject;
  /** The whole with another schema here. */
  readonly replace: (schema: JsonSchema) => JsonSchema;
  /** The same, with every value of the whole having a part here. */
  readonly demand: (schema: JsonSchema) => JsonSchema;
}

// A schema that refers to itself has places without end; more levels show nothing new.
const deepest = 8;

/** Every place of a schema that says something about values, the whole first. */
export function locationsOf(root: JsonSchema): readonly Location[] {
  const found: Location[] = [];
  const identity = (schema: JsonSchema): JsonSchema => schema;
  visit(root, { pointer: "", replace: identity, demand: identity }, []);
  return found;

  function visit(schema: unknown, at: Omit<Location, "schema">, refs: readonly string[]): void {
    if (!isSchemaObject(schema) || at.pointer.split("/").length > deepest) return;
    const target = referred(root, schema);
    if (target !== undefined) {
      const ref = String(schema["$ref"]);
      const { $ref: _, ...beside } = schema;
      // What stands beside a reference holds, too.
      if (!refs.includes(ref)) visit(joined(beside, target), at, [...refs, ref]);
      return;
    }
    found.push({ ...at, schema });
    for (const step of stepsOf(schema)) {
      const pointer = `${at.pointer}/${step.name}`;
      const replace = (inner: JsonSchema): JsonSchema => at.replace(step.put(schema, inner));
      const demand = (inner: JsonSchema): JsonSchema => at.demand(step.demand(step.put(schema, inner)));
      visit(step.schema, { pointer, replace, demand }, refs);
    }
  }
}

function joined(beside: SchemaObject, target: JsonSchema): JsonSchema {
  if (Object.keys(beside).every((key) => annotations.has(key))) return target;
  return typeof target === "boolean" ? target : { ...target, ...beside };
}

const annotations = new Set([
  "title",
  "description",
  "default",
  "examples",
  "$comment",
  "$defs",
  "deprecated",
]);

/** One level down: the name of the place, and how a schema is put there and made to count. */
interface Step {
  readonly name: string;
  readonly schema: unknown;
  readonly put: (whole: SchemaObject, inner: JsonSchema) => SchemaObject;
  readonly demand: (whole: SchemaObject) => SchemaObject;
}

function stepsOf(schema: SchemaObject): readonly Step[] {
  return [
    ...mapSteps(schema, "properties", (whole, key) => withRequired(whole, key)),
    ...listSteps(schema, "prefixItems", (whole, index) => withLeast(whole, index + 1)),
    ...listSteps(schema, "allOf", (whole) => whole),
    ...listSteps(schema, "anyOf", (whole, index) => onlyBranch(whole, "anyOf", index)),
    ...listSteps(schema, "oneOf", (whole, index) => onlyBranch(whole, "oneOf", index)),
    ...itemStep(schema),
  ];
}

function mapSteps(
  schema: SchemaObject,
  keyword: string,
  demand: (whole: SchemaObject, key: string) => SchemaObject,
): readonly Step[] {
  const map = schema[keyword];
  if (!isSchemaObject(map)) return [];
  return Object.entries(map).map(([key, inner]) => ({
    name: `${keyword}/${escaped(key)}`,
    schema: inner,
    put: (whole, other) => ({ ...whole, [keyword]: { ...(whole[keyword] as object), [key]: other } }),
    demand: (whole) => demand(whole, key),
  }));
}

function listSteps(
  schema: SchemaObject,
  keyword: string,
  demand: (whole: SchemaObject, index: number) => SchemaObject,
): readonly Step[] {
  const list: unknown = schema[keyword];
  if (!Array.isArray(list)) return [];
  return list.map((inner: unknown, index) => ({
    name: `${keyword}/${index}`,
    schema: inner,
    put: (whole, other) => ({ ...whole, [keyword]: list.with(index, other) }),
    demand: (whole) => demand(whole, index),
  }));
}

function itemStep(schema: SchemaObject): readonly Step[] {
  const inner = schema["items"];
  if (!isSchemaObject(inner)) return [];
  const prefix = schema["prefixItems"];
  const least = (Array.isArray(prefix) ? prefix.length : 0) + 1;
  return [
    {
      name: "items",
      schema: inner,
      put: (whole, other) => ({ ...whole, items: other }),
      demand: (whole) => withLeast(whole, least),
    },
  ];
}

function withRequired(whole: SchemaObject, key: string): SchemaObject {
  const required = Array.isArray(whole["required"]) ? (whole["required"] as readonly string[]) : [];
  return { ...whole, type: "object", required: [...new Set([...required, key])] };
}

function withLeast(whole: SchemaObject, least: number): SchemaObject {
  const before = whole["minItems"];
  return { ...whole, type: "array", minItems: Math.max(least, typeof before === "number" ? before : 0) };
}

function onlyBranch(whole: SchemaObject, keyword: string, index: number): SchemaObject {
  const branch = (whole[keyword] as readonly JsonSchema[])[index] ?? true;
  return { allOf: [whole, branch] };
}

/** The schema that a local reference names; undefined where there is none. */
export function referred(root: JsonSchema, { $ref: ref }: SchemaObject): JsonSchema | undefined {
  if (typeof ref !== "string" || !/^#(?:\/|$)/.test(ref)) return undefined;
  let place: unknown = root;
  for (const part of ref.split("/").slice(1)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    place = typeof place === "object" && place !== null ? Reflect.get(place, key) : undefined;
  }
  return typeof place === "boolean" || isSchemaObject(place) ? place : undefined;
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
