import { ToolSchema as ToolSchemaV1 } from "@modelcontextprotocol/sdk/types.js";
import { ToolSchema as ToolSchemaV2 } from "@modelcontextprotocol/core";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { features } from "../../../src/ir/feature.ts";
import type { EffectHint, Skill } from "../../../src/ir/skill.ts";
import type { JsonSchema, Type } from "../../../src/ir/type.ts";
import { str } from "../../../src/ir/type.ts";
import { decode, encodings } from "../../../src/target/schema/codec.ts";
import { layOut } from "../../../src/target/format.ts";
import { mcp } from "../../../targets/mcp/index.ts";
import type { McpTool } from "../../../targets/mcp/tool.ts";
import { toolsOf as toolsIn } from "../../../targets/mcp/tool.ts";
import { jsonSchema, valueFor } from "../../helpers/schema-generator.ts";
import { anywhere, lamWith, programWith, skillWith, toolWith } from "../../helpers/program.ts";

const json = (schema: JsonSchema): Type => ({ kind: "json", schema });
const uses = (...names: readonly string[]): Skill["tools"] => names.map((name) => ({ name, span: anywhere }));

function programOf(...skills: readonly Partial<Skill>[]): ReturnType<typeof programWith> {
  const [first, ...more] = skills.map((parts) => skillWith(parts));
  const all = first === undefined ? [] : [first, ...more];
  const tools = [
    toolWith("Read", ["fs.read"]),
    toolWith("Write", ["fs.write"]),
    toolWith("Fetch", ["net"]),
    toolWith("Shell", ["exec"]),
    toolWith("Add", ["kb.write"]),
    toolWith("Odd"),
  ];
  const program = programWith({ name: first?.name ?? "test", skills: all, term: lamWith(), tools });
  return more.length > 0 ? { ...program, name: "agent", whole: true } : program;
}

/** The tools of a program, which every client can list: both SDKs read them, and every schema compiles in both drafts. */
function toolsOf(...skills: readonly Partial<Skill>[]): readonly McpTool[] {
  const tools = mcp.emit(programOf(...skills)).flatMap(({ text }) => JSON.parse(text) as readonly McpTool[]);
  for (const tool of tools) {
    expect(ToolSchemaV1.safeParse(tool).error).toBeUndefined();
    expect(ToolSchemaV2.safeParse(tool).error).toBeUndefined();
    for (const schema of [tool.inputSchema, tool.outputSchema].filter((one) => one !== undefined)) {
      const settings = { strict: false, validateFormats: false, logger: false } as const;
      expect(() => new Ajv(settings).compile(schema), JSON.stringify(schema)).not.toThrow();
      expect(() => new Ajv2020(settings).compile(schema), JSON.stringify(schema)).not.toThrow();
    }
  }
  return tools;
}

function toolOf(skill: Partial<Skill>): McpTool {
  const [tool] = toolsOf(skill);
  if (tool === undefined) throw new Error("nothing was emitted");
  return tool;
}

const codesOf = (...skills: readonly Partial<Skill>[]): readonly string[] =>
  [...(mcp.notes?.(programOf(...skills)) ?? [])].map(({ code }) => code);

const wrapped = (key: string, schema: unknown, rest: object = {}): unknown => ({
  type: "object",
  properties: { [key]: schema },
  required: [key],
  additionalProperties: false,
  ...rest,
});

describe("the mcp target", () => {
  test("writes a skill as one tool", async () => {
    const files = await layOut(mcp.emit(programOf({ name: "a-skill", description: 'Says "hello".\n' })));
    expect(files.map(({ path }) => path)).toEqual(["a-skill/tools.json"]);
    expect(JSON.parse(files[0]?.text ?? "")).toEqual([
      {
        name: "a-skill",
        description: 'Says "hello".\n',
        inputSchema: wrapped("input", { type: "string" }),
        annotations: {
          readOnlyHint: false,
          destructiveHint: true,
          idempotentHint: false,
          openWorldHint: true,
        },
      },
    ]);
  });

  test("writes nothing for a restrict, and one tool for each skill of an agent", () => {
    expect(mcp.emit(programOf({ kind: "restrict" }))).toEqual([]);
    const names = toolsOf({ id: "a/x", name: "x" }, { kind: "restrict" }, { id: "b/x", name: "x" }).map(
      ({ name }) => name,
    );
    expect(names).toEqual(["x", expect.stringMatching(/^x_[0-9a-f]{8}$/)]);
  });

  test("writes nothing for a skill that only users start, and says so", () => {
    const flag = { key: "disable-model-invocation", text: "true", isJson: false, span: anywhere };
    const skill = { name: "deploy", about: { ...skillWith().about, others: [flag] } };
    expect(mcp.emit(programOf(skill))).toEqual([]);
    expect(codesOf(skill)).toEqual(["target/mcp-user-only"]);
    expect(mcp.carries?.("description", skillWith(skill))).toMatch(/only users start the skill$/);
    expect(toolsOf(skill, { name: "other" }).map(({ name }) => name)).toEqual(["other"]);
  });

  test("answers for every feature and every field", () => {
    expect(Object.keys(mcp.supports).toSorted()).toEqual([...features].toSorted());
    const schema = { type: "object" };
    const skill = skillWith({
      input: json(schema),
      output: json(schema),
      contract: { inputSchema: schema, outputSchema: schema, rest: {} },
    });
    const held = ["name", "description", "input_schema", "output_schema", "interface.output_type"];
    for (const field of held) expect(mcp.carries?.(field, skill), field).toBe(true);
    const lost = [
      "prompt",
      "./scripts/a.py",
      "requires.tools",
      "side_effects",
      "license",
      "metadata.owner",
      "steps",
    ];
    for (const field of lost) expect(mcp.carries?.(field, skill), field).toMatch(/^a tool has /);
    // What another key overrides, what has no form, and what says nothing.
    const other = { ...skill, name: "a b", input: str, output: str };
    for (const field of [...held.filter((one) => one !== "description")]) {
      expect(mcp.carries?.(field, other), field).toBeTypeOf("string");
    }
    expect(mcp.carries?.("name", skillWith({ kind: "restrict" }))).toMatch(
      /^a tool cannot take ability away/,
    );
  });
});

test("values travel without loss, through schemas that hold them", () => {
  const settings = { strict: false, validateFormats: false, logger: false } as const;
  const validators = [new Ajv(settings), new Ajv2020(settings)];
  const cases = jsonSchema.chain((schema) => fc.tuple(fc.constant(schema), valueFor(schema, schema)));
  let held = 0;
  const law = fc.property(cases, ([schema, value]) => {
    const [entry] = toolsIn(programOf({ input: json(schema), output: json(schema) }));
    if (entry === undefined || !isHeldBy(schema, value)) return;
    const { tool, input, output } = entry;
    for (const [codec, emitted] of [
      [input, tool.inputSchema],
      [output, tool.outputSchema ?? true],
    ] as const) {
      const [sent, ...others] = encodings({ codec }, value);
      expect(others).toEqual([]);
      expect(decode({ codec }, JSON.parse(JSON.stringify(sent)))).toEqual(value);
      for (const validator of validators) expect(validator.validate(emitted, sent)).toBe(true);
    }
    held++;
  });
  fc.assert(law, { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) });
  expect(held).toBeGreaterThan(60);
});

const author = new Ajv2020({ strict: false, validateSchema: false, logger: false });

function isHeldBy(schema: JsonSchema, value: unknown): boolean {
  try {
    return author.validate(schema, value);
  } catch {
    // It refers to itself alone.
    return false;
  }
}

const hint = (level: "pure" | "state" | "io" | "llm"): EffectHint => ({
  kind: "level",
  level,
  span: anywhere,
});
const record = (...io: readonly string[]): EffectHint => ({
  kind: "record",
  llm: [],
  io: uses(...io),
  state: [],
  span: anywhere,
});
const contract = (rest: Readonly<Record<string, unknown>>): Skill["contract"] => ({
  inputSchema: undefined,
  outputSchema: undefined,
  rest,
});

describe("hints", () => {
  //                                            read only, destructive, idempotent, open world
  const cases: readonly (readonly [string, Partial<Skill>, readonly boolean[]])[] = [
    ["nothing is declared", {}, [false, true, false, true]],
    ["pure", { effectHint: hint("pure") }, [true, false, true, false]],
    ["its own memory", { effectHint: hint("state") }, [false, false, false, false]],
    ["a key of memory", { effectHint: record(), stateKeys: uses("k") }, [false, false, false, false]],
    ["any capability", { effectHint: hint("io") }, [false, true, false, true]],
    ["anything", { effectHint: hint("llm") }, [false, true, false, true]],
    [
      "a hint that is unreadable",
      { effectHint: { kind: "invalid", written: "?", span: anywhere } },
      [false, true, false, true],
    ],
    ["reading files", { tools: uses("Read") }, [true, false, true, false]],
    ["grants alone", { allowedTools: uses("Read") }, [true, false, true, false]],
    ["no grant at all", { allowedTools: [] }, [true, false, true, false]],
    ["writing files", { tools: uses("Read", "Write") }, [false, true, false, false]],
    [
      "an optional tool counts",
      { tools: uses("Read"), optionalTools: uses("Write") },
      [false, true, false, false],
    ],
    [
      "a hint above the tools counts",
      { tools: uses("Read"), effectHint: record("fs.read", "fs.write") },
      [false, true, false, false],
    ],
    ["a knowledge base", { tools: uses("Add") }, [false, true, false, false]],
    ["the network", { tools: uses("Fetch") }, [false, true, false, true]],
    ["a process", { tools: uses("Shell") }, [false, true, false, true]],
    ["a tool without capabilities", { tools: uses("Odd") }, [false, true, false, true]],
    ["a tool that nobody knows", { tools: uses("Nobody") }, [false, true, false, true]],
    ["a scope of another server", { mcpScopes: uses("github/search") }, [false, true, false, true]],
    [
      "a script of a skill that declares only reading",
      {
        tools: uses("Read"),
        evidence: [
          {
            effect: { llm: none(), io: { kind: "finite", names: ["exec", "fs.write"] }, state: none() },
            from: "script",
            why: "runs a script",
            span: anywhere,
          },
        ],
      },
      [false, true, false, true],
    ],
    [
      "the network, for reading as the contract says",
      { tools: uses("Fetch"), contract: contract({ side_effects: [{ type: "external_api_read" }] }) },
      [true, false, true, true],
    ],
    [
      "no side effects, as the contract says",
      { tools: uses("Fetch"), contract: contract({ side_effects: [] }) },
      [true, false, true, true],
    ],
    [
      "writes that may be repeated",
      {
        tools: uses("Fetch"),
        contract: contract({ side_effects: [{ type: "external_api_write", idempotent: true }] }),
      },
      [false, true, true, true],
    ],
    [
      "one write that may not",
      {
        tools: uses("Fetch"),
        contract: contract({
          side_effects: [
            { type: "external_api_read", idempotent: true },
            { type: "external_api_write", idempotent: false },
          ],
        }),
      },
      [false, true, false, true],
    ],
    [
      "a contract that is idempotent",
      { tools: uses("Write"), contract: contract({ idempotency: true }) },
      [false, true, true, false],
    ],
    [
      "a contract with a key",
      { tools: uses("Write"), contract: contract({ idempotency: { idempotent: true, key: "id" } }) },
      [false, true, true, false],
    ],
    [
      "a contract of no form",
      { tools: uses("Write"), contract: contract({ side_effects: [null], idempotency: null }) },
      [false, true, false, false],
    ],
  ];

  test.each(cases)("of %s", (_, skill, [readOnlyHint, destructiveHint, idempotentHint, openWorldHint]) => {
    expect(toolOf(skill).annotations).toEqual({
      readOnlyHint,
      destructiveHint,
      idempotentHint,
      openWorldHint,
    });
  });
});

function none(): { readonly kind: "finite"; readonly names: readonly string[] } {
  return { kind: "finite", names: [] };
}

// Each line a failure that users of other servers and generators have reported.
describe("what broke the tools of others", () => {
  test.each([
    ["my.tool", /^my_tool_[0-9a-f]{8}$/],
    ["read file", /^read_file_[0-9a-f]{8}$/],
    ["搜索工具", /^skill_[0-9a-f]{8}$/],
    ["a".repeat(65), /^a{55}_[0-9a-f]{8}$/],
  ])("the name %s (codex#8174, crewAI#7624, mastra#6302)", (name, expected) => {
    expect(toolOf({ name }).name).toMatch(expected);
    expect(codesOf({ name })).toEqual(["target/mcp-renamed"]);
  });

  test("two names that become one (crewAI#7624, openai-agents-js#1935, onyx#9229)", () => {
    const names = toolsOf(
      { id: "1", name: "搜索工具" },
      { id: "2", name: "写入工具" },
      { id: "3", name: "a b" },
      { id: "4", name: "a_b" },
    ).map(({ name }) => name);
    expect(new Set(names).size).toBe(4);
  });

  test("a name with no room for the prefix of a host (codex#8174)", () => {
    expect(codesOf({ name: "n".repeat(49) })).toEqual(["target/mcp-long-name"]);
    expect(codesOf({ name: "n".repeat(48) })).toEqual([]);
  });

  test("a long description (openapi-mcp-server#23, claude-code#41593)", () => {
    expect(codesOf({ description: "😀".repeat(1025) })).toEqual(["target/mcp-long-description"]);
    expect(toolOf({ description: "😀".repeat(1025) }).description).toBe("😀".repeat(1025));
    expect(codesOf({ description: "😀".repeat(1024) })).toEqual([]);
  });

  test.each(["filter[id]", "$top", "@type", "k".repeat(65)])(
    "an argument called %s (composio#3500, appstore-connect-mcp#2)",
    (key) => {
      const input = json({ type: "object", properties: { [key]: { type: "string" } } });
      expect(codesOf({ input })).toEqual(["target/mcp-property-key"]);
      expect(toolOf({ input }).inputSchema["properties"]).toHaveProperty([key]);
    },
  );

  const inputs: readonly (readonly [string, JsonSchema, unknown, readonly string[]])[] = [
    [
      "no parameters (langchain-mcp-adapters#137, spring-ai#4776)",
      { type: "object" },
      { type: "object", properties: {} },
      [],
    ],
    [
      "a union outermost (cecli#281)",
      { type: "object", properties: { a: true }, anyOf: [{ required: ["a"] }] },
      wrapped("input", {
        type: "object",
        properties: { a: {} },
        anyOf: [{ required: ["a"], properties: { a: {} } }],
      }),
      [],
    ],
    [
      "a list outermost",
      { type: "array", items: { type: "string" } },
      wrapped("input", { type: "array", items: { type: "string" } }),
      [],
    ],
    [
      "a reference outermost",
      { $ref: "#/$defs/In", $defs: { In: { type: "object", properties: { q: { type: "string" } } } } },
      { type: "object", properties: { q: { type: "string" } } },
      [],
    ],
    [
      "true for a property, which fails the whole list of the first SDK",
      { type: "object", properties: { any: true } },
      { type: "object", properties: { any: {} } },
      [],
    ],
    [
      "required: null, which fails the whole list of both SDKs",
      { type: "object", required: null },
      { type: "object", properties: {} },
      ["target/mcp-wider"],
    ],
    [
      "definitions, which hosts strip (fastmcp#2861)",
      {
        type: "object",
        properties: { m: { $ref: "#/$defs/M", description: "Mode." } },
        $defs: { M: { type: "string", enum: ["a", "b"] } },
      },
      { type: "object", properties: { m: { description: "Mode.", type: "string", enum: ["a", "b"] } } },
      [],
    ],
    [
      "text beside a reference (openai-python#1637, langchain#26819)",
      {
        type: "object",
        properties: { m: { $ref: "#/$defs/M", description: "Own." } },
        $defs: { M: { type: "string", description: "Of M." } },
      },
      { type: "object", properties: { m: { type: "string", description: "Own." } } },
      [],
    ],
    [
      "recursion (adk-python#3870)",
      {
        type: "object",
        properties: { tree: { $ref: "#/$defs/T" } },
        $defs: {
          T: { type: "object", properties: { kids: { type: "array", items: { $ref: "#/$defs/T" } } } },
        },
      },
      {
        type: "object",
        properties: { tree: { $ref: "#/$defs/T" } },
        $defs: {
          T: { type: "object", properties: { kids: { type: "array", items: { $ref: "#/$defs/T" } } } },
        },
      },
      [],
    ],
    [
      "a tuple of draft 7 (ai#2271, hyperdx#2925)",
      {
        type: "object",
        properties: {
          at: { type: "array", items: [{ type: "number" }, { type: "number" }], additionalItems: false },
        },
      },
      { type: "object", properties: { at: { type: "array", items: { type: "number" }, maxItems: 2 } } },
      [],
    ],
    [
      "a tuple without items (fastcore#798)",
      {
        type: "object",
        properties: { at: { type: "array", prefixItems: [{ type: "number" }, { type: "string" }] } },
      },
      {
        type: "object",
        properties: { at: { type: "array", items: { anyOf: [{ type: "number" }, { type: "string" }, {}] } } },
      },
      ["target/mcp-wider"],
    ],
    [
      "an enum that may be null (php-sdk#298, fastmcp#2093, oh-my-pi#1835)",
      { type: "object", properties: { m: { type: ["string", "null"], enum: ["a", null] } } },
      { type: "object", properties: { m: { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] } } },
      [],
    ],
    [
      "a list that may be null (opencode#43494, mcp-server-excel#674)",
      { type: "object", properties: { l: { type: ["array", "null"], items: { type: "string" } } } },
      {
        type: "object",
        properties: { l: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] } },
      },
      [],
    ],
    [
      "an enum without a type (clawpatch#60, 9router#380)",
      { type: "object", properties: { m: { enum: ["a"] } } },
      { type: "object", properties: { m: { type: "string", enum: ["a"] } } },
      [],
    ],
    [
      "a required name that is not declared (probe#569, mcp-obsidian#105)",
      { type: "object", properties: {}, required: ["q"] },
      { type: "object", properties: { q: {} }, required: ["q"] },
      [],
    ],
    [
      "an exclusive bound of draft 4 (Dokploy/mcp#40)",
      { type: "object", properties: { n: { type: "integer", minimum: 0, exclusiveMinimum: true } } },
      { type: "object", properties: { n: { type: "integer", exclusiveMinimum: 0 } } },
      [],
    ],
    [
      "names that are texts (ai#20621, mastra#19273)",
      { type: "object", propertyNames: { type: "string" }, additionalProperties: { type: "string" } },
      { type: "object", properties: {}, additionalProperties: { type: "string" } },
      [],
    ],
    [
      "a constant without a type (zed#44875, google_workspace_mcp#1099)",
      { type: "object", properties: { k: { const: "x" } } },
      { type: "object", properties: { k: { type: "string", const: "x" } } },
      [],
    ],
    [
      "a pattern that looks ahead is kept: both drafts read it (pydantic-ai#5508)",
      { type: "object", properties: { p: { type: "string", pattern: "^(?!\\.\\.)" } } },
      { type: "object", properties: { p: { type: "string", pattern: "^(?!\\.\\.)" } } },
      [],
    ],
    [
      "branches that share properties (openai-agents-python#1884, openai-node#2152)",
      {
        type: "object",
        properties: { l: { type: "array", items: { oneOf: [{ const: 1 }, { type: "null" }] } } },
      },
      {
        type: "object",
        properties: {
          l: { type: "array", items: { oneOf: [{ type: "number", const: 1 }, { type: "null" }] } },
        },
      },
      [],
    ],
    [
      "a format that hosts do not know is kept, for those that do (git-mcp-server#47)",
      { type: "object", properties: { u: { type: "string", format: "uri" } } },
      { type: "object", properties: { u: { type: "string", format: "uri" } } },
      [],
    ],
    [
      "a dialect (vision-agents#413, promptfoo#6902)",
      { $schema: "http://json-schema.org/draft-07/schema#", type: "object", properties: {} },
      { type: "object", properties: {} },
      [],
    ],
  ];

  test.each(inputs)("input: %s", (_, schema, expected, codes) => {
    expect(toolOf({ input: json(schema) }).inputSchema).toEqual(expected);
    expect(codesOf({ input: json(schema) })).toEqual(codes);
  });

  test("a type that cannot be read breaks no list (trigger.dev#4939)", () => {
    const invalid: Type = { kind: "invalid", written: "Date", span: anywhere };
    const { inputSchema, outputSchema } = toolOf({ input: invalid, output: invalid });
    expect(inputSchema).toEqual(wrapped("input", {}));
    expect(outputSchema).toBeUndefined();
  });

  const outputs: readonly (readonly [string, Type, unknown, readonly string[]])[] = [
    ["a text has no schema", str, undefined, []],
    ["any JSON has none", json(true), undefined, []],
    [
      "an object",
      json({ type: "object", properties: { a: { type: "string" } } }),
      { type: "object", properties: { a: { type: "string" } } },
      [],
    ],
    [
      "a list outermost, for which clients refuse the whole list of tools (remnic#1844, orval#4126)",
      json({ type: "array", items: { type: "string" } }),
      wrapped("result", { type: "array", items: { type: "string" } }),
      [],
    ],
    ["a number", { kind: "int" }, wrapped("result", { type: "integer" }), []],
    [
      "a union of objects, which are objects",
      json({
        oneOf: [
          { type: "object", required: ["a"] },
          { type: "object", required: ["b"] },
        ],
      }),
      {
        type: "object",
        oneOf: [
          { type: "object", required: ["a"], properties: { a: {} } },
          { type: "object", required: ["b"], properties: { b: {} } },
        ],
      },
      [],
    ],
    [
      "a dialect of draft 7 (typescript-sdk#2721, claude-code#86142)",
      json({ $schema: "http://json-schema.org/draft-07/schema#", type: "object" }),
      { type: "object", properties: {} },
      [],
    ],
    [
      "a pattern or reference that does not compile fails the whole list of the first SDK (typescript-sdk#1175)",
      json({ type: "object", properties: { a: { pattern: "(" }, b: { $ref: "#/$defs/none" } } }),
      { type: "object", properties: { a: {}, b: {} } },
      ["target/mcp-wider"],
    ],
    [
      "a tuple, every right value of which the first SDK refuses",
      { kind: "tuple", items: [str, { kind: "int" }] },
      wrapped("result", {
        type: "array",
        items: { anyOf: [{ type: "string" }, { type: "integer" }, {}] },
        minItems: 2,
        maxItems: 2,
      }),
      ["target/mcp-wider"],
    ],
  ];

  test.each(outputs)("output: %s", (_, output, expected, codes) => {
    expect(toolOf({ output }).outputSchema).toEqual(expected);
    expect(codesOf({ output })).toEqual(codes);
  });
});
