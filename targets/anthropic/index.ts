import type { Supports } from "../../src/ir/feature.ts";
import { codecFile, functionCarries } from "../../src/target/function.ts";
import { outputFolder } from "../../src/target/name.ts";
import type { Target } from "../../src/target/target.ts";
import { anthropicDiagnostics, notesOf } from "./notes.ts";
import { anthropicForm, anthropicTools, messageTool } from "./tool.ts";

const byHost = {
  level: "advisory",
  because: "a tool tells the model what the skill is, and the program that answers the call runs it",
} as const;

const nothing = {
  level: "none",
  because: "a tool cannot take ability away from the model that calls it",
} as const;

const noOutput = "a tool of the Messages API has no place for what comes out";

const supports: Supports = {
  prompt: byHost,
  "input.schema": { level: "full" },
  "output.schema": { level: "advisory", because: noOutput },
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

/** The skill as one tool of the Messages API. */
export const anthropic: Target = {
  name: "anthropic",
  summary: "the skill as one tool for Anthropic's Messages API",
  supports,
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
