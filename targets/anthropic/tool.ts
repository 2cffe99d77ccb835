import type { Program } from "../../src/ir/program.ts";
import type { FunctionForm, FunctionTool } from "../../src/target/function.ts";
import { functionTools } from "../../src/target/function.ts";
import { isSchemaObject, partsOf, requiredIn, schemasIn } from "../../src/target/schema/node.ts";
import type { SchemaProblem } from "../../src/target/schema/node.ts";
import { anthropicDialect } from "./dialect.ts";
import { strictProblems } from "./strict.ts";

/** A tool, and why it cannot be strict; without a problem it is. */
export interface AnthropicTool extends FunctionTool {
  readonly problems: readonly SchemaProblem[];
}

/** The API takes 128 characters, other surfaces of Claude 64. */
const legalName = /^[a-zA-Z0-9_-]{1,64}$/;

export const anthropicForm: FunctionForm = { dialect: anthropicDialect, legalName };

/** What the strict tools of one request may have together: the guide to structured outputs, as of 2026-07. */
const mostTools = 20;
const mostOptional = 24;
const mostUnions = 16;

interface Sizes {
  readonly tools: number;
  readonly optional: number;
  readonly unions: number;
}

/** The tools of a program: strict in order, as long as the request has room for them. */
export function anthropicTools(program: Program): readonly AnthropicTool[] {
  let used: Sizes = { tools: 0, optional: 0, unions: 0 };
  return functionTools(program, anthropicForm).map((tool) => {
    const problems = strictProblems(tool.input.schema);
    if (problems.length > 0) return { ...tool, problems };
    const own = sizesOf(tool.input.schema);
    const all = {
      tools: used.tools + 1,
      optional: used.optional + own.optional,
      unions: used.unions + own.unions,
    };
    const reason = budgetProblem(all);
    if (reason !== undefined) return { ...tool, problems: [{ path: "", reason }] };
    used = all;
    return { ...tool, problems: [] };
  });
}

function budgetProblem({ tools, optional, unions }: Sizes): string | undefined {
  if (tools > mostTools) return `a request has at most ${mostTools} strict tools`;
  if (optional > mostOptional) {
    return `the strict tools of a request have at most ${mostOptional} optional properties together`;
  }
  return unions > mostUnions
    ? `the strict tools of a request have at most ${mostUnions} properties of several types together`
    : undefined;
}

function sizesOf(node: unknown): { readonly optional: number; readonly unions: number } {
  if (!isSchemaObject(node)) return { optional: 0, unions: 0 };
  const properties = Object.entries(schemasIn(node, "properties"));
  const required = new Set(requiredIn(node));
  let optional = properties.filter(([name]) => !required.has(name)).length;
  let unions = properties.filter(([, part]) => isUnion(part)).length;
  for (const part of partsOf(node)) {
    const inner = sizesOf(part);
    optional += inner.optional;
    unions += inner.unions;
  }
  return { optional, unions };
}

function isUnion(node: unknown): boolean {
  return isSchemaObject(node) && ("anyOf" in node || Array.isArray(node["type"]));
}

/** As an entry of `tools`. */
export function messageTool({
  skill,
  name,
  input,
  problems,
}: AnthropicTool): Readonly<Record<string, unknown>> {
  return {
    name,
    description: skill.description,
    input_schema: input.schema,
    ...(problems.length === 0 ? { strict: true } : {}),
  };
}
