import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../src/ir/type.ts";
import { commonMultiple, isMultiple, numberOf, rational, rationalOf } from "../../src/types/rational.ts";
import { subtype } from "../../src/types/subtype.ts";

const settings = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) };

describe("exact fractions", () => {
  test("a number is the decimal that it is written as", () => {
    expect(rationalOf(0.1)).toEqual({ num: 1n, den: 10n });
    expect(rationalOf(-1.25e-3)).toEqual({ num: -1n, den: 800n });
    expect(rationalOf(1e21)).toEqual({ num: 10n ** 21n, den: 1n });
    expect(numberOf(rational(1n, 3n))).toBeUndefined();
    expect(commonMultiple(rationalOf(0.4), rationalOf(0.6))).toEqual(rationalOf(1.2));
    expect(isMultiple(rationalOf(0.3), rationalOf(0.1))).toBe(true);
  });
  test("there and back", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(numberOf(rationalOf(value))).toBe(value === 0 ? 0 : value);
      }),
      settings,
    );
  });
});

const third = { multipleOf: 3 };
const rows: readonly (readonly [JsonSchema, JsonSchema, "yes" | "no", unknown?])[] = [
  [{ type: "number", multipleOf: 1 }, { type: "integer" }, "yes"],
  [{ type: "integer" }, { type: "number", multipleOf: 0.5 }, "yes"],
  [{ type: "number", multipleOf: 0.3 }, { type: "number", multipleOf: 0.1 }, "yes"],
  [{ type: "number", multipleOf: 0.1 }, { type: "number", multipleOf: 0.3 }, "no"],
  [
    {
      allOf: [
        { type: "number", multipleOf: 3 },
        { type: "integer", multipleOf: 5 },
      ],
    },
    { multipleOf: 15 },
    "yes",
  ],
  [{ type: "integer", ...third, minimum: 1, maximum: 2 }, false, "yes"],
  [{ type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 1 }, false, "yes"],
  [{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, false, "no", 0.5],
  [{ type: "number", minimum: 1, maximum: 1 }, { const: 1 }, "yes"],
  [{ type: "integer", minimum: 0, maximum: 3 }, { enum: [0, 1, 2, 3] }, "yes"],
  [{ type: "number", minimum: 0, maximum: 3 }, { enum: [0, 1, 2, 3] }, "no"],
  [{ type: "integer" }, { anyOf: [{ maximum: 10 }, { minimum: 11 }] }, "yes"],
  [{ type: "number" }, { anyOf: [{ maximum: 10 }, { minimum: 11 }] }, "no"],
  [{ type: "integer", not: { multipleOf: 2 } }, { not: { multipleOf: 4 } }, "yes"],
  [{ type: "integer" }, { anyOf: [{ multipleOf: 2 }, third, { multipleOf: 5 }] }, "no", 1],
  [{ type: "boolean" }, { type: "integer" }, "no", true],
];

test.each(rows.map(([a, b, verdict, witness]) => ({ a, b, verdict, witness })))(
  "$a <: $b is $verdict",
  ({ a, b, verdict, witness }) => {
    const found = subtype(a, b);
    expect(found.verdict).toBe(verdict);
    if (witness !== undefined) expect(found.witness).toBe(witness);
  },
);

// Ajv divides floats, so that 1.1 is no multiple of 0.01 to it: a witness is one on which both agree.
test("a witness of decimal multiples also convinces a validator that divides floats", () => {
  const ajv = new Ajv2020({ strict: false });
  const step = fc.constantFrom(0.01, 0.1, 0.3, 0.7, 1.1, 0.05, 2.5);
  const low = fc.integer({ min: -50, max: 50 }).map((tenths) => tenths / 10);
  fc.assert(
    fc.property(step, step, low, (one, other, minimum) => {
      const a: JsonSchema = { type: "number", multipleOf: one, minimum };
      const b: JsonSchema = { multipleOf: other };
      const { verdict, witness } = subtype(a, b);
      expect(verdict).toBe(isMultiple(rationalOf(one), rationalOf(other)) ? "yes" : "no");
      if (verdict === "no") {
        expect(ajv.validate(a, witness), `${String(witness)} in ${JSON.stringify(a)}`).toBe(true);
        expect(ajv.validate(b, witness), `${String(witness)} not in ${JSON.stringify(b)}`).toBe(false);
      }
    }),
    settings,
  );
});
