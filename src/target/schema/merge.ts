import type { JsonSchema } from "../../ir/type.ts";
import { canonical } from "../../types/value.ts";
import { isAnnotation, typesOf } from "./kinds.ts";
import { fromEntries, isSchema, listIn, only, requiredIn, schemasIn, without } from "./node.ts";
import type { SchemaObject } from "./node.ts";

/**
 * One node that accepts what both accept, exactly. What cannot be said in one set of keywords stands in its `allOf`.
 * Of annotations those of the first win. `false`: nothing fits both.
 */
export function conjunction(one: SchemaObject, other: SchemaObject): SchemaObject | false {
  const merged = new Map<string, unknown>();
  const left: SchemaObject[] = [];
  for (const { keywords, both } of groups) {
    const [mine, theirs] = [only(one, keywords), only(other, keywords)];
    const found =
      isEmpty(theirs) || isEmpty(mine) || equal(mine, theirs) ? { ...theirs, ...mine } : both(mine, theirs);
    if (found === undefined) left.push(theirs);
    add(merged, found ?? mine);
  }
  const grouped = groups.flatMap(({ keywords }) => [...keywords]);
  addSingles(merged, left, without(one, ...grouped), without(other, ...grouped));
  if (left.length > 0) {
    const before = merged.get("allOf");
    merged.set("allOf", [...(Array.isArray(before) ? (before as unknown[]) : []), ...left]);
  }
  const node = fromEntries(merged);
  const isEmptySet = listIn(node, "enum")?.length === 0 || ("type" in node && typesOf(node).length === 0);
  return isEmptySet ? false : node;
}

/** The keywords that stand for themselves. */
function addSingles(
  merged: Map<string, unknown>,
  left: SchemaObject[],
  mine: SchemaObject,
  theirs: SchemaObject,
): void {
  add(merged, mine);
  for (const [keyword, value] of Object.entries(theirs)) {
    const own = mine[keyword];
    if (own === undefined) merged.set(keyword, value);
    else if (!isAnnotation(keyword) && !equal(own, value)) {
      const both = bothOf(keyword, own, value);
      if (both === undefined) left.push({ [keyword]: value });
      merged.set(keyword, both ?? own);
    }
  }
}

function isEmpty(node: SchemaObject): boolean {
  return Object.keys(node).length === 0;
}

function equal(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function add(merged: Map<string, unknown>, part: SchemaObject): void {
  for (const [keyword, value] of Object.entries(part)) merged.set(keyword, value);
}

interface Group {
  readonly keywords: ReadonlySet<string>;
  /** Undefined: the two cannot be said at once. */
  readonly both: (one: SchemaObject, other: SchemaObject) => SchemaObject | undefined;
}

const never = (): undefined => undefined;

/** Keywords that look at one another, and so are merged together. */
const groups: readonly Group[] = [
  { keywords: new Set(["type"]), both: bothTypes },
  { keywords: new Set(["enum", "const"]), both: bothValues },
  { keywords: new Set(["properties", "patternProperties", "additionalProperties"]), both: bothProperties },
  { keywords: new Set(["items", "prefixItems"]), both: bothItems },
  { keywords: new Set(["contains", "minContains", "maxContains"]), both: never },
  { keywords: new Set(["if", "then", "else"]), both: never },
];

function bothTypes(one: SchemaObject, other: SchemaObject): SchemaObject {
  const [mine, theirs] = [typesOf(one), typesOf(other)];
  const both = mine.flatMap((name) => {
    if (theirs.includes(name)) return [name];
    if (name === "integer" && theirs.includes("number")) return [name];
    return name === "number" && theirs.includes("integer") ? ["integer"] : [];
  });
  return { type: both.length === 1 ? both[0] : both };
}

function bothValues(one: SchemaObject, other: SchemaObject): SchemaObject {
  const valuesOf = (node: SchemaObject): readonly unknown[] =>
    "const" in node ? [node["const"]] : (listIn(node, "enum") ?? []);
  const theirs = new Set(valuesOf(other).map(canonical));
  return { enum: valuesOf(one).filter((value) => theirs.has(canonical(value))) };
}

/** `allOf` of two schemas; one alone where the other accepts everything. */
function bothSchemas(one: unknown, other: unknown): JsonSchema {
  const schemas = [one, other].filter(isSchema).filter((schema) => schema !== true);
  if (schemas.includes(false)) return false;
  const [first = true, ...more] = schemas;
  return more.length === 0 ? first : { allOf: schemas };
}

function bothProperties(one: SchemaObject, other: SchemaObject): SchemaObject | undefined {
  const [mine, theirs] = [schemasIn(one, "properties"), schemasIn(other, "properties")];
  const [myRest, theirRest] = [one["additionalProperties"] ?? true, other["additionalProperties"] ?? true];
  const hasPatterns = "patternProperties" in one || "patternProperties" in other;
  if (hasPatterns && !(myRest === true && theirRest === true)) return undefined;
  if ("patternProperties" in one && "patternProperties" in other) return undefined;
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  const of = (properties: Readonly<Record<string, unknown>>, name: string, rest: unknown): unknown =>
    Object.hasOwn(properties, name) ? properties[name] : rest;
  const rest = bothSchemas(myRest, theirRest);
  return {
    properties: fromEntries(
      [...names].map((name) => [name, bothSchemas(of(mine, name, myRest), of(theirs, name, theirRest))]),
    ),
    ...only(one, new Set(["patternProperties"])),
    ...only(other, new Set(["patternProperties"])),
    ...(rest === true ? {} : { additionalProperties: rest }),
  };
}

function bothItems(one: SchemaObject, other: SchemaObject): SchemaObject {
  const [mine, theirs] = [listIn(one, "prefixItems") ?? [], listIn(other, "prefixItems") ?? []];
  const [myRest, theirRest] = [one["items"] ?? true, other["items"] ?? true];
  const prefix = Array.from({ length: Math.max(mine.length, theirs.length) }, (_, i) =>
    bothSchemas(mine[i] ?? myRest, theirs[i] ?? theirRest),
  );
  const rest = bothSchemas(myRest, theirRest);
  return {
    ...(prefix.length === 0 ? {} : { prefixItems: prefix }),
    ...(rest === true ? {} : { items: rest }),
  };
}

const greater = new Set("minimum exclusiveMinimum minLength minItems minProperties".split(" "));
const smaller = new Set("maximum exclusiveMaximum maxLength maxItems maxProperties".split(" "));

function bothOf(keyword: string, one: unknown, other: unknown): unknown {
  if (typeof one === "number" && typeof other === "number") {
    if (greater.has(keyword)) return Math.max(one, other);
    if (smaller.has(keyword)) return Math.min(one, other);
  }
  if (keyword === "required")
    return [...new Set([...requiredIn({ required: one }), ...requiredIn({ required: other })])];
  if (keyword === "allOf" && Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  return keyword === "uniqueItems" ? one === true || other === true : undefined;
}

const looksAround = new Set(["unevaluatedProperties", "unevaluatedItems"]);

/** Whether a node can be merged into another: what is not evaluated depends on the node that it stands in. */
export function canMerge(node: SchemaObject): boolean {
  return !Object.keys(node).some((keyword) => looksAround.has(keyword));
}
