import type { Tool } from "../../src/ir/tool.ts";
import { cangjieComment, cangjieIdentifier, cangjieString } from "../../src/language/cangjie.ts";
import type { Types } from "./jsonable.ts";
import { declare, newMemberScope, toolIdentifier } from "./names.ts";
import type { Scope } from "./names.ts";
import { parametersOf } from "./parameter.ts";
import type { Parameter } from "./parameter.ts";

/** A tool as a function of the package. */
export interface ToolFunction {
  readonly tool: Tool;
  readonly identifier: string;
  readonly parameters: readonly Parameter[];
  readonly code: string;
  /** A function of another package that the body calls. */
  readonly imported: string | undefined;
}

/**
 * One `@tool` function for each tool; where there are restricts, it asks the tool guard first. Names of all functions
 * are chosen before any body.
 */
export function toolFunctions(
  tools: readonly Tool[],
  types: Types,
  isRestricted: boolean,
): readonly ToolFunction[] {
  const { scope } = types;
  const named = tools.map((tool) => ({ tool, identifier: declare(scope, toolIdentifier(tool.name)) }));
  return named.map(({ tool, identifier }) => {
    const parameters = parametersOf(tool, types);
    const call = implementationOf(tool, parameters, scope);
    const lines = [...(isRestricted ? permission(tool, parameters) : []), bodyOf(tool, parameters, call)];
    return {
      tool,
      identifier,
      parameters,
      code: functionText(tool, identifier, parameters, call, lines),
      imported: call?.imported,
    };
  });
}

interface Implementation {
  readonly name: string;
  readonly imported: string | undefined;
}

/**
 * The function that implements a tool, where every device that the catalogue lists has the same one. It is written as
 * `name` or `package.name`; another text, or a name that means something else here, is no function to call.
 */
function implementationOf(
  tool: Tool,
  parameters: readonly Parameter[],
  scope: Scope,
): Implementation | undefined {
  const [written, ...others] = new Set(Object.values(tool.devices));
  if (written === undefined || others.length > 0) return undefined;
  const segments = written.split(".");
  if (!segments.every(isIdentifier)) return undefined;
  const name = segments.at(-1) ?? "";
  const hidden = scope.taken.has(name) || parameters.some((parameter) => parameter.name === name);
  return hidden ? undefined : { name, imported: segments.length > 1 ? written : undefined };
}

/** True of a name that Cangjie reads as one identifier. */
function isIdentifier(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text) && cangjieIdentifier(text, "asWritten", "ascii") === text;
}

function functionText(
  tool: Tool,
  identifier: string,
  parameters: readonly Parameter[],
  implementation: Implementation | undefined,
  lines: readonly string[],
): string {
  const described = parameters.filter(({ description }) => description !== "");
  const attributes = [
    `description: ${cangjieString(tool.description ?? "")}`,
    ...(described.length === 0
      ? []
      : [`parameters: { ${described.map((p) => `${p.name}: ${cangjieString(p.description)}`).join(", ")} }`]),
  ];
  const list = parameters.map(({ name, type }) => `${name}: ${type}`).join(", ");
  return [
    ...comments(tool, identifier, parameters, implementation),
    "@tool[",
    attributes.map((attribute) => `    ${attribute}`).join(",\n"),
    "]",
    `func ${identifier}(${list}): String {`,
    ...lines.map((line) => `    ${line}`),
    "}",
  ].join("\n");
}

/** Gives the call to the tool guard, which throws where it is refused. */
function permission(tool: Tool, parameters: readonly Parameter[]): readonly string[] {
  const scope = newMemberScope();
  for (const { name } of parameters) scope.taken.add(name);
  const call = declare(scope, "call");
  return [
    `let ${call} = JsonObject()`,
    ...parameters.map(
      ({ name, renamedFrom }) => `${call}.put(${cangjieString(renamedFrom ?? name)}, ${name}.toJsonValue())`,
    ),
    `permit(${cangjieString(tool.name)}, ${call})`,
  ];
}

function comments(
  tool: Tool,
  identifier: string,
  parameters: readonly Parameter[],
  implementation: Implementation | undefined,
): readonly string[] {
  const may = tool.capabilities?.join(", ");
  const renamed = parameters.flatMap(({ name, renamedFrom }) =>
    renamedFrom === undefined ? [] : [`The parameter ${name} is called ${renamedFrom} in the catalogue.`],
  );
  const lines = [
    `${tool.name}: ${may === undefined ? "its capabilities are not declared" : may === "" ? "no capabilities" : may}; risk ${tool.risk}.`,
    ...(identifier === tool.name ? [] : [`Called ${identifier} here.`]),
    ...renamed,
    ...(implementation === undefined
      ? ["To be implemented by the host: put the call in place of the throw."]
      : []),
  ];
  return lines.map(cangjieComment);
}

function bodyOf(
  tool: Tool,
  parameters: readonly Parameter[],
  implementation: Implementation | undefined,
): string {
  if (implementation !== undefined) {
    return `return ${implementation.name}(${parameters.map(({ name }) => name).join(", ")}).toString()`;
  }
  const text = `The tool ${tool.name} is to be implemented by the host.`;
  return `throw UnsupportedException(${cangjieString(text)})`;
}
