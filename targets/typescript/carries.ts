import type { Guard } from "../../src/ir/guard.ts";
import type { Skill } from "../../src/ir/skill.ts";
import { schemaOf } from "../../src/ir/type.ts";

const handler = "a handler is a program of its own, and does what the skill says without reading it";
const noPlace = "types and guards have no place for it";
const judged = "a judge is a model, and no function asks one";

/** Top keys, and keys below them where these differ. */
const lost: Readonly<Record<string, string>> = {
  prompt: handler,
  steps: handler,
  "requires.mcp_scopes": "the address of an MCP server is not known to the skill",
};

const carried = new Set([
  "description",
  "name",
  "version",
  "interface.input_type",
  "interface.output_type",
  "requires.optional_tools",
  "requires.tools",
  "steps.requires",
]);

/** What the modules hold of a skill. */
export function carries(field: string, skill: Skill): true | string {
  if (skill.kind === "restrict") return "types take no ability away from the program that uses them";
  if (carried.has(field)) return true;
  if (field.startsWith("./")) return handler;
  const [top = ""] = field.split(".");
  switch (field) {
    case "input_schema":
      return schemaOf(skill.input) === skill.contract.inputSchema || "`input_type` is what the skill takes";
    case "output_schema":
      return (
        schemaOf(skill.output) === skill.contract.outputSchema || "`output_type` is what the skill gives"
      );
    // Where no `version` stands at the top, this is the version of the skill.
    case "metadata.version":
      return isVersion(skill) || noPlace;
    case "interface.guard":
      return isPredicate(skill.guard) || judged;
    case "steps.guard":
      return skill.steps.every(({ guard }) => isPredicate(guard)) || judged;
    default:
      return lost[field] ?? lost[top] ?? noPlace;
  }
}

function isPredicate(guard: Guard | undefined): boolean {
  return guard?.kind !== "judge";
}

function isVersion({ version, about }: Skill): boolean {
  return about.metadata.some(({ key, text }) => key === "version" && text === version);
}
