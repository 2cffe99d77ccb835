import { isSchemaObject, pointer, resolveReference } from "../../src/target/schema/node.ts";
import type { SchemaObject, SchemaProblem } from "../../src/target/schema/node.ts";
import { enumProblems, limitProblems } from "./limits.ts";
import { formats, patternProblem } from "./texts.ts";

/** The keywords that strict mode documents. */
const allowed = new Set(
  (
    "type properties required additionalProperties items anyOf enum const $ref $defs definitions title description " +
    "pattern format multipleOf maximum exclusiveMaximum minimum exclusiveMinimum minItems maxItems"
  ).split(" "),
);

const typeNames = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/**
 * Every place where a schema for the parameters of a function breaks a rule of OpenAI's strict mode. None: the schema
 * may be sent with `strict: true`.
 */
export function strictProblems(schema: unknown): readonly SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  if (!isSchemaObject(schema)) return [{ path: "", reason: "the schema is not an object" }];
  if (schema["type"] !== "object") problems.push({ path: "", reason: "the outermost type is not `object`" });
  if ("anyOf" in schema) problems.push({ path: "", reason: "`anyOf` stands outermost" });
  problems.push(...nodeProblems(schema, "", schema), ...limitProblems(schema));
  return problems;
}

function* nodeProblems(node: unknown, path: string, root: SchemaObject): Iterable<SchemaProblem> {
  if (!isSchemaObject(node)) {
    yield { path, reason: "`true` or `false` stands for a schema" };
    return;
  }
  for (const keyword of Object.keys(node)) {
    if (!allowed.has(keyword)) yield { path, reason: `\`${keyword}\` is not supported` };
  }
  if ("$ref" in node) yield* referenceProblems(node, path, root);
  else yield* typeProblems(node, path);
  yield* objectProblems(node, path);
  yield* arrayProblems(node, path);
  yield* textProblems(node, path);
  yield* enumProblems(node, path);
  for (const [child, at] of childSchemas(node, path)) yield* nodeProblems(child, at, root);
}

/** The schemas directly inside a node, with their paths, in the order in which they are written. */
function* childSchemas(node: SchemaObject, path: string): Iterable<readonly [unknown, string]> {
  for (const keyword of ["properties", "$defs", "definitions"] as const) {
    const value = node[keyword];
    if (!isSchemaObject(value)) continue;
    for (const [name, child] of Object.entries(value)) yield [child, pointer(path, keyword, name)];
  }
  if ("items" in node && !Array.isArray(node["items"])) yield [node["items"], pointer(path, "items")];
  const branches = node["anyOf"];
  if (Array.isArray(branches)) {
    for (const [i, branch] of branches.entries()) yield [branch, pointer(path, "anyOf", i)];
  }
}

function* referenceProblems(node: SchemaObject, path: string, root: SchemaObject): Iterable<SchemaProblem> {
  const reference = node["$ref"];
  if (Object.keys(node).length > 1) yield { path, reason: "other keywords stand beside `$ref`" };
  const local = typeof reference === "string" && /^#(?:$|\/(?:\$defs|definitions)\/[^/]+$)/.test(reference);
  if (!local || !isSchemaObject(resolveReference(root, reference))) {
    yield { path, reason: "`$ref` points at nothing under `#` or `#/$defs/`" };
  }
}

function* typeProblems(node: SchemaObject, path: string): Iterable<SchemaProblem> {
  const { type } = node as { readonly type?: unknown };
  if (type === undefined) {
    if (!Array.isArray(node["anyOf"])) yield { path, reason: "`type` is missing" };
  } else if (!(Array.isArray(type) ? type : [type]).every((name) => typeNames.has(String(name)))) {
    yield { path, reason: "`type` names no JSON type" };
  } else if (Array.isArray(type) && type.length === 0) {
    yield { path, reason: "`type` is empty" };
  }
  const branches = node["anyOf"];
  if (branches !== undefined && !(Array.isArray(branches) && branches.length > 0)) {
    yield { path, reason: "`anyOf` lists no schema" };
  }
}

/** Whether a node may be of a type. */
function hasType(node: SchemaObject, name: string): boolean {
  const type = node["type"];
  return Array.isArray(type) ? type.includes(name) : type === name;
}

function* objectProblems(node: SchemaObject, path: string): Iterable<SchemaProblem> {
  const properties = node["properties"];
  if (!hasType(node, "object")) {
    if (properties !== undefined) yield { path, reason: "`properties` stand beside no type `object`" };
    return;
  }
  if (!isSchemaObject(properties)) yield { path, reason: "`properties` are missing" };
  if (node["additionalProperties"] !== false)
    yield { path, reason: "the object allows additional properties" };
  const names = isSchemaObject(properties) ? Object.keys(properties) : [];
  const required = Array.isArray(node["required"]) ? node["required"] : [];
  for (const name of names) {
    if (!required.includes(name)) yield { path, reason: `the property \`${name}\` is optional` };
  }
  for (const name of required) {
    if (!names.includes(String(name)))
      yield { path, reason: `\`${String(name)}\` is required but not declared` };
  }
  if (names.includes("__proto__")) yield { path, reason: "a property is called `__proto__`" };
}

function* arrayProblems(node: SchemaObject, path: string): Iterable<SchemaProblem> {
  if (!hasType(node, "array")) return;
  if (!("items" in node)) yield { path, reason: "the list does not say what its `items` are" };
  else if (Array.isArray(node["items"])) yield { path, reason: "`items` is a list of schemas" };
}

function* textProblems(node: SchemaObject, path: string): Iterable<SchemaProblem> {
  const { format, pattern } = node as { readonly format?: unknown; readonly pattern?: unknown };
  if (format !== undefined && !formats.has(String(format))) {
    yield { path, reason: `the format \`${String(format)}\` is not supported` };
  }
  const problem = pattern === undefined ? undefined : patternProblem(pattern);
  if (problem !== undefined) yield { path, reason: problem };
}
