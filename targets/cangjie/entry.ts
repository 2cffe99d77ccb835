import type { Program } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { str } from "../../src/ir/type.ts";

/** The types that `run` has in Cangjie; every other type is its JSON text. */
const inputTypes: Readonly<Partial<Record<Type["kind"], string>>> = { int: "Int64", bool: "Bool" };
const outputTypes: Readonly<Partial<Record<Type["kind"], string>>> = {
  int: "Int64",
  float: "Float64",
  bool: "Bool",
};

/** `run`, and whether it needs `std.convert`. `ask` is an expression of type String over `input: String`. */
export function entryFunction(
  program: Program,
  ask: string,
): { readonly code: string; readonly parses: boolean } {
  const { input, output } = typesOf(program);
  const given = inputTypes[input.kind] ?? "String";
  const answered = outputTypes[output.kind] ?? "String";
  const asked = given === "String" ? ask : "ask(input.toString())";
  const code = [
    ...(given === "String" ? [] : [`func ask(input: String): String {\n    return ${ask}\n}\n`]),
    ...commentsOn(input, output),
    `public func run(input: ${given}): ${answered} {`,
    `    return ${answered === "String" ? asked : `${answered}.parse(${asked}.trimAscii())`}`,
    "}",
  ];
  return { code: code.join("\n"), parses: answered !== "String" };
}

/** A program of several skills takes and gives text: the agent decides which skill it follows. */
function typesOf({ skills }: Program): { readonly input: Type; readonly output: Type } {
  const [skill, ...more] = skills.filter(({ kind }) => kind === "skill");
  return skill === undefined || more.length > 0 ? { input: str, output: str } : skill;
}

function commentsOn(input: Type, output: Type): readonly string[] {
  const isText = ({ kind }: Type): boolean => kind === "str" || kind === "any" || kind === "invalid";
  return [
    "// Gives the input to the program and returns its answer.",
    ...(isText(input) || inputTypes[input.kind] !== undefined
      ? []
      : ["// The input is JSON text; it is not checked against the schema."]),
    ...(isText(output) || outputTypes[output.kind] !== undefined
      ? []
      : ["// The answer is JSON text; it is not checked against the schema."]),
    ...(outputTypes[output.kind] === undefined
      ? []
      : ["// An answer that is no such value raises an exception."]),
  ];
}
