import type { JsonSchema } from "../../ir/type.ts";
import { documentOf, resolve, resolveDynamic } from "../../types/document.ts";
import { shortHash } from "../name.ts";
import { fromEntries, isSchema, isSchemaObject, listIn, mapParts, without } from "./node.ts";
import type { SchemaObject } from "./node.ts";

/**
 * A schema whose references all are `#/$defs/<name>`, with the definitions that are used, in the order of their use.
 * The spellings of older drafts are those of 2020-12; what only names a place or a dialect is gone.
 */
export interface Plain {
  readonly root: JsonSchema;
  readonly definitions: ReadonlyMap<string, JsonSchema>;
  /** The definition that stands for the whole schema, where something refers to it. */
  readonly self: string | undefined;
}

const places = "$schema $id $anchor $dynamicAnchor $vocabulary $comment $defs definitions $dynamicRef".split(
  " ",
);

/** Takes a schema apart. References that lead nowhere stay as they are written. */
export function plainSchema(schema: JsonSchema): Plain {
  const document = documentOf(schema);
  const names = new Map<JsonSchema, string>();
  const waiting: SchemaObject[] = [];
  const nameOf = (target: SchemaObject, reference: string): string => {
    const known = names.get(target);
    if (known !== undefined) return known;
    const name = freshName(target === schema ? "input" : reference, new Set(names.values()));
    names.set(target, name);
    waiting.push(target);
    return name;
  };
  const rewrite = (node: unknown): unknown => {
    if (!isSchemaObject(node)) return node;
    const rest = mapParts(without(modern(node), ...places), rewrite);
    const targets: unknown[] = [];
    for (const [keyword, by] of [
      ["$ref", resolve],
      ["$dynamicRef", resolveDynamic],
    ] as const) {
      const reference = node[keyword];
      if (typeof reference !== "string") continue;
      const target = by(document, reference, node);
      if (isSchemaObject(target)) targets.push({ $ref: `#/$defs/${nameOf(target, reference)}` });
      else targets.push(isSchema(target) ? target : { $ref: reference });
    }
    return withTargets(without(rest, "$ref"), targets, "$ref" in rest);
  };
  const root = rewrite(schema) as JsonSchema;
  const definitions = new Map<string, JsonSchema>();
  for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
    const name = names.get(target);
    if (name !== undefined) definitions.set(name, rewrite(target) as JsonSchema);
  }
  return { root, definitions, self: isSchemaObject(schema) ? names.get(schema) : undefined };
}

/** The name of the definition that a reference in a plain schema means. */
export function definitionName(node: SchemaObject): string | undefined {
  const reference = node["$ref"];
  return typeof reference === "string" && reference.startsWith("#/$defs/") ? reference.slice(8) : undefined;
}

/** The last step of a reference, as far as it is a plain word. */
function freshName(reference: string, taken: ReadonlySet<string>): string {
  const last = reference.slice(reference.lastIndexOf("/") + 1).replace(/^#/, "");
  const word = last.replace(/[^\w.-]/g, "_");
  const name = word === last && word !== "" ? word : `${word}_${shortHash(reference)}`;
  let fresh = name;
  for (let i = 2; taken.has(fresh); i++) fresh = `${name}_${i}`;
  return fresh;
}

function withTargets(rest: SchemaObject, targets: readonly unknown[], hadReference: boolean): unknown {
  const [target, ...more] = targets;
  if (target === undefined) return hadReference ? { ...rest, not: {} } : rest;
  if (more.length === 0 && isSchemaObject(target)) return { ...target, ...rest };
  return { ...rest, allOf: [...(listIn(rest, "allOf") ?? []), ...targets] };
}

/** The keywords of older drafts in today's words. */
function modern(node: SchemaObject): SchemaObject {
  const changed = new Map(Object.entries(node));
  if (Array.isArray(node["items"])) {
    changed.set("prefixItems", node["items"]);
    changed.delete("items");
    if ("additionalItems" in node) changed.set("items", node["additionalItems"]);
  }
  changed.delete("additionalItems");
  modernBound(changed, "minimum", "exclusiveMinimum");
  modernBound(changed, "maximum", "exclusiveMaximum");
  modernDependencies(changed);
  return fromEntries(changed);
}

/** Draft 4 says with `true` or `false` that a bound is exclusive. */
function modernBound(node: Map<string, unknown>, bound: string, exclusive: string): void {
  const flag = node.get(exclusive);
  if (typeof flag !== "boolean") return;
  node.delete(exclusive);
  if (!flag || !node.has(bound)) return;
  node.set(exclusive, node.get(bound));
  node.delete(bound);
}

function modernDependencies(node: Map<string, unknown>): void {
  const dependencies = node.get("dependencies");
  node.delete("dependencies");
  if (!isSchemaObject(dependencies)) return;
  const entries = Object.entries(dependencies);
  const lists = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => isSchema(value));
  if (lists.length > 0) node.set("dependentRequired", fromEntries(lists));
  if (schemas.length > 0) node.set("dependentSchemas", fromEntries(schemas));
}
