import type { Supports } from "../../src/ir/feature.ts";
import type { Target } from "../../src/target/target.ts";
import { configOf } from "./config.ts";
import { moduleText } from "./module.ts";
import { lambdagentDiagnostics, notesOf } from "./notes.ts";
import { basePath } from "./path.ts";
import { carries } from "./skill-data.ts";
import { yamlDocument } from "./yaml.ts";

const full = { level: "full" } as const;

const supports: Supports = {
  prompt: full,
  "input.schema": {
    level: "advisory",
    because: "lambdagent checks no input; the schema is kept in `SKILLS` of the module",
  },
  "output.schema": {
    level: "advisory",
    because: "lambdagent checks an output by its guard alone; the schema is kept in `SKILLS` of the module",
  },
  tools: {
    level: "advisory",
    because: "a `Lam` calls no tools by itself; a `react` agent or the caller of `build()` runs them",
  },
  scripts: {
    level: "advisory",
    because: "scripts stay in the folder of the skill, and only the prompt says how to run them",
  },
  mcp: { level: "advisory", because: "the address of an MCP server is not known to the skill" },
  steps: full,
  state: full,
  "guard.rule": full,
  "guard.regex": full,
  "guard.judge": full,
  "guard.retry": full,
  "restrict.effect": full,
  "restrict.tools": full,
  "restrict.patterns": {
    level: "advisory",
    because: "patterns are searched in the text of a call, which does not know what variables hold",
  },
  hooks: { level: "none", because: "the program of a hook is not translated" },
};

/** A Python module and an agent configuration for each program. */
export const lambdagent: Target = {
  name: "lambdagent",
  summary: "a Python module and an agent configuration for lambdagent",
  supports,
  emit(program) {
    const path = basePath(program);
    const { data } = configOf(program);
    return [
      { path: `${path}.py`, text: moduleText(program), layout: "verbatim" },
      ...(data === undefined
        ? []
        : [{ path: `${path}.yaml`, text: yamlDocument(data), layout: "verbatim" } as const]),
    ];
  },
  carries,
  declared: lambdagentDiagnostics.declared,
  notes: notesOf,
};
