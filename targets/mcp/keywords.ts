/** Keywords that say nothing about which values fit. */
export const annotations: ReadonlySet<string> = new Set(
  "title description default examples deprecated readOnly writeOnly contentEncoding contentMediaType".split(
    " ",
  ),
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
