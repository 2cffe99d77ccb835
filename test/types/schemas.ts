import fc from "fast-check";
import type { JsonSchema } from "../../src/ir/type.ts";

const word = fc.constantFrom("", "a", "aa", "b", "ab", "𝒳", "\n");
const number = fc.constantFrom(-2, -1, 0, 0.5, 1, 1.5, 2, 3, 6);
const small = fc.nat(3);
const name = fc.constantFrom("p", "q", "aa", "length");
const type = fc.constantFrom("string", "integer", "number", "boolean", "null", "array", "object");
const pattern = fc.constantFrom("^a", "a$", "^[ab]*$", "^p|q$", "^.$", "b", "^(?:aa)+$", "^\\S*$");

/** JSON values that the schemas below have something to say about. */
export const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.oneof(word, number, fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("p", "q", "r", "aa", "length"), tie("value"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
}));

/** Every keyword of JSON Schema 2020-12 but the references, alone and in groups that act on one another. */
const schemasOf = (maxDepth: number): fc.Arbitrary<JsonSchema> =>
  fc.letrec<{ schema: JsonSchema }>((tie) => {
    const some = fc.array(tie("schema"), { minLength: 1, maxLength: 3 });
    const pairs = fc.array(tie("schema"), { minLength: 1, maxLength: 2 });
    const fields = fc.dictionary(name, tie("schema"), { maxKeys: 2, noNullPrototype: true });
    const optional = { requiredKeys: [] };
    return {
      schema: fc.oneof(
        { depthSize: "small", maxDepth },
        fc.constantFrom<JsonSchema>(true, false, {}, { not: {} }, { title: "all", format: "email" }),
        fc.record({ type }),
        fc.record({ enum: fc.array(value, { minLength: 1, maxLength: 3 }) }),
        fc.record({ const: value }),
        fc.record(
          {
            type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
            minLength: small,
            maxLength: small,
            pattern,
            minItems: small,
            maxItems: small,
            minProperties: small,
            maxProperties: small,
          },
          optional,
        ),
        fc.record(
          {
            type: fc.constantFrom("integer", "number"),
            minimum: number,
            maximum: number,
            exclusiveMinimum: number,
            exclusiveMaximum: number,
            multipleOf: fc.constantFrom(0.5, 1, 1.5, 2, 3),
          },
          optional,
        ),
        fc.record({ anyOf: some }),
        fc.record({ allOf: pairs }),
        fc.record({ oneOf: some }),
        fc.record({ not: tie("schema"), type }),
        fc.record({ not: tie("schema") }),
        fc.record({ if: tie("schema"), then: tie("schema"), else: tie("schema") }, { requiredKeys: ["if"] }),
        fc.record(
          {
            type: fc.constant("object"),
            properties: fields,
            patternProperties: fc.dictionary(pattern, tie("schema"), { maxKeys: 2, noNullPrototype: true }),
            additionalProperties: tie("schema"),
            required: fc.subarray(["p", "q"]),
            minProperties: small,
            maxProperties: small,
          },
          optional,
        ),
        fc.record(
          {
            type: fc.constant("object"),
            propertyNames: tie("schema"),
            dependentRequired: fc.dictionary(name, fc.subarray(["p", "q"]), {
              maxKeys: 1,
              noNullPrototype: true,
            }),
            dependentSchemas: fc.dictionary(name, tie("schema"), { maxKeys: 1, noNullPrototype: true }),
            required: fc.subarray(["p", "q"]),
            minProperties: small,
          },
          optional,
        ),
        fc.record(
          {
            type: fc.constant("array"),
            prefixItems: pairs,
            items: tie("schema"),
            uniqueItems: fc.boolean(),
            minItems: small,
            maxItems: small,
          },
          optional,
        ),
        fc.record(
          {
            type: fc.constant("array"),
            items: tie("schema"),
            contains: tie("schema"),
            minContains: fc.nat(2),
            maxContains: small,
            maxItems: small,
            uniqueItems: fc.boolean(),
          },
          optional,
        ),
        // Ajv 8.20 is wrong about a failing `if`, `dependentSchemas` and `contains` beside these two, so only plain
        // branches stand there.
        fc.record(
          {
            properties: fields,
            anyOf: fc.array(fc.record({ properties: fields, required: fc.subarray(["p", "q"]) }), {
              minLength: 1,
              maxLength: 2,
            }),
            unevaluatedProperties: tie("schema"),
          },
          { requiredKeys: ["unevaluatedProperties"] },
        ),
        fc.record(
          {
            prefixItems: pairs,
            anyOf: fc.array(fc.record({ prefixItems: pairs, minItems: small }), {
              minLength: 1,
              maxLength: 2,
            }),
            unevaluatedItems: tie("schema"),
          },
          { requiredKeys: ["unevaluatedItems"] },
        ),
      ),
    };
  }).schema;

export const schema = schemasOf(5);
/** Small enough for many runs of a law. */
export const smallSchema = schemasOf(2);

/** Two schemas, often ones that differ in one place, so that all three verdicts are common. */
export const pair: fc.Arbitrary<readonly [JsonSchema, JsonSchema]> = fc.oneof(
  fc.tuple(schema, schema),
  fc.tuple(schema, schema).map(([a, b]) => [a, { anyOf: [b, a] }] as const),
  fc.tuple(schema, schema).map(([a, b]) => [{ allOf: [a, b] }, b] as const),
  fc.tuple(schema, schema).map(([a, b]) => [{ oneOf: [a, b] }, { anyOf: [a, b] }] as const),
  fc.tuple(schema, schema, schema).map(
    ([a, b, c]) =>
      [
        { type: "object", properties: { p: a, q: b }, required: ["p", "q"] },
        { type: "object", properties: { p: a, q: c }, required: ["q"] },
      ] as const,
  ),
);
