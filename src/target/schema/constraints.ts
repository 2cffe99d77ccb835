import { acceptsAll, kinds, speaksOf } from "./kinds.ts";
import type { Kind } from "./kinds.ts";
import { fromEntries, isSchemaObject, numberIn, only, without } from "./node.ts";
import type { SchemaObject } from "./node.ts";
import type { Part, Place, Run, Typed } from "./run.ts";
import { attempt, described, inside, wider } from "./run.ts";

/** Keywords that mean something only together. */
const together = [new Set(["if", "then", "else"]), new Set(["contains", "minContains", "maxContains"])];

const holdsOne = new Set(
  "not if then else contains propertyNames unevaluatedItems unevaluatedProperties contentSchema".split(" "),
);
const holdsList = new Set(["allOf", "anyOf", "oneOf"]);
const holdsNamed = new Set(["patternProperties", "dependentSchemas"]);

/** The keywords of a node that are neither its type nor its parts: as they are, or in the description. */
export function addConstraints(run: Run, typed: Typed, types: readonly string[], place: Place): Part {
  const rest = relevant(withBounds(run, typed.rest, types), types);
  const also = new Map<string, unknown>();
  let schema = typed.schema;
  const done = new Set<string>();
  for (const keyword of Object.keys(rest)) {
    if (done.has(keyword)) continue;
    const group = only(rest, together.find((words) => words.has(keyword)) ?? new Set([keyword]));
    for (const member of Object.keys(group)) done.add(member);
    const kept = keptGroup(run, group, typed.codec.kind === "same", place);
    if (kept.schema !== undefined) schema = { ...schema, ...kept.schema };
    else {
      for (const [member, value] of Object.entries(group)) also.set(member, value);
      wider(run, place, kept.reason);
    }
  }
  return { schema: described(schema, fromEntries(also)), codec: typed.codec };
}

/** What says something of the types of a node, and narrows them. */
function relevant(rest: SchemaObject, types: readonly string[]): SchemaObject {
  const found = new Set(types.map((type) => (type === "integer" ? "number" : type)));
  const entries = Object.entries(rest).filter(
    ([keyword, value]) =>
      kinds.some((kind: Kind) => found.has(kind) && speaksOf(keyword, kind)) && !saysNothing(keyword, value),
  );
  return fromEntries(entries);
}

/** A name is always a text. */
function saysNothing(keyword: string, value: unknown): boolean {
  if (keyword === "uniqueItems") return value === false;
  if (keyword !== "propertyNames") return false;
  return (
    acceptsAll(value) ||
    (isSchemaObject(value) && value["type"] === "string" && acceptsAll(without(value, "type")))
  );
}

/** A bound that excludes its number as one that does not, where only such bounds are known. */
function withBounds(run: Run, rest: SchemaObject, types: readonly string[]): SchemaObject {
  let node = rest;
  for (const [keyword, exclusive, step] of [
    ["minimum", "exclusiveMinimum", 1],
    ["maximum", "exclusiveMaximum", -1],
  ] as const) {
    const bound = numberIn(node, exclusive);
    if (bound === undefined || run.dialect.keywords.has(exclusive) || !run.dialect.keywords.has(keyword))
      continue;
    const isWhole = types.length === 1 && types[0] === "integer";
    const next = isWhole ? (step > 0 ? Math.floor(bound) + 1 : Math.ceil(bound) - 1) : bound;
    const own = numberIn(node, keyword) ?? next;
    const both = step > 0 ? Math.max(own, next) : Math.min(own, next);
    node = { ...(isWhole ? without(node, exclusive) : node), [keyword]: both };
  }
  return node;
}

/** A group of keywords as it may stand, or why it may not. */
function keptGroup(
  run: Run,
  group: SchemaObject,
  isSame: boolean,
  place: Place,
):
  | { readonly schema: SchemaObject; readonly reason?: never }
  | { readonly schema?: never; readonly reason: string } {
  const kept = new Map<string, unknown>();
  for (const [keyword, value] of Object.entries(group)) {
    if (!run.dialect.keywords.has(keyword))
      return { reason: `\`${keyword}\` is said in the description only` };
    const refused = run.dialect.refuses(keyword, value);
    if (refused !== undefined) return { reason: `${refused} and is said in the description only` };
    const exact = exactly(run, keyword, value, isSame, place);
    if (exact === undefined) return { reason: `\`${keyword}\` is said in the description only` };
    kept.set(keyword, exact);
  }
  return { schema: fromEntries(kept) };
}

const looksAtWhole = new Set(
  "minProperties maxProperties dependentRequired minItems maxItems uniqueItems const enum".split(" "),
);

/** The argument of a keyword, if what it says of the original values holds of those that carry them. */
function exactly(run: Run, keyword: string, value: unknown, isSame: boolean, place: Place): unknown {
  const encode = (part: unknown): SchemaObject | undefined =>
    attempt(
      run,
      () => run.encode(part, inside(place, `${place.path}/${keyword}`)),
      ({ codec }, changes) => changes === 0 && codec.kind === "same",
    )?.schema;
  const isApplied = holdsOne.has(keyword) || holdsList.has(keyword) || holdsNamed.has(keyword);
  if (!isSame && (isApplied || looksAtWhole.has(keyword))) return undefined;
  if (holdsOne.has(keyword)) return typeof value === "boolean" ? value : encode(value);
  if (holdsList.has(keyword) && Array.isArray(value)) {
    const parts = value.map(encode);
    return parts.includes(undefined) ? undefined : parts;
  }
  if (holdsNamed.has(keyword) && isSchemaObject(value)) {
    const parts = Object.entries(value).map(([name, part]) => [name, encode(part)] as const);
    return parts.some(([, part]) => part === undefined) ? undefined : fromEntries(parts);
  }
  return value;
}
