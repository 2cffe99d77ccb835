import type { Dialect } from "../../src/target/schema/dialect.ts";

/** The keys of parameters, in both forms. */
const key = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name);

/** `parametersJsonSchema`: the part of JSON Schema that the API documents. */
export const jsonSchemaDialect: Dialect = {
  name: "Gemini",
  keywords: new Set(
    "title format prefixItems minItems maxItems minimum maximum anyOf additionalProperties".split(" "),
  ),
  refuses: (keyword, value) =>
    keyword === "format" && !["date-time", "date", "time"].includes(String(value))
      ? `the format \`${String(value)}\` is not supported`
      : undefined,
  looseTypes: false,
  references: "in place",
  recursion: "optional",
  enums: "texts and numbers",
  tuples: "in place",
  openObjects: true,
  nullable: "union",
  key,
};

const openApiFormats = new Set(["date-time", "float", "double", "int32", "int64"]);

/** `parameters`: the schema object of the API itself, which is a small part of OpenAPI 3.0. */
export const openApiDialect: Dialect = {
  name: "Gemini",
  keywords: new Set(
    (
      "title format pattern default minItems maxItems minLength maxLength minProperties maxProperties minimum " +
      "maximum anyOf"
    ).split(" "),
  ),
  refuses: (keyword, value) => {
    if (keyword === "format" && !openApiFormats.has(String(value))) {
      return `the format \`${String(value)}\` is not supported`;
    }
    return keyword === "pattern" && /\(\?(?:[=!]|<[=!])/.test(String(value))
      ? "a pattern looks ahead or behind"
      : undefined;
  },
  looseTypes: false,
  references: "written out",
  recursion: "nowhere",
  enums: "texts",
  tuples: "objects",
  openObjects: false,
  nullable: "mark",
  key,
};
