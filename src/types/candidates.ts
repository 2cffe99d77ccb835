import type { JsonSchema } from "../ir/type.ts";
import type { Boxed } from "./accepts.ts";

/**
 * Values that may tell two schemas apart: one of every kind, the limits of both and what lies beside them, and objects
 * and lists built from the parts of `a`. Deterministic and small; whoever asks checks each against both.
 */
export function candidates(a: JsonSchema, b: JsonSchema): readonly Boxed[] {
  return [...valuesFor(a, b, 0)].map((value) => ({ value }));
}

const plain: readonly unknown[] = ["", "a", 0, 1, -1, 0.5, true, false, null, [], {}];
// What two nested levels multiply to stays small.
const most = 40;

type Keywords = Readonly<Record<string, unknown>>;

function valuesFor(a: JsonSchema, b: JsonSchema, depth: number): readonly unknown[] {
  const found = [...plain, ...written(a), ...written(b), ...limits(a), ...limits(b)];
  if (depth < 3) found.push(...objects(a, b, depth), ...lists(a, b, depth));
  const seen = new Set<string>();
  return found.filter((value) => {
    const key = JSON.stringify(value) ?? "";
    return !seen.has(key) && seen.add(key);
  });
}

/** Branches of a schema, itself included. */
function branches(schema: JsonSchema): readonly Keywords[] {
  if (typeof schema === "boolean") return [];
  const inner = Array.isArray(schema["anyOf"]) ? (schema["anyOf"] as readonly JsonSchema[]) : [];
  return [schema, ...inner.flatMap(branches)];
}

function written(schema: JsonSchema): readonly unknown[] {
  return branches(schema).flatMap((part) => [
    ...(Array.isArray(part["enum"]) ? (part["enum"] as readonly unknown[]) : []),
    ...("const" in part ? [part["const"]] : []),
  ]);
}

function limits(schema: JsonSchema): readonly unknown[] {
  return branches(schema).flatMap((part) => {
    const at = (keyword: string): number | undefined =>
      typeof part[keyword] === "number" ? part[keyword] : undefined;
    const numbers = [at("minimum"), at("maximum")].flatMap((limit) =>
      limit === undefined ? [] : [limit - 1, limit, limit + 1, limit + 0.5],
    );
    const lengths = [at("minLength"), at("maxLength")].flatMap((limit) =>
      limit === undefined || limit > 10_000 ? [] : [limit - 1, limit, limit + 1],
    );
    return [...numbers, ...lengths.filter((length) => length >= 0).map((length) => "a".repeat(length))];
  });
}

function objects(a: JsonSchema, b: JsonSchema, depth: number): readonly unknown[] {
  const other = Object.assign({}, ...branches(b).map(propertiesOf)) as Readonly<Record<string, JsonSchema>>;
  return branches(a).flatMap((part) => {
    const own = propertiesOf(part);
    const keys = [...new Set([...Object.keys(own), ...Object.keys(other)])];
    const choices = new Map(
      keys.map((key) => [key, valuesFor(own[key] ?? true, other[key] ?? true, depth + 1).slice(0, most)]),
    );
    const required = (part["required"] ?? []) as readonly string[];
    const base = Object.fromEntries(required.map((key) => [key, fitting(own[key] ?? true, depth)]));
    const whole = Object.fromEntries(keys.map((key) => [key, fitting(own[key] ?? true, depth)]));
    const varied = keys.flatMap((key) =>
      (choices.get(key) ?? []).map((value) => ({ ...base, [key]: value })),
    );
    return [base, whole, { ...base, "": null }, { ...base, other: 0 }, ...varied];
  });
}

function propertiesOf(schema: Keywords): Readonly<Record<string, JsonSchema>> {
  return (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
}

/** A value that is likely to fit, without a search: callers check. */
function fitting(schema: JsonSchema, depth: number): unknown {
  if (typeof schema === "boolean") return null;
  const [value] = written(schema);
  if (value !== undefined) return value;
  const [first] = branches(schema).slice(Array.isArray(schema["anyOf"]) ? 1 : 0);
  const type = Array.isArray(first?.["type"]) ? (first["type"] as readonly unknown[])[0] : first?.["type"];
  const number = (keyword: string): number => (typeof first?.[keyword] === "number" ? first[keyword] : 0);
  switch (type) {
    case "string":
      return "a".repeat(Math.min(number("minLength"), 10_000));
    case "number":
    case "integer":
      return number("minimum") || Math.min(0, first?.["maximum"] === undefined ? 0 : number("maximum"));
    case "boolean":
      return true;
    case "array":
      return Array.from({ length: Math.min(number("minItems"), 20) }, (_, i) =>
        fitting(
          ((first?.["prefixItems"] as readonly JsonSchema[] | undefined)?.[i] ??
            first?.["items"] ??
            true) as JsonSchema,
          depth + 1,
        ),
      );
    case "object": {
      if (first === undefined || depth > 8) return {};
      const own = propertiesOf(first);
      const required = (first["required"] ?? []) as readonly string[];
      return Object.fromEntries(required.map((key) => [key, fitting(own[key] ?? true, depth + 1)]));
    }
    default:
      return null;
  }
}

function lists(a: JsonSchema, b: JsonSchema, depth: number): readonly unknown[] {
  return branches(a).flatMap((part) => {
    const prefix = (part["prefixItems"] ?? []) as readonly JsonSchema[];
    const item = (part["items"] ?? true) as JsonSchema;
    const other = branches(b).map((schema) => (schema["items"] ?? true) as JsonSchema)[0] ?? true;
    const one = valuesFor(item, other, depth + 1).slice(0, most);
    const start = prefix.map((schema) => fitting(schema, depth + 1));
    const least = typeof part["minItems"] === "number" ? part["minItems"] : 0;
    const padding = Array.from({ length: Math.min(Math.max(0, least - start.length), 20) }, () =>
      fitting(item, depth + 1),
    );
    const varied = prefix.flatMap((schema, i) =>
      valuesFor(schema, true, depth + 1)
        .slice(0, most)
        .map((value) => start.with(i, value)),
    );
    return [start, [...start, ...padding], ...one.map((value) => [...start, ...padding, value]), ...varied];
  });
}
