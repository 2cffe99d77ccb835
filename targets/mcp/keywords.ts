/** A JSON Schema that is an object. */
export type SchemaObject = { readonly [keyword: string]: unknown };

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Keywords that say nothing about which values fit. */
export const annotations: ReadonlySet<string> = new Set(
  "title description default examples deprecated readOnly writeOnly contentEncoding contentMediaType".split(
    " ",
  ),
);

/** Keywords that hold parts of a schema elsewhere, or name it: they are gone once references are resolved. */
export const addresses: ReadonlySet<string> = new Set(
  "$schema $id $comment $vocabulary $anchor $dynamicAnchor $recursiveAnchor $defs definitions".split(" "),
);

/** Keywords that apply a schema, a list of schemas, or schemas by name, to the value itself or to its parts. */
export const applicators: ReadonlySet<string> = new Set(
  (
    "items additionalItems prefixItems contains unevaluatedItems properties patternProperties additionalProperties " +
    "propertyNames unevaluatedProperties dependentSchemas allOf anyOf oneOf not if then else"
  ).split(" "),
);

const typeNames = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
const isNumber = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** Keywords about a value alone, with the form that their argument needs; validators refuse any other form. */
export const assertions: Readonly<Record<string, (argument: unknown) => boolean>> = {
  type: (value) =>
    Array.isArray(value)
      ? value.length > 0 && value.every((name) => typeNames.has(String(name)))
      : typeof value === "string" && typeNames.has(value),
  enum: Array.isArray,
  const: () => true,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  minLength: isCount,
  maxLength: isCount,
  pattern: (value) => typeof value === "string" && isPattern(value),
  format: (value) => typeof value === "string",
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: (value) => typeof value === "boolean",
  minProperties: isCount,
  maxProperties: isCount,
  required: (value) => Array.isArray(value) && value.every((name) => typeof name === "string"),
};

/** Whether validators can compile a pattern: they all read it with the flag `u`. */
export function isPattern(source: string): boolean {
  try {
    return new RegExp(source, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** As Object.fromEntries, which also keeps a key `__proto__` an ordinary one. */
export function fromEntries(entries: Iterable<readonly [string, unknown]>): SchemaObject {
  return Object.fromEntries(entries);
}

/** A JSON Pointer with one more step. */
export function pointer(path: string, ...steps: readonly (string | number)[]): string {
  return [path, ...steps.map((step) => String(step).replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");
}
