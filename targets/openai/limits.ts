import { isSchemaObject, partsOf, pointer, resolveReference } from "../../src/target/schema/node.ts";
import type { SchemaObject, SchemaProblem } from "../../src/target/schema/node.ts";

// The limits of strict mode: OpenAI's structured outputs guide, as of 2026-11.
const mostProperties = 5000;
const mostLevels = 10;
const mostCharacters = 120_000;
const mostEnumValues = 1000;
/** Above this many values, one enum of texts may hold only so many characters. */
const longEnumValues = 250;
const longEnumCharacters = 15_000;

/** `enum` and `const` need a type and hold one primitive type, or that and null. */
export function* enumProblems(node: SchemaObject, path: string): Iterable<SchemaProblem> {
  const values = node["enum"];
  if (values !== undefined) {
    if (!Array.isArray(values) || values.length === 0) yield { path, reason: "`enum` lists no value" };
    else yield* valuesProblems(values, node, path, "enum");
  }
  if ("const" in node) yield* valuesProblems([node["const"]], node, path, "const");
}

function* valuesProblems(
  values: readonly unknown[],
  node: SchemaObject,
  path: string,
  keyword: string,
): Iterable<SchemaProblem> {
  if (!("type" in node)) yield { path, reason: `\`${keyword}\` has no \`type\` beside it` };
  if (values.some((value) => typeof value === "object" && value !== null)) {
    yield { path, reason: `\`${keyword}\` holds an object or a list` };
  }
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  if (kinds.size > 1) yield { path, reason: `\`${keyword}\` mixes types` };
  if ("type" in node && !values.every((value) => fits(value, node["type"]))) {
    yield { path, reason: `a value of \`${keyword}\` is not of its \`type\`` };
  }
  const texts = values.filter((value) => typeof value === "string");
  if (values.length > longEnumValues && totalLength(texts) > longEnumCharacters) {
    yield {
      path,
      reason: `an \`enum\` of more than ${longEnumValues} values is longer than ${longEnumCharacters} characters`,
    };
  }
}

function fits(value: unknown, type: unknown): boolean {
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (value === null) return names.includes("null");
  if (typeof value === "number")
    return names.includes("number") || (Number.isInteger(value) && names.includes("integer"));
  if (typeof value === "object") return names.includes(Array.isArray(value) ? "array" : "object");
  return names.includes(typeof value);
}

function totalLength(texts: readonly unknown[]): number {
  return texts.reduce<number>((sum, text) => sum + [...String(text)].length, 0);
}

/** What the limits of strict mode count. */
export interface Sizes {
  readonly properties: number;
  /** In the names of properties and definitions, and in the values of `enum` and `const`. */
  readonly characters: number;
  readonly enumValues: number;
}

export function sumOf(one: Sizes, other: Sizes): Sizes {
  return {
    properties: one.properties + other.properties,
    characters: one.characters + other.characters,
    enumValues: one.enumValues + other.enumValues,
  };
}

/** The first limit that sizes pass. `who` completes the reason: “… more than 5000 properties”. */
export function budgetProblem(sizes: Sizes, who: string): SchemaProblem | undefined {
  const [what] = [
    ...(sizes.properties > mostProperties ? [`${mostProperties} properties`] : []),
    ...(sizes.characters > mostCharacters ? [`${mostCharacters} characters in names and values`] : []),
    ...(sizes.enumValues > mostEnumValues ? [`${mostEnumValues} enum values`] : []),
  ];
  return what === undefined ? undefined : { path: "", reason: `${who} more than ${what}` };
}

/** The limits on a whole schema. */
export function* limitProblems(root: SchemaObject): Iterable<SchemaProblem> {
  const problem = budgetProblem(sizesOf(root), "the schema has");
  if (problem !== undefined) yield problem;
  const deep = tooDeep(root, "", 1, root, new Set());
  if (deep !== undefined) yield { path: deep, reason: `the schema nests deeper than ${mostLevels} levels` };
}

export function sizesOf(node: unknown): Sizes {
  let sizes: Sizes = { properties: 0, characters: 0, enumValues: 0 };
  if (!isSchemaObject(node)) return sizes;
  const { properties, enum: values } = node as { readonly properties?: unknown; readonly enum?: unknown };
  const names = isSchemaObject(properties) ? Object.keys(properties) : [];
  const listed: readonly unknown[] = Array.isArray(values) ? values : [];
  const named = ["$defs", "definitions"].flatMap((keyword) =>
    isSchemaObject(node[keyword]) ? Object.keys(node[keyword]) : [],
  );
  const constant = "const" in node ? [node["const"]] : [];
  sizes = {
    properties: names.length,
    characters: totalLength([...names, ...listed, ...named, ...constant]),
    enumValues: listed.length,
  };
  for (const part of partsOf(node)) sizes = sumOf(sizes, sizesOf(part));
  return sizes;
}

/**
 * The path of the first node below the last level. A property and an item are one level each, `anyOf` and `$ref` are
 * none; a recursive reference is followed once.
 */
function tooDeep(
  node: unknown,
  path: string,
  level: number,
  root: SchemaObject,
  open: ReadonlySet<unknown>,
): string | undefined {
  if (level > mostLevels) return path;
  if (!isSchemaObject(node) || open.has(node)) return undefined;
  const inside = new Set([...open, node]);
  const { $ref: reference, properties, items, anyOf } = node as Readonly<Record<string, unknown>>;
  const next: (readonly [unknown, string, number])[] = [];
  if (typeof reference === "string") next.push([resolveReference(root, reference), path, level]);
  if (isSchemaObject(properties)) {
    for (const [name, part] of Object.entries(properties)) {
      next.push([part, pointer(path, "properties", name), level + 1]);
    }
  }
  if (items !== undefined) next.push([items, pointer(path, "items"), level + 1]);
  if (Array.isArray(anyOf)) {
    for (const [i, branch] of anyOf.entries()) next.push([branch, pointer(path, "anyOf", i), level]);
  }
  for (const [part, at, depth] of next) {
    const found = tooDeep(part, at, depth, root, inside);
    if (found !== undefined) return found;
  }
  return undefined;
}
