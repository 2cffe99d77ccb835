import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Guard } from "../../../src/ir/guard.ts";
import type { Program } from "../../../src/ir/program.ts";
import type { Term } from "../../../src/ir/term.ts";
import type { Type } from "../../../src/ir/type.ts";
import { str } from "../../../src/ir/type.ts";
import { lambdagent } from "../../../targets/lambdagent/index.ts";
import { configGuard } from "../../../targets/lambdagent/validator.ts";
import { yamlDocument } from "../../../targets/lambdagent/yaml.ts";
import { guardOf } from "../../helpers/guards.ts";
import {
  anywhere,
  denyPattern,
  lamWith,
  programWith,
  restrictTerm,
  restrictWith,
  skillWith,
  toolWith,
} from "../../helpers/program.ts";

function configOf(program: Program): unknown {
  const file = lambdagent.emit(program).find(({ path }) => path.endsWith(".yaml"));
  return file === undefined ? undefined : parse(file.text);
}

function codesOf(program: Program): readonly string[] {
  return [...(lambdagent.notes?.(program) ?? [])].map(({ code, severity }) => `${severity} ${code}`);
}

const guarded = (guard: Guard, term: Term): Term => ({ kind: "guard", guard, term });
const model = { name: "claude-sonnet-4-20250514", temperature: 0, maxTokens: 1024 };

describe("the configuration", () => {
  test("of one prompt with tools, a guard and memory", () => {
    const program = programWith({
      name: "assignment-grader",
      term: guarded(guardOf("'verdict' in x or contains(x, '建议总评')", { retry: 1 }), {
        kind: "memory",
        keys: ["topic"],
        term: lamWith({ prompt: "Grade.\n", tools: [toolWith("ReadFile"), toolWith("search/find")] }),
      }),
    });
    expect(configOf(program)).toEqual({
      agentId: "assignment-grader",
      name: "assignment-grader",
      description: "Tests.",
      type: "simple",
      systemPrompt: "Grade.\n",
      model,
      mcp: { onlineTool: { search: ["find"] }, localTools: ["ReadFile"] },
      memory: { enabled: true, strategy: "local" },
      guard: { validator: "'verdict' in x or '建议总评' in x", retry: 1, fallback: "last" },
    });
    expect(codesOf(program)).toEqual([]);
  });

  test("of a react agent can always stop", () => {
    const program = programWith({
      term: lamWith({ tools: [toolWith("ReadFile")] }),
      agent: { type: "react", maxSteps: 7, provider: "openai" },
    });
    expect(configOf(program)).toMatchObject({
      type: "react",
      react: { maxSteps: 7 },
      model: { ...model, provider: "openai" },
      mcp: { localTools: ["ReadFile", "terminate"] },
    });
  });

  test("names the MCP tools of its skills that every restrict leaves", () => {
    const scope = { name: "search/find", span: anywhere };
    const skills = [skillWith({ mcpScopes: [scope, { name: "mail/send", span: anywhere }] })];
    expect(configOf(programWith({ skills, term: lamWith() }))).toMatchObject({
      mcp: { onlineTool: { search: ["find"], mail: ["send"] } },
    });
    const restricted = restrictTerm(restrictWith({ allow: ["search/find"] }), lamWith());
    expect(configOf(programWith({ skills, term: restricted }))).toMatchObject({
      mcp: { onlineTool: { search: ["find"] } },
    });
  });

  test("is described by the skill alone, or by the agent that has skills", () => {
    const agent = { name: "helper", description: "Helps." };
    const alone = programWith({ name: "test", agent, term: lamWith() });
    const whole = programWith({ name: "helper", agent, skills: [skillWith()], term: lamWith() });
    expect(configOf(alone)).toMatchObject({ name: "test", description: "Tests." });
    expect(configOf(whole)).toMatchObject({ name: "helper", description: "Helps." });
  });

  test("of steps is a chain, with the guards that fit", () => {
    const program = programWith({
      term: {
        kind: "compose",
        terms: [
          guarded(guardOf("'a' in x", { onFail: "error" }), lamWith({ name: "one", prompt: "One." })),
          guarded(guardOf("lines(x) > 2"), lamWith({ name: "two", prompt: "Two." })),
          lamWith({ name: "three", prompt: "Three." }),
        ],
      },
    });
    expect(configOf(program)).toMatchObject({
      type: "chain",
      chain: {
        steps: [
          { name: "one", prompt: "One.", guard: { validator: "'a' in x", retry: 0, fallback: "error" } },
          { name: "two", prompt: "Two." },
          { name: "three", prompt: "Three." },
        ],
      },
    });
    expect(codesOf(program)).toEqual(["info target/lambdagent-config-guard"]);
  });

  test("of prompts side by side, and of a router", () => {
    const a = lamWith({ name: "a", prompt: "A." });
    const b = lamWith({ name: "b", prompt: "B." });
    expect(configOf(programWith({ term: { kind: "par", terms: [a, b] } }))).toMatchObject({
      type: "parallel",
      parallel: {
        agents: [
          { name: "a", type: "simple", systemPrompt: "A." },
          { name: "b", type: "simple", systemPrompt: "B." },
        ],
        merge: "tuple",
      },
    });
    const route: Term = {
      kind: "route",
      classifier: lamWith({ prompt: "Which?" }),
      routes: [{ label: "yes", term: a }],
      default: b,
    };
    expect(configOf(programWith({ term: route }))).toMatchObject({
      type: "router",
      router: {
        classifier: { prompt: "Which?" },
        routes: { yes: { name: "a", systemPrompt: "A." } },
        default: { name: "b", systemPrompt: "B." },
      },
    });
  });

  test("of an agent with deny patterns switches lambdagent's own guard on, and says that it is not the same", () => {
    const restrict = restrictWith({ patterns: [denyPattern("rm", "ask"), denyPattern("mkfs", "deny")] });
    const program = programWith({ term: restrictTerm(restrict, lamWith()) });
    expect(configOf(program)).toMatchObject({
      guard: { dangerousCommandBlock: true, highRiskConfirmation: true },
    });
    expect(codesOf(program)).toEqual(["info target/lambdagent-config-restrict"]);
    const denying = restrictWith({ patterns: [denyPattern("mkfs", "deny")] });
    expect(configOf(programWith({ term: restrictTerm(denying, lamWith()) }))).toMatchObject({
      guard: { dangerousCommandBlock: true },
    });
  });

  test("leaves out a second guard and a judge", () => {
    const two = programWith({ term: guarded(guardOf("'a' in x"), guarded(guardOf("'b' in x"), lamWith())) });
    expect(configOf(two)).not.toHaveProperty("guard");
    expect(codesOf(two)).toEqual([
      "info target/lambdagent-config-guard",
      "info target/lambdagent-config-guard",
    ]);
    const judge: Guard = {
      kind: "judge",
      rubric: "Kind.",
      model: undefined,
      threshold: 0.5,
      retry: 0,
      ...{
        onFail: "last",
        merge: "nest",
        span: anywhere,
      },
    };
    expect(configOf(programWith({ term: guarded(judge, lamWith()) }))).not.toHaveProperty("guard");
  });

  test("is not written where the form has no such agent", () => {
    const nested: Term = { kind: "loop", body: lamWith(), maxSteps: 3 };
    const program = programWith({ term: nested });
    expect(configOf(program)).toBeUndefined();
    expect(codesOf(program)).toEqual(["info target/lambdagent-no-config"]);
    const alone = programWith({
      skills: [skillWith({ kind: "restrict" })],
      term: restrictTerm(restrictWith({}), lamWith({ prompt: "" })),
    });
    expect(configOf(alone)).toBeUndefined();
    expect(codesOf(alone)).toEqual([]);
  });
});

describe("a guard in a configuration", () => {
  const fits: readonly (readonly [string, string])[] = [
    ["'a' in x and not 'b' in x", "'a' in x and not 'b' in x"],
    ["contains(x, 'it\\'s')", `"it's" in x`],
    ["not contains(x, 'a')", "not 'a' in x"],
    ["contains(x, 'a') == True", "('a' in x) == True"],
    ["1 < len(x) < 10", "1 < len(x) < 10"],
    ["len(x) % 2 == 0", "len(x) % 2 == 0"],
    ["(len(x) + 1) * 2 > 4", "(len(x) + 1) * 2 > 4"],
    ["len(x) - (1 - 2) > 4", "len(x) - (1 - 2) > 4"],
    ["-len(x) // 2 < -3", "-len(x) // 2 < -3"],
    ["x[0] == '#'", "x[0] == '#'"],
    ["x[-1] == '.'", "x[-1] == '.'"],
    ["x[0:2] == 'ab' or x[2:] == 'c'", "x[0:2] == 'ab' or x[2:] == 'c'"],
    ["x in ['yes', 'no']", "x in ['yes', 'no']"],
    ["('a' in x or 'b' in x) and len(x) > 3", "('a' in x or 'b' in x) and len(x) > 3"],
    ["x == '\\n'", "x == '\\n'"],
    ["x", "x"],
  ];

  test.each(fits)("%s fits", (text, validator) => {
    expect(configGuard(guardOf(text))).toEqual({ validator });
  });

  const refused: readonly (readonly [string, RegExp])[] = [
    ["regex(x, 'a')", /`regex`/],
    ["count(x, 'a') > 1", /`count`/],
    ["lines(x) > 1", /`lines`/],
    ["words(x) > 1", /`words`/],
    ["has(x, 'a')", /`has`/],
    ["json_len(x) > 1", /`json_len`/],
    ["x.startswith('a')", /`\.startswith\(\)`/],
    ["'a' in x or x.lower() == 'b'", /`\.lower\(\)`/],
    ["len(x) * 9007199254740991 > 1", /any size/],
    ["len(x) / 0.5 > 1", /any size/],
  ];

  test.each(refused)("%s does not", (text, because) => {
    const judged = configGuard(guardOf(text));
    expect("because" in judged ? judged.because : "fits").toMatch(because);
  });

  const texts: readonly Type[] = [str, { kind: "any" }, { kind: "union", members: [{ kind: "int" }, str] }];
  const values: readonly Type[] = [
    { kind: "json", schema: true },
    { kind: "int" },
    { kind: "union", members: [{ kind: "int" }, { kind: "json", schema: true }] },
  ];

  test.each(texts)("fits where the output is text: %j", (input) => {
    expect(configGuard(guardOf("x == 'a'", { input }))).toEqual({ validator: "x == 'a'" });
  });

  test.each(values)("does not fit where the output is read as JSON: %j", (input) => {
    expect(configGuard(guardOf("x == 1", { input }))).toHaveProperty("because");
  });
});

describe("YAML", () => {
  test("of every kind of value is read back by YAML 1.2 and 1.1", () => {
    const data = {
      text: "on",
      on: "key",
      "a b": "é",
      empty: [],
      none: {},
      small: 1e-7,
      large: 1e21,
      half: 0.5,
      whole: 3,
      yes: true,
      list: ["a", { b: 1, c: ["d"] }, ["e"]],
    };
    expect(parse(yamlDocument(data))).toEqual(data);
    expect(parse(yamlDocument(data), { version: "1.1" })).toEqual(data);
  });
});
