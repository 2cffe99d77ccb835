import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import type { Program } from "../../../src/ir/program.ts";
import { judgePrompt } from "../../../src/target/judge.ts";
import { attributeProblems, lexCangjie, promptsIn, structureProblems } from "../../helpers/cangjie.ts";
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
import { cardProblems } from "./card-schema.ts";
import { filesOf, ruleGuard } from "./programs.ts";

const hostile = [
  "",
  "$",
  "${x}",
  "${",
  "\\${x}",
  '"""\n',
  '"',
  "\\",
  '\\"',
  "'",
  '#"raw"#',
  "*/ /* // @agent[",
  "a\rb\r\nc\n",
  "\u0000\u0001\u0007\u001b\u007f\u0085\u00a0\u2028\u2029\ufeff\uffff",
  "\ud800",
  "\u{1f642} 建议总评 e\u0301 \u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u202eabc",
  "\\u{41} \\x41",
  "__proto__",
  "type",
  "\n".repeat(20_000),
  "x".repeat(100_000),
  '$"\\'.repeat(33_000),
];

/** The text goes wherever a text of a skill goes. */
function programOf(text: string, ape: boolean): Program {
  const tool = toolWith(text, [text], {
    description: text,
    parameters: {
      type: "object",
      properties: Object.fromEntries([
        ["plain", { type: "string", description: text }],
        [text, { enum: [text] }],
      ]),
      required: [text],
    },
    devices: { watch: text },
  });
  return programWith({
    name: text,
    term: restrictTerm(
      restrictWith({ patterns: [denyPattern("a+b", "ask", { tools: [text], field: text })] }),
      {
        kind: "guard",
        guard: { ...ruleGuard(""), kind: "judge", rubric: text, model: `m${text}`, threshold: 0.5 },
        term: {
          kind: "guard",
          guard: ruleGuard(text),
          term: {
            kind: "memory",
            keys: [text],
            term: lamWith({ name: text, model: `m${text}`, prompt: text, tools: [tool] }),
          },
        },
      },
    ),
    tools: [tool],
    skills: [
      skillWith({
        name: text,
        description: text,
        version: text,
        output: {
          kind: "json",
          schema: {
            type: "object",
            properties: {
              [text]: { type: "string", description: text, enum: [text] },
              n: { type: "integer" },
            },
            required: [text],
          },
        },
        prompt: ape
          ? { kind: "ape", action: text, purpose: text, expectation: text }
          : { kind: "text", text },
        mcpScopes: [{ name: text, span: anywhere }],
      }),
    ],
    permissionDiff: [{ change: "withheld", what: "tool", name: text, skill: text, because: text }],
  });
}

function check(text: string): void {
  const whole = text.toWellFormed();
  for (const ape of [false, true]) {
    const files = filesOf(programOf(text, ape), () => ({ because: text }));
    expect(Object.keys(files).toSorted()).toEqual([
      "agent_config.json",
      "cjpm.toml",
      "permissions.json5",
      ...["guard", "guard_test", "main", "tool_guard", "types"].map((name) => `src/${name}.cj`),
    ]);
    const main = files["src/main.cj"] ?? "";
    for (const [path, source] of Object.entries(files)) {
      if (!path.endsWith(".cj")) continue;
      expect(structureProblems(source), path).toEqual([]);
      expect(attributeProblems(source), path).toEqual([]);
    }
    for (const path of ["tool_guard", "types"]) {
      expect(literalsIn(files[`src/${path}.cj`] ?? ""), path).toContain(whole);
    }
    const [judge = []] = promptsIn(files["src/guard.cj"] ?? "");
    expect(judge.join("")).toBe(judgePrompt + whole);
    expect(cardProblems(JSON.parse(files["agent_config.json"] ?? ""))).toEqual([]);
    const [prompt = []] = promptsIn(main);
    expect(ape ? prompt : [prompt.join("")]).toEqual(ape ? [whole, whole, whole] : [whole]);
    expect(literalsIn(main)).toContain(whole);
    expect(declarations(main)).toEqual(
      declarations(filesOf(programOf(text === "" ? "" : "benign", ape))["src/main.cj"] ?? ""),
    );
  }
}

function literalsIn(source: string): readonly string[] {
  return lexCangjie(source).tokens.flatMap(({ value }) => (value === undefined ? [] : [value]));
}

/** What a source declares, without the names: no text adds a declaration. */
function declarations(source: string): readonly string[] {
  const { tokens } = lexCangjie(source);
  return tokens.flatMap(({ kind, text }) =>
    (kind === "keyword" && /^(?:func|class|let|import|package|throw)$/.test(text)) || text === "@"
      ? [text]
      : [],
  );
}

describe("no text breaks out", () => {
  test.each(
    hostile.map((text) => [text.length > 40 ? `${text.slice(0, 10)}… (${text.length})` : text, text]),
  )("%j", (_, text) => {
    check(text);
  });

  test("of any text", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({
        unit: fc.constantFrom("$", "{", "}", '"', "\\", "\n", "\r", "/", "*", "@", "x", "\ud800"),
      }),
    );
    fc.assert(fc.property(text, check), { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 100) });
  });

  test("the project file is TOML whose strings are the texts", () => {
    for (const text of hostile) {
      const toml = filesOf(programOf(text, false))["cjpm.toml"] ?? "";
      const literal = /^description = ("[^\n]*")$/m.exec(toml)?.[1] ?? "";
      // A basic string without \U and \e is also a YAML double-quoted scalar and, but for DEL, JSON.
      expect(parseDocument(literal).toJS() as unknown, literal.slice(0, 40)).toBe(text.toWellFormed());
      expect(toml.split("\n")).toHaveLength(10);
    }
  });
});
