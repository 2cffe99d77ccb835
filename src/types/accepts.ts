import type { JsonSchema } from "../ir/type.ts";

/** A value in a box, so that `undefined` can say that there is none. */
export interface Boxed {
  readonly value: unknown;
}

/** Does a value fit a schema? Decides exactly the keywords that `subtype` handles; by JSON Schema 2020-12. */
export function accepts(schema: JsonSchema, { value }: Boxed): boolean {
  if (typeof schema === "boolean") return schema;
  return Object.entries(schema).every(([keyword, argument]) => keeps(keyword, argument, value, schema));
}

type Keywords = Readonly<Record<string, unknown>>;

function keeps(keyword: string, argument: unknown, value: unknown, schema: Keywords): boolean {
  switch (keyword) {
    case "type":
      return (Array.isArray(argument) ? argument : [argument]).some((type) => hasType(value, type));
    case "enum":
      return Array.isArray(argument) && argument.some((item) => equal(item, value));
    case "const":
      return equal(argument, value);
    case "anyOf":
      return Array.isArray(argument) && argument.some((branch) => accepts(branch as JsonSchema, { value }));
    case "not":
      return !accepts(argument as JsonSchema, { value });
    case "minLength":
      return typeof value !== "string" || [...value].length >= Number(argument);
    case "maxLength":
      return typeof value !== "string" || [...value].length <= Number(argument);
    case "minimum":
      return typeof value !== "number" || value >= Number(argument);
    case "maximum":
      return typeof value !== "number" || value <= Number(argument);
    default:
      return keepsInside(keyword, argument, value, schema);
  }
}

function keepsInside(keyword: string, argument: unknown, value: unknown, schema: Keywords): boolean {
  if (Array.isArray(value)) return keepsList(keyword, argument, value, schema);
  if (typeof value !== "object" || value === null) return true;
  const object = value as Keywords;
  switch (keyword) {
    case "required":
      return (argument as readonly string[]).every((key) => Object.hasOwn(object, key));
    case "properties":
      return Object.entries(argument as Readonly<Record<string, JsonSchema>>).every(
        ([key, inner]) => !Object.hasOwn(object, key) || accepts(inner, { value: object[key] }),
      );
    case "additionalProperties":
      return Object.entries(object).every(
        ([key, inner]) =>
          Object.hasOwn((schema["properties"] ?? {}) as Keywords, key) ||
          accepts(argument as JsonSchema, { value: inner }),
      );
    default:
      return true;
  }
}

function keepsList(keyword: string, argument: unknown, list: readonly unknown[], schema: Keywords): boolean {
  switch (keyword) {
    case "minItems":
      return list.length >= Number(argument);
    case "maxItems":
      return list.length <= Number(argument);
    case "prefixItems":
      return (argument as readonly JsonSchema[]).every(
        (inner, i) => i >= list.length || accepts(inner, { value: list[i] }),
      );
    case "items": {
      const from = ((schema["prefixItems"] ?? []) as readonly unknown[]).length;
      return list.slice(from).every((value) => accepts(argument as JsonSchema, { value }));
    }
    default:
      return true;
  }
}

function hasType(value: unknown, type: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** JSON equality: objects without order. */
function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => equal(item, b[i]))
    );
  }
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal((a as Keywords)[key], (b as Keywords)[key]))
  );
}
