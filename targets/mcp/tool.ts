import type { Program } from "../../src/ir/program.ts";
import type { Skill } from "../../src/ir/skill.ts";
import type { Type } from "../../src/ir/type.ts";
import { schemaOf } from "../../src/ir/type.ts";
import { functionName } from "../../src/target/function.ts";
import { mayModelInvoke } from "../../src/target/invocation.ts";
import type { Codec } from "../../src/target/schema/codec.ts";
import { same } from "../../src/target/schema/codec.ts";
import type { ToolAnnotations } from "./annotations.ts";
import { annotationsOf } from "./annotations.ts";
import { fromEntries, isSchemaObject } from "../../src/target/schema/node.ts";
import type { SchemaObject } from "../../src/target/schema/node.ts";
import { portableSchema } from "./schema.ts";
import type { Widening } from "./schema.ts";

/** A tool of the Model Context Protocol, as `tools/list` gives it. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: SchemaObject;
  readonly outputSchema?: SchemaObject;
  readonly annotations: ToolAnnotations;
}

/** A skill as a tool. */
export interface SkillTool {
  readonly skill: Skill;
  readonly tool: McpTool;
  /** How input and output stand in the arguments and in the result of a call. */
  readonly input: Codec;
  readonly output: Codec;
  readonly wider: { readonly input: readonly Widening[]; readonly output: readonly Widening[] };
}

/**
 * MCP allows dots and 128 characters; the model APIs behind its hosts allow neither, and refuse the whole list for one name.
 */
export const legalName = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * The tools of a program: one for each skill that brings ability, none for a restrict. It is the model that calls a tool, so
 * there is none for a skill that only users start.
 */
export function toolsOf(program: Program): readonly SkillTool[] {
  const taken = new Set<string>();
  return program.skills
    .filter((skill) => skill.kind === "skill" && mayModelInvoke(skill))
    .map((skill) => {
      // A program of one skill has a name that no other program of the run has.
      const unique = program.whole === true ? skill.name : program.name;
      const name = functionName(skill, legalName, taken, unique);
      taken.add(name);
      return skillTool(skill, name, program);
    });
}

function skillTool(skill: Skill, name: string, { catalogue }: Program): SkillTool {
  const input = portableSchema(schemaOf(skill.input));
  const output = hasOutputSchema(skill.output) ? portableSchema(schemaOf(skill.output)) : undefined;
  const inputObject = isPlainObject(input.schema) ? input.schema : undefined;
  const outputObject = output === undefined ? undefined : asObject(output.schema);
  const tool: McpTool = {
    name,
    description: skill.description,
    inputSchema: inputObject ?? wrapped(input.schema, "input"),
    ...(output === undefined ? {} : { outputSchema: outputObject ?? wrapped(output.schema, "result") }),
    annotations: annotationsOf(skill, catalogue),
  };
  return {
    skill,
    tool,
    input: inputObject === undefined ? inProperty("input") : same,
    output: output === undefined || outputObject !== undefined ? same : inProperty("result"),
    wider: { input: input.wider, output: output?.wider ?? [] },
  };
}

function inProperty(property: string): Codec {
  return { kind: "input", property, codec: same };
}

/** A text is the content of a result; of any value there is nothing to say. */
export function hasOutputSchema(type: Type): boolean {
  if (type.kind === "str" || type.kind === "any" || type.kind === "none" || type.kind === "invalid")
    return false;
  const schema = schemaOf(type);
  return isSchemaObject(schema) && Object.keys(schema).length > 0;
}

/** Clients take any object; the model APIs behind them refuse one that combines others at the outermost level. */
function isPlainObject(schema: SchemaObject): boolean {
  const combining = ["oneOf", "anyOf", "allOf", "enum", "not", "const", "$ref", "if"];
  return schema["type"] === "object" && !combining.some((keyword) => keyword in schema);
}

/** Clients refuse the whole list of tools for one output that is not of type `object`. Undefined: it holds others, too. */
function asObject(schema: SchemaObject): SchemaObject | undefined {
  if (schema["type"] === "object") return schema;
  const { anyOf, oneOf } = schema;
  const branches = Array.isArray(anyOf) ? anyOf : oneOf;
  const isObject = (branch: unknown): boolean => isSchemaObject(branch) && branch["type"] === "object";
  return Array.isArray(branches) && branches.every(isObject) ? { type: "object", ...schema } : undefined;
}

function wrapped({ $defs, ...schema }: SchemaObject, key: string): SchemaObject {
  return {
    type: "object",
    properties: fromEntries([[key, schema]]),
    required: [key],
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs }),
  };
}
