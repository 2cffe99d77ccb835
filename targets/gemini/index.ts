import type { Supports } from "../../src/ir/feature.ts";
import { codecFile, functionCarries } from "../../src/target/function.ts";
import { outputFolder } from "../../src/target/name.ts";
import type { Target } from "../../src/target/target.ts";
import { geminiDiagnostics, notesOf } from "./notes.ts";
import { geminiForm, jsonSchemaFunction, jsonSchemaTools, openApiFunction, openApiTools } from "./tool.ts";

const byHost = {
  level: "advisory",
  because: "a function tells the model what the skill is, and the program that answers the call runs it",
} as const;

const nothing = {
  level: "none",
  because: "a function cannot take ability away from the model that calls it",
} as const;

const supports: Supports = {
  prompt: byHost,
  "input.schema": { level: "full" },
  "output.schema": {
    level: "advisory",
    because: "the schema of a response describes what comes out and checks nothing",
  },
  tools: byHost,
  scripts: byHost,
  mcp: byHost,
  steps: byHost,
  state: byHost,
  "guard.rule": byHost,
  "guard.regex": byHost,
  "guard.judge": byHost,
  "guard.retry": byHost,
  "restrict.effect": nothing,
  "restrict.tools": nothing,
  "restrict.patterns": nothing,
  hooks: nothing,
};

/** The skill as one function declaration, with its schema in each of the two forms of the API. */
export const gemini: Target = {
  name: "gemini",
  summary: "the skill as one function declaration for the Gemini API",
  supports,
  emit(program) {
    const tools = jsonSchemaTools(program);
    if (tools.length === 0) return [];
    const own = openApiTools(program);
    const folder = outputFolder(program.name);
    return [
      { path: `${folder}/tools.json`, text: toolsFile(tools.map(jsonSchemaFunction)), layout: "generated" },
      { path: `${folder}/openapi.json`, text: toolsFile(own.map(openApiFunction)), layout: "generated" },
      ...codecFile(`${folder}/codec.json`, tools),
      ...codecFile(`${folder}/openapi-codec.json`, own),
    ];
  },
  carries: functionCarries(geminiForm, true),
  declared: geminiDiagnostics.declared,
  notes: notesOf,
};

/** What a request has as `tools`. */
function toolsFile(functionDeclarations: readonly unknown[]): string {
  return JSON.stringify([{ functionDeclarations }], undefined, 2);
}
