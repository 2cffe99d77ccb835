import type { Program } from "../../src/ir/program.ts";
import type { FunctionForm, FunctionTool } from "../../src/target/function.ts";
import { functionTools } from "../../src/target/function.ts";
import type { SchemaProblem } from "../../src/target/schema/node.ts";
import { openaiDialect } from "./dialect.ts";
import type { Sizes } from "./limits.ts";
import { budgetProblem, sizesOf, sumOf } from "./limits.ts";
import { strictProblems } from "./strict.ts";

/** A function, and why it cannot be strict; without a problem it is. */
export interface OpenAiTool extends FunctionTool {
  readonly problems: readonly SchemaProblem[];
}

/** What both APIs accept as the name of a function. */
const legalName = /^[a-zA-Z0-9_-]{1,64}$/;

export const openaiForm: FunctionForm = { dialect: openaiDialect, legalName };

/** Functions that one request may have. */
export const mostTools = 128;

/** The functions of a program. The limits of strict mode hold for all strict functions of a request together. */
export function openaiTools(program: Program): readonly OpenAiTool[] {
  let used: Sizes = { properties: 0, characters: 0, enumValues: 0 };
  return functionTools(program, openaiForm).map((tool) => {
    const problems = strictProblems(tool.input.schema);
    if (problems.length > 0) return { ...tool, problems };
    const all = sumOf(used, sizesOf(tool.input.schema));
    const problem = budgetProblem(all, "the strict functions of a request together have");
    if (problem !== undefined) return { ...tool, problems: [problem] };
    used = all;
    return { ...tool, problems: [] };
  });
}

/** As an entry of `tools` in Chat Completions. */
export function chatTool({ skill, name, input, problems }: OpenAiTool): Readonly<Record<string, unknown>> {
  return {
    type: "function",
    function: {
      name,
      description: skill.description,
      parameters: input.schema,
      strict: problems.length === 0,
    },
  };
}

/** As an entry of `tools` in Responses. */
export function responsesTool(tool: OpenAiTool): Readonly<Record<string, unknown>> {
  const { skill, name, input, output, problems } = tool;
  return {
    type: "function",
    name,
    description: skill.description,
    parameters: input.schema,
    strict: problems.length === 0,
    ...(output.schema === undefined ? {} : { output_schema: output.schema }),
  };
}
