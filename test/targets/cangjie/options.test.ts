import { describe, expect, test } from "vitest";
import type { Program } from "../../../src/ir/program.ts";
import type { Skill } from "../../../src/ir/skill.ts";
import type { JsonSchema } from "../../../src/ir/type.ts";
import type { TargetOptions } from "../../../src/target/options.ts";
import { cangjie } from "../../../targets/cangjie/index.ts";
import { attributeProblems, promptsIn, structureProblems } from "../../helpers/cangjie.ts";
import {
  anywhere,
  lamWith,
  programWith,
  restrictTerm,
  restrictWith,
  skillWith,
} from "../../helpers/program.ts";
import { filesOf } from "./programs.ts";

function withSkill(parts: Partial<Skill>): Program {
  return programWith({ name: "review", term: lamWith(), skills: [skillWith({ name: "review", ...parts })] });
}

function sources(program: Program, options: TargetOptions = {}): Readonly<Record<string, string>> {
  const files = filesOf(program, undefined, options);
  for (const [path, text] of Object.entries(files)) {
    if (!path.endsWith(".cj")) continue;
    expect(structureProblems(text), path).toEqual([]);
    expect(attributeProblems(text), path).toEqual([]);
  }
  return files;
}

function codes(program: Program, options: TargetOptions): readonly string[] {
  return [...(cangjie.notes?.(program, options) ?? [])].map(({ code }) => code);
}

const verdict: JsonSchema = {
  type: "object",
  properties: {
    verdict: { type: "string", enum: ["pass", "fail"], description: "How it went." },
    "line-count": { type: "integer", minimum: 0, maximum: 9000 },
    score: { type: "number", exclusiveMinimum: 0 },
    notes: { type: "array", items: { type: "object", properties: { text: { type: "string" } } } },
    author: { type: "object", properties: { name: { type: ["string", "null"] } }, required: ["name"] },
    extra: { type: "object" },
  },
  required: ["verdict", "line-count", "score", "author"],
};

describe("types of JSON", () => {
  const review = withSkill({ output: { kind: "json", schema: verdict } });

  // Written by hand from the rules of `@jsonable`.
  test("are classes, innermost first, with conditions and names", () => {
    const { "src/types.cj": types = "", "src/main.cj": main = "" } = sources(review);
    expect(types.slice(types.indexOf("// The member notes"))).toBe(`// The member notes of ReviewOutput.
@jsonable
public class ReviewOutputNotesItem {
    public let text: Option<String>
}

// The member author of ReviewOutput.
@jsonable
public class ReviewOutputAuthor {
    public let name: Option<String>
}

// What review gives.
@jsonable
public class ReviewOutput {
    @field["How it went. One of: pass, fail."]
    @constraint[verdict == "pass" || verdict == "fail"]
    public let verdict: String
    @alias["line-count"]
    @constraint[line_count >= 0 && line_count <= 9000]
    public let line_count: Int64
    @constraint[score > 0.0]
    public let score: Float64
    public let notes: Option<Array<ReviewOutputNotesItem>>
    public let author: ReviewOutputAuthor
    public let extra: Option<JsonObject>
}
`);
    expect(main).toContain(`public func run(input: String): ReviewOutput {
    return ReviewOutput.fromJsonValue(JsonValue.fromStr(ReviewAgent().chat(input)))
}
`);
  });

  test("have other names in agentskills-runtime, and no conditions", () => {
    const types = sources(review, { dialect: "agentskills-runtime" })["src/types.cj"] ?? "";
    expect(types).toContain('    @jsonname["line-count"]\n    public let line_count: Int64\n');
    expect(types).not.toContain("@constraint");
  });

  test("are JSON text in magic-2025 where a member would need another name", () => {
    const files = sources(review, { dialect: "magic-2025" });
    expect(files).not.toHaveProperty("src/types.cj");
    expect(files["src/main.cj"]).toContain("public func run(input: String): String {");
    expect(codes(review, { dialect: "magic-2025" })).toContain("target/cangjie-type");
    expect(codes(review, {})).not.toContain("target/cangjie-type");
  });

  test("of the input are written as JSON", () => {
    const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
    const main = sources(withSkill({ input: { kind: "json", schema } }))["src/main.cj"] ?? "";
    expect(main).toContain(`public func run(input: ReviewInput): String {
    return ask(input.toJsonValue().toString())
}
`);
  });

  test.each<[string, JsonSchema]>([
    ["a choice", { anyOf: [{ type: "string" }, { type: "integer" }] }],
    ["a reference", { type: "object", properties: { a: { $ref: "#/$defs/a" } } }],
    ["several types", { type: ["string", "integer"] }],
    ["a tuple", { type: "array", prefixItems: [{ type: "string" }] }],
  ])("that have no class stay text: %s", (_, schema) => {
    const program = withSkill({ output: { kind: "json", schema } });
    expect(sources(program)["src/main.cj"]).toContain("public func run(input: String): String {");
    expect(codes(program, {})).toContain("target/cangjie-type");
  });
});

describe("MCP servers", () => {
  const scopes = [
    { name: "git/log", span: anywhere },
    { name: "web/find", span: anywhere },
  ];
  const program = withSkill({ mcpScopes: scopes });
  const mcp = { git: 'npx git-server "$HOME"', web: "https://a.b/mcp", other: "x" };

  test("that the configuration names are in the tools of the agent", () => {
    const main = sources(program, { mcp })["src/main.cj"] ?? "";
    expect(main).toContain(
      '    tools: [stdioMCP("npx git-server \\"\\$HOME\\""), httpMCP("https://a.b/mcp")]\n',
    );
    expect(main).toContain('    executor: "tool-loop:10",\n');
    expect(main).not.toContain("Add the servers");
  });

  test("have an attribute of their own in magic-2025", () => {
    const main = sources(program, { mcp, dialect: "magic-2025" })["src/main.cj"] ?? "";
    expect(main).toContain('    mcp: [stdio("npx git-server \\"\\$HOME\\""), http("https://a.b/mcp")]\n');
  });

  test("are the host's where nothing is known of them, or a restrict stands around the agent", () => {
    expect(sources(program)["src/main.cj"]).toContain("// Add the servers of these MCP scopes");
    const term = restrictTerm(restrictWith({ allow: [] }), lamWith());
    const restricted = { ...program, term };
    expect(sources(restricted, { mcp })["src/main.cj"]).not.toContain("stdioMCP");
  });
});

describe("skills in folders", () => {
  const bundled = [{ path: "references/a.md", source: "review/references/a.md" }];
  const parts: Partial<Skill> = {
    prompt: { kind: "text", text: "Read ${it}.\n" },
    about: { ...skillWith().about, bundled },
  };
  const folder = { skills: "folder" };

  test("are found by the agent below its package", () => {
    const files = sources(withSkill(parts), folder);
    expect(files["skills/review/SKILL.md"]).toMatch(/^---\nname: review\n[^]*---\nRead \$\{it\}\.\n$/);
    expect(files).toHaveProperty(["skills/review/references/a.md"]);
    expect(files["src/main.cj"]).toContain('    skillRoot: "./skills",\n    skillBuiltinTools: false\n');
    expect(promptsIn(files["src/main.cj"] ?? "")).toEqual([
      ["Use the available skills when one fits the task.\n"],
    ]);
    expect(codes(withSkill(parts), folder)).toEqual([]);
  });

  test.each<[string, Partial<Skill>, TargetOptions]>([
    ["the dialect has none", parts, { ...folder, dialect: "agentskills-runtime" }],
    ["the name is no folder's", { ...parts, name: "Review" }, folder],
    ["the description is too long", { ...parts, description: "x".repeat(1025) }, folder],
  ])("stay in the prompt, with a warning, where %s", (_, skill, options) => {
    const program = withSkill(skill);
    const files = sources(program, options);
    expect(Object.keys(files).filter((path) => path.startsWith("skills/"))).toEqual([]);
    expect(files["src/main.cj"]).toContain('"Read \\${it}.\\n"');
    expect(codes(program, options)).toContain("target/cangjie-skill-folder");
  });
});

test("a dialect is a compiler and a dependency", () => {
  const toml = (dialect: string): string => filesOf(withSkill({}), undefined, { dialect })["cjpm.toml"] ?? "";
  expect(toml("magic")).toContain('cjc-version = "1.1.0"');
  expect(toml("agentskills-runtime")).toContain('cjc-version = "1.0.5"');
  expect(toml("agentskills-runtime")).toContain('magic = { path = "../agentskills-runtime" }');
  expect(toml("magic-2025")).toContain('cjc-version = "1.0.0"');
});

test("a long description is cut in the AgentCard alone, and that is said", () => {
  const description = `${"建议".repeat(100)} end`;
  const program = withSkill({
    description,
    prompt: { kind: "ape", action: "a", purpose: "b", expectation: "c" },
  });
  const files = sources(program);
  const { agentCards } = JSON.parse(files["agent_config.json"] ?? "") as {
    agentCards: readonly { readonly description: string }[];
  };
  // 3 bytes for each character and for the ellipsis: 169 and 1 are 510 bytes, one more would be 513.
  expect(agentCards[0]?.description).toBe(`${description.slice(0, 169)}…`);
  expect(files["src/main.cj"]).toContain(description);
  expect(codes(program, {})).toEqual(["target/cangjie-agent-card"]);
});

test("a prompt that is one text is said to be plain, with how to structure it", () => {
  const [note] = cangjie.notes?.(withSkill({ prompt: { kind: "text", text: "Do it." } })) ?? [];
  expect(note?.code).toBe("target/cangjie-plain-prompt");
  expect(note?.help).toContain("prompt: {action: …, purpose: …, expectation: …}");
});

test("a parameter without a type, or with another name, is said", () => {
  const tool = {
    name: "Find",
    capabilities: [],
    risk: "low",
    confined: false,
    devices: {},
    parameters: {
      type: "object",
      properties: { type: { type: "string" }, any: { type: ["string", "integer"] } },
    },
  } as const;
  const program = programWith({
    term: lamWith({ tools: [tool] }),
    skills: [skillWith({ prompt: { kind: "text", text: "" }, tools: [{ name: "Find", span: anywhere }] })],
  });
  const messages = [...(cangjie.notes?.(program) ?? [])].map(({ code, message }) => `${code} ${message}`);
  expect(messages).toEqual([
    expect.stringMatching(/^target\/cangjie-parameter .*`type` of the tool `Find` is `type_` in Cangjie/),
    expect.stringMatching(
      /^target\/cangjie-parameter .*`any` of the tool `Find` is JSON text .* several types/,
    ),
  ]);
});

test("what a package carries", () => {
  const skill = skillWith({ version: "1.2.3" });
  const lost = (field: string, options: TargetOptions = {}): boolean =>
    cangjie.carries?.(field, skill, options) !== true;
  for (const field of ["name", "description", "version", "prompt", "interface.guard", "requires.tools"]) {
    expect(lost(field), field).toBe(false);
  }
  for (const field of ["license", "metadata.owner", "./references/a.md", "interface.cost_hint", "examples"]) {
    expect(lost(field), field).toBe(true);
  }
  expect(lost("license", { skills: "folder" })).toBe(false);
  expect(lost("./references/a.md", { skills: "folder" })).toBe(false);
});
