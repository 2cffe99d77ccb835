import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../src/ir/type.ts";
import { accepts } from "../../src/types/accepts.ts";
import { subtype } from "../../src/types/subtype.ts";
import { pair, schema, value } from "./schemas.ts";

const numRuns = Number(process.env["FC_RUNS"] ?? 200);
// Ajv compiles each schema, which takes ten times as long as the comparison.
const compiledRuns = Math.min(numRuns, 2_000);
const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false });
const fits = (form: JsonSchema, candidate: unknown): boolean => ajv.compile(form)(candidate);

test("no comes with a value of the first that is none of the second; yes holds for every value tried", () => {
  const counts = { yes: 0, no: 0, unknown: 0 };
  const values = fc.sample(value, { seed: 42, numRuns: 150 });
  fc.assert(
    fc.property(pair, ([a, b]) => {
      const { verdict, witness, reason } = subtype(a, b);
      counts[verdict]++;
      const shown = `${JSON.stringify(a)} <: ${JSON.stringify(b)}`;
      if (verdict === "no") {
        expect(fits(a, witness), `${JSON.stringify(witness)} fits the first of ${shown}`).toBe(true);
        expect(fits(b, witness), `${JSON.stringify(witness)} fits the second of ${shown}`).toBe(false);
      } else if (verdict === "yes") {
        const [first, second] = [ajv.compile(a), ajv.compile(b)];
        expect(
          values.find((candidate) => first(candidate) && !second(candidate)),
          shown,
        ).toBeUndefined();
      } else expect(reason).toMatch(/\S/);
    }),
    { seed: 42, numRuns: compiledRuns },
  );
  expect(Math.min(counts.yes, counts.no)).toBeGreaterThan(compiledRuns / 10);
  // All keywords of these schemas are decided.
  expect(counts.unknown).toBeLessThan(compiledRuns / 50);
});

test("our validator and Ajv agree", () => {
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 5, maxLength: 5 }), (form, values) => {
      const validate = ajv.compile(form);
      for (const one of values)
        expect(accepts(form, one), `${JSON.stringify(one)} in ${JSON.stringify(form)}`).toBe(validate(one));
    }),
    { seed: 42, numRuns: compiledRuns },
  );
});

describe("what is no JSON Schema is not compared, and is no exception", () => {
  test.each([
    { required: "name" },
    { required: 3 },
    { contains: 1 },
    { multipleOf: 0 },
    { dependentRequired: { a: "b" } },
    { patternProperties: { a: null } },
    { uniqueItems: "yes" },
    { oneOf: {} },
    { if: null },
    { $ref: 3 },
    { exclusiveMinimum: true },
    { unevaluatedProperties: [] },
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
      ..."type enum const properties required additionalProperties items prefixItems minItems maxItems minLength maxLength minimum maximum anyOf not title $ref $id $anchor $dynamicRef $dynamicAnchor oneOf allOf if then contains multipleOf pattern patternProperties propertyNames dependentSchemas unevaluatedItems unevaluatedProperties".split(
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
