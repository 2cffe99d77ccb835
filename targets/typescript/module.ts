import type { SourceFile } from "ts-morph";
import { Project } from "ts-morph";
import { isText } from "../../src/guard/types.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Skill } from "../../src/ir/skill.ts";
import { toolNamed } from "../../src/ir/tool.ts";
import type { Type } from "../../src/ir/type.ts";
import { schemaOf } from "../../src/ir/type.ts";
import { javascriptComment, javascriptData, javascriptString } from "../../src/language/javascript.ts";
import { generatedBy, guardModules } from "./guards.ts";
import { typeTexts } from "./type.ts";

function sourceText(build: (file: SourceFile) => void): string {
  const file = new Project({ useInMemoryFileSystem: true }).createSourceFile("skill.ts");
  build(file);
  return file.getFullText();
}

/** `skill.ts`: what the skill is, its types and schemas, and what runs a handler under its guard. */
export function skillModule(skill: Skill, { catalogue }: Program): string {
  const text = sourceText((file) => {
    const modules = guardModules(skill);
    const run = runningUnder(skill);
    if (run !== undefined) {
      file.addImportDeclaration({ moduleSpecifier: "./guard.js", namedImports: ["guard"] });
    }
    addConstant(file, "name", javascriptString(skill.name));
    addConstant(file, "description", javascriptString(skill.description));
    if (skill.version !== undefined) addConstant(file, "version", javascriptString(skill.version));
    addType(file, "Input", skill.input, "What the skill takes.");
    addType(file, "Output", skill.output, "What the skill gives.");
    addSchema(file, "inputSchema", skill.input, "Input");
    addSchema(file, "outputSchema", skill.output, "Output");
    addTools(file, skill, catalogue);
    file.addTypeAlias({
      name: "Handler",
      isExported: true,
      type: "(input: Input, tools: Tools) => Promise<Output>",
      docs: ["A program that does what the skill does."],
    });
    if (run !== undefined) addRun(file, run);
    file.addExportDeclarations(
      modules.map(({ file: module, name }) => ({ moduleSpecifier: `./${module}.js`, namedExports: [name] })),
    );
  });
  // An import that is added goes before every comment.
  return `// ${generatedBy}\n\n${text}`;
}

/** `handler.ts`: a handler without a body. */
export function handlerModule(skill: Skill): string {
  return sourceText((file) => {
    file.addImportDeclaration({
      isTypeOnly: true,
      moduleSpecifier: "./skill.js",
      namedImports: ["Input", "Output", "Tools"],
    });
    file.addFunction({
      name: "handle",
      isExported: true,
      parameters: [
        { name: "input", type: "Input" },
        { name: "tools", type: "Tools" },
      ],
      returnType: "Promise<Output>",
      docs: [
        `${javascriptComment(skill.description)}\nCopy this file before you fill it in: it is written anew.`,
      ],
      statements: [
        `const asked = JSON.stringify({ input, tools: Object.keys(tools) });`,
        `return Promise.reject(new Error(${javascriptString(`${skill.name} has no handler yet: `)} + asked));`,
      ],
    });
  });
}

function addConstant(file: SourceFile, name: string, value: string, doc?: string): void {
  file.addStatements(`${doc === undefined ? "" : `\n/** ${doc} */\n`}export const ${name} = ${value};`);
}

function addType(file: SourceFile, name: string, type: Type, doc: string): void {
  const { text, aliases } = typeTexts(schemaOf(type), name);
  file.addTypeAlias({ name, isExported: true, type: text, docs: [doc] });
  for (const [alias, part] of aliases) file.addTypeAlias({ name: alias, isExported: true, type: part });
}

function addSchema(file: SourceFile, name: string, type: Type, of: string): void {
  const schema = `${javascriptData(schemaOf(type))} as const`;
  addConstant(file, name, schema, `JSON Schema 2020-12 of \`${of}\`.`);
}

/** A member for each tool that the skill names; an optional one may be missing. */
function addTools(
  file: SourceFile,
  { tools, optionalTools, steps }: Skill,
  catalogue: Program["catalogue"],
): void {
  const required = [...tools, ...steps.flatMap((step) => step.tools)].map(({ name }) => name);
  const optional = optionalTools.map(({ name }) => name).filter((name) => !required.includes(name));
  file.addInterface({
    name: "Tools",
    isExported: true,
    docs: ["The tools that the skill works with."],
    properties: [...new Set([...required, ...optional])].map((name) => {
      const { description, parameters } = toolNamed(name, catalogue);
      const { text } = typeTexts(parameters ?? {}, "Arguments");
      return {
        name: javascriptString(name),
        isReadonly: true,
        hasQuestionToken: !required.includes(name),
        type: `(call: ${text}) => Promise<unknown>`,
        docs: description === undefined ? [] : [javascriptComment(description)],
      };
    }),
  });
}

/** How a guard decides about the outputs of a handler. */
interface Running {
  readonly skill: string;
  readonly output: Type;
  /** Attempts in all. */
  readonly times: number;
  /** Whether an output that is refused at last is an error; else it is given as it is. */
  readonly isStrict: boolean;
}

/** Undefined where there is no guard, or where its answer would change nothing. */
function runningUnder({ guard, output, name }: Skill): Running | undefined {
  if (guard?.kind !== "rule" || !guard.predicate.sound) return undefined;
  const isStrict = guard.onFail === "error";
  return isStrict || guard.retry > 0 ? { skill: name, output, times: guard.retry + 1, isStrict } : undefined;
}

function addRun(file: SourceFile, running: Running): void {
  const { times, isStrict } = running;
  const often =
    times === 1
      ? "Runs a handler once"
      : `Runs a handler until \`guard\` accepts its output, ${times} times at most`;
  const end = isStrict
    ? "an output that is refused is an error"
    : "the last output is given even if it is refused";
  file.addFunction({
    name: "run",
    isExported: true,
    isAsync: true,
    parameters: [
      { name: "handler", type: "Handler" },
      { name: "input", type: "Input" },
      { name: "tools", type: "Tools" },
    ],
    returnType: "Promise<Output>",
    docs: [`${often}; ${end}.`],
    statements: runBody(running),
  });
}

function runBody({ skill, output, times, isStrict }: Running): string[] {
  const call = "await handler(input, tools)";
  const isRefused = `!guard(${textOf(output)})`;
  const refusal = javascriptString(`The guard of ${skill} refuses the output.`);
  return [
    times === 1 ? `const output = ${call};` : `let output = ${call};`,
    ...(times === 1 ? [] : [`for (let i = 1; i < ${times} && ${isRefused}; i++) output = ${call};`]),
    ...(isStrict ? [`if (${isRefused}) throw new Error(${refusal});`] : []),
    "return output;",
  ];
}

/** What a guard reads of an output: a text as it is where the guard is about a text, else its JSON. */
function textOf(type: Type): string {
  if (type.kind === "str") return "output";
  return isText(type)
    ? 'typeof output === "string" ? output : JSON.stringify(output)'
    : "JSON.stringify(output)";
}
