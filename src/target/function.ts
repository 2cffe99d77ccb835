import type { Support, Supports } from "../ir/feature.ts";
import type { Program } from "../ir/program.ts";
import type { Skill } from "../ir/skill.ts";
import type { Type } from "../ir/type.ts";
import { schemaOf } from "../ir/type.ts";
import { shortHash } from "./name.ts";
import { isSame } from "./schema/codec.ts";
import type { Dialect } from "./schema/dialect.ts";
import type { Encoded } from "./schema/encode.ts";
import { encodeParameters, encodeSchema } from "./schema/encode.ts";
import type { SchemaObject } from "./schema/node.ts";
import type { Carries, OutputFile } from "./target.ts";

/** A skill as one function that a model can call. */
export interface FunctionTool {
  readonly skill: Skill;
  /** Legal, and once in a program. */
  readonly name: string;
  readonly input: Encoded;
  readonly output: Output;
}

/** What is said of the output: nothing of a text or of any JSON. */
interface Output {
  readonly schema: SchemaObject | undefined;
  /** Whether there is a schema that the form has no words for. */
  readonly isLost: boolean;
}

/** What an API accepts. */
export interface FunctionForm {
  readonly dialect: Dialect;
  readonly legalName: RegExp;
}

/** The longest name that every API accepts. */
const longestName = 64;

/** The functions of a program: one for each skill that brings ability, none for a restrict. */
export function functionTools(
  program: Program,
  { dialect, legalName }: FunctionForm,
): readonly FunctionTool[] {
  const taken = new Set<string>();
  return program.skills
    .filter(({ kind }) => kind === "skill")
    .map((skill) => {
      const name = functionName(skill, legalName, taken);
      taken.add(name);
      return {
        skill,
        name,
        input: encodeParameters(schemaOf(skill.input), dialect),
        output: outputOf(skill.output, dialect),
      };
    });
}

/**
 * The name of the skill where it is legal and its own, else what is legal of it with a hash. `unique` is another than the
 * name where a second skill of the run has that.
 */
export function functionName(
  skill: Pick<Skill, "id" | "name">,
  legal: RegExp,
  taken: ReadonlySet<string>,
  unique = skill.name,
): string {
  if (unique === skill.name && legal.test(skill.name) && !taken.has(skill.name)) return skill.name;
  const hash = shortHash(taken.has(skill.name) ? skill.id : unique);
  const plain = skill.name.replace(/[^a-zA-Z0-9_-]+/g, "_").replace(/^_+|_+$/g, "");
  const short = `${(plain === "" ? "skill" : plain).slice(0, longestName - hash.length - 1)}_${hash}`;
  return legal.test(short) ? short : `skill_${hash}`;
}

/** The program that answers a call gives values of the output type itself, so only a schema that keeps them will do. */
function outputOf(type: Type, dialect: Dialect): Output {
  const none = { schema: undefined, isLost: false };
  if (type.kind === "str" || type.kind === "none" || type.kind === "invalid") return none;
  const written = schemaOf(type);
  if (written === true || Object.keys(written).length === 0) return none;
  const { schema, codec } = encodeSchema(written, dialect);
  return isSame(codec) ? { schema, isLost: false } : { schema: undefined, isLost: true };
}

/** Whether the arguments of a call are more than the input, or an object with the input as `input`. */
function isRecoded({ input: { codec } }: FunctionTool): boolean {
  return !(isSame(codec) || (codec.kind === "input" && isSame(codec.codec)));
}

/** `codec.json`: how arguments become the input, for the functions whose arguments do not show it by themselves. */
export function codecFile(path: string, tools: readonly FunctionTool[]): readonly OutputFile[] {
  const codecs = tools
    .filter(isRecoded)
    .map(({ name, input: { codec, definitions } }) => [
      name,
      { codec, ...(definitions === undefined ? {} : { definitions }) },
    ]);
  return codecs.length === 0
    ? []
    : [{ path, text: JSON.stringify(Object.fromEntries(codecs), undefined, 2), layout: "generated" }];
}

/** Who calls a function, what it is called there, and who answers. */
export interface FunctionWords {
  readonly noun: "function" | "tool";
  readonly caller: "model" | "client";
  readonly answerer: "program" | "server";
}

/** What a function carries: its input, and of the rest the name and the description that stand for it. */
export function functionSupports({ noun, caller, answerer }: FunctionWords, output: Support): Supports {
  const byHost: Support = {
    level: "advisory",
    because: `a ${noun} tells the ${caller} what the skill is, and the ${answerer} that answers the call runs it`,
  };
  const nothing: Support = {
    level: "none",
    because: `a ${noun} cannot take ability away from the ${caller} that calls it`,
  };
  return {
    prompt: byHost,
    "input.schema": { level: "full" },
    "output.schema": output,
    tools: byHost,
    scripts: byHost,
    mcp: byHost,
    steps: byHost,
    state: byHost,
    "guard.rule": byHost,
    "guard.regex": byHost,
    "guard.judge": byHost,
    "guard.retry": byHost,
    "restrict.effect": nothing,
    "restrict.tools": nothing,
    "restrict.patterns": nothing,
    hooks: nothing,
  };
}

/** What the program that answers the call does, by the first keys of a field. */
const byHost: Readonly<Record<string, string>> = {
  prompt:
    "the program that answers the call follows the instructions; the model that calls does not see them",
  steps: "the program that answers the call follows the steps; the model that calls does not see them",
  requires: "the program that answers the call has the tools; the function is the skill, not its tools",
  "interface.guard": "the program that answers the call checks the answer",
  "interface.state_keys": "the program that answers the call keeps the state",
};

/** What a function holds of a skill. `output`: true, or why there is no place for what comes out. */
export function functionCarries({ dialect, legalName }: FunctionForm, output: true | string): Carries {
  return (field, skill) => {
    if (skill.kind === "restrict") return "a function cannot take ability away from the model that calls it";
    switch (field) {
      case "description":
      case "interface.input_type":
        return true;
      case "name":
        return legalName.test(skill.name) || `${JSON.stringify(skill.name)} is no name of a function`;
      case "input_schema":
        return (
          isSchemaOf(skill.input, skill.contract.inputSchema) || "`input_type` is what the function takes"
        );
      case "interface.output_type":
        if (output !== true) return output;
        return (
          outputOf(skill.output, dialect).schema !== undefined ||
          "a text and any JSON are what every function may return"
        );
      case "output_schema":
        if (output !== true) return output;
        return (
          isSchemaOf(skill.output, skill.contract.outputSchema) ||
          "`output_type` is what the function returns"
        );
      default:
        return noPlaceFor(field);
    }
  };
}

function isSchemaOf(type: Type, schema: Skill["contract"]["inputSchema"]): boolean {
  return type.kind === "json" && type.schema === schema;
}

function noPlaceFor(field: string): string {
  if (field.startsWith("./")) return "the program that answers the call has the files of the skill";
  const [top = ""] = field.split(".");
  return byHost[field] ?? byHost[top] ?? "a function has no place for it";
}
