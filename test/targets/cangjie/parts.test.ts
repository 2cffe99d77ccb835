import { describe, expect, test } from "vitest";
import type { Program } from "../../../src/ir/program.ts";
import type { Prompt } from "../../../src/ir/skill.ts";
import type { Term } from "../../../src/ir/term.ts";
import type { JsonSchema, Type } from "../../../src/ir/type.ts";
import { choiceOf } from "../../../targets/cangjie/dialect.ts";
import { cangjie } from "../../../targets/cangjie/index.ts";
import { newScope } from "../../../targets/cangjie/names.ts";
import { notesOf } from "../../../targets/cangjie/notes.ts";
import { parametersOf } from "../../../targets/cangjie/parameter.ts";
import { attributeProblems, structureProblems } from "../../helpers/cangjie.ts";
import {
  anywhere,
  everything,
  lamWith,
  programWith,
  restrictTerm,
  restrictWith,
  skillWith,
  toolWith,
} from "../../helpers/program.ts";
import { emittersOf, filesOf, gitLog, ruleGuard, simpleGuards } from "./programs.ts";

function mainOf(term: Term, parts: Partial<Parameters<typeof programWith>[0]> = {}): string {
  const text = filesOf(programWith({ term, ...parts }))["src/main.cj"] ?? "";
  expect(structureProblems(text)).toEqual([]);
  expect(attributeProblems(text)).toEqual([]);
  return text;
}

function parametersIn(parameters: JsonSchema | undefined): ReturnType<typeof parametersOf> {
  const tool = toolWith("T", [], parameters === undefined ? {} : { parameters });
  return parametersOf(tool, { scope: newScope(), dialect: choiceOf().dialect, classes: [] });
}

describe("parameters of tools", () => {
  const one = (schema: JsonSchema, required = true): string | undefined =>
    parametersIn({ type: "object", properties: { a: schema }, required: required ? ["a"] : [] })[0]?.type;

  test.each<[JsonSchema, string]>([
    [{ type: "string" }, "String"],
    [{ type: "integer" }, "Int64"],
    [{ type: "number" }, "Float64"],
    [{ type: "boolean" }, "Bool"],
    [{ type: "array", items: { type: "integer" } }, "Array<Int64>"],
    [{ type: "array", items: { type: "array", items: { type: "string" } } }, "Array<Array<String>>"],
    [{ type: "object" }, "JsonObject"],
    [{ type: ["string", "null"] }, "Option<String>"],
    [{ enum: ["a", "b"] }, "String"],
    // No type of CangjieMagic holds these values, so they come as JSON text.
    [{ type: "array" }, "String"],
    [{ anyOf: [{ type: "string" }, { type: "integer" }] }, "String"],
    [true, "String"],
  ])("%j is %s", (schema, type) => {
    expect(one(schema)).toBe(type);
  });

  test("an optional one is an Option, once", () => {
    expect(one({ type: "integer" }, false)).toBe("Option<Int64>");
    expect(one({ type: ["integer", "null"] }, false)).toBe("Option<Int64>");
  });

  test("keywords and other illegal names are renamed, each to its own", () => {
    const properties = { type: {}, "a-b": {}, a_b: {}, public: {}, String: {}, "": {} };
    const list = parametersIn({ type: "object", properties });
    expect(list.map(({ name }) => name)).toEqual(["type_", "a_b", "a_b_", "public_", "String_", "__"]);
    expect(list.map(({ renamedFrom }) => renamedFrom)).toEqual([
      "type",
      "a-b",
      "a_b",
      "public",
      "String",
      "",
    ]);
  });

  test("no schema gives the whole arguments, a closed one nothing", () => {
    expect(parametersIn(undefined).map(({ name, type }) => `${name}: ${type}`)).toEqual([
      "arguments: JsonObject",
    ]);
    expect(parametersIn({ type: "object", properties: {} })).toEqual([]);
    expect(parametersIn({ type: "object", additionalProperties: false })).toEqual([]);
  });
});

describe("bodies of tools", () => {
  const bodyWith = (devices: Readonly<Record<string, string>>): string =>
    mainOf(lamWith({ tools: [{ ...gitLog, devices }] }));

  test("call the implementation that every device has", () => {
    const text = bodyWith({ watch: "gitLog", phone: "gitLog" });
    expect(text).toContain("    return gitLog(limit, path).toString()\n");
    expect(text).not.toContain("throw");
  });

  test("import it from its package", () => {
    const text = bodyWith({ watch: "host.git.gitLog" });
    expect(text).toContain("import host.git.gitLog\nimport magic.dsl.*\n");
    expect(text).toContain("    return gitLog(limit, path).toString()\n");
  });

  test.each([
    ["two implementations", { watch: "a", phone: "b" }],
    ["no identifier", { watch: 'x"); evil("' }],
    ["a keyword", { watch: "class" }],
    ["the tool itself", { watch: "GitLog" }],
    ["a parameter", { watch: "limit" }],
    ["a name of the package", { watch: "run" }],
  ])("throw for %s", (_, devices) => {
    expect(bodyWith(devices)).toContain(
      '    throw UnsupportedException("The tool GitLog is to be implemented by the host.")\n',
    );
  });
});

describe("terms", () => {
  const first = lamWith({ name: "reproduce", prompt: "One" });
  const second = lamWith({ name: "fix", prompt: "Two", maxCalls: 7 });

  test("steps without guards are a linear group", () => {
    const text = mainOf({ kind: "compose", terms: [first, second] });
    expect(text).toContain("    return (ReproduceAgent() |> FixAgent()).chat(AgentRequest(input)).content\n");
    expect(text).toContain('    executor: "naive",');
    expect(text).toContain('    executor: "react:7",');
  });

  test("steps with guards are asked in turn, each with its own attempts", () => {
    const terms: Term[] = [
      { kind: "guard", guard: ruleGuard("a", { retry: 2 }), term: first },
      { kind: "guard", guard: ruleGuard("b", { onFail: "error" }), term: second },
    ];
    const files = filesOf(programWith({ term: { kind: "compose", terms } }));
    const main = files["src/main.cj"] ?? "";
    expect(main).toContain("    return attempt2(attempt1(input))\n");
    expect(main).toContain("    for (_ in 0..3) {\n        output = ReproduceAgent().chat(input)\n");
    expect(main).toContain('    throw IllegalStateException("The guard refuses the output.")\n');
    // The support function is written once for both.
    expect(files["src/guard.cj"]?.match(/func isLong/g)).toHaveLength(1);
  });

  test("memory keeps one agent between calls", () => {
    const text = mainOf({ kind: "memory", keys: ["history"], term: lamWith() }, { name: "chat-bot" });
    expect(text).toContain("    memory: true");
    expect(text).toContain("let chatBotAgent = ChatBotAgent()\n");
    expect(text).toContain("    return chatBotAgent.chat(input)\n");
    expect(text).toContain("these keys are not kept apart: history.\n");
  });

  test("a router chooses by the classifier's answer", () => {
    const text = mainOf({
      kind: "route",
      classifier: lamWith({ name: "sort" }),
      routes: [{ label: "a$", term: first }],
      default: second,
    });
    expect(text).toContain(`func choose(input: String): String {
    let label = SortAgent().chat(input).trimAscii()
    return match (label) {
        case "a\\$" => ReproduceAgent().chat(input)
        case _ => FixAgent().chat(input)
    }
}`);
  });

  test("a guard without Cangjie text throws until the host writes it", () => {
    const term: Term = { kind: "guard", guard: ruleGuard("x\n*/ y"), term: lamWith() };
    const text = filesOf(programWith({ term }), () => ({ because: "it is new" }))["src/guard.cj"] ?? "";
    expect(structureProblems(text)).toEqual([]);
    expect(text).toContain(`// No Cangjie text, because it is new. To be implemented by the host:
// x
// */ y
func guard1(x: String): Bool {
    throw UnsupportedException("The guard guard1 is to be implemented by the host.")
}
`);
  });
});

describe("run", () => {
  const signature = (input: Type, output: Type): string =>
    /public func run.*\n.*\n/.exec(mainOf(lamWith(), { skills: [skillWith({ input, output })] }))?.[0] ?? "";

  test.each<
    [
      Type["kind"] & ("int" | "bool" | "float" | "str" | "any"),
      Type["kind"] & ("int" | "bool" | "float" | "str"),
      string,
      string,
    ]
  >([
    ["str", "str", "(input: String): String", "TestAgent().chat(input)"],
    ["any", "int", "(input: String): Int64", "Int64.parse(TestAgent().chat(input).trimAscii())"],
    ["int", "str", "(input: Int64): String", "ask(input.toString())"],
    ["bool", "bool", "(input: Bool): Bool", "Bool.parse(ask(input.toString()).trimAscii())"],
    // Cangjie prints a float with six places, which would lose some.
    ["float", "float", "(input: String): Float64", "Float64.parse(TestAgent().chat(input).trimAscii())"],
  ])("takes %s and gives %s", (input, output, types, body) => {
    expect(signature({ kind: input }, { kind: output })).toBe(
      `public func run${types} {\n    return ${body}\n`,
    );
  });

  test("a number needs std.convert", () => {
    const text = mainOf(lamWith(), { skills: [skillWith({ output: { kind: "int" } })] });
    expect(text).toContain("import std.convert.*\n");
  });
});

describe("restricts", () => {
  const tools = [toolWith("Read", ["fs.read"]), toolWith("Fetch", ["net"]), toolWith("Bash", ["exec"])];
  const ceiling = { ...everything, io: { kind: "finite", names: ["fs.read", "net"] } } as const;

  test("alone, it is a function that says which tools are left", () => {
    const files = filesOf(
      programWith({
        name: "careful",
        term: restrictTerm(restrictWith({ allow: ["Read", "Bash"] }), lamWith(), ceiling),
        skills: [skillWith({ kind: "restrict", name: "careful" })],
        tools,
      }),
    );
    expect(Object.keys(files).toSorted()).toEqual([
      "cjpm.toml",
      "permissions.json5",
      "src/guard_test.cj",
      "src/tool_guard.cj",
    ]);
    expect(structureProblems(files["src/tool_guard.cj"] ?? "")).toEqual([]);
    // Bash is listed and may do more than the ceiling; Fetch is below the ceiling and not listed.
    expect(files["src/tool_guard.cj"]).toContain(`func isPermitted(tool: String): Bool {
    return match (tool) {
        case "Read" => true
        case _ => false
    }
}

// What the restricts say of a call: "allow", "ask" or "deny". Deny beats ask.
public func toolGuard(tool: String, arguments: JsonObject): String {
    if (!isPermitted(tool)) {
        return "deny"
    }
    return "allow"
}
`);
  });

  test("that leaves nothing, it denies everything", () => {
    const term = restrictTerm(restrictWith({ allow: [] }), lamWith());
    expect(filesOf(programWith({ term, tools }))["src/tool_guard.cj"]).toContain(
      "func isPermitted(tool: String): Bool {\n    return false\n}\n",
    );
  });

  test("a tool that was removed is in no agent", () => {
    const term = restrictTerm(restrictWith({ allow: ["Read"] }), lamWith({ tools: tools.slice(0, 1) }));
    expect(mainOf(term, { tools })).toContain("    tools: [Read]\n");
  });
});

describe("notes", () => {
  const ape: Prompt = { kind: "ape", action: "a", purpose: "b", expectation: "c" };
  const open = emittersOf(() => ({ because: "it is new" }));
  const codes = (program: Program): readonly string[] =>
    [...notesOf(program, open, choiceOf())].map(({ code, severity }) => `${severity} ${code}`);

  test.each<[string, Term]>([
    ["a tool that starts other programs", lamWith({ tools: [toolWith("Bash", ["exec"])] })],
    ["a guard with an error", { kind: "guard", guard: ruleGuard("?", { sound: false }), term: lamWith() }],
    ["agents side by side", { kind: "par", terms: [lamWith(), lamWith()] }],
  ])("%s: no package, and a warning", (_, term) => {
    const program = programWith({ term });
    expect(filesOf(program, simpleGuards)).toEqual({});
    expect(cangjie.emit(program)).toEqual([]);
    expect(codes(program)).toEqual(["warning target/cangjie-no-package"]);
  });

  test("an open guard and a renamed tool are said", () => {
    const term: Term = {
      kind: "guard",
      guard: ruleGuard("x"),
      term: lamWith({ tools: [toolWith("github/search")] }),
    };
    const skills = [skillWith({ prompt: ape, tools: [{ name: "github/search", span: anywhere }] })];
    expect(codes(programWith({ term, skills }))).toEqual([
      "warning target/cangjie-guard",
      "info target/cangjie-renamed-tool",
    ]);
    const [, renamed] = notesOf(programWith({ term, skills }), open, choiceOf());
    expect(renamed?.message).toContain("`github_search`");
  });

  test("a plain program has none", () => {
    const skills = [skillWith({ prompt: ape })];
    expect(codes(programWith({ term: lamWith({ tools: [gitLog] }), skills }))).toEqual([]);
  });
});
