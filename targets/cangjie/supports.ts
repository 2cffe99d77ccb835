import type { Supports } from "../../src/ir/feature.ts";

const full = { level: "full" } as const;

/** What a package carries of a skill. */
export const supports: Supports = {
  prompt: full,
  "input.schema": {
    level: "advisory",
    because:
      "`run` takes a type of the package where the schema has one, and no keyword beyond types is checked",
  },
  "output.schema": {
    level: "advisory",
    because:
      "`run` returns a type of the package where the schema has one, and few keywords beyond types are checked",
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
  mcp: {
    level: "advisory",
    because:
      "the address of an MCP server is not known to the skill, and a server brings all its tools whatever a scope names",
  },
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
  "guard.judge": full,
  "guard.retry": full,
  "restrict.effect": full,
  "restrict.tools": full,
  "restrict.patterns": {
    level: "advisory",
    because:
      "they are searched in the arguments of tools of the package, and a tool that starts other programs is denied whatever its command is",
  },
  hooks: { level: "none", because: "the program of a hook is not translated" },
};
