import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../src/ir/type.ts";
import type { Codec } from "../../../src/target/schema/codec.ts";
import { decode, encodings } from "../../../src/target/schema/codec.ts";
import type { Dialect } from "../../../src/target/schema/dialect.ts";
import { encodeParameters } from "../../../src/target/schema/encode.ts";
import { mapSchema } from "../../../src/target/schema/node.ts";
import { canonical } from "../../../src/types/value.ts";
import { anthropicDialect } from "../../../targets/anthropic/dialect.ts";
import { jsonSchemaDialect, openApiDialect } from "../../../targets/gemini/dialect.ts";
import { openaiDialect } from "../../../targets/openai/dialect.ts";
import { jsonSchema, valueFor } from "../../helpers/schema-generator.ts";

const dialects: readonly (readonly [string, Dialect])[] = [
  ["openai", openaiDialect],
  ["anthropic", anthropicDialect],
  ["gemini, parametersJsonSchema", jsonSchemaDialect],
  ["gemini, parameters", openApiDialect],
];
const numRuns = Number(process.env["FC_RUNS"] ?? 200);

const schemaAndValues = jsonSchema.chain((schema) =>
  fc.tuple(fc.constant(schema), fc.array(valueFor(schema, schema), { minLength: 1, maxLength: 5 })),
);

/** Whether a value fits; undefined for a schema that refers to itself without end. */
function validator(schema: unknown): (value: unknown) => boolean | undefined {
  const whole = withNull(schema) as JsonSchema;
  const ajv = new Ajv2020({ strict: false, logger: false });
  return (value) => {
    try {
      return ajv.validate(whole, value);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  };
}

/** `nullable` of OpenAPI in the words of JSON Schema. */
function withNull(schema: unknown): unknown {
  return mapSchema(schema, (node) => {
    const { nullable, ...rest } = node;
    return nullable === true ? { anyOf: [rest, { type: "null" }] } : node;
  });
}

describe.each(dialects)("codecs of %s", (_, dialect) => {
  test("carry and restore every value", () => {
    const count = { restored: 0, recoded: 0 };
    const property = fc.property(schemaAndValues, ([schema, values]) => {
      const own = validator(schema);
      const encoded = encodeParameters(schema, dialect);
      const carrying = validator(encoded.schema);
      for (const value of values) {
        if (own(value) !== true) continue;
        const found = [...encodings(encoded, value)].find((carried) => carrying(carried) === true);
        if (found === undefined) {
          throw new Error(
            `${JSON.stringify(value)} of ${JSON.stringify(schema)} as ${JSON.stringify(encoded)}`,
          );
        }
        expect(canonical(decode(encoded, found))).toBe(canonical(value));
        count.restored++;
        if (isChanged(encoded.codec)) count.recoded++;
      }
    });
    fc.assert(property, { seed: 42, numRuns });
    // The generator reaches what it is for.
    expect(count.restored).toBeGreaterThan(numRuns);
    expect(count.recoded).toBeGreaterThan(
      dialect.tuples === "in place" && dialect.looseTypes ? -1 : numRuns / 40,
    );
  });

  test("restore only values of the schema, unless it says that more may come", () => {
    let restored = 0;
    const property = fc.property(jsonSchema, fc.gen(), (schema, generate) => {
      const encoded = encodeParameters(schema, dialect);
      if (encoded.changes.some(({ kind }) => kind === "wider")) return;
      const [own, carrying] = [validator(schema), validator(encoded.schema)];
      for (let i = 0; i < 3; i++) {
        const carried = generate(valueFor, encoded.schema, encoded.schema);
        if (carrying(carried) !== true) continue;
        const value = decode(encoded, carried);
        if (own(value) === false) {
          throw new Error(
            `${JSON.stringify(carried)} is ${JSON.stringify(value)}, not of ${JSON.stringify(schema)}: ${JSON.stringify(encoded)}`,
          );
        }
        restored++;
      }
    });
    fc.assert(property, { seed: 42, numRuns });
    expect(restored).toBeGreaterThan(numRuns / 10);
  });
});

function isChanged(codec: Codec): boolean {
  return codec.kind !== "same" && !(codec.kind === "input" && codec.codec.kind === "same");
}
