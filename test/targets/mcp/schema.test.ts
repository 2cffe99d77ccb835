import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../src/ir/type.ts";
import { portableSchema } from "../../../targets/mcp/schema.ts";
import { jsonSchema, valueFor } from "../../helpers/schema-generator.ts";
import { schema as anySchema, value as anyValue } from "../../types/schemas.ts";

// As the validators of the two SDKs are set up.
const settings = { strict: false, validateFormats: false, validateSchema: false, logger: false } as const;
const draft7 = (schema: object, value: unknown): boolean => new Ajv(settings).validate(schema, value);
const draft2020 = (schema: object, value: unknown): boolean => new Ajv2020(settings).validate(schema, value);

/** The standards themselves: what a schema has to look like. */
const standards = [new Ajv({ logger: false }), new Ajv2020({ logger: false })];

describe("a schema for clients of draft 7 and of 2020-12", () => {
  const exact: readonly (readonly [string, JsonSchema, unknown])[] = [
    [
      "a dialect is not named",
      { $schema: "http://json-schema.org/draft-07/schema#", type: "string" },
      { type: "string" },
    ],
    ["true is a schema", { properties: { a: true, b: false } }, { properties: { a: {}, b: { not: {} } } }],
    ["an object says its properties", { type: "object" }, { type: "object", properties: {} }],
    ["a list says its items", { type: "array" }, { type: "array", items: {} }],
    [
      "a value stands once",
      {
        enum: [{ a: 1, b: 2 }, { b: 2, a: 1 }, "x", "x"],
        required: ["q", "q"],
        type: ["object", "string", "string"],
      },
      { enum: [{ b: 2, a: 1 }, "x"], required: ["q"], type: ["object", "string"], properties: { q: {} } },
    ],
    ["values have a type", { enum: ["a", "b"] }, { type: "string", enum: ["a", "b"] }],
    [
      "a type that no value has is none",
      { type: ["string", "null"], enum: ["a"] },
      { type: "string", enum: ["a"] },
    ],
    [
      "null stands apart, and the constraints with their type",
      { type: ["array", "null"], items: { type: "string" }, description: "Tags." },
      {
        description: "Tags.",
        anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }],
      },
    ],
    [
      "null of an enum stands apart",
      { type: ["string", "null"], enum: ["a", null] },
      { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
    ],
    [
      "an exclusive bound of draft 4 is a number",
      { type: "integer", minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      { type: "integer", exclusiveMinimum: 1, maximum: 9 },
    ],
    [
      "a required name is declared",
      { type: "object", required: ["q"] },
      { type: "object", required: ["q"], properties: { q: {} } },
    ],
    [
      "names that are texts say nothing",
      { type: "object", propertyNames: { type: "string" }, additionalProperties: { type: "string" } },
      { type: "object", properties: {}, additionalProperties: { type: "string" } },
    ],
    [
      "a list of equal positions has equal items",
      { type: "array", prefixItems: [{ type: "number" }, { type: "number" }], items: false, minItems: 2 },
      { type: "array", minItems: 2, items: { type: "number" }, maxItems: 2 },
    ],
    [
      "unevaluated properties alone are additional ones",
      { type: "object", unevaluatedProperties: false },
      { type: "object", properties: {}, additionalProperties: false },
    ],
    [
      "a dependency is a condition",
      { items: { dependentRequired: { a: ["b"] } } },
      { items: { allOf: [{ if: { type: "object", required: ["a"] }, then: { required: ["b"] } }] } },
    ],
    [
      "a reference is written out, and keeps the text beside it",
      {
        type: "object",
        properties: { mode: { $ref: "#/$defs/Mode", description: "How." } },
        $defs: { Mode: { description: "A mode.", type: "string", enum: ["a"] } },
      },
      { type: "object", properties: { mode: { description: "How.", type: "string", enum: ["a"] } } },
    ],
    [
      "a constraint beside a reference is kept",
      { items: { $ref: "#/$defs/T", minLength: 1 }, $defs: { T: { type: "string" } } },
      { items: { allOf: [{ type: "string" }], minLength: 1 } },
    ],
    [
      "a recursive reference leads to a definition, and is written out once outermost",
      {
        $ref: "#/definitions/Tree",
        definitions: { Tree: { type: "array", items: { $ref: "#/definitions/Tree" } } },
      },
      {
        type: "array",
        items: { $ref: "#/$defs/Tree" },
        $defs: { Tree: { type: "array", items: { $ref: "#/$defs/Tree" } } },
      },
    ],
    [
      "a reference to the whole leads to a definition",
      { type: "array", items: { $ref: "#" } },
      {
        type: "array",
        items: { $ref: "#/$defs/input" },
        $defs: { input: { type: "array", items: { $ref: "#/$defs/input" } } },
      },
    ],
    [
      "a pointer is decoded",
      { items: { $ref: "#/$defs/a~1b%25" }, $defs: { "a/b%": { type: "null" } } },
      { items: { type: "null" } },
    ],
    [
      "values that look like schemas are values",
      { enum: [{ $ref: "#", type: "array" }] },
      { type: "object", enum: [{ $ref: "#", type: "array" }], properties: {} },
    ],
    [
      "a property may be called __proto__",
      JSON.parse('{"properties":{"__proto__":true}}'),
      JSON.parse('{"properties":{"__proto__":{}}}'),
    ],
    ["at least none of them requires nothing", { contains: { type: "string" }, minContains: 0 }, {}],
    [
      "keywords of others are dropped",
      { nullable: "yes", id: "x", discriminator: {}, "x-order": 1 },
      { "x-order": 1 },
    ],
  ];

  test.each(exact)("%s", (_, written, expected) => {
    const { schema, wider } = portableSchema(written);
    expect(schema).toEqual(withoutEmptyProperties(expected));
    expect(wider).toEqual([]);
  });

  const loosened: readonly (readonly [string, JsonSchema, unknown, string])[] = [
    [
      "positions",
      { prefixItems: [{ type: "string" }, { type: "integer" }], items: false },
      { items: { anyOf: [{ type: "string" }, { type: "integer" }] }, maxItems: 2 },
      "",
    ],
    [
      "positions of draft 7",
      { items: [{ type: "string" }] },
      { items: { anyOf: [{ type: "string" }, {}] } },
      "",
    ],
    ["a count", { contains: { const: 1 }, minContains: 2 }, { contains: { type: "number", const: 1 } }, ""],
    ["a pattern that does not compile", { pattern: "(" }, {}, ""],
    [
      "a bound that is a text",
      { properties: { a: { minLength: "3" } } },
      { properties: { a: {} } },
      "/properties/a",
    ],
    ["required: null", { required: null }, {}, ""],
    ["a reference to nothing", { items: { $ref: "#/$defs/none" } }, { items: {} }, "/items"],
    [
      "a reference to the network",
      { items: { $ref: "https://example.com/s.json" } },
      { items: {} },
      "/items",
    ],
    [
      "what is left over of several branches",
      { anyOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { anyOf: [{ properties: { a: {} } }] },
      "",
    ],
    ["the negation of something wider", { not: { contains: { type: "null" }, minContains: 2 } }, {}, "/not"],
    [
      "exactly one of something wider",
      { oneOf: [{ pattern: "(" }, { type: "null" }] },
      { allOf: [{ anyOf: [{}, { type: "null" }] }] },
      "/oneOf/0",
    ],
    ["a dependency of the outermost object", { dependentRequired: { a: ["b"] } }, {}, ""],
  ];

  test.each(loosened)("%s is loosened, and said", (_, written, expected, place) => {
    const { schema, wider } = portableSchema(written);
    expect(schema).toEqual(expected);
    expect(wider[0]?.path).toBe(place);
  });

  test("a few lines that stand for millions of schemas stay a few lines", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (__, i) => [
        `d${i}`,
        {
          type: "object",
          properties: { a: { $ref: `#/$defs/d${i + 1}` }, b: { $ref: `#/$defs/d${i + 1}` } },
        },
      ]),
    );
    const { schema, wider } = portableSchema({
      $ref: "#/$defs/d0",
      $defs: { ...$defs, d30: { type: "null" } },
    });
    expect(wider).toEqual([]);
    expect(JSON.stringify(schema).length).toBeLessThan(5000);
    const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => ({ a: inner }), null);
    expect(draft7(schema, JSON.parse(JSON.stringify(deep).replace('{"a":null}', "null")))).toBe(false);
  });

  test("a schema that nests without end is cut, and said", () => {
    const deep = Array.from({ length: 300 }).reduce<JsonSchema>((items) => ({ type: "array", items }), true);
    const { wider } = portableSchema(deep);
    expect(wider.map(({ because }) => because)).toEqual([expect.stringContaining("deeper than 100 levels")]);
  });

  // Lists and objects that some generators make have no type, so an empty `properties` is no part of what is compared.
  const cases = fc.oneof(
    fc.tuple(anySchema, anyValue),
    jsonSchema.chain((schema) => fc.tuple(fc.constant(schema), valueFor(schema, schema))),
  );

  test("accepts every value of the author's, in both drafts alike, and no other unless it says so", () => {
    let [accepted, refused, loose] = [0, 0, 0];
    const law = fc.property(cases, ([written, value]) => {
      const { schema, wider } = portableSchema(written);
      for (const standard of standards) expect(standard.validateSchema(schema)).toBe(true);
      const [old, recent] = [draft7(schema, value), draft2020(schema, value)];
      expect(old).toBe(recent);
      const fits = byAuthor(written, value);
      // A schema that refers to itself alone has no meaning; what is written for it has one.
      if (fits === undefined) return;
      if (fits) expect(recent).toBe(true);
      else if (wider.length === 0) expect(recent).toBe(false);
      if (wider.length > 0) loose++;
      else if (fits) accepted++;
      else refused++;
    });
    fc.assert(law, { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 400) });
    expect(Math.min(accepted, refused, loose)).toBeGreaterThan(20);
  });
});

function byAuthor(schema: JsonSchema, value: unknown): boolean | undefined {
  try {
    return new Ajv2020(settings).validate(schema, value);
  } catch {
    return undefined;
  }
}

function withoutEmptyProperties(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  const node = schema as Record<string, unknown>;
  return "enum" in node && node["type"] === "object" ? { type: "object", enum: node["enum"] } : schema;
}
