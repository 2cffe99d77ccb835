import type { Carries } from "../../src/target/target.ts";

/** Fields of a source that stand in `tools.json`, whole, or as a schema that clients read. */
const held = new Set([
  "name",
  "description",
  "input_schema",
  "output_schema",
  "interface.input_type",
  "interface.output_type",
]);

/** Fields of which only the hints are left. */
const hinted = new Set([
  "allowed-tools",
  "requires.tools",
  "requires.optional_tools",
  "requires.mcp_scopes",
  "interface.effect_hint",
  "interface.state_keys",
  "side_effects",
  "idempotency",
]);

/** What becomes of each field of a source in `tools.json`. */
export const carries: Carries = (field) => {
  const names = (fields: ReadonlySet<string>): boolean =>
    [...fields].some((name) => field === name || field.startsWith(`${name}.`));
  if (names(held)) return true;
  if (names(hinted)) return "an MCP tool has only four hints about what it may do";
  if (field.startsWith("./")) return "an MCP tool has no files; `skillc serve` gives them as resources";
  if (field === "prompt" || field.startsWith("prompt.")) {
    return "an MCP tool has no instructions; `skillc serve` gives them to who calls it";
  }
  return "an MCP tool has no place for it";
};
