import { and, literal, negate, opaque, or } from "./algebra.ts";
import type { Node, Store } from "./algebra.ts";
import { patternProblem } from "./ecma.ts";
import type { Lowering } from "./lowering.ts";
import { about } from "./lower-scalar.ts";
import type { Fields } from "./value.ts";
import { canonical } from "./value.ts";

interface ObjectKeywords {
  readonly properties?: Fields;
  readonly patternProperties?: Fields;
  readonly dependentSchemas?: Fields;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly required?: readonly string[];
}

/** The keywords of objects, except the sizes and `unevaluatedProperties`. */
export function lowerObject(lowering: Lowering, schema: Fields): readonly Node[] {
  const { store } = lowering;
  const keywords = schema as ObjectKeywords;
  const found = (keywords.required ?? []).map((name) => has(store, name));
  for (const [name, inner] of Object.entries(keywords.properties ?? {}))
    found.push(literal(store, { op: "property", name, node: lowering.lower(inner) }));
  found.push(...lowerPatterns(lowering, schema, keywords));
  if ("propertyNames" in schema)
    found.push(literal(store, { op: "names", node: lowering.lower(schema["propertyNames"]) }));
  for (const [name, others] of Object.entries(keywords.dependentRequired ?? {}))
    found.push(
      ifPresent(
        store,
        name,
        and(
          store,
          others.map((other) => has(store, other)),
        ),
      ),
    );
  const nodes = found.map((node) => about(store, "object", node));
  for (const [name, inner] of Object.entries(keywords.dependentSchemas ?? {}))
    nodes.push(about(store, "object", ifPresent(store, name, lowering.lower(inner))));
  return nodes;
}

export function has(store: Store, name: string): Node {
  return literal(store, { op: "has", name });
}

function ifPresent(store: Store, name: string, node: Node): Node {
  return or(store, [negate(store, has(store, name)), node]);
}

function lowerPatterns(lowering: Lowering, schema: Fields, keywords: ObjectKeywords): readonly Node[] {
  const { store } = lowering;
  const patterns = Object.entries(keywords.patternProperties ?? {});
  const problem = patterns.map(([pattern]) => patternProblem(pattern)).find((found) => found !== undefined);
  const nodes = patterns.map(([, inner]) => lowering.lower(inner));
  const rest = "additionalProperties" in schema ? lowering.lower(schema["additionalProperties"]) : undefined;
  if (problem !== undefined) return [opaque(store, problem, `patternProperties ${canonical(schema)}`)];
  const found = patterns.map(([within], i) =>
    literal(store, {
      op: "each",
      names: { within, outside: [], except: new Set() },
      node: nodes[i] ?? store.any,
    }),
  );
  if (rest !== undefined) {
    const outside = patterns.map(([pattern]) => pattern);
    const except = new Set(Object.keys(keywords.properties ?? {}));
    found.push(literal(store, { op: "each", names: { within: undefined, outside, except }, node: rest }));
  }
  return found;
}
