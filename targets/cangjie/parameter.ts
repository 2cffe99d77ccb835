import type { Tool } from "../../src/ir/tool.ts";
import { cangjieIdentifier } from "../../src/language/cangjie.ts";
import { describe, formProblem, typeOf } from "./jsonable.ts";
import type { Types } from "./jsonable.ts";
import { declare, newMemberScope } from "./names.ts";
import { formOf, isObject, keyword, listOf } from "./schema-form.ts";

/** A parameter of a tool function. */
export interface Parameter {
  readonly name: string;
  /** As the schema writes it, where the name is another. */
  readonly renamedFrom: string | undefined;
  readonly type: string;
  readonly description: string;
  /** Why no Cangjie type holds the values, which then come as JSON text. */
  readonly because: string | undefined;
}

/** The parameters of a call, in the order of the schema; without a known shape, the whole arguments as one object. */
export function parametersOf({ name: tool, parameters: schema }: Tool, types: Types): readonly Parameter[] {
  const properties = keyword(schema, "properties");
  if (!isObject(properties)) return isClosed(schema) ? [] : [wholeArguments];
  const required = listOf(keyword(schema, "required"));
  const scope = newMemberScope();
  return Object.entries(properties).map(([written, property]) => {
    const name = declare(scope, cangjieIdentifier(written, "asWritten", "ascii"));
    const { form, optional, schema: inner } = formOf(property);
    const because = formProblem(form, types.dialect);
    const isOptional = optional || !required.includes(written);
    const parts = [describe(inner), because === undefined ? "" : "As JSON text."];
    return {
      name,
      renamedFrom: name === written ? undefined : written,
      type:
        because === undefined
          ? typeOf(form, isOptional, `${tool} ${written}`, `The argument ${written} of ${tool}.`, types)
          : isOptional
            ? "Option<String>"
            : "String",
      description: parts.filter((part) => part !== "").join(" "),
      because,
    };
  });
}

const wholeArguments: Parameter = {
  name: "arguments",
  renamedFrom: undefined,
  type: "JsonObject",
  description: "The arguments of the call.",
  because: undefined,
};

/** True where the schema says that there are no arguments. */
function isClosed(schema: unknown): boolean {
  return keyword(schema, "additionalProperties") === false;
}
