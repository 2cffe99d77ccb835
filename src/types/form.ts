import { isRecord, kinds } from "./value.ts";

const schema = (value: unknown): boolean => typeof value === "boolean" || isRecord(value);
const schemas = (value: unknown): boolean => Array.isArray(value) && value.every(schema);
const schemaMap = (value: unknown): boolean => isRecord(value) && Object.values(value).every(schema);
const names = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === "string");
const count = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const finite = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);
const text = (value: unknown): boolean => typeof value === "string";
const typeName = (value: unknown): boolean => value === "integer" || kinds.some((kind) => kind === value);

const forms: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => (Array.isArray(value) ? value.every(typeName) : typeName(value)),
  enum: Array.isArray,
  multipleOf: (value) => finite(value) && Number(value) > 0,
  minimum: finite,
  maximum: finite,
  exclusiveMinimum: finite,
  exclusiveMaximum: finite,
  minLength: count,
  maxLength: count,
  pattern: text,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  uniqueItems: (value) => typeof value === "boolean",
  prefixItems: schemas,
  items: schema,
  contains: schema,
  unevaluatedItems: schema,
  minProperties: count,
  maxProperties: count,
  required: names,
  dependentRequired: (value) => isRecord(value) && Object.values(value).every(names),
  properties: schemaMap,
  patternProperties: schemaMap,
  dependentSchemas: schemaMap,
  additionalProperties: schema,
  propertyNames: schema,
  unevaluatedProperties: schema,
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  not: schema,
  if: schema,
  then: schema,
  else: schema,
  $ref: text,
  $dynamicRef: text,
};

/** Whether the argument of a keyword has the form that the keyword needs. */
export function hasForm(keyword: string, argument: unknown): boolean {
  return !Object.hasOwn(forms, keyword) || forms[keyword]?.(argument) === true;
}

const dialect = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;
const oldKeywords = ["dependencies", "$recursiveRef", "nullable"];

/** Why a schema may mean something else to some validators than JSON Schema 2020-12 says. */
export function foreignTo(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const found = oldKeywords
    .filter((keyword) => keyword in schema)
    .map((keyword) => `the keyword \`${keyword}\` is not of JSON Schema 2020-12`);
  const { $schema } = schema as { readonly $schema?: unknown };
  if ($schema !== undefined && !dialect.test(String($schema)))
    found.push("`$schema` names another dialect than JSON Schema 2020-12");
  return found;
}

// Depth that recursion may follow, and parts that a schema may have when every alias is written out.
const deepest = 200;
const largest = 1_000_000;

/** Why a value is too large to be compared, if it is. Aliases make small texts large, and loops endless. */
export function excess(value: unknown): string | undefined {
  const sizes = new Map<object, { readonly size: number; readonly depth: number }>();
  const measure = (part: unknown, level: number): { readonly size: number; readonly depth: number } => {
    if (typeof part !== "object" || part === null) return { size: 1, depth: 0 };
    const known = sizes.get(part);
    if (known !== undefined) return known;
    const endless = { size: Infinity, depth: Infinity };
    if (level > deepest * 3) return endless;
    sizes.set(part, endless);
    let [size, depth] = [1, 0];
    for (const inner of Object.values(part)) {
      const found = measure(inner, level + 1);
      size += found.size;
      depth = Math.max(depth, found.depth + 1);
    }
    sizes.set(part, { size, depth });
    return { size, depth };
  };
  const { size, depth } = measure(value, 0);
  if (depth > deepest) return `a schema is nested deeper than ${deepest} levels`;
  return size > largest ? `a schema has more than ${largest} parts` : undefined;
}
