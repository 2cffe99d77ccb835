import { compareText } from "../report/diagnostic.ts";
import type { JsonSchema } from "../ir/type.ts";
import { accepts } from "./accepts.ts";
import { candidates } from "./candidates.ts";

export interface Verdict {
  readonly verdict: "yes" | "no" | "unknown";
  /** For `no`: a value that the first schema accepts and the second rejects. */
  readonly witness?: unknown;
  /** For `unknown`: what could not be decided. */
  readonly reason?: string;
}

/**
 * Is every value of `a` a value of `b`? `yes` is proved by structure, `no` by a witness that is checked against both;
 * everything else is `unknown`. Narrow for now: the keywords of `handled`, without references.
 */
export function subtype(a: JsonSchema, b: JsonSchema): Verdict {
  const foreign = foreignKeyword(a) ?? foreignKeyword(b);
  if (foreign === "schema") return { verdict: "unknown", reason: "one of the two is no schema" };
  if (sameSchema(a, b) || b === true || isOpen(b) || a === false) return { verdict: "yes" };
  if (foreign !== undefined)
    return { verdict: "unknown", reason: `the keyword \`${foreign}\` is not decided yet` };
  const witness = candidates(a, b).find((value) => accepts(a, value) && !accepts(b, value));
  if (witness !== undefined) return { verdict: "no", witness: witness.value };
  if (included(a, b, 0)) return { verdict: "yes" };
  return { verdict: "unknown", reason: "neither a proof nor a value that tells them apart was found" };
}

/** Keywords that are decided; annotations are passed over. */
const handled = new Set(
  "type enum const properties required additionalProperties items prefixItems minItems maxItems minLength maxLength minimum maximum anyOf not".split(
    " ",
  ),
);
const allTypes = ["string", "number", "boolean", "null", "array", "object"];
const annotations = new Set(
  "$schema $id $comment title description default examples deprecated readOnly writeOnly".split(" "),
);

type Keywords = Readonly<Record<string, unknown>>;

/** A keyword that is not decided, or whose argument has not the form that it needs. */
function foreignKeyword(schema: JsonSchema): string | undefined {
  if (typeof schema === "boolean") return undefined;
  if (!isRecord(schema)) return "schema";
  for (const [keyword, value] of Object.entries(schema)) {
    if (annotations.has(keyword)) continue;
    if (!handled.has(keyword) || !hasForm(keyword, value)) return keyword;
    for (const inner of schemasIn(keyword, value)) {
      const foreign = foreignKeyword(inner);
      if (foreign !== undefined) return foreign;
    }
  }
  return undefined;
}

function isRecord(value: unknown): value is Keywords {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasForm(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case "type":
      return [value]
        .flat()
        .every((name) => name === "integer" || (typeof name === "string" && allTypes.includes(name)));
    case "properties":
      return isRecord(value);
    case "required":
      return Array.isArray(value) && value.every((name) => typeof name === "string");
    case "enum":
    case "anyOf":
    case "prefixItems":
      return Array.isArray(value);
    case "const":
      return true;
    case "items":
    case "not":
    case "additionalProperties":
      return typeof value === "boolean" || isRecord(value);
    default:
      return typeof value === "number" && Number.isFinite(value);
  }
}

function schemasIn(keyword: string, value: unknown): readonly JsonSchema[] {
  switch (keyword) {
    case "properties":
      return Object.values(value as Readonly<Record<string, JsonSchema>>);
    case "anyOf":
    case "prefixItems":
      return Array.isArray(value) ? (value as readonly JsonSchema[]) : [];
    case "items":
    case "not":
    case "additionalProperties":
      return [value as JsonSchema];
    default:
      return [];
  }
}

function isOpen(schema: JsonSchema): boolean {
  return typeof schema === "object" && Object.keys(schema).every((keyword) => annotations.has(keyword));
}

function sameSchema(a: JsonSchema, b: JsonSchema): boolean {
  return stable(a) === stable(b);
}

/** Annotations are passed over only where a schema stands: a property or a constant may bear such a name too. */
function stable(schema: JsonSchema): string {
  if (typeof schema === "boolean") return String(schema);
  const entries = Object.entries(schema).filter(([keyword]) => !annotations.has(keyword));
  return record(entries, (value, keyword) => {
    if (!handled.has(keyword) || !hasForm(keyword, value)) return data(value);
    if (keyword === "properties")
      return record(Object.entries(value as Keywords), (inner) => stableInner(inner));
    const inside = schemasIn(keyword, value);
    return inside.length === 0 ? data(value) : `[${inside.map(stableInner).join(",")}]`;
  });
}

function stableInner(schema: unknown): string {
  return isRecord(schema) ? stable(schema) : data(schema);
}

function data(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(data).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  return record(Object.entries(value), data);
}

function record(
  entries: readonly (readonly [string, unknown])[],
  text: (value: unknown, key: string) => string,
): string {
  const sorted = entries.toSorted(([x], [y]) => compareText(x, y));
  return `{${sorted.map(([key, value]) => `${JSON.stringify(key)}:${text(value, key)}`).join(",")}}`;
}

/** A sufficient structural test: true only where inclusion holds. */
function included(a: JsonSchema, b: JsonSchema, depth: number): boolean {
  if (depth > 32) return false;
  if (a === false || b === true || isOpen(b) || sameSchema(a, b)) return true;
  if (b === false || a === true || isNever(b)) return isNever(a);
  if (isNever(a)) return true;
  return keywordsIncluded(a, b, depth);
}

function keywordsIncluded(left: Keywords, right: Keywords, depth: number): boolean {
  const branches = branchesOf(left);
  if (branches !== undefined) return branches.every((branch) => included(branch, right, depth + 1));
  const choices = branchesOf(right);
  if (choices !== undefined) return choices.some((branch) => included(left, branch, depth + 1));
  const values = valuesOf(left);
  if (values !== undefined)
    return values.every((value) => accepts(right, { value }) || !accepts(left, { value }));
  if (["enum", "const", "anyOf", "not"].some((keyword) => keyword in right)) return false;
  return typesIncluded(left, right) && rangesIncluded(left, right) && partsIncluded(left, right, depth);
}

function isNever(schema: JsonSchema): boolean {
  return (
    typeof schema === "object" &&
    typeof schema["not"] === "object" &&
    schema["not"] !== null &&
    isOpen(schema["not"] as JsonSchema)
  );
}

/** The branches of a schema that is nothing but a union. */
function branchesOf(schema: Keywords): readonly JsonSchema[] | undefined {
  const { anyOf } = schema as { readonly anyOf?: unknown };
  const alone = Object.keys(schema).every((keyword) => keyword === "anyOf" || annotations.has(keyword));
  return alone && Array.isArray(anyOf) ? (anyOf as readonly JsonSchema[]) : undefined;
}

function valuesOf(schema: Keywords): readonly unknown[] | undefined {
  if (Array.isArray(schema["enum"])) return schema["enum"];
  return "const" in schema ? [schema["const"]] : undefined;
}

function typesOf(schema: Keywords): readonly string[] {
  const { type } = schema as { readonly type?: unknown };
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? (type as readonly string[]) : allTypes;
}

function typesIncluded(a: Keywords, b: Keywords): boolean {
  const allowed = typesOf(b);
  return typesOf(a).every(
    (type) => allowed.includes(type) || (type === "integer" && allowed.includes("number")),
  );
}

const ranges = [
  ["minLength", 1],
  ["minItems", 1],
  ["minimum", 1],
  ["maxLength", -1],
  ["maxItems", -1],
  ["maximum", -1],
] as const;

/** Every limit of b is kept by a, where the kind of value that it limits can occur in a at all. */
function rangesIncluded(a: Keywords, b: Keywords): boolean {
  return ranges.every(([keyword, sign]) => {
    const limit = b[keyword];
    if (typeof limit !== "number" || !typesOf(a).some((type) => limits(keyword, type))) return true;
    const own = a[keyword];
    return typeof own === "number" && own * sign >= limit * sign;
  });
}

function limits(keyword: string, type: string): boolean {
  if (keyword.endsWith("Length")) return type === "string";
  if (keyword.endsWith("Items")) return type === "array";
  return type === "number" || type === "integer";
}

function partsIncluded(a: Keywords, b: Keywords, depth: number): boolean {
  return (
    (!typesOf(a).includes("object") || objectsIncluded(a, b, depth)) &&
    (!typesOf(a).includes("array") || listsIncluded(a, b, depth))
  );
}

function objectsIncluded(a: Keywords, b: Keywords, depth: number): boolean {
  const left = propertiesOf(a);
  const right = propertiesOf(b);
  const required = (b["required"] ?? []) as readonly string[];
  const own = (a["required"] ?? []) as readonly string[];
  if (!required.every((key) => own.includes(key))) return false;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  const restOf = (schema: Keywords): JsonSchema => (schema["additionalProperties"] ?? true) as JsonSchema;
  const at = (properties: Readonly<Record<string, JsonSchema>>, schema: Keywords, key: string): JsonSchema =>
    Object.hasOwn(properties, key) ? (properties[key] ?? true) : restOf(schema);
  const each = [...keys].every((key) => included(at(left, a, key), at(right, b, key), depth + 1));
  return each && included(restOf(a), restOf(b), depth + 1);
}

function propertiesOf(schema: Keywords): Readonly<Record<string, JsonSchema>> {
  return (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
}

function listsIncluded(a: Keywords, b: Keywords, depth: number): boolean {
  const left = (a["prefixItems"] ?? []) as readonly JsonSchema[];
  const right = (b["prefixItems"] ?? []) as readonly JsonSchema[];
  const rest = (schema: Keywords): JsonSchema => (schema["items"] ?? true) as JsonSchema;
  const most = typeof a["maxItems"] === "number" ? a["maxItems"] : Number.POSITIVE_INFINITY;
  const places = Math.min(Math.max(left.length, right.length), most);
  for (let i = 0; i < places; i++) {
    if (!included(left[i] ?? rest(a), right[i] ?? rest(b), depth + 1)) return false;
  }
  return most <= places || included(rest(a), rest(b), depth + 1);
}
