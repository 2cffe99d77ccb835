import { isSchemaObject, listIn, mapSchema, without } from "../../src/target/schema/node.ts";
import type { SchemaObject } from "../../src/target/schema/node.ts";

const counts = new Set("minItems maxItems minLength maxLength minProperties maxProperties".split(" "));

/**
 * A schema of the openapi dialect as the API's own `Schema`: types in capitals, 64-bit counts as texts, every enum marked
 * as one, and nothing beside `anyOf`. There are no additional properties, so nothing says so.
 */
export function openApiSchema(schema: SchemaObject): SchemaObject {
  return mapSchema(schema, (node) => aloneUnion(apiNode(node))) as SchemaObject;
}

function apiNode(node: SchemaObject): SchemaObject {
  const entries = Object.entries(without(node, "additionalProperties")).map(([keyword, value]) => {
    if (keyword === "type") return [keyword, String(value).toUpperCase()];
    return [keyword, counts.has(keyword) ? String(value) : value];
  });
  const plain = Object.fromEntries(entries) as SchemaObject;
  return "enum" in plain ? { ...plain, format: "enum" } : plain;
}

/** What is said of a union is said of its first schema: Vertex AI takes nothing beside `anyOf`. */
function aloneUnion(node: SchemaObject): SchemaObject {
  const [first, ...more] = listIn(node, "anyOf") ?? [];
  if (!isSchemaObject(first)) return node;
  const beside = without(node, "anyOf", "title");
  const texts = [beside["description"], first["description"]].filter((text) => text !== undefined);
  const description = texts.length === 0 ? {} : { description: texts.join("\n") };
  return { anyOf: [{ ...first, ...beside, ...description }, ...more] };
}
