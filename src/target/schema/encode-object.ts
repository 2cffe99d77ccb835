import { shortHash } from "../name.ts";
import type { Codec, Property } from "./codec.ts";
import { isSame, same } from "./codec.ts";
import { acceptsAll } from "./kinds.ts";
import { fromEntries, isSchemaObject, pointer, requiredIn, schemasIn, without } from "./node.ts";
import type { SchemaObject } from "./node.ts";
import type { Place, Run, Typed } from "./run.ts";
import { attempt, carried, described, inside, wider } from "./run.ts";

/** The properties of an object. `isTyped`: it says itself that it is one. */
export function encodeObject(run: Run, node: SchemaObject, place: Place, isTyped: boolean): Typed {
  const keywords = ["properties", "required", "additionalProperties", "patternProperties"];
  if (!isTyped && !keywords.some((keyword) => keyword in node))
    return { schema: {}, codec: same, rest: node };
  const patterns = patternsOf(run, node, place);
  const { properties, schemas, required } = propertiesOf(run, patterns.node, place);
  const others = othersOf(run, patterns.node, place, Object.keys(schemas));
  const all = fromEntries([...Object.entries(schemas), ...Object.entries(others.properties)]);
  const schema: SchemaObject = {
    ...(isTyped || "properties" in node || Object.keys(all).length > 0 ? { properties: all } : {}),
    ...(required.length > 0 || "required" in node ? { required } : {}),
    ...others.keyword,
    ...patterns.keyword,
  };
  return {
    schema: described(schema, patterns.also),
    codec: codecOf(properties, others.codec, others.entries),
    rest: without(node, ...keywords),
  };
}

function codecOf(properties: readonly Property[], others: Codec, entries: string | undefined): Codec {
  const changed = properties.filter(({ property, name, codec }) => property !== name || !isSame(codec));
  if (changed.length === 0 && isSame(others) && entries === undefined) return same;
  // What is not listed is an additional property.
  return {
    kind: "object",
    properties: isSame(others) && entries === undefined ? changed : properties,
    others,
    ...(entries === undefined ? {} : { entries }),
  };
}

interface Properties {
  readonly properties: readonly Property[];
  readonly schemas: Readonly<Record<string, SchemaObject>>;
  readonly required: readonly string[];
}

function propertiesOf(run: Run, node: SchemaObject, place: Place): Properties {
  const declared = schemasIn(node, "properties");
  const required = requiredIn(node);
  // What is required and not declared may be anything that an additional property may be.
  const undeclared = run.dialect.looseTypes ? [] : required.filter((name) => !Object.hasOwn(declared, name));
  for (const name of undeclared)
    wider(run, place, `\`${name}\` is required but not declared, and is declared here`);
  const names = [...Object.keys(declared), ...undeclared];
  const taken = new Set(names);
  const properties: Property[] = [];
  const schemas: (readonly [string, SchemaObject])[] = [];
  for (const name of names) {
    const path = pointer(place.path, "properties", name);
    const schema = Object.hasOwn(declared, name) ? declared[name] : (node["additionalProperties"] ?? true);
    const part = run.encode(schema, inside(place, path, place.optional || !required.includes(name)));
    const property = propertyName(run, name, place, taken);
    properties.push({ property, name, codec: part.codec });
    schemas.push([property, part.schema]);
  }
  const carriedAs = new Map(properties.map(({ name, property }) => [name, property]));
  return {
    properties,
    schemas: Object.fromEntries(schemas),
    required: required.map((name) => carriedAs.get(name) ?? name),
  };
}

/** The name itself, or what is plain of it with a hash of the whole. */
function propertyName(run: Run, name: string, place: Place, taken: Set<string>): string {
  const isOutermost = place.depth === 0;
  if (run.dialect.key(name, isOutermost)) return name;
  const plain = name.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  const word = /^[A-Za-z]/.test(plain) ? plain : `key_${plain}`;
  const fresh = freshName(`${word.slice(0, 40)}_${shortHash(name)}`, taken);
  taken.add(fresh);
  carried(run, place, `the key \`${name}\` is carried as \`${fresh}\``);
  return fresh;
}

function freshName(name: string, taken: ReadonlySet<string>): string {
  let fresh = name;
  for (let i = 2; taken.has(fresh); i++) fresh = `${name}_${i}`;
  return fresh;
}

interface Patterns {
  readonly keyword: SchemaObject;
  readonly also: SchemaObject;
  /** The node, with additional properties as wide as they are without the patterns. */
  readonly node: SchemaObject;
}

/** Properties by pattern, where the dialect has them and they hold what they say. */
function patternsOf(run: Run, node: SchemaObject, place: Place): Patterns {
  const patterns = schemasIn(node, "patternProperties");
  if (Object.keys(patterns).length === 0) return { keyword: {}, also: {}, node };
  const encode = (part: unknown, pattern: string): SchemaObject | undefined =>
    attempt(
      run,
      () => run.encode(part, inside(place, pointer(place.path, "patternProperties", pattern), true)),
      ({ codec }, changes) => changes === 0 && isSame(codec),
    )?.schema;
  if (run.dialect.keywords.has("patternProperties")) {
    const parts = Object.entries(patterns).map(
      ([pattern, part]) => [pattern, encode(part, pattern)] as const,
    );
    if (parts.every(([, part]) => part !== undefined)) {
      return { keyword: { patternProperties: fromEntries(parts) }, also: {}, node };
    }
  }
  wider(run, place, "`patternProperties` are said in the description only");
  const { patternProperties, additionalProperties } = node;
  const also = { patternProperties, ...(additionalProperties === undefined ? {} : { additionalProperties }) };
  const open = additionalProperties === undefined ? {} : { additionalProperties: true };
  return { keyword: {}, also, node: { ...without(node, "additionalProperties"), ...open } };
}

interface Others {
  readonly keyword: SchemaObject;
  readonly properties: Readonly<Record<string, SchemaObject>>;
  readonly codec: Codec;
  readonly entries?: string;
}

/** Properties that are not declared. */
function othersOf(run: Run, node: SchemaObject, place: Place, declared: readonly string[]): Others {
  const schema = node["additionalProperties"];
  const none = { keyword: {}, properties: {}, codec: same };
  if (schema === false) return { ...none, keyword: { additionalProperties: false } };
  if (run.dialect.openObjects) {
    if (schema === undefined) return none;
    if (!isSchemaObject(schema) || acceptsAll(schema))
      return { ...none, keyword: { additionalProperties: schema } };
  } else if (schema === undefined && declared.length > 0) return none;
  const place1 = inside(place, pointer(place.path, "additionalProperties"), true);
  const part = run.encode(schema ?? true, place1);
  if (run.dialect.openObjects) {
    return { ...none, keyword: { additionalProperties: part.schema }, codec: part.codec };
  }
  carried(run, place, "properties that are not declared are carried as a list of entries");
  const entries = freshName("entries", new Set(declared));
  return { ...none, properties: { [entries]: listOfEntries(part.schema) }, codec: part.codec, entries };
}

function listOfEntries(value: SchemaObject): SchemaObject {
  return {
    type: "array",
    description: "Further properties, each with its key.",
    items: {
      type: "object",
      properties: { key: { type: "string" }, value },
      required: ["key", "value"],
      additionalProperties: false,
    },
  };
}
