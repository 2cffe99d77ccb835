import { schemaOf } from "../../src/ir/type.ts";
import type { Type } from "../../src/ir/type.ts";
import { isSchemaObject, mapSchema } from "./schema.ts";
import type { SchemaObject } from "./schema.ts";

/**
 * The parameters of a function that takes a value of a type. A function takes an object; a type that is none becomes
 * the property `input` of one. No keyword that narrows or widens the author's schema is added.
 */
export function parametersOf(type: Type): SchemaObject {
  const schema = plain(schemaOf(type));
  return isSchemaObject(schema) && isFunctionObject(schema) ? schema : wrap(schema);
}

/** The schema of an output for which one says more than “any JSON”; undefined for a text. */
export function outputSchemaOf(type: Type): SchemaObject | undefined {
  if (type.kind === "str" || type.kind === "none" || type.kind === "invalid") return undefined;
  const schema = plain(schemaOf(type));
  return isSchemaObject(schema) && Object.keys(schema).length > 0 ? schema : undefined;
}

/** OpenAI refuses an outermost schema that has no type `object` or that combines others. */
function isFunctionObject(schema: SchemaObject): boolean {
  const combining = ["oneOf", "anyOf", "allOf", "enum", "not", "const", "$ref", "if"];
  return schema["type"] === "object" && !combining.some((keyword) => keyword in schema);
}

/**
 * Adds what OpenAI asks for and JSON Schema implies: `properties` of an object, `items` of a list. Drops `$schema` and
 * `$id` of the outermost schema, which say nothing about a value.
 */
function plain(schema: unknown): unknown {
  const mapped = mapSchema(schema, (node) => ({
    ...node,
    ...(node["type"] === "object" && !("properties" in node) ? { properties: {} } : {}),
    ...(node["type"] === "array" && !("items" in node) ? { items: {} } : {}),
  }));
  if (!isSchemaObject(mapped)) return mapped;
  const { $schema: _dialect, ...rest } = mapped;
  return rest;
}

function wrap(schema: unknown): SchemaObject {
  const { $defs, definitions, ...inner } = isSchemaObject(schema) ? schema : { not: {} };
  return {
    type: "object",
    properties: { input: mapSchema(inner, moveReference) },
    required: ["input"],
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs: moveAll($defs) }),
    ...(definitions === undefined ? {} : { definitions: moveAll(definitions) }),
  };
}

function moveAll(definitions: unknown): unknown {
  const moved = mapSchema({ $defs: definitions }, moveReference);
  return isSchemaObject(moved) ? moved["$defs"] : definitions;
}

/** A reference into the schema, which now stands below `properties/input`; definitions stay outermost. */
function moveReference(node: SchemaObject): SchemaObject {
  const reference = node["$ref"];
  if (typeof reference !== "string" || !/^#(?:$|\/(?!\$defs\/|definitions\/))/.test(reference)) return node;
  return { ...node, $ref: `#/properties/input${reference.slice(1)}` };
}
