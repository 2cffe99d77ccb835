import fc from "fast-check";
import type { JsonSchema } from "../ir/type.ts";
import { subtype } from "../types/subtype.ts";
import type { SchemaObject } from "./location.ts";
import { locationsOf } from "./location.ts";

/** A value that breaks one constraint of a schema, and no other. */
export interface Violation {
  readonly value: unknown;
  /** Where the constraint stands, as a JSON Pointer into the schema: `/properties/query`. */
  readonly pointer: string;
  /** `minLength`, or for one name of `required`: `required/query`. */
  readonly keyword: string;
}

/** A constraint for which there is no such value, with the reason. */
export interface Unbroken {
  readonly pointer: string;
  readonly keyword: string;
  readonly reason: string;
}

export interface Violations {
  readonly violations: readonly Violation[];
  /** Constraints that the others imply, or that cannot be decided. */
  readonly unbroken: readonly Unbroken[];
}

/**
 * For every constraint of a schema a value that the schema refuses, and would accept without that constraint: of several
 * kinds where a type is broken. It is the witness that the schema without the constraint is no subtype of the schema, so
 * where there is none the others imply the constraint. The same in every run.
 */
export function violations(schema: JsonSchema): Violations {
  const found: Violation[] = [];
  const unbroken: Unbroken[] = [];
  for (const location of locationsOf(schema)) {
    for (const { keyword, variants } of loosened(location.schema)) {
      const place = { pointer: location.pointer, keyword };
      const answers = variants.map((variant) => subtype(location.replace(variant), schema));
      const values = answers.flatMap((answer) => (answer.verdict === "no" ? [answer.witness] : []));
      found.push(...distinct(values).map((value) => ({ value, ...place })));
      if (values.length === 0) unbroken.push({ ...place, reason: reasonOf(answers) });
    }
  }
  return { violations: found, unbroken };
}

type Answer = ReturnType<typeof subtype>;

function reasonOf(answers: readonly Answer[]): string {
  const unknown = answers.find(({ verdict }) => verdict === "unknown");
  return unknown?.reason ?? "every value that breaks it breaks another constraint, too";
}

function distinct(values: readonly unknown[]): readonly unknown[] {
  const texts = new Set<string>();
  return values.filter((value) => {
    const text = JSON.stringify(value);
    return texts.size < texts.add(text).size;
  });
}

interface Loosened {
  readonly keyword: string;
  /** The schema without the constraint; each variant asks for another way to break it. */
  readonly variants: readonly JsonSchema[];
}

const asserting = new Set(
  (
    "enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength " +
    "maxLength pattern minItems maxItems uniqueItems contains minContains maxContains " +
    "minProperties maxProperties propertyNames patternProperties not anyOf oneOf dependentRequired dependentSchemas unevaluatedItems unevaluatedProperties"
  ).split(" "),
);

function loosened(schema: SchemaObject): readonly Loosened[] {
  return Object.keys(schema).flatMap((keyword): readonly Loosened[] => {
    if (keyword === "type") return [withoutType(schema)];
    if (keyword === "required") return withoutRequired(schema);
    if (keyword === "additionalProperties" || keyword === "items")
      return schema[keyword] === false ? [{ keyword, variants: [without(schema, keyword)] }] : [];
    if (keyword === "if") return [{ keyword, variants: [without(without(schema, "then"), "else")] }];
    return asserting.has(keyword) ? [{ keyword, variants: [without(schema, keyword)] }] : [];
  });
}

function without(schema: SchemaObject, keyword: string): SchemaObject {
  const { [keyword]: _, ...rest } = schema;
  return rest;
}

const types = ["string", "number", "integer", "boolean", "null", "object", "array"];

/** One value of each other type, so that `"5"` for 5 is tried as well as null. */
function withoutType(schema: SchemaObject): Loosened {
  const rest = without(schema, "type");
  return { keyword: "type", variants: types.map((type) => ({ ...rest, type })) };
}

function withoutRequired(schema: SchemaObject): readonly Loosened[] {
  const { required } = schema;
  if (!Array.isArray(required)) return [];
  return (required as readonly string[]).map((name) => ({
    keyword: `required/${name}`,
    variants: [{ ...schema, required: (required as readonly string[]).filter((other) => other !== name) }],
  }));
}

/**
 * The violations of a schema as an arbitrary, which shrinks to the first of them. Throws a `RangeError` for a schema
 * that accepts everything.
 */
export function violation(schema: JsonSchema): fc.Arbitrary<Violation> {
  const all = violations(schema).violations;
  if (all.length === 0) throw new RangeError("The schema has no constraint that a value could break alone.");
  return fc.constantFrom(...all);
}
