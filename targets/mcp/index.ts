import type { Supports } from "../../src/ir/feature.ts";
import { outputFolder } from "../../src/target/name.ts";
import type { Target } from "../../src/target/target.ts";
import { carries } from "./carries.ts";
import { mcpDiagnostics, notesOf } from "./notes.ts";
import { toolsOf } from "./tool.ts";

const byServer = {
  level: "advisory",
  because: "a tool tells the client what the skill is, and the server that answers the call runs it",
} as const;

const nothing = {
  level: "none",
  because: "a tool cannot take ability away from the client that calls it",
} as const;

const supports: Supports = {
  prompt: byServer,
  "input.schema": { level: "full" },
  "output.schema": { level: "full" },
  tools: byServer,
  scripts: byServer,
  mcp: byServer,
  steps: byServer,
  state: byServer,
  "guard.rule": byServer,
  "guard.regex": byServer,
  "guard.judge": byServer,
  "guard.retry": byServer,
  "restrict.effect": nothing,
  "restrict.tools": nothing,
  "restrict.patterns": nothing,
  hooks: nothing,
};

/** The skill as one tool of the Model Context Protocol, as `tools/list` gives it. */
export const mcp: Target = {
  name: "mcp",
  summary: "the skill as one tool of the Model Context Protocol, with annotations from its effect",
  supports,
  emit(program) {
    const tools = toolsOf(program).map(({ tool }) => tool);
    if (tools.length === 0) return [];
    const text = JSON.stringify(tools, undefined, 2);
    return [{ path: `${outputFolder(program.name)}/tools.json`, text, layout: "generated" }];
  },
  carries,
  declared: mcpDiagnostics.declared,
  notes: notesOf,
};
