import { evaluatesMore } from "./arrays.ts";
import { fromEntries, isSchemaObject, pointer } from "../../src/target/schema/node.ts";
import { isPattern } from "./keywords.ts";
import type { SchemaObject } from "../../src/target/schema/node.ts";
import type { Translated, Translation } from "./translation.ts";
import { anything, joined, listOf } from "./translation.ts";

/** What is said about the properties of an object. */
export function objectKeywords(node: SchemaObject, path: string, translation: Translation): Translated {
  return joined([
    declared(node, path, translation),
    others(node, path, translation),
    names(node, path, translation),
    dependencies(node, path, translation),
  ]);
}

/**
 * `properties`, which several model APIs want of every object. A name that is required and not declared is declared where
 * that changes nothing: they refuse it otherwise.
 */
function declared(node: SchemaObject, path: string, { translate, widen }: Translation): Translated {
  const { type, properties, required } = node;
  if (properties !== undefined && !isSchemaObject(properties)) {
    return { schema: {}, exact: widen(path, "`properties` is no mapping") };
  }
  const written = Object.entries(properties ?? {});
  const schemas = written.map(
    ([name, schema]) => [name, translate(schema, pointer(path, "properties", name))] as const,
  );
  const known = new Set(written.map(([name]) => name));
  const missing = isOpen(node) ? listOf(required).filter((name) => !known.has(String(name))) : [];
  const all: readonly (readonly [string, SchemaObject])[] = [
    ...schemas.map(([name, { schema }]) => [name, schema] as const),
    ...missing.map((name) => [String(name), {}] as const),
  ];
  const isNeeded = all.length > 0 || type === "object" || properties !== undefined;
  return {
    schema: isNeeded ? { properties: fromEntries(all) } : {},
    exact: schemas.every(([, { exact }]) => exact),
  };
}

function isOpen(node: SchemaObject): boolean {
  const { additionalProperties: rest = true } = node;
  return rest === true && !("patternProperties" in node) && !("unevaluatedProperties" in node);
}

/** `patternProperties`, and what is left for `additionalProperties`. */
function others(node: SchemaObject, path: string, translation: Translation): Translated {
  const { patternProperties: written } = node;
  const entries = isSchemaObject(written) ? Object.entries(written) : [];
  const legal = entries.filter(([pattern]) => isPattern(pattern));
  const schemas = legal.map(
    ([pattern, schema]) =>
      [pattern, translation.translate(schema, pointer(path, "patternProperties", pattern))] as const,
  );
  const patterns: Translated = {
    schema:
      schemas.length === 0
        ? {}
        : { patternProperties: fromEntries(schemas.map(([pattern, { schema }]) => [pattern, schema])) },
    exact: schemas.every(([, { exact }]) => exact),
  };
  if (legal.length === entries.length) return joined([patterns, restOf(node, path, translation)]);
  // What the other patterns match must not fall to `additionalProperties`.
  const because = "clients cannot read a pattern of `patternProperties`";
  return { ...patterns, exact: translation.widen(path, because) };
}

function restOf(node: SchemaObject, path: string, { translate, widen }: Translation): Translated {
  const rest = (keyword: "additionalProperties" | "unevaluatedProperties"): Translated => {
    const written = node[keyword];
    if (typeof written === "boolean") return { schema: { additionalProperties: written }, exact: true };
    const { schema, exact } = translate(written, pointer(path, keyword));
    return { schema: { additionalProperties: schema }, exact };
  };
  if ("additionalProperties" in node) return rest("additionalProperties");
  const { unevaluatedProperties = true } = node;
  if (unevaluatedProperties === true) return anything;
  // Alone it says what `additionalProperties` says.
  if (!evaluatesMore(node)) return rest("unevaluatedProperties");
  return { schema: {}, exact: widen(path, "clients of draft 7 do not know `unevaluatedProperties`") };
}

/** `propertyNames`. Every name is a text; some hosts refuse the keyword even where it says no more. */
function names(node: SchemaObject, path: string, { translate }: Translation): Translated {
  if (!("propertyNames" in node)) return anything;
  const { schema, exact } = translate(node["propertyNames"], pointer(path, "propertyNames"));
  const saysNothing = Object.keys(schema).length === 0 || JSON.stringify(schema) === '{"type":"string"}';
  return { schema: saysNothing ? {} : { propertyNames: schema }, exact };
}

/** `dependentRequired` and `dependentSchemas` as conditions, which every draft since 7 knows. */
function dependencies(node: SchemaObject, path: string, { translate, widen }: Translation): Translated {
  const { dependentRequired, dependentSchemas } = node;
  const required = isSchemaObject(dependentRequired) ? Object.entries(dependentRequired) : [];
  const schemas = isSchemaObject(dependentSchemas) ? Object.entries(dependentSchemas) : [];
  if (required.length + schemas.length === 0) return anything;
  // Several hosts refuse an outermost `allOf`.
  if (path === "")
    return { schema: {}, exact: widen(path, "hosts refuse conditions on the outermost object") };
  const translated = schemas.map(
    ([name, schema]) => [name, translate(schema, pointer(path, "dependentSchemas", name))] as const,
  );
  const needed = required.map(([name, list]) => conditionOn(name, { required: listOf(list).map(String) }));
  const applied = translated.map(([name, { schema }]) => conditionOn(name, schema));
  return {
    schema: { allOf: [...needed, ...applied] },
    exact: translated.every(([, { exact }]) => exact),
  };
}

function conditionOn(name: string, then: SchemaObject): SchemaObject {
  return { if: { type: "object", required: [name] }, then };
}
