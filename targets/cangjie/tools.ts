import type { Tool } from "../../src/ir/tool.ts";
import type { JsonSchema } from "../../src/ir/type.ts";
import { cangjieIdentifier, cangjieString } from "../../src/language/cangjie.ts";

/** The function of a tool: its name is what the model calls. */
export function toolFunctionName(name: string): string {
  return cangjieIdentifier(name, "camel");
}

/**
 * One `@tool` function for each tool. What it does is the host's to write: until then a call throws, so that a tool
 * never seems to have worked.
 */
export function toolFunctions(tools: readonly Tool[]): readonly string[] {
  return tools.map((tool) => {
    const parameters = parametersOf(tool.parameters);
    const described = parameters.map(({ name, text }) => `${name}: ${cangjieString(text)}`);
    const attributes = [
      `description: ${cangjieString(tool.description ?? tool.name)}`,
      ...(described.length === 0 ? [] : [`parameters: { ${described.join(", ")} }`]),
    ];
    const list = parameters.map(({ name, type }) => `${name}: ${type}`).join(", ");
    const todo = cangjieString(`the tool ${tool.name} is not implemented on this device`);
    return (
      `@tool[${attributes.join(", ")}]\nfunc ${toolFunctionName(tool.name)}(${list}): String {\n` +
      `    throw UnsupportedException(${todo})\n}\n`
    );
  });
}

interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

function parametersOf(schema: JsonSchema | undefined): readonly Parameter[] {
  if (typeof schema !== "object") return [];
  const { properties, required } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties ?? {}).map(([key, inner]) => {
    const type = typeName(inner);
    const text =
      typeof inner === "object" && typeof inner["description"] === "string" ? inner["description"] : key;
    // The macro looks for the word Option; `?T` would not be seen.
    return {
      name: cangjieIdentifier(key, "asWritten"),
      type: required?.includes(key) === true ? type : `Option<${type}>`,
      text,
    };
  });
}

function typeName(schema: JsonSchema): string {
  const { type, items } = (typeof schema === "object" ? schema : {}) as {
    readonly type?: unknown;
    readonly items?: JsonSchema;
  };
  switch (type) {
    case "string":
      return "String";
    case "integer":
      return "Int64";
    case "number":
      return "Float64";
    case "boolean":
      return "Bool";
    case "array":
      return `Array<${typeName(items ?? true)}>`;
    default:
      return "JsonObject";
  }
}
