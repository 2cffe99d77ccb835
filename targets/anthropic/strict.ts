import {
  isSchemaObject,
  partsOf,
  pointer,
  resolveReference,
  schemasIn,
} from "../../src/target/schema/node.ts";
import type { SchemaObject, SchemaProblem } from "../../src/target/schema/node.ts";

/** The formats that strict tools know. */
const formats = new Set("date-time time date duration email hostname uri ipv4 ipv6 uuid".split(" "));

/** The keywords that strict tools know. */
const allowed = new Set(
  (
    "type properties required additionalProperties items anyOf allOf enum const $ref $defs title description " +
    "default format pattern minItems"
  ).split(" "),
);

/**
 * Every place where the schema of a tool is outside what Anthropic takes with `strict: true`: its guide to structured
 * outputs, as of 2026-07.
 */
export function strictProblems(schema: SchemaObject): readonly SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  if (schema["type"] !== "object") problems.push({ path: "", reason: "the outermost type is not `object`" });
  const recursive = recursiveReference(schema);
  if (recursive !== undefined) problems.push({ path: "", reason: `\`${recursive}\` is recursive` });
  problems.push(...nodeProblems(schema, "", schema));
  return problems;
}

function* nodeProblems(node: unknown, path: string, root: SchemaObject): Iterable<SchemaProblem> {
  if (!isSchemaObject(node)) {
    yield { path, reason: "`true` or `false` stands for a schema" };
    return;
  }
  for (const keyword of Object.keys(node)) {
    if (!allowed.has(keyword)) yield { path, reason: `\`${keyword}\` is not supported` };
  }
  if ("$ref" in node) yield* referenceProblems(node, path, root);
  else if (!["type", "anyOf", "allOf", "enum", "const"].some((keyword) => keyword in node)) {
    yield { path, reason: "`type` is missing" };
  }
  yield* objectProblems(node, path);
  yield* valueProblems(node, path);
  for (const [child, at] of childSchemas(node, path)) yield* nodeProblems(child, at, root);
}

function* childSchemas(node: SchemaObject, path: string): Iterable<readonly [unknown, string]> {
  for (const keyword of ["properties", "$defs"] as const) {
    for (const [name, child] of Object.entries(schemasIn(node, keyword))) {
      yield [child, pointer(path, keyword, name)];
    }
  }
  if ("items" in node) yield [node["items"], pointer(path, "items")];
  for (const keyword of ["anyOf", "allOf"] as const) {
    const branches = node[keyword];
    if (!Array.isArray(branches)) continue;
    for (const [i, branch] of branches.entries()) yield [branch, pointer(path, keyword, i)];
  }
}

function* referenceProblems(node: SchemaObject, path: string, root: SchemaObject): Iterable<SchemaProblem> {
  if (Object.keys(node).length > 1) yield { path, reason: "other keywords stand beside `$ref`" };
  if (!isSchemaObject(resolveReference(root, String(node["$ref"])))) {
    yield { path, reason: "`$ref` points at nothing" };
  }
}

function* objectProblems(node: SchemaObject, path: string): Iterable<SchemaProblem> {
  if (![node["type"]].flat().includes("object")) return;
  if (node["additionalProperties"] !== false) {
    yield { path, reason: "the object allows additional properties" };
  }
  const declared = schemasIn(node, "properties");
  for (const name of [node["required"] ?? []].flat()) {
    if (!Object.hasOwn(declared, String(name))) {
      yield { path, reason: `\`${String(name)}\` is required but not declared` };
    }
  }
}

function* valueProblems(node: SchemaObject, path: string): Iterable<SchemaProblem> {
  const { format, pattern, minItems } = node as Readonly<Record<string, unknown>>;
  const values = [node["enum"] ?? [], "const" in node ? [node["const"]] : []].flat() as readonly unknown[];
  if (values.some((value) => typeof value === "object" && value !== null)) {
    yield { path, reason: "a listed value is an object or a list" };
  }
  if ("enum" in node && Array.isArray(node["type"])) {
    yield { path, reason: "several types stand beside `enum`" };
  }
  if (format !== undefined && !formats.has(String(format))) {
    yield { path, reason: `the format \`${String(format)}\` is not supported` };
  }
  if (minItems !== undefined && minItems !== 0 && minItems !== 1) {
    yield { path, reason: "`minItems` is neither 0 nor 1" };
  }
  const problem = pattern === undefined ? undefined : patternProblem(String(pattern));
  if (problem !== undefined) yield { path, reason: problem };
}

/** A repetition above this counts as a large range, which the guide refuses without a number. */
const largestRange = 100;

function patternProblem(pattern: string): string | undefined {
  if (/\(\?(?:[=!]|<[=!])/.test(pattern)) return "a pattern looks ahead or behind";
  if (/\\(?:[1-9]|k<)/.test(pattern)) return "a pattern refers back to a group";
  if (/\\[bB]/.test(pattern)) return "a pattern asks for the edge of a word";
  if (/\\[pP]\{/.test(pattern)) return "a pattern uses Unicode properties";
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].flatMap(([, least, most]) => [least, most]);
  return counts.some((count) => Number(count ?? 0) > largestRange)
    ? `a pattern repeats more than ${largestRange} times`
    : undefined;
}

/** A reference that leads back to where it stands. */
function recursiveReference(root: SchemaObject): string | undefined {
  const done = new Set<string>();
  const visit = (node: unknown, open: readonly string[]): string | undefined => {
    if (!isSchemaObject(node)) return undefined;
    const reference = node["$ref"];
    if (typeof reference === "string") {
      if (reference === "#" || open.includes(reference)) return reference;
      if (done.has(reference)) return undefined;
      done.add(reference);
      const found = visit(resolveReference(root, reference), [...open, reference]);
      if (found !== undefined) return found;
    }
    for (const part of partsOf(node)) {
      const found = visit(part, open);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return visit(root, []);
}
