import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../src/ir/type.ts";
import { schemaOf } from "../../src/ir/type.ts";
import type { Type } from "../../src/ir/type.ts";
import { subtype } from "../../src/types/subtype.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false });
type Row = readonly [JsonSchema, JsonSchema, "yes" | "no"];

function decide(rows: readonly Row[]): void {
  test.each(rows)("%j <: %j is %s", (a, b, verdict) => {
    const found = subtype(a, b);
    expect(found.verdict, found.reason).toBe(verdict);
    if (verdict === "no")
      expect(ajv.validate(a, found.witness) && !ajv.validate(b, found.witness)).toBe(true);
  });
}

describe("texts", () => {
  const text = (more: object): JsonSchema => ({ type: "string", ...more });
  decide([
    [text({ pattern: "^(ab)*$", maxLength: 5 }), text({ pattern: "^(ab){0,2}$" }), "yes"],
    [text({ pattern: ".{2,}" }), text({ minLength: 1 }), "yes"],
    [text({ minLength: 1 }), text({ pattern: "." }), "no"],
    [text({ minLength: 1 }), text({ pattern: "[\\s\\S]" }), "yes"],
    [text({ pattern: "^\\S+$" }), text({ not: { pattern: "\\u00a0" } }), "yes"],
    [text({ enum: ["ab", "b"] }), text({ pattern: "b$", maxLength: 2 }), "yes"],
    [text({ pattern: "^[ab]$" }), { enum: ["a", "b"] }, "yes"],
    [text({ pattern: "^[abc]$" }), { enum: ["a", "b"] }, "no"],
    [text({ const: "𝒳" }), text({ maxLength: 1 }), "yes"],
    [text({ const: "日本" }), text({ maxLength: 1 }), "no"],
    [text({ pattern: "^.{2}$" }), text({ minLength: 2, maxLength: 2 }), "yes"],
    [text({ format: "email" }), text({}), "yes"],
    [text({}), text({ format: "email" }), "yes"],
    [text({ minLength: 3, maxLength: 2 }), false, "yes"],
  ]);
});

describe("objects", () => {
  const closed = (names: readonly string[]): JsonSchema => ({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, true])),
    additionalProperties: false,
  });
  decide([
    [closed(["a"]), closed(["a", "b"]), "yes"],
    [closed(["a", "b"]), closed(["a"]), "no"],
    [closed(["a", "b"]), { maxProperties: 2 }, "yes"],
    [{ ...(closed(["a", "b"]) as object), minProperties: 2 }, { required: ["a", "b"] }, "yes"],
    [{ type: "object", minProperties: 1 }, { required: ["a"] }, "no"],
    [{ required: ["a"], properties: { a: false } }, { not: { type: "object" } }, "yes"],
    [{ patternProperties: { "^a": { type: "integer" } } }, { properties: { ab: { type: "number" } } }, "yes"],
    [{ patternProperties: { "^a": { type: "integer" } } }, { properties: { b: { type: "number" } } }, "no"],
    [{ additionalProperties: { type: "integer" } }, { patternProperties: { "": { type: "number" } } }, "yes"],
    [
      { propertyNames: { pattern: "^a" }, type: "object", additionalProperties: { type: "null" } },
      { patternProperties: { "^a": { type: "null" } }, additionalProperties: false },
      "yes",
    ],
    [{ type: "object", propertyNames: { enum: ["a", "b"] } }, { maxProperties: 2 }, "yes"],
    [{ type: "object", propertyNames: { enum: ["a", "b"] } }, { maxProperties: 1 }, "no"],
    [{ dependentRequired: { a: ["b"] }, required: ["a"] }, { required: ["b"] }, "yes"],
    [{ dependentSchemas: { a: { minProperties: 2 } } }, { dependentRequired: { a: ["b"] } }, "no"],
    [
      { properties: { kind: { enum: ["x", "y"] } }, required: ["kind"], type: "object" },
      { anyOf: [{ properties: { kind: { const: "x" } } }, { properties: { kind: { const: "y" } } }] },
      "yes",
    ],
    [
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { additionalProperties: false, properties: { a: true } },
      "yes",
    ],
    [
      {
        type: "object",
        properties: { kind: { const: "x" } },
        required: ["kind"],
        if: { properties: { kind: { const: "x" } } },
        then: { required: ["extra"] },
      },
      { required: ["extra"] },
      "yes",
    ],
  ]);
});

describe("lists", () => {
  const list = (more: object): JsonSchema => ({ type: "array", ...more });
  decide([
    [list({ prefixItems: [{ type: "integer" }], items: false }), list({ maxItems: 1 }), "yes"],
    [list({ items: false }), { const: [] }, "yes"],
    [list({ minItems: 1, items: false }), false, "yes"],
    [list({ items: { type: "integer" }, contains: { type: "string" } }), false, "yes"],
    [list({ contains: { const: 1 }, minContains: 2 }), list({ minItems: 2 }), "yes"],
    [list({ items: { enum: [1, 2] }, minItems: 3 }), list({ uniqueItems: true }), "no"],
    [list({ items: { enum: [1, 2] }, uniqueItems: true }), list({ maxItems: 2 }), "yes"],
    [list({ items: { enum: [1, 2] }, uniqueItems: true }), list({ maxItems: 1 }), "no"],
    [
      list({ prefixItems: [{ enum: [1, 2] }, { const: 1 }], uniqueItems: true, minItems: 2 }),
      { contains: { const: 2 } },
      "yes",
    ],
    [
      list({ items: { enum: [1, 2] }, minItems: 5 }),
      {
        anyOf: [
          { contains: { const: 1 }, minContains: 3 },
          { contains: { const: 2 }, minContains: 3 },
        ],
      },
      "yes",
    ],
    [list({ maxItems: 1 }), list({ uniqueItems: true }), "yes"],
    [list({ contains: { const: 1 }, maxContains: 1, items: { const: 1 } }), { const: [1] }, "yes"],
    [list({ prefixItems: [true, true], unevaluatedItems: false }), list({ maxItems: 2 }), "yes"],
    [{ const: [1, { a: 2 }] }, { prefixItems: [{ type: "integer" }, { required: ["a"] }] }, "yes"],
  ]);
});

test("types by name go through the same algebra", () => {
  const int: Type = { kind: "int" };
  const text: Type = { kind: "str" };
  const holds = (a: Type, b: Type): string => subtype(schemaOf(a), schemaOf(b)).verdict;
  const tuple: Type = { kind: "tuple", items: [int, text] };
  expect(holds(int, { kind: "float" })).toBe("yes");
  expect(holds({ kind: "bool" }, int)).toBe("no");
  expect(holds(tuple, { kind: "tuple", items: [{ kind: "float" }, text] })).toBe("yes");
  expect(holds(tuple, { kind: "tuple", items: [int] })).toBe("no");
  expect(holds(tuple, { kind: "json", schema: { type: "array", minItems: 2 } })).toBe("yes");
  expect(holds({ kind: "union", members: [int, text] }, { kind: "any" })).toBe("yes");
  expect(holds({ kind: "union", members: [int, text] }, text)).toBe("no");
  expect(holds({ kind: "none" }, text)).toBe("yes");
  expect(holds({ kind: "any" }, { kind: "none" })).toBe("no");
});

test("what is not decided says why, and does not keep the rest from being decided", () => {
  const ahead = { type: "string", pattern: "(?=a)b" };
  expect(subtype(ahead, { type: "string" }).verdict).toBe("yes");
  expect(subtype(ahead, { type: "integer" }).verdict).toBe("unknown");
  expect(subtype({ type: ["string", "null"], pattern: "(?=a)b" }, { type: "string" }).witness).toBe(null);
  expect(subtype({ type: "string" }, ahead).reason).toContain("look-around");
  expect(subtype({ type: "string", nullable: true }, { type: "string" }).reason).toContain("nullable");
  expect(
    subtype({ type: "string" }, { $schema: "http://json-schema.org/draft-07/schema#" }).reason,
  ).toContain("dialect");
  expect(subtype({ $ref: "https://example.com/x" }, { type: "string" }).reason).toContain(
    "https://example.com/x",
  );
});
