import fc from "fast-check";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { accepts } from "../../../src/types/accepts.ts";
import { typeTexts } from "../../../targets/typescript/type.ts";
import { jsonSchema, valueFor } from "../../helpers/schema-generator.ts";
import { typeErrors } from "../../helpers/typescript.ts";

/** As the type of `Input`, laid out on one line, its aliases behind it. */
async function typeOf(schema: unknown): Promise<string> {
  const { text, aliases } = typeTexts(schema, "Input");
  const lines = [["Input", text] as const, ...aliases].map(([name, type]) => `type ${name} = ${type};`);
  const pretty = await format(lines.join("\n"), { parser: "typescript", printWidth: 1000 });
  return pretty.replaceAll(/\n\s*/g, " ").replaceAll("type Input = ", "").replaceAll("readonly ", "").trim();
}

describe("the type of a schema", () => {
  test.each<[unknown, string]>([
    [true, "unknown;"],
    [{}, "unknown;"],
    [false, "never;"],
    [{ not: {} }, "never;"],
    [{ type: "string", minLength: 3 }, "string;"],
    [{ type: "integer" }, "number;"],
    [{ type: ["string", "null"] }, "string | null;"],
    [{ enum: ["a", 1, null, true] }, '"a" | 1 | null | true;'],
    [{ const: { a: [1] } }, "{ a: [1] };"],
    [{ type: "array" }, "unknown[];"],
    [{ type: "array", items: { type: ["string", "number"] } }, "(string | number)[];"],
    [
      { type: "array", prefixItems: [{ type: "string" }, {}], minItems: 1 },
      "[string, unknown?, ...unknown[]];",
    ],
    [{ type: "array", prefixItems: [{ type: "string" }], items: false }, "[string?];"],
    [{ type: "object", additionalProperties: false }, "Readonly<Record<string, never>>;"],
    [{ type: "object", additionalProperties: { type: "number" } }, "{ [key: string]: number };"],
    [
      {
        type: "object",
        properties: { a: { type: "number" }, "b-c": {} },
        required: ["a", "d"],
        additionalProperties: false,
      },
      '{ a: number; "b-c"?: unknown; d: unknown };',
    ],
    [{ type: "object", properties: { a: { type: "number" } } }, "{ a?: number; [key: string]: unknown };"],
    [
      { anyOf: [{ type: "object", properties: {}, additionalProperties: false }, { type: "string" }] },
      "Readonly<Record<string, never>> | string;",
    ],
    [
      {
        type: "object",
        additionalProperties: false,
        properties: { a: {}, b: {} },
        oneOf: [{ required: ["a"] }, { required: ["b"] }],
      },
      "{ a?: unknown; b?: unknown } & ({ a: unknown; [key: string]: unknown } | { b: unknown; [key: string]: unknown });",
    ],
    [{ allOf: [{ type: "string" }, { maxLength: 2 }] }, "string;"],
    // Nothing says that it is an object.
    [
      { required: ["a"] },
      "{ a: unknown; [key: string]: unknown } | unknown[] | string | number | boolean | null;",
    ],
    [
      {
        type: "object",
        additionalProperties: false,
        properties: { a: { $ref: "#/$defs/node" } },
        $defs: { node: { type: "array", items: { $ref: "#/$defs/node" } } },
      },
      "{ a?: InputNode }; type InputNode = InputNode[];",
    ],
    [{ type: "array", items: { $ref: "#" } }, "Input[];"],
    [{ $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { type: "string" } } }, "string;"],
    // It says nothing of a value, and TypeScript refuses a type that is itself.
    [{ $ref: "#" }, "unknown;"],
    [{ anyOf: [{ $ref: "#" }, { type: "string" }] }, "unknown;"],
  ])("%j is %s", async (schema, type) => {
    expect(await typeOf(schema)).toBe(type);
  });

  test("carries descriptions as comments that nothing in them can end", async () => {
    const properties = { a: { type: "string", description: "One */ evil()\n/* two\u2028three" } };
    const { text } = typeTexts({ type: "object", properties, additionalProperties: false }, "Input");
    const pretty = await format(`type Input = ${text};`, { parser: "typescript" });
    expect(pretty).toContain("/** One *\\/ evil() /* two three */");
  });

  test("says where it holds more for want of an answer, and stays small", () => {
    const reference = (to: string) => typeTexts({ type: "array", items: { $ref: to } }, "Input").loose;
    expect(reference("#/$defs/gone")).toEqual(["`$ref: #/$defs/gone` leads to no part of the schema"]);
    expect(reference("https://example.org/x.json")).toHaveLength(1);
    let deep: unknown = { type: "string" };
    for (let i = 0; i < 100; i++) deep = { type: "array", items: deep };
    expect(typeTexts(deep, "Input").loose).toEqual(["the schema is very large"]);
    // Each definition names the next one twice: written out, it would have 2^40 parts.
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `d${i}`,
        { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
      ]),
    );
    const wide = typeTexts({ $ref: "#/$defs/d0", $defs: { ...$defs, d40: { type: "string" } } }, "Input");
    expect(wide.text.length).toBeLessThan(100_000);
  });

  test("holds every value that the schema accepts", () => {
    const cases = fc.sample(
      jsonSchema.chain((schema) =>
        fc.tuple(fc.constant(schema), fc.array(valueFor(schema, schema), { minLength: 4, maxLength: 4 })),
      ),
      { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 400) },
    );
    let accepted = 0;
    const files = cases.map(([schema, values], i): [string, string] => {
      const { text, aliases } = typeTexts(schema, "Input");
      const fitting = values.filter((value) => accepts(schema, value) === true);
      accepted += fitting.length;
      const lines = [
        "declare function given<const T>(value: T): T;",
        `type Input = ${text};`,
        ...[...aliases].map(([name, type]) => `type ${name} = ${type};`),
        `export const values: readonly Input[] = [${fitting.map((value) => `given(${JSON.stringify(value)})`).join(", ")}];`,
      ];
      return [`case-${i}.ts`, lines.join("\n")];
    });
    expect(accepted).toBeGreaterThan(400);
    expect(
      typeErrors(Object.fromEntries(files)).map(
        (error) => `${error}\n${files[Number(/\d+/.exec(error)?.[0])]?.[1]}`,
      ),
    ).toEqual([]);
  });
});
