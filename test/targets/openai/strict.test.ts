import { describe, expect, test } from "vitest";
import { strictProblems } from "../../../targets/openai/strict.ts";

/** A strict object with one property. */
const holding = (property: unknown, rest: Readonly<Record<string, unknown>> = {}): unknown => ({
  type: "object",
  properties: { a: property },
  required: ["a"],
  additionalProperties: false,
  ...rest,
});

/** A schema `levels` deep, each level an object. */
function nested(levels: number): unknown {
  let schema: unknown = { type: "string" };
  for (let i = 1; i < levels; i++) schema = holding(schema);
  return schema;
}

const many = (count: number, name: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => name(i));

function wide(count: number): unknown {
  const names = many(count, (i) => `p${i}`);
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "null" }])),
    required: names,
    additionalProperties: false,
  };
}

const text = { type: "string" };

const strict: Readonly<Record<string, unknown>> = {
  "no property": { type: "object", properties: {}, additionalProperties: false },
  "every type": wide(7),
  "a nullable type": holding({ type: ["string", "null"] }),
  "anyOf inside": holding({ anyOf: [text, { type: "null" }] }),
  "a list of objects": holding({ type: "array", items: holding(text), minItems: 1, maxItems: 3 }),
  "number keywords": holding({
    type: "number",
    minimum: 0,
    maximum: 9,
    multipleOf: 0.5,
    ...{
      exclusiveMinimum: -1,
      exclusiveMaximum: 10,
    },
  }),
  "each format": holding({
    anyOf: "date-time time date duration email hostname ipv4 ipv6 uuid"
      .split(" ")
      .map((format) => ({ type: "string", format })),
  }),
  "a plain pattern": holding({ type: "string", pattern: "^(?:a|b)[a-z]{2}\\d+$" }),
  "an enum with null": holding({ type: ["string", "null"], enum: ["a", "b", null] }),
  "an integer enum": holding({ type: "integer", enum: [1, 2] }),
  "a const": holding({ type: "string", const: "a" }),
  "a reference": holding({ $ref: "#/$defs/T" }, { $defs: { T: text } }),
  "an escaped reference": holding({ $ref: "#/$defs/a~1b%25" }, { $defs: { "a/b%": text } }),
  "recursion at the root": holding({ anyOf: [{ $ref: "#" }, { type: "null" }] }),
  "recursion in a definition": holding(
    { $ref: "#/$defs/T" },
    { $defs: { T: holding({ anyOf: [{ $ref: "#/$defs/T" }, { type: "null" }] }) } },
  ),
  "ten levels": nested(10),
  "5000 properties": wide(5000),
  "1000 enum values": holding({ type: "string", enum: many(1000, (i) => `v${i}`) }),
  "250 long enum values": holding({ type: "string", enum: many(250, (i) => `${i}`.padStart(100, "v")) }),
  "a const that looks like a schema is only too complex": holding({ type: "string", const: "oneOf" }),
  "title and description": holding({ type: "string", title: "T", description: "D" }),
};

const loose: readonly (readonly [string, unknown, string, RegExp])[] = [
  ["a root that is a boolean", true, "", /not an object/],
  ["a root of another type", { type: "array", items: text }, "", /outermost type/],
  [
    "a root that may be null",
    { ...(holding(text) as object), type: ["object", "null"] },
    "",
    /outermost type/,
  ],
  ["a root with anyOf", holding(text, { anyOf: [{ type: "object" }] }), "", /outermost/],
  ["an open object", { type: "object", properties: {}, required: [] }, "", /additional properties/],
  [
    "a map",
    holding({ type: "object", properties: {}, additionalProperties: text }),
    "/properties/a",
    /additional/,
  ],
  ["no properties", { type: "object", additionalProperties: false }, "", /`properties` are missing/],
  ["an optional property", holding(text, { required: [] }), "", /`a` is optional/],
  ["no required at all", holding(text, { required: undefined }), "", /`a` is optional/],
  [
    "a requirement of nothing",
    holding(text, { required: ["a", "b"] }),
    "",
    /`b` is required but not declared/,
  ],
  ["properties without type object", holding({ type: "string", properties: {} }), "/properties/a", /no type/],
  [
    "__proto__",
    {
      ...(JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"],"additionalProperties":false}',
      ) as object),
    },
    "",
    /__proto__/,
  ],
  ["no type", holding({ description: "anything" }), "/properties/a", /`type` is missing/],
  ["an unknown type", holding({ type: "text" }), "/properties/a", /no JSON type/],
  ["an empty type", holding({ type: [] }), "/properties/a", /`type` is empty/],
  ["true as a schema", holding(true), "/properties/a", /`true` or `false`/],
  ["an empty anyOf", holding({ anyOf: [] }), "/properties/a", /`anyOf` lists no schema/],
  ["a list without items", holding({ type: "array" }), "/properties/a", /`items`/],
  ["a tuple of draft 7", holding({ type: "array", items: [text] }), "/properties/a", /list of schemas/],
  ["a wrong item", holding({ type: "array", items: {} }), "/properties/a/items", /`type` is missing/],
  ["a wrong branch", holding({ anyOf: [text, {}] }), "/properties/a/anyOf/1", /`type` is missing/],
  ["a wrong definition", holding(text, { $defs: { "a/b": {} } }), "/$defs/a~1b", /`type` is missing/],
  ["a format that is not known", holding({ type: "string", format: "uri" }), "/properties/a", /`uri`/],
  ["look-ahead", holding({ type: "string", pattern: "a(?=b)" }), "/properties/a", /looks ahead/],
  ["negative look-ahead", holding({ type: "string", pattern: "a(?!b)" }), "/properties/a", /looks ahead/],
  ["look-behind", holding({ type: "string", pattern: "(?<=b)a" }), "/properties/a", /looks ahead/],
  ["negative look-behind", holding({ type: "string", pattern: "(?<!b)a" }), "/properties/a", /looks ahead/],
  ["a Unicode property", holding({ type: "string", pattern: "\\p{L}" }), "/properties/a", /Unicode/],
  ["an empty enum", holding({ type: "string", enum: [] }), "/properties/a", /no value/],
  ["an enum without type", holding({ enum: ["a"] }), "/properties/a", /has no `type`/],
  ["a const without type", holding({ const: "a" }), "/properties/a", /has no `type`/],
  ["a mixed enum", holding({ type: ["string", "integer"], enum: ["a", 1] }), "/properties/a", /mixes types/],
  [
    "an enum of objects",
    holding({ type: "object", properties: {}, additionalProperties: false, enum: [{}] }),
    "/properties/a",
    /object or a list/,
  ],
  [
    "an enum against its type",
    holding({ type: "string", enum: ["a", null] }),
    "/properties/a",
    /not of its `type`/,
  ],
  ["a fraction as integer", holding({ type: "integer", enum: [1.5] }), "/properties/a", /not of its `type`/],
  [
    "too many enum values",
    holding({ type: "string", enum: many(1001, (i) => `v${i}`) }),
    "",
    /1000 enum values/,
  ],
  [
    "a long enum",
    holding({ type: "string", enum: many(251, (i) => `${i}`.padStart(60, "v")) }),
    "/properties/a",
    /15000 characters/,
  ],
  ["eleven levels", nested(11), "/properties/a".repeat(10), /10 levels/],
  [
    "eleven levels through a reference",
    holding(holding({ $ref: "#/$defs/T" }), { $defs: { T: nested(9) } }),
    "/properties/a".repeat(10),
    /10 levels/,
  ],
  ["5001 properties", wide(5001), "", /5000 properties/],
  ["too many characters", holding({ type: "string", const: "x".repeat(120_000) }), "", /120000 characters/],
  [
    "a reference with a neighbour",
    holding({ $ref: "#/$defs/T", description: "d" }, { $defs: { T: text } }),
    "/properties/a",
    /beside `\$ref`/,
  ],
  [
    "a reference to nothing",
    holding({ $ref: "#/$defs/U" }, { $defs: { T: text } }),
    "/properties/a",
    /points at nothing/,
  ],
  ["a reference elsewhere", holding({ $ref: "https://example.org/s" }), "/properties/a", /points at nothing/],
  ["a reference into properties", holding({ $ref: "#/properties/b" }), "/properties/a", /points at nothing/],
];

const unsupported =
  "allOf oneOf not if then else dependentRequired dependentSchemas patternProperties prefixItems propertyNames " +
  "unevaluatedProperties unevaluatedItems contains minContains maxContains uniqueItems minProperties maxProperties " +
  "minLength maxLength default $schema $id $anchor examples";

describe("strict mode", () => {
  test.each(Object.entries(strict))("accepts %s", (_, schema) => {
    expect(strictProblems(schema)).toEqual([]);
  });

  test.each(loose)("refuses %s", (_, schema, path, reason) => {
    const found = strictProblems(schema).filter(
      (problem) => problem.path === path && reason.test(problem.reason),
    );
    expect(found).toHaveLength(1);
  });

  test.each(unsupported.split(" "))("refuses the keyword %s, at the root and inside", (keyword) => {
    const expected = `\`${keyword}\` is not supported`;
    expect(strictProblems(holding(text, { [keyword]: [] }))).toEqual([{ path: "", reason: expected }]);
    expect(strictProblems(holding({ ...text, [keyword]: [] }))).toEqual([
      { path: "/properties/a", reason: expected },
    ]);
  });

  test("does not read values as schemas", () => {
    const schema = holding({ type: "string", enum: ["$ref", "oneOf"] });
    expect(strictProblems(schema)).toEqual([]);
  });
});
