import type { Program } from "../../src/ir/program.ts";
import type { FunctionForm, FunctionTool } from "../../src/target/function.ts";
import { functionTools } from "../../src/target/function.ts";
import { isSchemaObject, listIn, numberIn, partsOf, schemasIn } from "../../src/target/schema/node.ts";
import { jsonSchemaDialect, openApiDialect } from "./dialect.ts";
import { openApiSchema } from "./openapi.ts";

/** The API's text says 128 characters, its answers say 64; both also take dots and colons, which others do not. */
const legalName = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

export const geminiForm: FunctionForm = { dialect: jsonSchemaDialect, legalName };

/** The functions of a program, with their schemas as JSON Schema. */
export function jsonSchemaTools(program: Program): readonly FunctionTool[] {
  return functionTools(program, geminiForm);
}

/** The functions of a program, with their schemas in the API's own form. */
export function openApiTools(program: Program): readonly FunctionTool[] {
  return functionTools(program, { dialect: openApiDialect, legalName });
}

/** As an entry of `functionDeclarations`. */
export function jsonSchemaFunction({
  skill,
  name,
  input,
  output,
}: FunctionTool): Readonly<Record<string, unknown>> {
  return {
    name,
    description: skill.description,
    parametersJsonSchema: input.schema,
    ...(output.schema === undefined ? {} : { responseJsonSchema: output.schema }),
  };
}

/** As an entry of `functionDeclarations`. An object without properties is said by no parameters at all. */
export function openApiFunction({
  skill,
  name,
  input,
  output,
}: FunctionTool): Readonly<Record<string, unknown>> {
  const isEmpty = Object.keys(schemasIn(input.schema, "properties")).length === 0;
  return {
    name,
    description: skill.description,
    ...(isEmpty ? {} : { parameters: openApiSchema(input.schema) }),
    ...(output.schema === undefined ? {} : { response: openApiSchema(output.schema) }),
  };
}

// No limit is documented. Requests with about a hundred values in one enum, with 960 items allowed over all lists, or with
// long schemas have been refused (googleapis/python-genai, issues 950, 2170 and 660).
const manyValues = 100;
const manyItems = 960;
const longSchema = 100_000;

/** What makes a schema likely to be refused as too complex: completes “because …”. */
export function complexity({ input: { schema } }: FunctionTool): string | undefined {
  let [values, items] = [0, 0];
  const visit = (node: unknown): void => {
    if (!isSchemaObject(node)) return;
    values = Math.max(values, listIn(node, "enum")?.length ?? 0);
    items += numberIn(node, "maxItems") ?? 0;
    for (const part of partsOf(node)) visit(part);
  };
  visit(schema);
  if (values >= manyValues) return `an \`enum\` has ${values} values`;
  if (items > manyItems) return `its lists may have ${items} items together`;
  const { length } = JSON.stringify(schema);
  return length > longSchema ? `its schema has ${length} characters` : undefined;
}
