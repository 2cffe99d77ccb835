import type { Span } from "../report/source.ts";

/** A JSON Schema 2020-12, as data. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/**
 * A set of JSON values. `str` is a text, `json` a value that fits the schema; `none` is the empty set.
 * `invalid` stands for what could not be read; rules report it once and ask nothing more of it.
 */
export type Type =
  | { readonly kind: "str" | "int" | "float" | "bool" | "any" | "none" }
  | { readonly kind: "json"; readonly schema: JsonSchema }
  | { readonly kind: "tuple"; readonly items: readonly Type[] }
  | { readonly kind: "union"; readonly members: readonly Type[] }
  | { readonly kind: "invalid"; readonly written: string; readonly span: Span };

export const str: Type = { kind: "str" };

/** The names of types in a manifest, as they are written. */
export const typeNames = ["Str", "Int", "Float", "Bool", "Json", "Any", "None", "Tuple", "Union"] as const;

/** As a manifest would write it: `Union[Str, Int]`, `Json`. */
export function showType(type: Type): string {
  switch (type.kind) {
    case "str":
      return "Str";
    case "int":
      return "Int";
    case "float":
      return "Float";
    case "bool":
      return "Bool";
    case "any":
      return "Any";
    case "none":
      return "None";
    case "json":
      return "Json";
    case "tuple":
      return `Tuple[${type.items.map(showType).join(", ")}]`;
    case "union":
      return `Union[${type.members.map(showType).join(", ")}]`;
    case "invalid":
      return type.written;
  }
}

/** As JSON Schema 2020-12; an `invalid` type accepts everything, since its mistake has been reported. */
export function schemaOf(type: Type): JsonSchema {
  switch (type.kind) {
    case "str":
      return { type: "string" };
    case "int":
      return { type: "integer" };
    case "float":
      return { type: "number" };
    case "bool":
      return { type: "boolean" };
    case "any":
    case "invalid":
      return {};
    case "none":
      return { not: {} };
    case "json":
      return type.schema === true ? {} : type.schema;
    case "tuple":
      return {
        type: "array",
        prefixItems: type.items.map(schemaOf),
        minItems: type.items.length,
        maxItems: type.items.length,
      };
    case "union":
      return { anyOf: type.members.map(schemaOf) };
  }
}

/** A type and all types inside it. */
export function* typesIn(type: Type): Iterable<Type> {
  yield type;
  if (type.kind === "tuple") for (const item of type.items) yield* typesIn(item);
  if (type.kind === "union") for (const member of type.members) yield* typesIn(member);
}
