import type { JsonSchema } from "../ir/type.ts";

/** The kinds of JSON values; a truth value is no number here, whatever it equals in a guard. */
export type Kind = "null" | "boolean" | "number" | "string" | "array" | "object";

type Node = Readonly<Record<string, unknown>>;

/** One way for a value to fit: all of these schemas apply to it. */
type Way = readonly Node[];

/**
 * What a JSON Schema says of one place in a value: a valid value fits one of the ways. Never fewer values than the schema
 * accepts; keywords that are not read only restrict further.
 */
export interface Facts {
  readonly root: JsonSchema;
  readonly ways: readonly Way[];
}

/** Whether a valid value has something under a key. */
export type Presence = "always" | "never" | "sometimes";

/** A step of a path: a key of an object, an index of a list, or a word of a dotted path, which may be either. */
export type Step =
  | { readonly kind: "key"; readonly name: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "word"; readonly name: string };

// More ways than this say nothing that a message could show.
const mostWays = 24;
// Schemas looked at for one place: references may go in circles, and each may branch.
const mostSchemas = 400;
const allKinds: readonly Kind[] = ["null", "boolean", "number", "string", "array", "object"];

/** The facts about the whole value; undefined where no value fits the schema at all, or it says nothing. */
export function factsOf(root: JsonSchema): Facts | undefined {
  const ways = waysOf(root, { root, left: mostSchemas });
  return ways.some((way) => way.length > 0) ? { root, ways } : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

interface Reading {
  readonly root: JsonSchema;
  /** Schemas that may still be looked at. */
  left: number;
}

/** The ways to fit a schema; none where nothing does, and one without schemas where it is not understood. */
function waysOf(schema: unknown, reading: Reading): readonly Way[] {
  if (schema === false) return [];
  if (!isNode(schema) || --reading.left < 0) return [[]];
  // Inside a schema with an address of its own, references mean something else.
  if (schema !== reading.root && typeof schema["$id"] === "string") return [[]];
  let ways: readonly Way[] = [[schema]];
  for (const part of partsOf(schema, reading)) {
    if (ways.length * part.length > mostWays) continue;
    ways = ways.flatMap((way) => part.map((more) => [...way, ...more]));
  }
  return ways.filter((way) => kindsOf(way).size > 0);
}

/** The ways of each schema that applies beside the own keywords. */
function* partsOf(schema: Node, reading: Reading): Iterable<readonly Way[]> {
  if (typeof schema["$ref"] === "string") yield waysOf(resolve(schema["$ref"], reading.root), reading);
  for (const part of listOf(schema["allOf"]) ?? []) yield waysOf(part, reading);
  for (const keyword of ["anyOf", "oneOf"]) {
    const members = listOf(schema[keyword]);
    if (members !== undefined && members.length > 0)
      yield members.flatMap((member) => waysOf(member, reading));
  }
}

/** A reference inside the document; anything else is not understood. */
function resolve(reference: string, root: JsonSchema): unknown {
  if (reference !== "#" && !reference.startsWith("#/")) return true;
  let node: unknown = root;
  for (const part of reference.split("/").slice(1)) {
    const key = decode(part);
    const inner: unknown = Array.isArray(node)
      ? node[Number(key)]
      : isNode(node)
        ? own(node, key)
        : undefined;
    if (inner === undefined) return true;
    node = inner;
  }
  return node;
}

function decode(part: string): string {
  const plain = part.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function own(node: Node, key: string): unknown {
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

/** The kinds that all schemas of a way allow. */
export function kindsOf(way: Way): ReadonlySet<Kind> {
  let kinds = new Set<Kind>(allKinds);
  for (const schema of way) {
    const types = typeof schema["type"] === "string" ? [schema["type"]] : listOf(schema["type"]);
    if (types !== undefined) {
      const named = new Set(types.map((type) => (type === "integer" ? "number" : type)));
      kinds = new Set([...kinds].filter((kind) => named.has(kind)));
    }
    const values = valuesIn(schema);
    if (values !== undefined) {
      const found = new Set(values.map(kindOf));
      kinds = new Set([...kinds].filter((kind) => found.has(kind)));
    }
  }
  return kinds;
}

export function kindOf(value: unknown): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "boolean":
    case "number":
    case "string":
      return typeof value as "boolean" | "number" | "string";
    default:
      return "object";
  }
}

/** The values of `enum` or `const`. */
function valuesIn(schema: Node): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema["const"]];
  return listOf(schema["enum"]);
}

/** The only values of a way, by one of its `enum` and `const`, as far as its kinds allow. */
export function valuesOf(way: Way): readonly unknown[] | undefined {
  const kinds = kindsOf(way);
  const lists = way.flatMap((schema) => {
    const values = valuesIn(schema);
    return values === undefined ? [] : [values];
  });
  const [shortest] = lists.toSorted((a, b) => a.length - b.length);
  return shortest?.filter((value) => kinds.has(kindOf(value)));
}

/** Whole numbers and the ends of a range; an open end does not belong to it. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly lowOpen: boolean;
  readonly highOpen: boolean;
}

/** The numbers of a way. */
export function numbersOf(way: Way): Interval {
  let low = -Infinity;
  let high = Infinity;
  let lowOpen = false;
  let highOpen = false;
  const raise = (bound: unknown, open: boolean): void => {
    const value = numberOf(bound);
    if (value === undefined || value < low || (value === low && lowOpen)) return;
    low = value;
    lowOpen = open;
  };
  const cut = (bound: unknown, open: boolean): void => {
    const value = numberOf(bound);
    if (value === undefined || value > high || (value === high && highOpen)) return;
    high = value;
    highOpen = open;
  };
  for (const schema of way) {
    raise(schema["minimum"], false);
    raise(schema["exclusiveMinimum"], true);
    cut(schema["maximum"], false);
    cut(schema["exclusiveMaximum"], true);
  }
  return { low, high, lowOpen, highOpen };
}

/** The sizes that a value of one kind may have: characters, items or keys. */
export function sizesOf(way: Way, kind: "string" | "array" | "object"): Interval {
  const [least, most] = {
    string: ["minLength", "maxLength"],
    array: ["minItems", "maxItems"],
    object: ["minProperties", "maxProperties"],
  }[kind] as [string, string];
  let low = 0;
  let high = Infinity;
  for (const schema of way) {
    low = Math.max(low, numberOf(schema[least]) ?? 0);
    high = Math.min(high, numberOf(schema[most]) ?? Infinity);
    if (kind === "object") low = Math.max(low, new Set(listOf(schema["required"]) ?? []).size);
    if (kind === "array" && schema["items"] === false)
      high = Math.min(high, listOf(schema["prefixItems"])?.length ?? 0);
  }
  return { low, high, lowOpen: false, highOpen: false };
}

const indexForm = /^(?:0|[1-9]\d*)$/;

/** Whether a step leads to something, and the facts about what it leads to. */
export function stepInto(
  { root, ways }: Facts,
  step: Step,
): { readonly presence: Presence; readonly facts: Facts } {
  const found = ways.map((way) => stepInWay(way, step, root));
  const presence = found.every((one) => one.presence === "never")
    ? "never"
    : found.every((one) => one.presence === "always")
      ? "always"
      : "sometimes";
  const inner = found.flatMap((one) => one.ways);
  return { presence, facts: { root, ways: inner.length > mostWays ? [[]] : inner } };
}

interface Found {
  readonly presence: Presence;
  readonly ways: readonly Way[];
}

function stepInWay(way: Way, step: Step, root: JsonSchema): Found {
  const kinds = kindsOf(way);
  const nothing: Found = { presence: "never", ways: [] };
  const index =
    step.kind === "index"
      ? step.index
      : step.kind === "word" && indexForm.test(step.name)
        ? Number(step.name)
        : undefined;
  const asObject = step.kind !== "index" && kinds.has("object") ? memberIn(way, step.name, root) : nothing;
  const asArray = index !== undefined && kinds.has("array") ? itemIn(way, index, root) : nothing;
  // One character of a text.
  const asText: Found =
    step.kind === "index" && kinds.has("string")
      ? { presence: "sometimes", ways: [[{ type: "string", minLength: 1, maxLength: 1 }]] }
      : nothing;
  const parts = [asObject, asArray, asText];
  const containers = (["object", "array"] as const).filter((kind) => kinds.has(kind));
  const certain =
    containers.length === kinds.size &&
    containers.every((kind) => (kind === "object" ? asObject : asArray).presence === "always");
  const presence = certain
    ? "always"
    : parts.every((part) => part.presence === "never")
      ? "never"
      : "sometimes";
  return { presence, ways: parts.flatMap((part) => part.ways) };
}

function memberIn(way: Way, name: string, root: JsonSchema): Found {
  const inner = way.flatMap((schema) => {
    const properties = isNode(schema["properties"]) ? schema["properties"] : {};
    if (Object.hasOwn(properties, name)) return [properties[name]];
    // Which keys a pattern takes is not asked.
    if (isNode(schema["patternProperties"]) && Object.keys(schema["patternProperties"]).length > 0) return [];
    return schema["additionalProperties"] === undefined ? [] : [schema["additionalProperties"]];
  });
  const isRequired = way.some((schema) => listOf(schema["required"])?.includes(name) ?? false);
  return foundIn(inner, isRequired, root);
}

function itemIn(way: Way, index: number, root: JsonSchema): Found {
  const inner = way.flatMap((schema) => {
    const first = listOf(schema["prefixItems"]) ?? [];
    if (index < first.length) return [first[index]];
    return schema["items"] === undefined || Array.isArray(schema["items"]) ? [] : [schema["items"]];
  });
  const { low, high } = sizesOf(way, "array");
  if (index >= high) return { presence: "never", ways: [] };
  return foundIn(inner, index < low, root);
}

/** A value that fits all of the schemas, which is there for certain or perhaps. */
function foundIn(schemas: readonly unknown[], isCertain: boolean, root: JsonSchema): Found {
  const ways = waysOf({ allOf: schemas }, { root, left: mostSchemas });
  if (ways.length === 0) return { presence: "never", ways: [] };
  return { presence: isCertain ? "always" : "sometimes", ways };
}

/** The keys that a schema names at a place, for near names. */
export function namesAt({ ways }: Facts): readonly string[] {
  const names = ways.flatMap((way) =>
    way.flatMap((schema) => (isNode(schema["properties"]) ? Object.keys(schema["properties"]) : [])),
  );
  return [...new Set(names)];
}
