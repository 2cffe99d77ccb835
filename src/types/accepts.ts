import type { JsonSchema } from "../ir/type.ts";
import type { SchemaDocument } from "./document.ts";
import { documentOf, resolve, resolveDynamic } from "./document.ts";

import { acceptsNumber, acceptsText, hasType } from "./accepts-scalar.ts";
import { checkList } from "./accepts-list.ts";
import { checkObject } from "./accepts-object.ts";
import { occursIn, patternProblem } from "./ecma.ts";
import { foreignTo } from "./form.ts";
import type { Seen } from "./seen.ts";
import type { Fields } from "./value.ts";
import { canonical, isRecord } from "./value.ts";

/**
 * Does a value fit a schema, by JSON Schema 2020-12 with `format` as an annotation? Reads the schema itself, not what
 * it is lowered to: it is the second opinion on every witness. `undefined` where it cannot tell.
 */
export function accepts(schema: JsonSchema, value: unknown): boolean | undefined {
  const run: Run = { document: documentOf(schema), unsure: false, open: [] };
  const seen = check(run, schema, value);
  return run.unsure ? undefined : seen !== undefined;
}

/** One validation, and whether something in it could not be told. */
interface Run {
  readonly document: SchemaDocument;
  unsure: boolean;
  readonly open: (readonly [JsonSchema, unknown])[];
}

/** What the schema has seen of the value if the value fits. */
function check(run: Run, schema: JsonSchema, value: unknown): Seen | undefined {
  const seen: Seen = { names: new Set(), indices: new Set() };
  if (typeof schema === "boolean") return schema ? seen : undefined;
  if (run.open.length > 500 || run.open.some(([one, other]) => one === schema && other === value)) {
    run.unsure = true;
    return undefined;
  }
  run.open.push([schema, value]);
  const fits = checkKeywords(run, schema, value, seen);
  run.open.pop();
  return fits ? seen : undefined;
}

function checkKeywords(run: Run, schema: Fields, value: unknown, seen: Seen): boolean {
  if (foreignTo(schema).length > 0) run.unsure = true;
  if (!checkAny(schema, value) || !checkBranches(run, schema, value, seen)) return false;
  if (typeof value === "string") return acceptsText(schema, value, (pattern) => occurs(run, pattern, value));
  if (typeof value === "number") return acceptsNumber(schema, value);
  const apply = (inner: JsonSchema, part: unknown): boolean => check(run, inner, part) !== undefined;
  if (Array.isArray(value)) return checkList(schema, value, seen, apply);
  return isRecord(value)
    ? checkObject(schema, value, seen, apply, (pattern, name) => occurs(run, pattern, name))
    : true;
}

/** Whether a pattern occurs in a text, by the linear engine; what is outside its subset cannot be told. */
function occurs(run: Run, pattern: string, text: string): boolean {
  if (patternProblem(pattern) === undefined) return occursIn(pattern)(text);
  run.unsure = true;
  return false;
}

function checkAny(schema: Fields, value: unknown): boolean {
  const { type, enum: listed } = schema as { readonly type?: unknown; readonly enum?: unknown };
  if (type !== undefined && ![type].flat().some((name) => hasType(value, name))) return false;
  const text = Array.isArray(listed) || "const" in schema ? canonical(value) : "";
  if (Array.isArray(listed) && !listed.some((item) => canonical(item) === text)) return false;
  return !("const" in schema) || canonical(schema["const"]) === text;
}

/** The schemas of `dependentSchemas` whose property is there. */
function dependents(schema: Fields, value: unknown): readonly unknown[] {
  const { dependentSchemas } = schema as { readonly dependentSchemas?: Fields };
  if (dependentSchemas === undefined || !isRecord(value)) return [];
  return Object.entries(dependentSchemas).flatMap(([name, inner]) =>
    Object.hasOwn(value, name) ? [inner] : [],
  );
}

function checkBranches(run: Run, schema: Fields, value: unknown, seen: Seen): boolean {
  const pass = (inner: unknown): boolean => {
    const found = check(run, inner as JsonSchema, value);
    for (const name of found?.names ?? []) seen.names.add(name);
    for (const index of found?.indices ?? []) seen.indices.add(index);
    return found !== undefined;
  };
  for (const target of [...targets(run, schema), ...dependents(schema, value)])
    if (!pass(target)) return false;
  const { allOf, anyOf, oneOf } = schema as Readonly<Record<string, readonly unknown[] | undefined>>;
  if (allOf !== undefined && !allOf.every(pass)) return false;
  if (anyOf !== undefined && anyOf.filter(pass).length === 0) return false;
  if (oneOf !== undefined && oneOf.filter(pass).length !== 1) return false;
  if ("not" in schema && check(run, schema["not"] as JsonSchema, value) !== undefined) return false;
  if (!("if" in schema)) return true;
  const chosen = pass(schema["if"]) ? "then" : "else";
  return !(chosen in schema) || pass(schema[chosen]);
}

function targets(run: Run, schema: Fields): readonly JsonSchema[] {
  const found: JsonSchema[] = [];
  const follow = (keyword: string, by: typeof resolve): void => {
    const reference = schema[keyword];
    if (reference === undefined) return;
    const target = typeof reference === "string" ? by(run.document, reference, schema) : undefined;
    if (target === undefined) run.unsure = true;
    else found.push(target);
  };
  follow("$ref", resolve);
  follow("$dynamicRef", resolveDynamic);
  return found;
}
