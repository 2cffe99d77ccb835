import type { Supports } from "../../src/ir/feature.ts";
import { judgeReason, patternReason } from "./obstacle.ts";

const full = { level: "full" } as const;

/** What a package carries of a skill. */
export const supports: Supports = {
  prompt: full,
  "input.schema": {
    level: "advisory",
    because:
      "`run` takes text, whole numbers and truth values, takes the rest as JSON text, and checks no schema",
  },
  "output.schema": {
    level: "advisory",
    because:
      "`run` returns text, numbers and truth values, returns the rest as JSON text, and checks no schema",
  },
  tools: {
    level: "advisory",
    because:
      "the package declares each tool with its parameters, and the host writes the body unless the catalogue names one",
  },
  scripts: {
    level: "none",
    because:
      "an application for HarmonyOS may not start another program, so no script is put into the package",
  },
  mcp: { level: "advisory", because: "the address of an MCP server is not known to the skill" },
  steps: full,
  state: {
    level: "advisory",
    because: "the agent remembers the conversation while the program runs, and does not keep the keys apart",
  },
  "guard.rule": {
    level: "advisory",
    because:
      "a guard that depends on the case of letters beyond ASCII has no Cangjie text, and throws until the host writes it",
  },
  "guard.regex": full,
  "guard.judge": { level: "none", because: judgeReason },
  "guard.retry": full,
  "restrict.effect": full,
  "restrict.tools": full,
  "restrict.patterns": { level: "none", because: patternReason },
  hooks: { level: "none", because: "the program of a hook is not translated" },
};
