import { and, literal, negate, opaque, or } from "./algebra.ts";
import type { Node } from "./algebra.ts";
import { patternProblem } from "./ecma.ts";
import { hasForm } from "./form.ts";
import type { Lowering } from "./lowering.ts";
import { targetsOf } from "./lowering.ts";
import { allFrom } from "./lower-list.ts";
import { has } from "./lower-object.ts";
import { about } from "./lower-scalar.ts";
import type { Fields } from "./value.ts";
import { canonical, isRecord } from "./value.ts";

/** The parts of a value that a schema looks at. */
interface Cover {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly string[];
  readonly allNames: boolean;
  /** Items before this index; `Infinity` for all. */
  readonly items: number;
  /** Items in one of these are looked at too. */
  readonly contains: readonly Node[];
}

/** What is looked at if a condition holds. */
interface Conditional {
  readonly condition: Node;
  readonly cover: Cover;
}

// The cases double with each conditional part.
const mostConditions = 6;

/** `unevaluatedProperties` and `unevaluatedItems`: for each way in which the conditional parts can hold, the rest. */
export function lowerUnevaluated(lowering: Lowering, schema: Fields): readonly Node[] {
  const { store } = lowering;
  const keywords = ["unevaluatedProperties", "unevaluatedItems"].filter((keyword) => keyword in schema);
  if (keywords.length === 0) return [];
  const parts = conditionals(lowering, schema, store.any, 0, true);
  const sometimes = parts?.filter(({ condition }) => condition !== store.any);
  if (parts === undefined || sometimes === undefined || sometimes.length > mostConditions)
    return keywords.map((keyword) => opaqueKeyword(lowering, keyword, schema));
  const always = parts.filter(({ condition }) => condition === store.any).map(({ cover }) => cover);
  return keywords.map((keyword) => {
    const rest = lowering.lower(schema[keyword]);
    const cases: Node[] = [];
    for (let mask = 0; mask < 1 << sometimes.length; mask++) {
      const chosen = sometimes.filter((_, i) => (mask >> i) & 1);
      const left = sometimes.filter((_, i) => !((mask >> i) & 1));
      // The parts that are left out must be known to fail; if a part holds, the case with it speaks.
      const failing = left.map(({ condition }) => negate(store, condition));
      const covers = [...always, ...chosen.map(({ cover }) => cover)];
      const unseen =
        keyword === "unevaluatedItems"
          ? restOfItems(lowering, covers, rest)
          : restOfNames(lowering, covers, rest);
      const holding = chosen.map(({ condition }) => condition);
      cases.push(or(store, [...[...holding, ...failing].map((node) => negate(store, node)), unseen]));
    }
    return and(store, cases);
  });
}

function opaqueKeyword({ store, name, lower }: Lowering, keyword: string, schema: Fields): Node {
  // Only for what is wrong in it.
  lower(schema[keyword]);
  const reason = `the keyword \`${keyword}\` stands over too many cases`;
  return opaque(store, reason, `${keyword} ${name} ${canonical(schema)}`);
}

function restOfItems({ store }: Lowering, covers: readonly Cover[], rest: Node): Node {
  const from = Math.max(0, ...covers.map(({ items }) => items));
  const contained = covers.flatMap(({ contains }) => contains);
  if (from === Infinity) return store.any;
  return about(store, "array", allFrom(store, from, or(store, [rest, ...contained])));
}

function restOfNames({ store }: Lowering, covers: readonly Cover[], rest: Node): Node {
  if (covers.some(({ allNames }) => allNames)) return store.any;
  const except = new Set(covers.flatMap(({ names }) => [...names]));
  const outside = [...new Set(covers.flatMap(({ patterns }) => patterns))];
  const each = literal(store, { op: "each", names: { within: undefined, outside, except }, node: rest });
  return about(store, "object", each);
}

/** What a schema looks at, and under which conditions; undefined where that is not told. */
function conditionals(
  lowering: Lowering,
  schema: unknown,
  condition: Node,
  depth: number,
  top: boolean,
): readonly Conditional[] | undefined {
  if (!isRecord(schema)) return [];
  // A schema that is open further out has not been looked through yet.
  if (Object.entries(schema).some(([keyword, argument]) => !hasForm(keyword, argument))) return undefined;
  const own = ownCover(lowering, schema, top);
  if (depth > 20 || own === undefined) return undefined;
  const found: Conditional[] = [{ condition, cover: own }];
  for (const { inner, only } of placesIn(lowering, schema)) {
    if (inner === undefined) return undefined;
    const nested = conditionals(lowering, inner, and(lowering.store, [condition, only]), depth + 1, false);
    if (nested === undefined) return undefined;
    found.push(...nested.filter(({ cover }) => !isBlind(cover)));
  }
  return found;
}

/** The schemas that stand at the same place of the value, each with the condition under which it counts. */
function placesIn(
  lowering: Lowering,
  schema: Fields,
): readonly { readonly inner: unknown; readonly only: Node }[] {
  const { store } = lowering;
  const list = (keyword: string): readonly unknown[] => (schema[keyword] ?? []) as readonly unknown[];
  const found: { readonly inner: unknown; readonly only: Node }[] = [];
  for (const { target } of targetsOf(lowering, schema)) found.push({ inner: target, only: store.any });
  for (const inner of list("allOf")) found.push({ inner, only: store.any });
  for (const inner of [...list("anyOf"), ...list("oneOf")])
    found.push({ inner, only: lowering.lower(inner) });
  for (const [name, inner] of Object.entries((schema["dependentSchemas"] ?? {}) as Fields))
    found.push({ inner, only: has(store, name) });
  if (!("if" in schema)) return found;
  const test = lowering.lower(schema["if"]);
  found.push({ inner: schema["if"], only: test });
  if ("then" in schema) found.push({ inner: schema["then"], only: test });
  if ("else" in schema) found.push({ inner: schema["else"], only: negate(store, test) });
  return found;
}

function isBlind({ names, patterns, allNames, items, contains }: Cover): boolean {
  return names.size + patterns.length + contains.length + items === 0 && !allNames;
}

function ownCover(lowering: Lowering, schema: Fields, top: boolean): Cover | undefined {
  const patterns = Object.keys(schema["patternProperties"] ?? {});
  if (patterns.some((pattern) => patternProblem(pattern) !== undefined)) return undefined;
  const prefix = ((schema["prefixItems"] ?? []) as readonly unknown[]).length;
  const allItems = "items" in schema || (!top && "unevaluatedItems" in schema);
  return {
    names: new Set(Object.keys(schema["properties"] ?? {})),
    patterns,
    allNames: "additionalProperties" in schema || (!top && "unevaluatedProperties" in schema),
    items: allItems ? Infinity : prefix,
    contains: "contains" in schema ? [lowering.lower(schema["contains"])] : [],
  };
}
