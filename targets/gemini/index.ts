import { codecFile, functionCarries, functionSupports } from "../../src/target/function.ts";
import { outputFolder } from "../../src/target/name.ts";
import type { Target } from "../../src/target/target.ts";
import { geminiDiagnostics, notesOf } from "./notes.ts";
import { geminiForm, jsonSchemaFunction, jsonSchemaTools, openApiFunction, openApiTools } from "./tool.ts";

/** The skill as one function declaration, with its schema in each of the two forms of the API. */
export const gemini: Target = {
  name: "gemini",
  summary: "the skill as one function declaration for the Gemini API",
  supports: functionSupports(
    { noun: "function", caller: "model", answerer: "program" },
    {
      level: "advisory",
      because: "the schema of a response describes what comes out and checks nothing",
    },
  ),
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
