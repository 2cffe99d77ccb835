import type { Dialect } from "../../src/target/schema/dialect.ts";

const keywords = new Set(
  (
    "title default examples deprecated readOnly writeOnly const pattern format contentMediaType contentEncoding " +
    "minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems " +
    "prefixItems contains minContains maxContains minProperties maxProperties dependentRequired dependentSchemas " +
    "patternProperties propertyNames not if then else allOf anyOf unevaluatedItems unevaluatedProperties"
  ).split(" "),
);

/** What the Messages API takes for a tool that is not strict: JSON Schema 2020-12, but for the keys of arguments. */
export const anthropicDialect: Dialect = {
  name: "Anthropic",
  keywords,
  refuses: () => undefined,
  looseTypes: true,
  references: "in place",
  recursion: "anywhere",
  enums: "anything",
  tuples: "in place",
  openObjects: true,
  nullable: "union",
  key: (name, isOutermost) => !isOutermost || /^[a-zA-Z0-9_.-]{1,64}$/.test(name),
};
