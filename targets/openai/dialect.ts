import type { Dialect } from "../../src/target/schema/dialect.ts";
import { formats, patternProblem } from "./texts.ts";

const keywords = new Set(
  (
    "title default examples deprecated readOnly writeOnly const pattern format contentMediaType contentEncoding " +
    "minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems " +
    "contains minContains maxContains minProperties maxProperties dependentRequired dependentSchemas " +
    "patternProperties not if then else allOf anyOf unevaluatedItems unevaluatedProperties"
  ).split(" "),
);

/** What OpenAI takes for a function that is not strict. Responses refuses `oneOf`, `propertyNames` and tuples there too. */
export const openaiDialect: Dialect = {
  name: "OpenAI",
  keywords,
  refuses: (keyword, value) => {
    if (keyword === "format" && !formats.has(String(value))) {
      return `the format \`${String(value)}\` is not supported`;
    }
    return keyword === "pattern" ? patternProblem(value) : undefined;
  },
  looseTypes: true,
  references: "in place",
  recursion: "anywhere",
  enums: "anything",
  tuples: "objects",
  openObjects: true,
  nullable: "union",
  key: () => true,
};
