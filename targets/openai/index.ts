import type { Supports } from "../../src/ir/feature.ts";
import { codecFile, functionCarries } from "../../src/target/function.ts";
import { outputFolder } from "../../src/target/name.ts";
import type { Target } from "../../src/target/target.ts";
import { openaiDiagnostics, notesOf } from "./notes.ts";
import { chatTool, openaiForm, openaiTools, responsesTool } from "./tool.ts";

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
    because:
      "Chat Completions has no place for it, and in Responses `output_schema` only describes the output",
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

/** The skill as one function, for Chat Completions and for Responses. */
export const openai: Target = {
  name: "openai",
  summary: "the skill as one function for OpenAI Chat Completions and Responses",
  supports,
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
