import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../src/ir/type.ts";
import { subtype } from "../../src/types/subtype.ts";

describe("verdicts", () => {
  const point = { type: "object", properties: { x: { type: "integer" } }, required: ["x"] };
  const table: readonly (readonly [JsonSchema, JsonSchema, string, unknown?])[] = [
    [{ type: "integer" }, { type: "number" }, "yes"],
    [{ type: "boolean" }, { type: "integer" }, "no", true],
    [{ type: "string" }, {}, "yes"],
    [{}, { type: "string" }, "no", 0],
    [{ not: {} }, { type: "string" }, "yes"],
    [{ type: "string" }, { not: {} }, "no", ""],
    [{ enum: ["a", "b"] }, { type: "string" }, "yes"],
    [{ enum: ["a", 1] }, { type: "string" }, "no", 1],
    [{ type: "string", maxLength: 3 }, { type: "string", maxLength: 5 }, "yes"],
    [{ type: "string", maxLength: 5 }, { type: "string", maxLength: 3 }, "no", "aaaa"],
    [{ type: "integer", minimum: 1 }, { type: "integer", minimum: 0 }, "yes"],
    [point, { type: "object" }, "yes"],
    [{ type: "object" }, point, "no", {}],
    [point, { ...point, additionalProperties: false }, "no"],
    [{ ...point, additionalProperties: false }, point, "yes"],
    [{ anyOf: [{ type: "string" }, { type: "integer" }] }, { type: ["string", "number"] }, "yes"],
    [{ type: ["string", "null"] }, { type: "string" }, "no", null],
    [{ type: "array", items: { type: "integer" } }, { type: "array", items: { type: "number" } }, "yes"],
    [{ type: "array", items: { type: "number" } }, { type: "array", items: { type: "integer" } }, "no"],
  ];

  test.each(table.map(([a, b, verdict, witness]) => ({ a, b, verdict, witness })))(
    "$a <: $b is $verdict",
    ({ a, b, verdict, witness }) => {
      const found = subtype(a, b);
      expect(found.verdict).toBe(verdict);
      if (witness !== undefined) expect(found.witness).toEqual(witness);
      if (verdict === "unknown") expect(found.reason).toMatch(/\S/);
    },
  );
});

test("what is no schema is unknown, and never an exception", () => {
  const broken = [
    null,
    [],
    3,
    { properties: null },
    { type: 7 },
    { anyOf: {} },
    { items: [] },
    { required: "x" },
    { minLength: "3" },
    { prefixItems: [null] },
  ];
  for (const schema of broken as readonly JsonSchema[]) {
    expect(subtype(schema, { type: "string" }).verdict, JSON.stringify(schema)).toBe("unknown");
    expect(subtype({ type: "string" }, schema).verdict, JSON.stringify(schema)).toBe("unknown");
  }
});

const scalar: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constantFrom<JsonSchema>(
    {},
    { type: "string" },
    { type: "integer" },
    { type: "number" },
    { type: "boolean" },
    { type: "null" },
    { enum: ["a", 1, null] },
    { const: "b" },
    { type: ["string", "null"] },
    { not: {} },
  ),
  fc.record({ type: fc.constant("string"), minLength: fc.nat(3), maxLength: fc.nat(4) }),
  fc.record({
    type: fc.constant("integer"),
    minimum: fc.integer({ min: -2, max: 2 }),
    maximum: fc.integer({ min: -1, max: 3 }),
  }),
);
const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    { weight: 3, arbitrary: scalar },
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc.record({
      type: fc.constant("array"),
      prefixItems: fc.array(tie("schema"), { maxLength: 2 }),
      maxItems: fc.nat(3),
    }),
    fc
      .record({ p: tie("schema"), q: tie("schema"), required: fc.subarray(["p", "q"]), closed: fc.boolean() })
      .map(({ p, q, required, closed }) => ({
        type: "object",
        properties: { p, q },
        required,
        ...(closed ? { additionalProperties: false } : {}),
      })),
  ),
}));
const value = fc.oneof(
  fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text) as unknown),
  fc.constantFrom<unknown>("a", "b", 1, null, 0, -1, "", "aaa", {}, [], { p: 1 }, { p: "a", q: null }, [
    1,
    "a",
  ]),
);

test("a witness fits the first schema and not the second, and yes holds for every value tried", () => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  const counts = { yes: 0, no: 0, unknown: 0 };
  fc.assert(
    fc.property(schema, schema, fc.array(value, { minLength: 20, maxLength: 20 }), (a, b, values) => {
      const { verdict, witness } = subtype(a, b);
      counts[verdict]++;
      const fits = (form: JsonSchema, candidate: unknown): boolean => ajv.validate(form, candidate);
      if (verdict === "no") {
        expect(fits(a, witness), `${JSON.stringify(witness)} in ${JSON.stringify(a)}`).toBe(true);
        expect(fits(b, witness), `${JSON.stringify(witness)} not in ${JSON.stringify(b)}`).toBe(false);
      }
      if (verdict !== "yes") return;
      for (const candidate of values) {
        if (fits(a, candidate))
          expect(
            fits(b, candidate),
            `${JSON.stringify(candidate)}: ${JSON.stringify(a)} <: ${JSON.stringify(b)}`,
          ).toBe(true);
      }
    }),
    { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 600) },
  );
  // The generator reaches all three.
  expect(Math.min(counts.yes, counts.no)).toBeGreaterThan(20);
});

test("inclusion is reflexive", () => {
  fc.assert(
    fc.property(schema, (a) => {
      expect(subtype(a, structuredClone(a)).verdict).toBe("yes");
    }),
    { seed: 42, numRuns: 300 },
  );
});
