import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../src/ir/type.ts";
import { subtype } from "../../src/types/subtype.ts";

const numRuns = Number(process.env["FC_RUNS"] ?? 200);
const ajv = new Ajv2020({ strict: false, validateSchema: false });
const fits = (schema: JsonSchema, value: unknown): boolean => ajv.validate(schema, value);

const word = fc.constantFrom("", "a", "aa", "b", "𝒳", "日本");
const number = fc.constantFrom(-1, 0, 0.5, 1, 2, 3);
const small = fc.nat(3);
const anyType = fc.constantFrom("string", "integer", "number", "boolean", "null", "array", "object");

/** Keywords in any combination, also where they limit a kind of value that the type leaves out. */
const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<JsonSchema>(true, false, {}, { not: {} }, { title: "all" }),
    fc.record({ type: anyType }),
    fc.record({ enum: fc.array(fc.oneof(word, number, fc.constant(null)), { minLength: 1, maxLength: 3 }) }),
    fc.record({ const: fc.oneof(word, number, fc.constant([1]), fc.constant({ p: "a" })) }),
    fc.record(
      {
        type: fc.oneof(anyType, fc.uniqueArray(anyType, { minLength: 1, maxLength: 3 })),
        minLength: small,
        maxLength: small,
        minimum: number,
        maximum: number,
        minItems: small,
        maxItems: small,
      },
      { requiredKeys: [] },
    ),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }), type: anyType }),
    fc.record({ not: tie("schema") }),
    fc.record({ not: tie("schema"), type: anyType }),
    fc.record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom("p", "q", "length"), tie("schema"), { maxKeys: 2 }),
        required: fc.subarray(["p", "q"]),
        additionalProperties: tie("schema"),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        type: fc.constant("array"),
        items: tie("schema"),
        prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        maxItems: small,
      },
      { requiredKeys: [] },
    ),
  ),
}));

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.oneof(word, number, fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("p", "q", "r", "length"), tie("value"), { maxKeys: 3 }),
  ),
}));

/** One schema, and often a second that differs from it in one place, so that all three verdicts are common. */
const pairOf = fc.oneof(
  fc.tuple(schema, schema),
  fc.tuple(schema, schema).map(([a, b]): [JsonSchema, JsonSchema] => [a, { anyOf: [b, a] }]),
  fc.tuple(schema, schema, schema).map(([a, b, c]): [JsonSchema, JsonSchema] => [
    { type: "object", properties: { p: a, q: b }, required: ["p", "q"] },
    { type: "object", properties: { p: a, q: c }, required: ["q"] },
  ]),
);

test("no comes with a value of the first that is none of the second; yes holds for every value tried", () => {
  const counts = { yes: 0, no: 0, unknown: 0 };
  const values = fc.sample(value, { seed: 42, numRuns: 200 });
  fc.assert(
    fc.property(pairOf, ([a, b]) => {
      const { verdict, witness, reason } = subtype(a, b);
      counts[verdict]++;
      const shown = `${JSON.stringify(a)} <: ${JSON.stringify(b)}`;
      if (verdict === "no") {
        expect(fits(a, witness), `${JSON.stringify(witness)} fits the first of ${shown}`).toBe(true);
        expect(fits(b, witness), `${JSON.stringify(witness)} fits the second of ${shown}`).toBe(false);
      } else if (verdict === "yes") {
        const wrong = values.find((candidate) => fits(a, candidate) && !fits(b, candidate));
        expect(wrong, shown).toBeUndefined();
      } else expect(reason).toMatch(/\S/);
    }),
    { seed: 42, numRuns: numRuns * 5 },
  );
  expect(Math.min(counts.yes, counts.no, counts.unknown)).toBeGreaterThan(numRuns / 20);
});

describe("what is no JSON Schema is not compared, and is no exception", () => {
  test.each([
    { required: "name" },
    { required: 3 },
    { properties: { total: null } },
    { properties: ["total"] },
    { properties: null },
    { properties: { total: { type: 7 } } },
    { items: null },
    { items: [3] },
    { prefixItems: { type: "string" } },
    { anyOf: { type: "string" } },
    { anyOf: [null] },
    { enum: "a" },
    { not: null },
    { additionalProperties: "no" },
    { type: null },
    { minLength: "3" },
    { maximum: null },
    { minItems: Number.NaN },
  ])("%j", (broken) => {
    const other: JsonSchema = {
      type: "object",
      properties: { total: { type: "integer" } },
      required: ["total"],
    };
    for (const [a, b] of [
      [broken as JsonSchema, other],
      [other, broken as JsonSchema],
    ] as const) {
      const { verdict, reason } = subtype(a, b);
      expect(verdict).toBe("unknown");
      expect(reason).toMatch(/\S/);
    }
  });

  test("any data in the place of a schema", () => {
    const keyword = fc.constantFrom(
      ..."type enum const properties required additionalProperties items prefixItems minItems maxItems minLength maxLength minimum maximum anyOf not title".split(
        " ",
      ),
    );
    const { data } = fc.letrec<{ data: unknown }>((tie) => ({
      data: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom<unknown>(null, true, 0, -1, 1e308, "string", "object", [], {}),
        fc.array(tie("data"), { maxLength: 3 }),
        fc.dictionary(keyword, tie("data"), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    const form = fc.dictionary(keyword, data, {
      maxKeys: 4,
      noNullPrototype: true,
    }) as fc.Arbitrary<JsonSchema>;
    fc.assert(
      fc.property(form, form, (a, b) => {
        expect(["yes", "no", "unknown"]).toContain(subtype(a, b).verdict);
      }),
      { seed: 42, numRuns: numRuns * 5 },
    );
  });
});
