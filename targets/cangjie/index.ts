import type { Supports } from "../../src/ir/feature.ts";
import { outputFolder } from "../../src/target/name.ts";
import type { Target } from "../../src/target/target.ts";
import { projectFile } from "./project.ts";
import { declared, notesOf } from "./notes.ts";
import { packageOf, sourceText } from "./source.ts";

const full = { level: "full" } as const;

const supports: Supports = {
  prompt: full,
  "input.schema": {
    level: "advisory",
    because: "the agent takes a text; the schema stands in a comment of the class",
  },
  "output.schema": {
    level: "advisory",
    because: "the agent answers with a text; the schema stands in a comment of the class",
  },
  tools: {
    level: "advisory",
    because: "the body of a `@tool` function is written by the host; until then a call throws",
  },
  scripts: { level: "none", because: "HarmonyOS has no permission to start a process" },
  mcp: { level: "advisory", because: "the address of an MCP server is not known to the skill" },
  steps: full,
  state: { level: "advisory", because: "CangjieMagic remembers the conversation, not single keys" },
  "guard.rule": {
    level: "advisory",
    because:
      "guards on JSON values and some functions have no Cangjie form yet; each that is left out is reported",
  },
  "guard.regex": {
    level: "none",
    because: "`std.regex` backtracks and gives up on long inputs, so a pattern could answer otherwise there",
  },
  "guard.judge": { level: "none", because: "a judge is not written for Cangjie yet" },
  "guard.retry": full,
  "restrict.effect": { level: "none", because: "an agent class cannot be narrowed from outside" },
  "restrict.tools": { level: "none", because: "an agent class cannot be narrowed from outside" },
  "restrict.patterns": { level: "none", because: "`std.regex` backtracks, so a pattern could miss a call" },
  hooks: { level: "none", because: "the program of a hook is not translated" },
};

/** A cjpm package for each program: project file, agent classes, tools, guards. */
export const cangjie: Target = {
  name: "cangjie",
  summary: "a cjpm package with agent, prompt, tools and guard for CangjieMagic",
  supports,
  // Facts: the declared permissions of HarmonyOS, API level 22. Files of the own sandbox need none.
  permissions: { net: ["ohos.permission.INTERNET"] },
  emit(program) {
    const folder = outputFolder(program.name);
    return [
      { path: `${folder}/cjpm.toml`, text: projectFile(program), layout: "verbatim" },
      { path: `${folder}/src/${packageOf(program)}.cj`, text: sourceText(program), layout: "verbatim" },
    ];
  },
  declared,
  notes: notesOf,
};
