import { functionSupports } from "../../src/target/function.ts";
import { outputFolder } from "../../src/target/name.ts";
import type { Target } from "../../src/target/target.ts";
import { carries } from "./carries.ts";
import { mcpDiagnostics, notesOf } from "./notes.ts";
import { toolsOf } from "./tool.ts";

/** The skill as one tool of the Model Context Protocol, as `tools/list` gives it. */
export const mcp: Target = {
  name: "mcp",
  summary: "the skill as one tool of the Model Context Protocol, with annotations from its effect",
  supports: functionSupports({ noun: "tool", caller: "client", answerer: "server" }, { level: "full" }),
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
