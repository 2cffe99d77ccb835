import { describe, expect, test } from "vitest";
import type { Skill } from "../../../src/ir/skill.ts";
import type { JsonSchema, Type } from "../../../src/ir/type.ts";
import type { CodecTable } from "../../../src/target/schema/codec.ts";
import { decode } from "../../../src/target/schema/codec.ts";
import { anthropic } from "../../../targets/anthropic/index.ts";
import { lamWith, programWith, skillWith } from "../../helpers/program.ts";

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: Readonly<Record<string, unknown>>;
  readonly strict?: boolean;
}

const json = (schema: JsonSchema): Type => ({ kind: "json", schema });

function emitted(...skills: readonly Partial<Skill>[]): ReadonlyMap<string, unknown> {
  const program = programWith({ name: "test", skills: skills.map(skillWith), term: lamWith() });
  return new Map(anthropic.emit(program).map(({ path, text }) => [path, JSON.parse(text) as unknown]));
}

function toolOf(skill: Partial<Skill>): Tool {
  const [tool] = emitted(skill).get("test/tools.json") as readonly Tool[];
  if (tool === undefined) throw new Error("nothing was emitted");
  return tool;
}

function codesOf(...skills: readonly Partial<Skill>[]): readonly string[] {
  const program = programWith({ skills: skills.map(skillWith), term: lamWith() });
  return [...(anthropic.notes?.(program) ?? [])].map(({ code }) => code);
}

const closed = (properties: object): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

describe("the anthropic target", () => {
  test("wraps a text, and is strict where the schema allows", () => {
    expect(toolOf({ name: "notes", description: "Writes notes." })).toEqual({
      name: "notes",
      description: "Writes notes.",
      input_schema: closed({ input: { type: "string" } }),
      strict: true,
    });
    expect(codesOf({ name: "notes" })).toEqual([]);
  });

  test("a restrict is no tool", () => {
    expect(emitted({ kind: "restrict" }).size).toBe(0);
  });

  test("bounds keep a tool from being strict, and are kept themselves", () => {
    const input = json(closed({ count: { type: "integer", minimum: 1, maximum: 9 } }));
    expect(toolOf({ input }).strict).toBeUndefined();
    expect(JSON.stringify(toolOf({ input }).input_schema)).toContain('"minimum":1');
    expect(codesOf({ input })).toEqual(["target/anthropic-not-strict"]);
  });

  test("a key that the API refuses has another name, and the codec leads back", () => {
    const input = json(closed({ "filter[id]": { type: "string" } }));
    const files = emitted({ name: "list", input });
    const [tool] = files.get("test/tools.json") as readonly Tool[];
    const [key = ""] = Object.keys(tool?.input_schema["properties"] ?? {});
    expect(key).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
    const codecs = files.get("test/codec.json") as Readonly<Record<string, CodecTable>>;
    const { list } = codecs;
    if (list === undefined) throw new Error("there is no codec");
    expect(decode(list, { [key]: "a" })).toEqual({ "filter[id]": "a" });
    expect(codesOf({ name: "list", input })).toContain("target/anthropic-recoded");
  });

  test("a name that the API refuses is changed, and no two become one", () => {
    const names = ["näme", "n?me"].map((name) => toolOf({ name }).name);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(new Set(names).size).toBe(2);
    expect(codesOf({ name: "näme" })).toEqual(["target/anthropic-renamed"]);
  });

  test("schemas of oneOf that overlap accept more as anyOf, which is said", () => {
    const input = json(closed({ n: { oneOf: [{ type: "integer" }, { type: "number", minimum: 2 }] } }));
    expect(JSON.stringify(toolOf({ input }).input_schema)).not.toContain("oneOf");
    expect(codesOf({ input })).toContain("target/anthropic-wider");
  });

  test("a request has room for twenty strict tools", () => {
    const skills = Array.from({ length: 21 }, (_, i) => ({ name: `skill-${i}`, id: `skill-${i}` }));
    const tools = emitted(...skills).get("test/tools.json") as readonly Tool[];
    expect(tools.filter(({ strict }) => strict === true)).toHaveLength(20);
    expect(codesOf(...skills)).toEqual(["target/anthropic-not-strict"]);
  });
});
