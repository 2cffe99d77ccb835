import { compare, isMultiple, rationalOf } from "./rational.ts";
import type { Fields } from "./value.ts";
import { kindOf, lengthOf } from "./value.ts";

export function hasType(value: unknown, type: unknown): boolean {
  return type === "integer" ? Number.isInteger(value) : kindOf(value) === type;
}

export function acceptsText(schema: Fields, text: string, occurs: (pattern: string) => boolean): boolean {
  const { minLength, maxLength, pattern } = schema as {
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
  };
  const length = lengthOf(text);
  if (length < (minLength ?? 0) || length > (maxLength ?? length)) return false;
  return pattern === undefined || occurs(pattern);
}

export function acceptsNumber(schema: Fields, value: number): boolean {
  const exact = rationalOf(value);
  const keeps = (keyword: string, test: (sign: number) => boolean): boolean =>
    typeof schema[keyword] !== "number" || test(compare(exact, rationalOf(schema[keyword])));
  const { multipleOf } = schema as { readonly multipleOf?: number };
  return (
    keeps("minimum", (sign) => sign >= 0) &&
    keeps("maximum", (sign) => sign <= 0) &&
    keeps("exclusiveMinimum", (sign) => sign > 0) &&
    keeps("exclusiveMaximum", (sign) => sign < 0) &&
    (multipleOf === undefined || isMultiple(exact, rationalOf(multipleOf)))
  );
}
