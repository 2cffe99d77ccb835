import type { Program } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { schemaOf, str } from "../../src/ir/type.ts";
import { formProblem, typeOf } from "./jsonable.ts";
import type { Types } from "./jsonable.ts";
import { formOf } from "./schema-form.ts";

/** Values that a text stands for as it is. */
const plainTypes: Readonly<Partial<Record<Type["kind"], string>>> = {
  int: "Int64",
  float: "Float64",
  bool: "Bool",
};

/** What one side of `run` is in Cangjie. */
interface Side {
  /** `text`: as it is; `plain`: a number or a truth value; `json`: a type that is read from JSON. */
  readonly kind: "text" | "plain" | "json";
  readonly type: string;
  /** Why it is a text though the skill has a type. */
  readonly because: string | undefined;
}

/** `run`, and what it needs. */
export interface Entry {
  readonly code: string;
  /** True where it needs `std.convert`. */
  readonly parses: boolean;
  readonly input: Side;
  readonly output: Side;
}

/** `ask` is an expression of type String over `input: String`. */
export function entryFunction(program: Program, ask: string, types: Types): Entry {
  const declared = typesOf(program);
  const input = sideOf(declared.input, `${program.name} input`, `What ${program.name} takes.`, types);
  const output = sideOf(declared.output, `${program.name} output`, `What ${program.name} gives.`, types);
  const isText = input.kind === "text" || declared.input.kind === "float";
  const given = isText ? "String" : input.type;
  const written = input.kind === "json" ? "input.toJsonValue().toString()" : "input.toString()";
  const asked = isText ? ask : `ask(${written})`;
  const code = [
    ...(isText ? [] : [`func ask(input: String): String {\n    return ${ask}\n}\n`]),
    ...commentsOn(declared, input, output),
    `public func run(input: ${given}): ${output.type} {`,
    `    return ${answer(output, asked)}`,
    "}",
  ];
  return { code: code.join("\n"), parses: output.kind === "plain", input, output };
}

function answer({ kind, type }: Side, asked: string): string {
  switch (kind) {
    case "text":
      return asked;
    case "plain":
      return `${type}.parse(${asked}.trimAscii())`;
    case "json":
      return `${type}.fromJsonValue(JsonValue.fromStr(${asked}))`;
  }
}

function sideOf(type: Type, name: string, about: string, types: Types): Side {
  const plain = plainTypes[type.kind];
  if (plain !== undefined) return { kind: "plain", type: plain, because: undefined };
  if (isText(type)) return { kind: "text", type: "String", because: undefined };
  const { form, optional } = formOf(schemaOf(type));
  const because = formProblem(form, types.dialect);
  if (because !== undefined) return { kind: "text", type: "String", because };
  return { kind: "json", type: typeOf(form, optional, name, about, types), because };
}

/** True of a type whose values are texts, or of which nothing is known. */
export function isText(type: Type): boolean {
  if (type.kind === "json") return type.schema === true || Object.keys(type.schema).length === 0;
  return type.kind === "str" || type.kind === "any" || type.kind === "invalid" || type.kind === "none";
}

/** A program of several skills takes and gives text: the agent decides which skill it follows. */
export function typesOf({ skills }: Program): { readonly input: Type; readonly output: Type } {
  const [skill, ...more] = skills.filter(({ kind }) => kind === "skill");
  return skill === undefined || more.length > 0 ? { input: str, output: str } : skill;
}

function commentsOn(
  declared: { readonly input: Type; readonly output: Type },
  input: Side,
  output: Side,
): readonly string[] {
  const isJson = (type: Type): boolean => type.kind === "json" || !isText(type);
  return [
    "// Gives the input to the program and returns its answer.",
    ...(input.kind === "text" && isJson(declared.input)
      ? ["// The input is JSON text; it is not checked against the schema."]
      : []),
    ...(output.kind === "text" && isJson(declared.output)
      ? ["// The answer is JSON text; it is not checked against the schema."]
      : []),
    ...(output.kind === "text" ? [] : ["// An answer that is no such value raises an exception."]),
  ];
}
