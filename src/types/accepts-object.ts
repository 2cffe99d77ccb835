import type { JsonSchema } from "../ir/type.ts";
import type { Apply, Seen } from "./seen.ts";
import type { Fields } from "./value.ts";

interface ObjectKeywords {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly unevaluatedProperties?: JsonSchema;
}

export function checkObject(
  schema: Fields,
  object: Fields,
  seen: Seen,
  apply: Apply,
  occurs: (pattern: string, name: string) => boolean,
): boolean {
  const keywords = schema as ObjectKeywords;
  if (!checkNames(keywords, object, apply)) return false;
  for (const [name, value] of Object.entries(object)) {
    const schemas = schemasFor(keywords, name, occurs);
    if (schemas.length > 0) seen.names.add(name);
    if (!schemas.every((inner) => apply(inner, value))) return false;
  }
  const rest = keywords.unevaluatedProperties;
  if (rest === undefined) return true;
  return Object.entries(object).every(([name, value]) => {
    if (seen.names.has(name)) return true;
    seen.names.add(name);
    return apply(rest, value);
  });
}

function checkNames(keywords: ObjectKeywords, object: Fields, apply: Apply): boolean {
  const names = Object.keys(object);
  const has = (name: string): boolean => Object.hasOwn(object, name);
  const { propertyNames, required = [], dependentRequired = {} } = keywords;
  if (names.length < (keywords.minProperties ?? 0)) return false;
  if (names.length > (keywords.maxProperties ?? names.length)) return false;
  if (!required.every(has)) return false;
  if (!Object.entries(dependentRequired).every(([name, others]) => !has(name) || others.every(has)))
    return false;
  return propertyNames === undefined || names.every((name) => apply(propertyNames, name));
}

function schemasFor(
  { properties = {}, patternProperties = {}, additionalProperties }: ObjectKeywords,
  name: string,
  occurs: (pattern: string, name: string) => boolean,
): readonly JsonSchema[] {
  const own = Object.hasOwn(properties, name) ? [properties[name] ?? true] : [];
  const matching = Object.entries(patternProperties).filter(([pattern]) => occurs(pattern, name));
  const found = [...own, ...matching.map(([, inner]) => inner)];
  return found.length > 0 || additionalProperties === undefined ? found : [additionalProperties];
}
