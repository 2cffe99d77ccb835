import fc from "fast-check";
import type { JsonSchema } from "../ir/type.ts";
import { accepts } from "../types/accepts.ts";
import { patternProblem } from "../types/ecma.ts";
import { subtype } from "../types/subtype.ts";
import { boundaries } from "./boundaries.ts";
import type { SchemaObject } from "./location.ts";
import { isSchemaObject, referred } from "./location.ts";

/**
 * Values that a schema accepts: built after the schema, and where what was built breaks a keyword that is hard to build
 * for, an edge of the schema in its place. So nothing is thrown away, every value is valid, and what it shrinks to is
 * valid. Throws a `RangeError` for a schema that accepts nothing, or of which no value could be found.
 */
export function valid(schema: JsonSchema): fc.Arbitrary<unknown> {
  const edges = edgesOf(schema);
  const built = fc.tuple(build(schema, schema, 0), fc.nat(edges.length - 1));
  const chosen = built.map(([value, i]) => (accepts(schema, value) === true ? value : edges[i]));
  return fc.oneof({ weight: 4, arbitrary: chosen }, { weight: 1, arbitrary: fc.constantFrom(...edges) });
}

function edgesOf(schema: JsonSchema): readonly unknown[] {
  const some = subtype(schema, false);
  switch (some.verdict) {
    case "no":
      return [some.witness, ...boundaries(schema).map(({ value }) => value)];
    case "yes":
      throw new RangeError("The schema accepts no value.");
    case "unknown":
      throw new RangeError(`No value of the schema was found: ${some.reason ?? "it could not be decided"}.`);
  }
}

// References deeper than this lead to the edges, which end.
const deepest = 5;

/** Values that fit the common keywords of a schema. */
function build(schema: JsonSchema, root: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  if (typeof schema === "boolean" || depth > deepest) return fc.jsonValue({ maxDepth: 1 });
  if ("const" in schema) return fc.constant(schema["const"]);
  if (Array.isArray(schema["enum"]) && schema["enum"].length > 0) {
    return fc.constantFrom(...(schema["enum"] as readonly unknown[]));
  }
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  if ($ref !== undefined) {
    return build(merged([own, referred(root, schema) ?? true]), root, depth + 1);
  }
  if (Array.isArray(allOf)) return build(merged([{ ...own, anyOf, oneOf }, ...allOf]), root, depth);
  const branches: unknown = anyOf ?? oneOf;
  if (Array.isArray(branches) && branches.length > 0) {
    return fc.oneof(...branches.map((branch: JsonSchema) => build(merged([own, branch]), root, depth + 1)));
  }
  return fc.oneof(...typesOf(own).map((type) => buildType(type, own, root, depth)));
}

/** Both schemas as one, as far as that is simple: keys and required keys are joined, else the later wins. */
function merged(schemas: readonly JsonSchema[]): JsonSchema {
  return schemas.filter(isSchemaObject).reduce<SchemaObject>(
    (all, schema) => ({
      ...all,
      ...defined(schema),
      ...joinedMap("properties", all, schema),
      ...joinedList("required", all, schema),
    }),
    {},
  );
}

function defined(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

function joinedMap(key: string, one: SchemaObject, other: SchemaObject): SchemaObject {
  if (one[key] === undefined && other[key] === undefined) return {};
  return { [key]: { ...(one[key] as object | undefined), ...(other[key] as object | undefined) } };
}

function joinedList(key: string, one: SchemaObject, other: SchemaObject): SchemaObject {
  const lists = [one[key], other[key]].filter((list) => Array.isArray(list));
  return lists.length === 0 ? {} : { [key]: [...new Set(lists.flat())] };
}

const types = ["string", "integer", "number", "boolean", "null", "object", "array"] as const;
type TypeName = (typeof types)[number];

function typesOf({ type }: SchemaObject): readonly TypeName[] {
  const named = types.filter((name) => name === type || (Array.isArray(type) && type.includes(name)));
  return named.length === 0 ? types : named;
}

function buildType(
  type: TypeName,
  schema: SchemaObject,
  root: JsonSchema,
  depth: number,
): fc.Arbitrary<unknown> {
  switch (type) {
    case "string":
      return buildText(schema);
    case "integer":
      return buildInteger(schema);
    case "number":
      return fc.oneof(buildInteger(schema), buildNumber(schema));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "object":
      return buildObject(schema, root, depth);
    case "array":
      return buildArray(schema, root, depth);
  }
}

/** A number of a schema; another value where it has none. */
function numberAt(schema: SchemaObject, keyword: string, otherwise: number): number {
  const value = schema[keyword];
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

// Texts and lists without a limit of their own are no longer than this beyond their least.
const usual = 12;

function buildText(schema: SchemaObject): fc.Arbitrary<string> {
  const minLength = numberAt(schema, "minLength", 0);
  const maxLength = Math.max(minLength, numberAt(schema, "maxLength", minLength + usual));
  const { pattern } = schema;
  if (typeof pattern === "string" && patternProblem(pattern) === undefined) {
    return fc.stringMatching(new RegExp(pattern, "u"));
  }
  const size = "max" as const;
  return fc.oneof(
    fc.string({ minLength, maxLength, unit: "grapheme-ascii", size }),
    fc.string({ minLength, maxLength, unit: "binary", size }),
  );
}

function buildInteger(schema: SchemaObject): fc.Arbitrary<number> {
  const step = Math.max(1, Math.abs(numberAt(schema, "multipleOf", 1)));
  const limit = Number.MAX_SAFE_INTEGER;
  const least = Math.max(numberAt(schema, "minimum", -limit), numberAt(schema, "exclusiveMinimum", -limit));
  const most = Math.min(numberAt(schema, "maximum", limit), numberAt(schema, "exclusiveMaximum", limit));
  const min = Math.ceil(least / step);
  const max = Math.floor(most / step);
  if (min > max) return fc.constant(least);
  return fc.integer({ min: Math.max(min, -limit), max: Math.min(max, limit) }).map((n) => n * step);
}

function buildNumber(schema: SchemaObject): fc.Arbitrary<number> {
  const min = Math.max(numberAt(schema, "minimum", -1e12), numberAt(schema, "exclusiveMinimum", -1e12));
  const max = Math.min(numberAt(schema, "maximum", 1e12), numberAt(schema, "exclusiveMaximum", 1e12));
  return min > max ? fc.constant(min) : fc.double({ min, max, noNaN: true });
}

function buildArray(schema: SchemaObject, root: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const prefix = (Array.isArray(schema["prefixItems"]) ? schema["prefixItems"] : []) as readonly JsonSchema[];
  const minLength = Math.max(0, numberAt(schema, "minItems", 0) - prefix.length);
  const maxLength = Math.max(minLength, numberAt(schema, "maxItems", prefix.length + usual) - prefix.length);
  const item = build((schema["items"] ?? schema["contains"] ?? true) as JsonSchema, root, depth + 1);
  const limits = { minLength, maxLength };
  const rest =
    schema["items"] === false
      ? fc.constant([])
      : schema["uniqueItems"] === true
        ? fc.uniqueArray(item, { ...limits, selector: (value) => JSON.stringify(value) })
        : fc.array(item, limits);
  const first = fc.tuple(...prefix.map((inner) => build(inner, root, depth + 1)));
  return fc.tuple(first, rest).map(([before, after]) => [...before, ...after]);
}

function buildObject(schema: SchemaObject, root: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (Array.isArray(schema["required"]) ? schema["required"] : []) as readonly string[];
  const keys = [...new Set([...Object.keys(properties), ...required])];
  const model = Object.fromEntries(
    keys.map((key) => [key, build(properties[key] ?? openSchema(schema), root, depth + 1)]),
  );
  const known = fc.record(model, { requiredKeys: keys.filter((key) => required.includes(key)) });
  if (openSchema(schema) === false) return known;
  const others = fc.dictionary(fc.string({ maxLength: 5 }), build(openSchema(schema), root, depth + 1), {
    maxKeys: 2,
  });
  return fc.tuple(others, known).map(([more, own]) => ({ ...more, ...own }));
}

function openSchema(schema: SchemaObject): JsonSchema {
  return (schema["additionalProperties"] ?? schema["unevaluatedProperties"] ?? true) as JsonSchema;
}
