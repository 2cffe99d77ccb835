import { fromEntries, pointer } from "../../src/target/schema/node.ts";
import type { SchemaObject } from "../../src/target/schema/node.ts";
import type { Translated, Translation } from "./translation.ts";
import { anything, joined } from "./translation.ts";

/** `allOf`, `anyOf`, `oneOf`, `not` and `if`. Below a negation, wider is narrower: there only what is exact is kept. */
export function combinations(node: SchemaObject, path: string, translation: Translation): Translated {
  const branches = (["allOf", "anyOf", "oneOf"] as const)
    .filter((keyword) => keyword in node)
    .map((keyword) => branchesOf(keyword, node, path, translation));
  return joined([...branches, negation(node, path, translation), condition(node, path, translation)]);
}

function branchesOf(
  keyword: "allOf" | "anyOf" | "oneOf",
  node: SchemaObject,
  path: string,
  { translate, widen }: Translation,
): Translated {
  const written = node[keyword];
  if (!Array.isArray(written) || written.length === 0) {
    return { schema: {}, exact: widen(path, `\`${keyword}\` lists no schema`) };
  }
  const translated = written.map((branch, i) => translate(branch, pointer(path, keyword, i)));
  const schemas = translated.map(({ schema }) => schema);
  const exact = translated.every((branch) => branch.exact);
  if (keyword !== "oneOf" || exact) return { schema: { [keyword]: schemas }, exact };
  // A value may fit two branches once one of them is wider.
  return { schema: { allOf: [{ anyOf: schemas }] }, exact };
}

function negation(node: SchemaObject, path: string, { translate, widen }: Translation): Translated {
  if (!("not" in node)) return anything;
  const { schema, exact } = translate(node["not"], pointer(path, "not"));
  if (exact) return { schema: { not: schema }, exact };
  return { schema: {}, exact: widen(path, "`not` holds what not every client can check") };
}

function condition(node: SchemaObject, path: string, { translate, widen }: Translation): Translated {
  if (!("if" in node) || !("then" in node || "else" in node)) return anything;
  const test = translate(node["if"], pointer(path, "if"));
  if (!test.exact) return { schema: {}, exact: widen(path, "`if` holds what not every client can check") };
  const outcomes = (["then", "else"] as const)
    .filter((keyword) => keyword in node)
    .map((keyword) => [keyword, translate(node[keyword], pointer(path, keyword))] as const);
  return {
    schema: { if: test.schema, ...fromEntries(outcomes.map(([keyword, { schema }]) => [keyword, schema])) },
    exact: outcomes.every(([, { exact }]) => exact),
  };
}
