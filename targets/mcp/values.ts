import { fromEntries, isSchemaObject } from "../../src/target/schema/node.ts";
import { assertions } from "./keywords.ts";
import type { SchemaObject } from "../../src/target/schema/node.ts";
import type { Translated, Translation } from "./translation.ts";
import { listOf } from "./translation.ts";

/** Keywords about a value alone. One whose argument has no legal form makes a client refuse the whole list of tools. */
export function valueKeywords(written: SchemaObject, path: string, { widen }: Translation): Translated {
  const node = withTypes(written);
  const kept: [string, unknown][] = [];
  let exact = true;
  for (const [keyword, argument] of Object.entries(node)) {
    const hasForm = Object.hasOwn(assertions, keyword) ? assertions[keyword] : undefined;
    if (hasForm === undefined) continue;
    if (!hasForm(argument))
      exact = widen(path, `validators have no meaning for this value of \`${keyword}\``);
    else if (keyword === "enum" && listOf(argument).length === 0) kept.push(["allOf", [{ not: {} }]]);
    else kept.push([keyword, Array.isArray(argument) && keyword !== "const" ? distinct(argument) : argument]);
  }
  return { schema: fromEntries(kept), exact };
}

/** Validators refuse `enum`, `required` and `type` that hold a value twice. */
function distinct(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value, inOrder), value])).values()];
}

/** Objects that differ only in the order of their keys are one value. */
function inOrder(_: string, value: unknown): unknown {
  return isSchemaObject(value) ? fromEntries(Object.entries(value).toSorted(byKey)) : value;
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/**
 * A list of one type is that type, a type that no value of the `enum` has is none, and values without a type get theirs:
 * the same values fit, and models and clients that read only one form understand.
 */
function withTypes(node: SchemaObject): SchemaObject {
  const values = "const" in node ? [node["const"]] : Array.isArray(node["enum"]) ? node["enum"] : undefined;
  const { type } = node as { readonly type?: unknown };
  if (type === undefined) {
    if (values === undefined || values.length === 0) return node;
    return { type: single([...new Set(values.map(typeOf))]), ...node };
  }
  if (!Array.isArray(type)) return node;
  const names: readonly string[] = [...new Set(type.map(String))];
  const used =
    values === undefined ? names : names.filter((name) => values.some((value) => isOf(value, name)));
  return { ...node, type: single(used.length === 0 ? names : used) };
}

function single(names: readonly string[]): unknown {
  return names.length === 1 ? names[0] : names;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function isOf(value: unknown, type: string): boolean {
  return typeOf(value) === type || (type === "integer" && Number.isInteger(value));
}

/** Keywords that say something about null as well; next to them a type cannot be taken apart. */
const general = ["allOf", "anyOf", "oneOf", "not", "if", "const", "$ref"];

/**
 * `type: [T, "null"]` as `anyOf` with the constraints inside the branch of T: the one spelling that every model API takes,
 * and that no client can split wrongly.
 */
export function withNullApart(
  schema: SchemaObject,
  isAnnotation: (keyword: string) => boolean,
): SchemaObject {
  const { type, ...rest } = schema;
  if (!Array.isArray(type) || type.length !== 2 || !type.includes("null")) return schema;
  if (general.some((keyword) => keyword in schema)) return schema;
  const outside = Object.entries(rest).filter(([keyword]) => isAnnotation(keyword));
  const inside = Object.entries(rest).filter(([keyword]) => !isAnnotation(keyword));
  const branch = fromEntries(
    inside.map(([keyword, value]) => [
      keyword,
      keyword === "enum" ? listOf(value).filter((item) => item !== null) : value,
    ]),
  );
  const [name] = type.filter((item) => item !== "null");
  return { ...fromEntries(outside), anyOf: [{ type: String(name), ...branch }, { type: "null" }] };
}
