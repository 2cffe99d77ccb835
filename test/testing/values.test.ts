import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../src/ir/type.ts";
import { boundaries } from "../../src/testing/boundaries.ts";
import { valid } from "../../src/testing/valid.ts";
import type { Violation } from "../../src/testing/violations.ts";
import { violation, violations } from "../../src/testing/violations.ts";
import { accepts } from "../../src/types/accepts.ts";
import { subtype } from "../../src/types/subtype.ts";
import { jsonSchema } from "../helpers/schema-generator.ts";

const parameters = { seed: 42, numRuns: Math.min(Number(process.env["FC_RUNS"] ?? 150), 2000) };

const query: JsonSchema = {
  type: "object",
  required: ["text"],
  properties: {
    text: { type: "string", minLength: 2, maxLength: 4, pattern: "^[a-z]+$" },
    limit: { type: "integer", minimum: 1, maximum: 3 },
    tags: { type: "array", items: { enum: ["a", "b"] }, uniqueItems: true },
  },
  additionalProperties: false,
};

test("the edges of a contract, worked out by hand", () => {
  const found = boundaries(query).map(({ pointer, keyword, why, value }) => [
    `${pointer} ${keyword}: ${why}`,
    value,
  ]);
  expect(found).toEqual(
    expect.arrayContaining([
      ["/properties/text minLength: the shortest", { text: "aa" }],
      ["/properties/text maxLength: the longest", { text: "aaaa" }],
      ["/properties/limit minimum: the least", { text: "aa", limit: 1 }],
      ["/properties/limit maximum: the greatest", { text: "aa", limit: 3 }],
      ['/properties/tags/items enum: the value "b"', { text: "aa", tags: ["b"] }],
    ]),
  );
});

test("one violation of each constraint, worked out by hand", () => {
  const found = violations(query).violations.map(({ pointer, keyword, value }) => [
    `${pointer} ${keyword}`,
    value,
  ]);
  expect(found).toEqual(
    expect.arrayContaining([
      [" required/text", {}],
      ["/properties/text minLength", { text: "a" }],
      ["/properties/text maxLength", { text: "aaaaa" }],
      ["/properties/limit minimum", { text: "aa", limit: 0 }],
      ["/properties/limit maximum", { text: "aa", limit: 4 }],
      ["/properties/limit type", { text: "aa", limit: 1.5 }],
      ["/properties/tags uniqueItems", { text: "aa", tags: ["a", "a"] }],
    ]),
  );
});

test("a constraint that the others imply is named with its reason", () => {
  expect(violations({ enum: ["a"], type: "string" }).unbroken).toEqual([
    { pointer: "", keyword: "type", reason: "every value that breaks it breaks another constraint, too" },
  ]);
});

test("for any schema, values are inside it and violations outside", () => {
  const law = fc.property(jsonSchema, (schema) => {
    if (subtype(schema, false).verdict !== "no") return;
    for (const value of fc.sample(valid(schema), { seed: 1, numRuns: 10 }))
      expect(accepts(schema, value)).toBe(true);
    for (const { value } of boundaries(schema)) expect(accepts(schema, value)).toBe(true);
    for (const { value } of violations(schema).violations) expect(accepts(schema, value)).toBe(false);
  });
  fc.assert(law, parameters);
});

test("what shrinks stays valid, and what breaks a constraint goes on breaking it", () => {
  const details = fc.check(
    fc.property(valid(query), (value) => !("limit" in (value as object))),
    { seed: 7 },
  );
  expect(accepts(query, details.counterexample?.[0])).toBe(true);
  const broken = fc.check(
    fc.property(violation(query), () => false),
    { seed: 7 },
  );
  const [least] = broken.counterexample ?? [];
  expect(accepts(query, (least as Violation).value)).toBe(false);
});

test("the same seed draws the same values", () => {
  const draw = (): readonly unknown[] => fc.sample(valid(query), { seed: 3, numRuns: 20 });
  expect(draw()).toEqual(draw());
});

test.each<readonly [JsonSchema, string]>([
  [false, "The schema accepts no value."],
  [{ type: "string", minLength: 3, maxLength: 2 }, "The schema accepts no value."],
])("a schema without values has none: %j", (schema, message) => {
  expect(() => valid(schema)).toThrow(message);
});
