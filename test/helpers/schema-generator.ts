import fc from "fast-check";
import type { JsonSchema } from "../../src/ir/type.ts";

/** Small JSON Schemas over a few keys, and values that often fit them; a validator has the last word on which do. */

const key = fc.constantFrom("a", "b", "items", "0");
const scalar: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  0,
  1,
  2,
  0.5,
  -1,
  "",
  "a",
  "pass",
  true,
  false,
  null,
);

interface Schemas {
  readonly schema: JsonSchema;
}

function optional<Value>(name: string, value: fc.Arbitrary<Value>): fc.Arbitrary<Record<string, Value>> {
  return fc.oneof(
    fc.constant({}),
    value.map((inner) => ({ [name]: inner })),
  );
}

function merged(...parts: readonly fc.Arbitrary<Record<string, unknown>>[]): fc.Arbitrary<JsonSchema> {
  return fc.tuple(...parts).map((all) => Object.assign({}, ...all) as JsonSchema);
}

const bound = fc.constantFrom(-1, 0, 1, 2);
const size = fc.constantFrom(0, 1, 2, 3);

const { schema } = fc.letrec<Schemas>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    fc.constantFrom<JsonSchema>(true, {}, { type: "string" }, { type: "boolean" }, { type: "null" }),
    fc.array(scalar, { minLength: 1, maxLength: 3 }).map((values): JsonSchema => ({ enum: values })),
    scalar.map((value): JsonSchema => ({ const: value })),
    merged(
      fc.constantFrom({ type: "number" }, { type: "integer" }, { type: ["number", "string"] }),
      optional("minimum", bound),
      optional("exclusiveMinimum", bound),
      optional("maximum", bound),
      optional("exclusiveMaximum", bound),
    ),
    merged(fc.constant({ type: "string" }), optional("minLength", size), optional("maxLength", size)),
    merged(
      fc.constantFrom({ type: "array" }, {}),
      optional("items", fc.oneof(tie("schema"), fc.constant(false))),
      optional("prefixItems", fc.array(tie("schema"), { minLength: 1, maxLength: 2 })),
      optional("minItems", size),
      optional("maxItems", size),
    ),
    {
      weight: 3,
      arbitrary: merged(
        fc.constantFrom({ type: "object" }, { type: ["object", "null"] }, {}),
        optional("properties", fc.dictionary(key, tie("schema"), { maxKeys: 3 })),
        optional("required", fc.uniqueArray(key, { maxLength: 3 })),
        optional("additionalProperties", fc.oneof(fc.constant(false), fc.constant(false), tie("schema"))),
        optional("patternProperties", fc.constant({ "^b": { type: "number" } })),
        optional("minProperties", size),
        optional("maxProperties", size),
      ),
    },
    fc
      .tuple(fc.constantFrom("anyOf", "oneOf", "allOf"), tie("schema"), tie("schema"))
      .map(([keyword, one, other]): JsonSchema => ({ [keyword]: [one, other] })),
    fc.constantFrom<JsonSchema>({ $ref: "#/$defs/one" }, { $ref: "#" }, { not: { type: "string" } }),
  ),
}));

/** A schema that may refer to itself and to a definition. */
export const jsonSchema: fc.Arbitrary<JsonSchema> = fc
  .tuple(schema, schema)
  .map(([root, one]) => (typeof root === "object" ? { ...root, $defs: { one } } : root));

const anything: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 2 },
    { weight: 3, arbitrary: scalar },
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3 }),
  ),
})).value;

/** Values that are likely to fit. */
export function valueFor(schema: unknown, root: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  if (typeof schema !== "object" || schema === null || depth > 4) return anything;
  const node = schema as Readonly<Record<string, unknown>>;
  const inner = (part: unknown): fc.Arbitrary<unknown> => valueFor(part, root, depth + 1);
  if (Object.hasOwn(node, "const")) return fc.constant(node["const"]);
  if (Array.isArray(node["enum"])) return fc.constantFrom(...(node["enum"] as unknown[]));
  if (node["$ref"] === "#") return inner(root);
  if (typeof node["$ref"] === "string")
    return inner(typeof root === "object" ? (root["$defs"] as Record<string, unknown>)["one"] : true);
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const members = node[keyword];
    if (Array.isArray(members)) return fc.oneof(...members.map(inner));
  }
  const isObject = node["properties"] ?? node["required"] ?? node["additionalProperties"];
  if (isObject !== undefined) return objectFor(node, inner);
  if (node["items"] !== undefined || node["prefixItems"] !== undefined || node["minItems"] !== undefined)
    return listFor(node, inner);
  switch (Array.isArray(node["type"]) ? node["type"][0] : node["type"]) {
    case "string":
      return fc.constantFrom("", "a", "pass", "😀b", "abc");
    case "number":
    case "integer":
      return fc.constantFrom<unknown>(-2, -1, 0, 1, 2, 3, 0.5, 1.5);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return anything;
  }
}

function objectFor(
  node: Readonly<Record<string, unknown>>,
  inner: (part: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const properties = (node["properties"] ?? {}) as Record<string, unknown>;
  const required = (node["required"] ?? []) as string[];
  const extra = node["additionalProperties"] === undefined ? ["b"] : [];
  const keys = [...new Set([...Object.keys(properties), ...required, ...extra])];
  const members = keys.map((name) =>
    fc
      .tuple(fc.boolean(), inner(properties[name] ?? node["additionalProperties"]))
      .map(([isThere, value]) => (isThere || required.includes(name) ? { [name]: value } : {})),
  );
  return fc.tuple(...members).map((all): unknown => Object.assign({}, ...all));
}

function listFor(
  node: Readonly<Record<string, unknown>>,
  inner: (part: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const first = (node["prefixItems"] ?? []) as unknown[];
  const rest =
    node["items"] === false
      ? fc.constant([])
      : fc.array(inner(node["items"]), { minLength: Number(node["minItems"] ?? 0), maxLength: 3 });
  return fc.tuple(fc.tuple(...first.map(inner)), rest).map(([start, end]): unknown => [...start, ...end]);
}
