import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Program } from "../../../src/ir/program.ts";
import type { Skill } from "../../../src/ir/skill.ts";
import { schemaOf } from "../../../src/ir/type.ts";
import { guard } from "../../../src/guard/guard.ts";
import { isText } from "../../../src/guard/types.ts";
import { layOut } from "../../../src/target/format.ts";
import { typescript } from "../../../targets/typescript/index.ts";
import { withFolder } from "../../helpers/command.ts";
import { guardSource, inputType } from "../../helpers/guard-sources.ts";
import { text } from "../../helpers/guard-texts.ts";
import { guardOf } from "../../helpers/guards.ts";
import { anywhere, lamWith, programWith, skillWith } from "../../helpers/program.ts";
import { typeErrors } from "../../helpers/typescript.ts";
import { referenceValue } from "../../model/evaluate.ts";

const programOf = (parts: Partial<Skill>, name = "test"): Program =>
  programWith({ name, skills: [skillWith(parts)], term: lamWith() });

async function emitted(...programs: readonly Program[]): Promise<Readonly<Record<string, string>>> {
  const files = await Promise.all(programs.map(async (program) => layOut(typescript.emit(program))));
  return Object.fromEntries(files.flat().map(({ path, text: written }) => [path, written]));
}

/** Runs a module beside the files, with the types of `skill.ts` stripped, and gives what it prints as JSON. */
function run(files: Readonly<Record<string, string>>, script: string): unknown {
  return withFolder((folder) => {
    const all = { ...files, "main.mjs": script, "package.json": '{ "type": "module" }' };
    for (const [path, written] of Object.entries(all)) {
      const place = join(folder, path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, written);
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, "main.mjs")], {
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  });
}

const tricky = "`${1}` */ \"'\\ \u2028 </script> 漢字 😀 __proto__ \ud800";
const hostile: Partial<Skill> = {
  name: tricky,
  description: `One.\r\n${tricky}`,
  version: tricky,
  input: {
    kind: "json",
    schema: JSON.parse(
      `{"type":"object","properties":{"__proto__":{"type":"string","description":${JSON.stringify(tricky)}},${JSON.stringify(tricky)}:{"enum":[${JSON.stringify(tricky)}]}},"required":["__proto__"],"additionalProperties":false}`,
    ) as Record<string, unknown>,
  },
  output: {
    kind: "tuple",
    items: [{ kind: "int" }, { kind: "union", members: [{ kind: "str" }, { kind: "none" }] }],
  },
  tools: [{ name: tricky, span: anywhere }],
  optionalTools: [{ name: "Read", span: anywhere }],
};

describe("the modules of a skill", () => {
  test("compile with every strict option, whatever the texts", async () => {
    const output = { kind: "json", schema: { type: "object", required: ["a"] } } as const;
    const files = await emitted(
      programOf({}),
      programOf(hostile, "hostile"),
      programOf({ guard: guardOf("len(x) > 3", { retry: 2, onFail: "error" }) }, "error"),
      programOf({ guard: guardOf("has(x, 'a')", { input: output, retry: 1 }), output }, "last"),
      programOf(
        { guard: guardOf("'a' in x", { input: { kind: "any" }, onFail: "error" }), output: { kind: "any" } },
        "any",
      ),
    );
    expect(typeErrors(files)).toEqual([]);
    expect(
      Object.keys(files)
        .filter((path) => path.startsWith("error/"))
        .toSorted(),
    ).toEqual(["error/guard.d.ts", "error/guard.js", "error/handler.ts", "error/skill.ts"]);
  });

  test("refuse what is not of their types", async () => {
    const closed = (type: string) => ({
      type: "object",
      properties: { a: { type } },
      required: ["a"],
      additionalProperties: false,
    });
    const files = await emitted(
      programOf({
        input: { kind: "json", schema: closed("string") },
        output: { kind: "json", schema: closed("integer") },
        tools: [{ name: "ReadFile", span: anywhere }],
      }),
    );
    const wrong = [
      'import { handle } from "./test/handler.js";',
      'import type { Handler, Tools } from "./test/skill.js";',
      "declare const tools: Tools;",
      "export const wrongInput = handle({ a: 1 }, tools);",
      "export const noTool = handle({ a: 'x' }, {});",
      "export const wrongOutput: Handler = (input) => Promise.resolve({ a: input.a });",
      "export const right: Handler = (input) => Promise.resolve({ a: input.a.length });",
    ].join("\n");
    const lines = typeErrors({ ...files, "wrong.ts": wrong }).map((error) =>
      error.split(":").slice(0, 2).join(":"),
    );
    expect(lines).toEqual(["wrong.ts:4", "wrong.ts:5", "wrong.ts:6"]);
  });

  test("hold the texts and schemas as they are", async () => {
    const { transpileModule, ScriptTarget } = (await import("typescript")).default;
    const files = await emitted(programOf(hostile));
    const skill = transpileModule(files["test/skill.ts"] ?? "", {
      compilerOptions: { target: ScriptTarget.ES2022 },
    });
    const values = run(
      { "skill.mjs": skill.outputText },
      `import * as skill from "./skill.mjs"; console.log(JSON.stringify(skill));`,
    );
    const program = skillWith(hostile);
    expect(values).toEqual({
      name: program.name,
      description: program.description,
      version: program.version,
      inputSchema: schemaOf(program.input),
      outputSchema: schemaOf(program.output),
    });
  });

  test("are none for a restrict and for an agent with skills", () => {
    expect(typescript.emit(programOf({ kind: "restrict" }))).toEqual([]);
    expect(typescript.emit({ ...programOf({}), whole: true })).toEqual([]);
  });
});

describe("a guard", () => {
  test("answers as the reference evaluator", async () => {
    const sample = fc
      .sample(fc.tuple(guardSource, inputType, fc.array(text, { minLength: 8, maxLength: 8 })), {
        seed: 11,
        numRuns: Number(process.env["FC_RUNS"] ?? 150),
      })
      .map(([source, type, outputs]) => ({ checked: guard(source, type), source, outputs }))
      .filter(({ checked }) => checked.predicate.sound);
    const programs = sample.map(({ checked: { predicate, type } }, i) =>
      programOf(
        {
          output: type,
          guard: { kind: "rule", predicate, retry: 0, onFail: "error", merge: "nest", span: anywhere },
        },
        `g${i}`,
      ),
    );
    const files = await emitted(...programs);
    expect(typeErrors(files)).toEqual([]);
    const modules = Object.fromEntries(Object.entries(files).filter(([path]) => path.endsWith("/guard.js")));
    const script = `const outputs = ${JSON.stringify(sample.map(({ outputs }) => outputs))};
const answers = await Promise.all(outputs.map(async (list, i) => {
  const { guard } = await import(\`./g\${i}/guard.js\`);
  return list.map((output) => guard(output));
}));
console.log(JSON.stringify(answers));`;
    const expected = sample.map(({ checked, outputs }) =>
      outputs.map((output) => referenceValue(checked.predicate.expr, output, isText(checked.type))),
    );
    expect(expected.flat().length).toBeGreaterThan(500);
    expect(expected.flat()).toContain(true);
    expect(run(modules, script)).toEqual(expected);
  });

  test.each([
    [2, "last", ["no", "no", "yes!"], { calls: 3, output: "yes!" }],
    [2, "error", ["no", "yes!", "yes?"], { calls: 2, output: "yes!" }],
    [1, "last", ["no", "na"], { calls: 2, output: "na" }],
    [1, "error", ["no", "na"], { calls: 2, error: "The guard of test refuses the output." }],
    [0, "error", ["no"], { calls: 1, error: "The guard of test refuses the output." }],
  ] as const)("with retry %i and on_fail %s makes of %j %j", async (retry, onFail, outputs, answer) => {
    const { transpileModule, ScriptTarget } = (await import("typescript")).default;
    const files = await emitted(programOf({ guard: guardOf("len(x) > 3", { retry, onFail }) }));
    const skill = transpileModule(files["test/skill.ts"] ?? "", {
      compilerOptions: { target: ScriptTarget.ES2022 },
    });
    const script = `import { run } from "./skill.js";
const outputs = ${JSON.stringify(outputs)};
let calls = 0;
const handler = async () => outputs[calls++];
const answer = await run(handler, "", {}).then((output) => ({ calls, output }), (error) => ({ calls, error: error.message }));
console.log(JSON.stringify(answer));`;
    expect(run({ "skill.js": skill.outputText, "guard.js": files["test/guard.js"] ?? "" }, script)).toEqual(
      answer,
    );
  });

  test("that can change nothing has no function that asks it", async () => {
    const files = await emitted(programOf({ guard: guardOf("len(x) > 3") }));
    expect(files["test/skill.ts"]).not.toContain("function run");
    expect(files["test/skill.ts"]).toContain('export { guard } from "./guard.js";');
  });

  test("of a step is a function of its own", async () => {
    const step = { name: "look */ at it", prompt: "Look.", tools: [], span: anywhere };
    const files = await emitted(
      programOf({
        steps: [
          { ...step, guard: undefined },
          { ...step, guard: guardOf("'a' in x") },
        ],
      }),
    );
    expect(typeErrors(files)).toEqual([]);
    expect(files["test/guard-step-2.d.ts"]).toBe(
      "/** Whether an output of step `look *\\/ at it` is acceptable: 'a' in x */\nexport function guardStep2(output: string): boolean;\n",
    );
  });
});

test("a type that cannot follow its schema is noted at its place", () => {
  const schema = { type: "object", properties: { a: { $ref: "#/$defs/gone" } } };
  const notes = [...(typescript.notes?.(programOf({ output: { kind: "json", schema } })) ?? [])];
  expect(notes.map(({ code, message }) => [code, message])).toEqual([
    [
      "target/typescript-loose-type",
      "A part of the output type of `test` is `unknown` in TypeScript, because `$ref: #/$defs/gone` leads to no part of the schema.",
    ],
  ]);
});
