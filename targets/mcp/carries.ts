import type { Skill } from "../../src/ir/skill.ts";
import type { JsonSchema, Type } from "../../src/ir/type.ts";
import { mayModelInvoke } from "../../src/target/invocation.ts";
import type { Carries } from "../../src/target/target.ts";
import { hasOutputSchema, legalName } from "./tool.ts";

/** What only four hints are left of. */
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
export const carries: Carries = (field, skill) => {
  if (skill.kind === "restrict") return "a tool cannot take ability away from the client that calls it";
  if (!mayModelInvoke(skill)) return "it is the model that calls a tool, and only users start the skill";
  switch (field) {
    case "description":
    case "interface.input_type":
      return true;
    case "name":
      return legalName.test(skill.name) || `${JSON.stringify(skill.name)} is no name of a tool`;
    case "input_schema":
      return isSchemaOf(skill.input, skill.contract.inputSchema) || "`input_type` is what the tool takes";
    case "interface.output_type":
      return hasOutputSchema(skill.output) || "a text and any JSON are what every tool may give";
    case "output_schema":
      return isOutputSchema(skill) || "`output_type` is what the tool gives";
    default:
      return noPlaceFor(field);
  }
};

function isSchemaOf(type: Type, schema: JsonSchema | undefined): boolean {
  return type.kind === "json" && type.schema === schema;
}

function isOutputSchema({ output, contract }: Skill): boolean {
  return isSchemaOf(output, contract.outputSchema) && hasOutputSchema(output);
}

function noPlaceFor(field: string): string {
  if (hinted.has(field)) return "a tool has only four hints about what it may do";
  if (field.startsWith("./")) return "a tool has no files; `skillc serve` gives them as resources";
  if (/^(?:prompt|steps)(?:\.|$)/.test(field)) {
    return "a tool has no instructions; `skillc serve` gives them to who calls it";
  }
  return "a tool has no place for it";
}
