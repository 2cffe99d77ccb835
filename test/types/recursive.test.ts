import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../src/ir/type.ts";
import { subtype } from "../../src/types/subtype.ts";

const ajv = new Ajv2020({ strict: false, validateSchema: false });
// Ajv compiles each schema, which takes ten times as long as the comparison.
const numRuns = Math.min(Number(process.env["FC_RUNS"] ?? 200), 2_000);

const scalar = fc.constantFrom<JsonSchema>(
  { type: "integer" },
  { type: "number", minimum: 0 },
  { type: "null" },
  { const: "a" },
  true,
  false,
);
const ref = fc.constantFrom("t", "u").map((name): JsonSchema => ({ $ref: `#/$defs/${name}` }));
const part = fc.oneof(
  { weight: 3, arbitrary: ref },
  scalar,
  fc.tuple(ref, scalar).map(([one, other]): JsonSchema => ({ anyOf: [one, other] })),
  ref.map((inner): JsonSchema => ({ not: inner })),
);
/** References stand only inside objects and lists, so that every value is judged in the end. */
const body: fc.Arbitrary<JsonSchema> = fc.record(
  {
    type: fc.subarray(["object", "array", "null", "integer"], { minLength: 1 }),
    properties: fc.record({ p: part, q: part }, { requiredKeys: [] }),
    required: fc.subarray(["p", "q"]),
    additionalProperties: part,
    items: part,
    minItems: fc.nat(2),
    maxItems: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ["type"] },
);
const recursive: fc.Arbitrary<JsonSchema> = fc
  .record({ root: ref, t: body, u: body })
  .map(({ root, t, u }) => ({ ...(root as object), $defs: { t, u } }));

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, 0, -1, 0.5, "a", "b", true),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("p", "q", "r"), tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

test("schemas that stand inside themselves: no has a witness, and no value speaks against yes", () => {
  const counts = { yes: 0, no: 0, unknown: 0 };
  const values = fc.sample(value, { seed: 42, numRuns: 300 });
  const pair = fc.oneof(
    fc.tuple(recursive, recursive),
    // The same, with one limit less.
    fc.tuple(recursive, body).map(([form, other]): readonly [JsonSchema, JsonSchema] => {
      const { $defs } = form as { readonly $defs: Readonly<Record<string, JsonSchema>> };
      const { required: _, minItems: __, ...wider } = $defs["t"] as Readonly<Record<string, unknown>>;
      return [form, { ...(form as object), $defs: { ...$defs, t: { anyOf: [wider, other] } } }];
    }),
  );
  fc.assert(
    fc.property(pair, ([a, b]) => {
      const { verdict, witness } = subtype(a, b);
      counts[verdict]++;
      const shown = `${JSON.stringify(a)} <: ${JSON.stringify(b)} by ${JSON.stringify(witness)}`;
      const [first, second] = [ajv.compile(a), ajv.compile(b)];
      if (verdict === "no") expect(first(witness) && !second(witness), shown).toBe(true);
      else
        expect(
          values.find((one) => first(one) && !second(one)),
          shown,
        ).toBeUndefined();
    }),
    { seed: 42, numRuns },
  );
  console.log(counts);
  expect(Math.min(counts.yes, counts.no)).toBeGreaterThan(numRuns / 10);
  expect(counts.unknown).toBeLessThan(numRuns / 20);
});
