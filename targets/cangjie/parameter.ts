import type { JsonSchema } from "../../src/ir/type.ts";
import { cangjieIdentifier } from "../../src/language/cangjie.ts";
import { declare } from "./names.ts";
import type { Scope } from "./names.ts";

/** A parameter of a tool function. */
export interface Parameter {
  readonly name: string;
  /** As the schema writes it, where the name is another. */
  readonly renamedFrom: string | undefined;
  readonly type: string;
  readonly description: string;
}

/** Names of types, which a parameter must not hide. */
const typeNames = ["String", "Array", "Option", "JsonObject", "UnsupportedException"];

/** The parameters of a call, in the order of the schema; without a known shape, the whole arguments as one object. */
export function parametersOf(schema: JsonSchema | undefined): readonly Parameter[] {
  const properties = keyword(schema, "properties");
  if (!isObject(properties)) {
    return closed(schema)
      ? []
      : [
          {
            name: "arguments",
            renamedFrom: undefined,
            type: "JsonObject",
            description: "The arguments of the call.",
          },
        ];
  }
  const required = listOf(keyword(schema, "required"));
  const scope: Scope = { taken: new Set(typeNames) };
  return Object.entries(properties).map(([written, property]) => {
    const name = declare(scope, cangjieIdentifier(written, "asWritten", "ascii"));
    const { type, optional, asText } = typeOf(property);
    return {
      name,
      renamedFrom: name === written ? undefined : written,
      type: optional || !required.includes(written) ? `Option<${type}>` : type,
      description: describe(property, asText),
    };
  });
}

interface Shape {
  readonly type: string;
  readonly optional: boolean;
  /** True where no Cangjie type of CangjieMagic holds the values: they come as JSON text. */
  readonly asText: boolean;
}

const scalars: Readonly<Record<string, string>> = {
  string: "String",
  integer: "Int64",
  number: "Float64",
  boolean: "Bool",
};

function typeOf(schema: unknown): Shape {
  const written = keyword(schema, "type");
  const types = Array.isArray(written) ? (written as readonly unknown[]) : [written];
  const optional = types.includes("null");
  const [type, ...more] = types.filter((name) => name !== "null");
  if (more.length > 0) return { type: "String", optional, asText: true };
  const plain = plainType(type, schema);
  return { type: plain ?? "String", optional, asText: plain === undefined };
}

/** Undefined: no type holds the values. */
function plainType(type: unknown, schema: unknown): string | undefined {
  if (typeof type === "string" && Object.hasOwn(scalars, type)) return scalars[type];
  if (type === "object") return "JsonObject";
  if (type === "array") {
    const items = typeOf(keyword(schema, "items"));
    return items.asText || items.optional ? undefined : `Array<${items.type}>`;
  }
  const values = listOf(keyword(schema, "enum"));
  const isTexts = values.length > 0 && values.every((value) => typeof value === "string");
  if (type === undefined && isTexts) return "String";
  return type === undefined && isObject(keyword(schema, "properties")) ? "JsonObject" : undefined;
}

function describe(schema: unknown, asText: boolean): string {
  const written = keyword(schema, "description");
  const values = listOf(keyword(schema, "enum")).filter((value) => typeof value === "string");
  const parts = [
    typeof written === "string" ? written.trim() : "",
    values.length === 0 ? "" : `One of: ${values.join(", ")}.`,
    asText ? "As JSON text." : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** True where the schema says that there are no arguments. */
function closed(schema: JsonSchema | undefined): boolean {
  return keyword(schema, "additionalProperties") === false;
}

function keyword(schema: unknown, name: string): unknown {
  return isObject(schema) && Object.hasOwn(schema, name) ? schema[name] : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
