import { codecFile, functionCarries, functionSupports } from "../../src/target/function.ts";
import { outputFolder } from "../../src/target/name.ts";
import type { Target } from "../../src/target/target.ts";
import { anthropicDiagnostics, notesOf } from "./notes.ts";
import { anthropicForm, anthropicTools, messageTool } from "./tool.ts";

const noOutput = "a tool of the Messages API has no place for what comes out";

/** The skill as one tool of the Messages API. */
export const anthropic: Target = {
  name: "anthropic",
  summary: "the skill as one tool for Anthropic's Messages API",
  supports: functionSupports(
    { noun: "tool", caller: "model", answerer: "program" },
    { level: "advisory", because: noOutput },
  ),
  emit(program) {
    const tools = anthropicTools(program);
    if (tools.length === 0) return [];
    const folder = outputFolder(program.name);
    const text = JSON.stringify(tools.map(messageTool), undefined, 2);
    return [
      { path: `${folder}/tools.json`, text, layout: "generated" },
      ...codecFile(`${folder}/codec.json`, tools),
    ];
  },
  carries: functionCarries(anthropicForm, noOutput),
  declared: anthropicDiagnostics.declared,
  notes: notesOf,
};
