import { describe, expect, test } from "vitest";
import type { Skill } from "../../../src/ir/skill.ts";
import type { JsonSchema, Type } from "../../../src/ir/type.ts";
import type { CodecTable } from "../../../src/target/schema/codec.ts";
import { decode } from "../../../src/target/schema/codec.ts";
import { gemini } from "../../../targets/gemini/index.ts";
import { lamWith, programWith, skillWith } from "../../helpers/program.ts";

interface Declaration {
  readonly name: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly parametersJsonSchema?: Readonly<Record<string, unknown>>;
}

const json = (schema: JsonSchema): Type => ({ kind: "json", schema });

function emitted(skill: Partial<Skill>): ReadonlyMap<string, unknown> {
  const program = programWith({ name: "test", skills: [skillWith(skill)], term: lamWith() });
  return new Map(gemini.emit(program).map(({ path, text }) => [path, JSON.parse(text) as unknown]));
}

function declared(skill: Partial<Skill>, file: "tools" | "openapi"): Declaration {
  const tools = emitted(skill).get(`test/${file}.json`) as readonly {
    readonly functionDeclarations: readonly Declaration[];
  }[];
  const first = tools[0]?.functionDeclarations[0];
  if (first === undefined) throw new Error("nothing was emitted");
  return first;
}

function codesOf(skill: Partial<Skill>): readonly string[] {
  const program = programWith({ skills: [skillWith(skill)], term: lamWith() });
  return [...new Set([...(gemini.notes?.(program) ?? [])].map(({ code }) => code))];
}

const objectOf = (properties: object): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

describe("the gemini target", () => {
  test("declares a skill in both forms of the API", () => {
    const skill = { name: "notes", description: "Writes notes." };
    expect(declared(skill, "openapi")).toEqual({
      ...skill,
      parameters: { type: "OBJECT", properties: { input: { type: "STRING" } }, required: ["input"] },
    });
    expect(declared(skill, "tools").parametersJsonSchema).toMatchObject({
      type: "object",
      properties: { input: { type: "string" } },
      required: ["input"],
    });
    expect(codesOf(skill)).toEqual([]);
  });

  test("a restrict is no function", () => {
    expect(emitted({ kind: "restrict" }).size).toBe(0);
  });

  test("a name has to start with a letter or an underscore", () => {
    expect(declared({ name: "2-notes" }, "tools").name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
    expect(codesOf({ name: "2-notes" })).toEqual(["target/gemini-renamed"]);
  });

  test("what the API has no words for makes the schema wider, which is said", () => {
    const input = json(objectOf({ n: { type: "integer", multipleOf: 5 } }));
    expect(JSON.stringify(declared({ input }, "tools"))).not.toContain('"multipleOf"');
    expect(codesOf({ input })).toEqual(["target/gemini-wider"]);
  });

  test("a map travels as a list of entries in the older form, and the codec restores it", () => {
    const input = json(objectOf({ labels: { type: "object", additionalProperties: { type: "string" } } }));
    const codecs = emitted({ name: "list", input }).get("test/openapi-codec.json") as Readonly<
      Record<string, CodecTable>
    >;
    const { list } = codecs;
    if (list === undefined) throw new Error("there is no codec");
    const entries = { type: "ARRAY", items: { required: ["key", "value"] } };
    expect(declared({ name: "list", input }, "openapi").parameters?.["properties"]).toMatchObject({
      labels: { type: "OBJECT", properties: { entries } },
    });
    const call = { labels: { entries: [{ key: "a", value: "b" }] } };
    expect(decode(list, call)).toEqual({ labels: { a: "b" } });
    expect(codesOf({ input })).toContain("target/gemini-recoded");
  });

  test("a list of long texts may be too complex", () => {
    const names = Array.from({ length: 500 }, (_, i) => `a-rather-long-name-of-a-country-${i}`);
    const input = json(objectOf({ country: { type: "string", enum: names } }));
    expect(codesOf({ input })).toContain("target/gemini-complex");
  });

  test("an output that the older form has no words for is not described there", () => {
    const output = json({ type: "object", properties: { any: {} }, required: ["any"] });
    expect(codesOf({ output })).toContain("target/gemini-no-output");
    expect("response" in declared({ output }, "openapi")).toBe(false);
  });
});
