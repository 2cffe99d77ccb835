import { codecFile, functionCarries, functionSupports } from "../../src/target/function.ts";
import { outputFolder } from "../../src/target/name.ts";
import type { Target } from "../../src/target/target.ts";
import { openaiDiagnostics, notesOf } from "./notes.ts";
import { chatTool, openaiForm, openaiTools, responsesTool } from "./tool.ts";

/** The skill as one function, for Chat Completions and for Responses. */
export const openai: Target = {
  name: "openai",
  summary: "the skill as one function for OpenAI Chat Completions and Responses",
  supports: functionSupports(
    { noun: "function", caller: "model", answerer: "program" },
    {
      level: "advisory",
      because:
        "Chat Completions has no place for it, and in Responses `output_schema` only describes the output",
    },
  ),
  emit(program) {
    const tools = openaiTools(program);
    if (tools.length === 0) return [];
    const folder = outputFolder(program.name);
    return [
      { path: `${folder}/chat.json`, text: json(tools.map(chatTool)), layout: "generated" },
      { path: `${folder}/responses.json`, text: json(tools.map(responsesTool)), layout: "generated" },
      ...codecFile(`${folder}/codec.json`, tools),
    ];
  },
  carries: functionCarries(openaiForm, true),
  declared: openaiDiagnostics.declared,
  notes: notesOf,
};

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
