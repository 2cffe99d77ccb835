import type { Skill } from "../../src/ir/skill.ts";
import { outputSchemaOf } from "./parameters.ts";
import { isFunctionName } from "./tool.ts";

const noPlace = "a function has no place for it";

/** What the program that answers the call does, by the first key of a field. */
const byHost: Readonly<Record<string, string>> = {
  prompt:
    "the program that answers the call follows the instructions; the model that calls does not see them",
  steps: "the program that answers the call follows the steps; the model that calls does not see them",
  requires: "the program that answers the call has the tools; the function is the skill, not its tools",
  "interface.guard": "the program that answers the call checks the answer",
  "interface.state_keys": "the program that answers the call keeps the state",
};

/** What a function holds of a skill: its name, its description and what goes in and comes out. */
export function carries(field: string, skill: Skill): true | string {
  if (skill.kind === "restrict") {
    return "a function cannot take ability away from the model that calls it";
  }
  switch (field) {
    case "description":
      return true;
    case "name":
      return isFunctionName(skill.name) || "the name of a function has 1 to 64 letters, digits, `_` and `-`";
    case "interface.input_type":
      return true;
    case "input_schema":
      return isSchemaOf(skill.input, skill.contract.inputSchema) || "`input_type` is what the function takes";
    case "interface.output_type":
      return (
        outputSchemaOf(skill.output) !== undefined || "a text and any JSON are what every function may return"
      );
    case "output_schema":
      return (
        isSchemaOf(skill.output, skill.contract.outputSchema) || "`output_type` is what the function returns"
      );
    default:
      return noPlaceFor(field);
  }
}

function isSchemaOf(type: Skill["input"], schema: Skill["contract"]["inputSchema"]): boolean {
  return type.kind === "json" && type.schema === schema;
}

function noPlaceFor(field: string): string {
  if (field.startsWith("./")) return "the program that answers the call has the files of the skill";
  const [top = ""] = field.split(".");
  return byHost[field] ?? byHost[top] ?? noPlace;
}
