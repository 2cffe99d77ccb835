import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { Skill } from "../../../src/ir/skill.ts";
import type { JsonSchema, Type } from "../../../src/ir/type.ts";
import { str } from "../../../src/ir/type.ts";
import type { CodecTable } from "../../../src/target/schema/codec.ts";
import { decode } from "../../../src/target/schema/codec.ts";
import { layOut } from "../../../src/target/format.ts";
import { openai } from "../../../targets/openai/index.ts";
import { strictProblems } from "../../../targets/openai/strict.ts";
import { lamWith, programWith, skillWith } from "../../helpers/program.ts";

interface Emitted {
  readonly name: string;
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  readonly strict: boolean;
  readonly output_schema?: unknown;
}

function emitted(skill: Partial<Skill>): { readonly chat: Emitted; readonly responses: Emitted } {
  const program = programWith({ name: "test", skills: [skillWith(skill)], term: lamWith() });
  const [chat, responses] = openai.emit(program).map(({ text }) => JSON.parse(text) as unknown[]);
  const [chatTool] = (chat ?? []) as { readonly type: string; readonly function: Emitted }[];
  const [responsesTool] = (responses ?? []) as (Emitted & { readonly type: string })[];
  if (chatTool === undefined || responsesTool === undefined) throw new Error("nothing was emitted");
  expect([chatTool.type, responsesTool.type]).toEqual(["function", "function"]);
  return { chat: chatTool.function, responses: responsesTool };
}

function codesOf(...skills: readonly Partial<Skill>[]): readonly string[] {
  const program = programWith({ skills: skills.map(skillWith), term: lamWith() });
  return [...(openai.notes?.(program) ?? [])].map(({ code }) => code);
}

const json = (schema: JsonSchema): Type => ({ kind: "json", schema });
const closed = {
  type: "object",
  properties: { q: { type: "string" } },
  required: ["q"],
  additionalProperties: false,
};
const wrapped = (input: unknown, rest: object = {}): unknown => ({
  type: "object",
  properties: { input },
  required: ["input"],
  additionalProperties: false,
  ...rest,
});

describe("the openai target", () => {
  test("writes a skill as one function for each API", () => {
    const program = programWith({ name: "a-skill", term: lamWith() });
    expect(openai.emit(program).map(({ path, layout }) => [path, layout])).toEqual([
      ["a-skill/chat.json", "generated"],
      ["a-skill/responses.json", "generated"],
    ]);
    const { chat, responses } = emitted({ name: "a-skill", description: 'Says "hello".\n' });
    const common = {
      name: "a-skill",
      description: 'Says "hello".\n',
      parameters: wrapped({ type: "string" }),
      strict: true,
    };
    expect(chat).toEqual(common);
    expect(responses).toEqual({ type: "function", ...common });
  });

  test("writes nothing for a restrict", () => {
    const restrict = skillWith({ kind: "restrict" });
    expect(openai.emit(programWith({ skills: [restrict], term: lamWith() }))).toEqual([]);
  });

  test("writes one function for each skill of an agent", () => {
    const skills = [
      skillWith({ id: "a/x", name: "x" }),
      skillWith({ kind: "restrict" }),
      skillWith({ id: "b/x", name: "x" }),
    ];
    const [chat] = openai.emit(programWith({ name: "agent", skills, term: lamWith() }));
    const names = (JSON.parse(chat?.text ?? "") as { function: Emitted }[]).map((tool) => tool.function.name);
    expect(names).toHaveLength(2);
    expect(names[0]).toBe("x");
    expect(names[1]).toMatch(/^x_[0-9a-f]{8}$/);
  });

  const parameters: readonly (readonly [string, Type, unknown, boolean])[] = [
    ["a text", str, wrapped({ type: "string" }), true],
    ["a number", { kind: "float" }, wrapped({ type: "number" }), true],
    ["anything", { kind: "any" }, wrapped({}), false],
    [
      "a union",
      { kind: "union", members: [str, { kind: "int" }] },
      wrapped({ anyOf: [{ type: "string" }, { type: "integer" }] }),
      true,
    ],
    ["any JSON", json(true), wrapped({}), false],
    ["a closed object", json(closed), closed, true],
    ["an open object, which stays open", json({ type: "object" }), { type: "object", properties: {} }, false],
    [
      "an object with an optional property",
      json({ ...closed, required: [] }),
      { ...closed, required: [] },
      false,
    ],
    [
      "a dialect, which says nothing about values",
      json({ $schema: "https://json-schema.org/draft/2020-12/schema", ...closed }),
      closed,
      true,
    ],
    [
      "definitions, which stay outermost",
      json({ type: "array", items: { $ref: "#/$defs/T" }, $defs: { T: { type: "string" } } }),
      wrapped({ type: "array", items: { $ref: "#/$defs/T" } }, { $defs: { T: { type: "string" } } }),
      true,
    ],
    [
      "values that look like references",
      json({ type: "array", items: { type: "object", enum: [{ $ref: "#", type: "array" }] } }),
      wrapped({
        type: "array",
        items: { type: "object", properties: {}, enum: [{ $ref: "#", type: "array" }] },
      }),
      false,
    ],
  ];

  test.each(parameters)("takes %s", (_, input, expected, strict) => {
    const { chat, responses } = emitted({ input });
    expect(chat.parameters).toEqual(expected);
    expect(responses.parameters).toEqual(expected);
    expect([chat.strict, responses.strict]).toEqual([strict, strict]);
    expect(strictProblems(chat.parameters).length === 0).toBe(strict);
    expect(() => new Ajv2020({ strict: false }).compile(chat.parameters)).not.toThrow();
    expect(codesOf({ input })).toEqual(strict ? [] : ["target/openai-not-strict"]);
  });

  test("a tuple travels as an object of its places, and the codec makes a list of it", () => {
    const input: Type = { kind: "tuple", items: [str, { kind: "int" }] };
    const program = programWith({ name: "t", skills: [skillWith({ name: "t", input })], term: lamWith() });
    const files = new Map(openai.emit(program).map(({ path, text }) => [path, JSON.parse(text) as unknown]));
    const places = { item1: { type: "string" }, item2: { type: "integer" } };
    expect(emitted({ input }).chat).toMatchObject({
      parameters: { properties: { input: { type: "object", properties: places } } },
      strict: true,
    });
    const { t: codec } = files.get("t/codec.json") as Readonly<Record<string, CodecTable>>;
    if (codec === undefined) throw new Error("there is no codec");
    expect(decode(codec, { input: { item1: "a", item2: 1 } })).toEqual(["a", 1]);
    expect(codesOf({ input })).toEqual(["target/openai-recoded"]);
  });

  test("branches that are the same are one", () => {
    const { parameters: merged, strict } = emitted({
      input: json({ type: "object", anyOf: [closed, closed] }),
    }).chat;
    expect([merged, strict]).toEqual([closed, true]);
  });

  test("schemas of oneOf that overlap accept more as anyOf, which is said", () => {
    const either = { oneOf: [{ type: "integer" }, { type: "number", minimum: 2 }] };
    const input = json({ ...closed, properties: { q: either } });
    expect(JSON.stringify(emitted({ input }).chat.parameters)).not.toContain("oneOf");
    expect(codesOf({ input })).toContain("target/openai-wider");
  });

  test("an output that would have to be recoded is not described", () => {
    const output: Type = { kind: "tuple", items: [str, { kind: "int" }] };
    expect(emitted({ output }).responses).not.toHaveProperty("output_schema");
    expect(codesOf({ output })).toEqual(["target/openai-no-output"]);
  });

  test("a request takes 128 functions", () => {
    const skills = Array.from({ length: 129 }, (_, i) => ({ id: `skill-${i}`, name: `skill-${i}` }));
    expect(codesOf(...skills.slice(0, 128))).toEqual([]);
    expect(codesOf(...skills)).toEqual(["target/openai-many-functions"]);
  });

  test.each<JsonSchema>([
    { anyOf: [{ type: "null" }, { type: "array", items: { $ref: "#" }, maxItems: 2 }] },
    {
      anyOf: [{ type: "null" }, { type: "array", items: { $ref: "#" } }],
      $defs: { T: { type: "array", items: { $ref: "#/anyOf/1" } } },
    },
  ])("accepts the same inputs as a schema that refers to itself: %j", (tree) => {
    const own = new Ajv2020({ strict: false }).compile(tree);
    const moved = new Ajv2020({ strict: false }).compile(emitted({ input: json(tree) }).chat.parameters);
    for (const value of [null, [], [null], [[null], []], [[], [], []], 1, [1]]) {
      expect(moved({ input: value })).toBe(own(value));
    }
  });

  test("says what comes out where that is not a text", () => {
    expect(emitted({ output: str }).responses).not.toHaveProperty("output_schema");
    expect(emitted({ output: { kind: "any" } }).responses).not.toHaveProperty("output_schema");
    expect(emitted({ output: { kind: "int" } }).responses.output_schema).toEqual({ type: "integer" });
    const { chat, responses } = emitted({ output: json(closed) });
    expect(responses.output_schema).toEqual(closed);
    expect(chat).not.toHaveProperty("output_schema");
  });

  const names = ["a b", "搜索工具", "搜索", "x".repeat(65), "x".repeat(66), "", "a.b", "a/b"];

  test("renames what OpenAI refuses, and never two to one", () => {
    const renamed = names.map((name) => emitted({ name }).chat.name);
    for (const name of renamed) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(new Set(renamed).size).toBe(names.length);
    expect(names.map((name) => emitted({ name }).chat.name)).toEqual(renamed);
    expect(codesOf({ name: "a b" })).toEqual(["target/openai-renamed"]);
    for (const name of ["a", "A_b-9", "x".repeat(64)]) {
      expect(emitted({ name }).chat.name).toBe(name);
      expect(codesOf({ name })).toEqual([]);
    }
  });

  test("keeps a long description and says that Chat Completions refuses it", () => {
    const description = "é".repeat(1025);
    expect(emitted({ description }).chat.description).toBe(description);
    expect(codesOf({ description })).toEqual(["target/openai-long-description"]);
    expect(codesOf({ description: "\u{1f642}".repeat(1024) })).toEqual([]);
  });

  test("keeps hostile texts and keys through the layout", async () => {
    const description = '"\\\u2028\u2029\u0000</script> ${x} `\ud800';
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}, "a\\"\\n":{"type":"null"}}}',
    ) as JsonSchema;
    const files = await layOut(
      openai.emit(
        programWith({ skills: [skillWith({ description, input: json(schema) })], term: lamWith() }),
      ),
    );
    for (const { text } of files) {
      const [tool] = JSON.parse(text) as (Emitted & { function?: Emitted })[];
      expect((tool?.function ?? tool)?.description).toBe(description);
      expect(JSON.stringify((tool?.function ?? tool)?.parameters)).toBe(JSON.stringify(schema));
    }
  });
});
