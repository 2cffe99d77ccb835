import type { Program } from "../../src/ir/program.ts";
import type { Skill } from "../../src/ir/skill.ts";
import { shortHash } from "../../src/target/name.ts";
import { outputSchemaOf, parametersOf } from "./parameters.ts";
import type { SchemaObject } from "./schema.ts";
import { strictProblems } from "./strict.ts";
import type { StrictProblem } from "./schema.ts";

/** A skill as one function. */
export interface FunctionTool {
  readonly skill: Skill;
  readonly name: string;
  readonly parameters: SchemaObject;
  readonly outputSchema: SchemaObject | undefined;
  /** Why the function cannot be strict; none: it is. */
  readonly problems: readonly StrictProblem[];
}

/** What both APIs accept as the name of a function. */
const legalName = /^[a-zA-Z0-9_-]{1,64}$/;

/** The functions of a program: one for each skill that brings ability, none for a restrict. */
export function functionTools(program: Program): readonly FunctionTool[] {
  const taken = new Set<string>();
  return program.skills
    .filter(({ kind }) => kind === "skill")
    .map((skill) => {
      const name = nameOf(skill, taken);
      taken.add(name);
      const parameters = parametersOf(skill.input);
      return {
        skill,
        name,
        parameters,
        outputSchema: outputSchemaOf(skill.output),
        problems: strictProblems(parameters),
      };
    });
}

/** Whether a function may be called so, where no other is. */
export function isFunctionName(name: string): boolean {
  return legalName.test(name);
}

function nameOf(skill: Skill, taken: ReadonlySet<string>): string {
  if (legalName.test(skill.name) && !taken.has(skill.name)) return skill.name;
  const hash = shortHash(taken.has(skill.name) ? skill.id : skill.name);
  const plain = skill.name.replace(/[^a-zA-Z0-9_-]+/g, "_").replace(/^_+|_+$/g, "");
  return `${(plain === "" ? "skill" : plain).slice(0, 64 - hash.length - 1)}_${hash}`;
}

/** As an entry of `tools` in Chat Completions. */
export function chatTool({
  skill,
  name,
  parameters,
  problems,
}: FunctionTool): Readonly<Record<string, unknown>> {
  return {
    type: "function",
    function: { name, description: skill.description, parameters, strict: problems.length === 0 },
  };
}

/** As an entry of `tools` in Responses. */
export function responsesTool(tool: FunctionTool): Readonly<Record<string, unknown>> {
  const { skill, name, parameters, outputSchema, problems } = tool;
  return {
    type: "function",
    name,
    description: skill.description,
    parameters,
    strict: problems.length === 0,
    ...(outputSchema === undefined ? {} : { output_schema: outputSchema }),
  };
}
