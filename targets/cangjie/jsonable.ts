import { cangjieComment, cangjieIdentifier, cangjieString } from "../../src/language/cangjie.ts";
import type { Dialect } from "./dialect.ts";
import { declare, newMemberScope } from "./names.ts";
import type { Scope } from "./names.ts";
import { keyword, listOf } from "./schema-form.ts";
import type { Form, Member } from "./schema-form.ts";

/** The types of one package: classes as they are declared, innermost first. */
export interface Types {
  readonly scope: Scope;
  readonly dialect: Dialect;
  readonly classes: string[];
}

/** Why a form has no type in a dialect, beside its own reason. */
export function formProblem(form: Form, dialect: Dialect): string | undefined {
  switch (form.kind) {
    case "other":
      return form.because;
    case "array":
      return formProblem(form.items.form, dialect);
    case "object":
      return form.members
        .map(({ name, form: inner }) => nameProblem(name, dialect) ?? formProblem(inner, dialect))
        .find((problem) => problem !== undefined);
    default:
      return undefined;
  }
}

function nameProblem(name: string, { rename }: Dialect): string | undefined {
  const isKept = memberName(name) === name && !newMemberScope().taken.has(name);
  if (rename !== undefined || isKept) return undefined;
  return `\`${name}\` is no name for a member, and the dialect gives a member no other name in JSON`;
}

/** The type of a form without problems; the classes that it needs are declared. `name` is that of a class. */
export function typeOf(form: Form, optional: boolean, name: string, about: string, types: Types): string {
  const type = plainType(form, name, about, types);
  return optional ? `Option<${type}>` : type;
}

function plainType(form: Form, name: string, about: string, types: Types): string {
  switch (form.kind) {
    case "scalar":
      return form.type;
    case "array":
      return `Array<${typeOf(form.items.form, form.items.optional, `${name}Item`, about, types)}>`;
    case "object":
      return declareClass(form.members, name, about, types);
    default:
      return "JsonObject";
  }
}

/** A `@jsonable` class. Its macro reads the type of each member as it is written. */
function declareClass(members: readonly Member[], name: string, about: string, types: Types): string {
  const className = declare(types.scope, cangjieIdentifier(name, "pascal", "ascii"));
  const scope = newMemberScope();
  const lines = members.flatMap((member) => memberLines(member, className, scope, types));
  types.classes.push(
    [
      cangjieComment(about),
      "@jsonable",
      `public class ${className} {`,
      ...lines.map((line) => `    ${line}`),
      "}",
    ].join("\n"),
  );
  return className;
}

function memberLines(member: Member, className: string, scope: Scope, types: Types): readonly string[] {
  const { dialect } = types;
  const identifier = declare(scope, memberName(member.name));
  const inner = `${className}${cangjieIdentifier(member.name, "pascal", "ascii").replace(/^_/, "")}`;
  const about = `The member ${member.name} of ${className}.`;
  const type = typeOf(member.form, member.optional, inner, about, types);
  const description = describe(member.schema);
  const constraint = dialect.constraints && !member.optional ? constraintOf(member, identifier) : undefined;
  return [
    ...(description === "" ? [] : [`@field[${cangjieString(description)}]`]),
    ...(identifier === member.name || dialect.rename === undefined
      ? []
      : [`@${dialect.rename}[${cangjieString(member.name)}]`]),
    ...(constraint === undefined ? [] : [`@constraint[${constraint}]`]),
    `public let ${identifier}: ${type}`,
  ];
}

function memberName(name: string): string {
  return cangjieIdentifier(name, "asWritten", "ascii");
}

/** What a schema says of its values, in words. */
export function describe(schema: unknown): string {
  const written = keyword(schema, "description");
  const values = listOf(keyword(schema, "enum")).filter((value) => typeof value === "string");
  const parts = [
    typeof written === "string" ? written.trim() : "",
    values.length === 0 ? "" : `One of: ${values.join(", ")}.`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** What must hold of a member that is always there: one of a few texts, or a number between two. */
function constraintOf({ form, schema }: Member, name: string): string | undefined {
  if (form.kind !== "scalar") return undefined;
  if (form.type === "String") {
    const values = listOf(keyword(schema, "enum")).filter((value) => typeof value === "string");
    return values.length === 0
      ? undefined
      : values.map((value) => `${name} == ${cangjieString(value)}`).join(" || ");
  }
  const limits = [
    ["minimum", ">="],
    ["exclusiveMinimum", ">"],
    ["maximum", "<="],
    ["exclusiveMaximum", "<"],
  ] as const;
  const tests = limits.flatMap(([key, operator]) => {
    const literal = numberLiteral(keyword(schema, key), form.type);
    return literal === undefined ? [] : [`${name} ${operator} ${literal}`];
  });
  return tests.length === 0 ? undefined : tests.join(" && ");
}

function numberLiteral(value: unknown, type: string): string | undefined {
  if (typeof value !== "number") return undefined;
  if (type === "Int64") return Number.isSafeInteger(value) ? String(value) : undefined;
  if (type !== "Float64") return undefined;
  const text = String(value);
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return undefined;
  return text.includes(".") ? text : `${text}.0`;
}
