import { subtype } from "../../types/subtype.ts";
import { canonical } from "../../types/value.ts";
import type { Codec, Property } from "./codec.ts";
import { isSame, same } from "./codec.ts";
import type { Kind } from "./kinds.ts";
import { annotationsOf, kinds, kindsOf } from "./kinds.ts";
import { fromEntries, isSchemaObject, listIn, only, schemasIn, without } from "./node.ts";
import type { SchemaObject } from "./node.ts";
import { definitionName } from "./references.ts";
import { resolveNode } from "./resolve.ts";
import type { Part, Place, Run } from "./run.ts";
import { carried, described, wider } from "./run.ts";
import { kept, nothing } from "./whole.ts";

/** `anyOf` or `oneOf`. What stands beside it is said in each branch. */
export function encodeUnion(run: Run, node: SchemaObject, keyword: "anyOf" | "oneOf", place: Place): Part {
  // A definition that is one of its own branches adds nothing to itself.
  const branches = (listIn(node, keyword) ?? []).filter((branch) => !isItself(branch, place));
  const annotations = annotationsOf(node);
  const beside = without(node, keyword, ...Object.keys(annotations));
  if (asksOnlyForKeys(beside, branches, place)) {
    wider(run, place, `\`${keyword}\` stands outermost, and is said in the description only`);
    return run.encode(described({ ...beside, ...annotations }, { [keyword]: branches }), place);
  }
  if (keyword === "oneOf" && !areDisjoint(run, branches)) {
    wider(run, place, "`oneOf` becomes `anyOf`, and a value may fit more than one of its schemas");
  }
  const alternatives = branches.map((branch) =>
    Object.keys(beside).length === 0
      ? branch
      : { ...beside, allOf: [...(listIn(beside, "allOf") ?? []), branch] },
  );
  return unionOf(run, alternatives, annotations, place);
}

/** “At least one of these properties”, for the arguments of a function: they stay what they are. */
function asksOnlyForKeys(beside: SchemaObject, branches: readonly unknown[], place: Place): boolean {
  return (
    place.depth === 0 &&
    beside["type"] === "object" &&
    isSchemaObject(beside["properties"]) &&
    branches.every(
      (branch) =>
        isSchemaObject(branch) && Object.keys(without(branch, "type")).every((key) => key === "required"),
    )
  );
}

/** Pairs of schemas that are compared, at most; each is a search. */
const mostPairs = 120;

function areDisjoint(run: Run, branches: readonly unknown[]): boolean {
  const $defs = fromEntries(run.definitions);
  const pairs = branches.flatMap((one, i) => branches.slice(i + 1).map((other) => [one, other] as const));
  return (
    pairs.length <= mostPairs &&
    pairs.every(([one, other]) => subtype({ allOf: [one, other], $defs }, false).verdict === "yes")
  );
}

/** The values of several schemas, which need not be disjoint. */
export function unionOf(
  run: Run,
  alternatives: readonly unknown[],
  annotations: SchemaObject,
  place: Place,
): Part {
  const marksNull = run.dialect.nullable === "mark";
  const possible = alternatives.filter((schema) => !isNothing(run, schema, place));
  const others = possible.filter((schema) => !(marksNull && isNull(run, schema, place)));
  // Null alone is not a mark on something else.
  const isMarked = others.length > 0 && others.length < possible.length;
  const parts = (isMarked ? others : possible).map((schema) => run.encode(schema, place));
  return joined(run, parts, annotations, place, isMarked);
}

function isItself(schema: unknown, place: Place): boolean {
  const name = isSchemaObject(schema) ? definitionName(schema) : undefined;
  return name !== undefined && place.merged.includes(name);
}

function isNothing(run: Run, schema: unknown, place: Place): boolean {
  if (schema === false) return true;
  if (!isSchemaObject(schema)) return false;
  return resolveNode({ ...run, changes: [] }, schema, place).node === false;
}

function isNull(run: Run, schema: unknown, place: Place): boolean {
  if (!isSchemaObject(schema)) return false;
  const { node } = resolveNode({ ...run, changes: [] }, schema, place);
  const found = kindsOf(node);
  return found.size === 1 && found.has("null");
}

/** Parts as one; with `isNullable`, null too. */
export function joined(
  run: Run,
  found: readonly Part[],
  annotations: SchemaObject,
  place: Place,
  isNullable: boolean,
): Part {
  const parts = [...new Map(found.map((part) => [canonical([part.schema, part.codec]), part])).values()];
  const [first, ...more] = parts;
  if (first === undefined) return nothing(run, place);
  const text = only(annotations, new Set([...kept(run)].filter((keyword) => keyword !== "default")));
  const mark = isNullable ? { nullable: true } : {};
  if (more.length === 0 && !("$ref" in first.schema && Object.keys(text).length > 0)) {
    return { schema: { ...first.schema, ...text, ...mark }, codec: withNull(run, first, isNullable) };
  }
  const codec = joinedCodec(run, parts, isNullable);
  if (codec !== undefined) {
    const branches = parts.map(({ schema }) => (parts.length > 1 ? constantsFirst(schema) : schema));
    return { schema: { ...text, anyOf: branches, ...mark }, codec };
  }
  carried(run, place, "a property tells the schemas of a union apart");
  return tagged(parts, { ...text, ...mark }, isNullable);
}

/** Older versions of OpenAI's API want the schemas of a union to differ in their first key. */
function constantsFirst(schema: SchemaObject): SchemaObject {
  const properties = Object.entries(schemasIn(schema, "properties"));
  const isConstant = ([, part]: readonly [string, unknown]): boolean =>
    isSchemaObject(part) && ("const" in part || listIn(part, "enum")?.length === 1);
  const first = properties.filter(isConstant);
  if (first.length === 0) return schema;
  const rest = properties.filter((entry) => !isConstant(entry));
  return { ...schema, properties: fromEntries([...first, ...rest]) };
}

function withNull(run: Run, part: Part, isNullable: boolean): Codec {
  if (!isNullable || isSame(part.codec)) return part.codec;
  return joinedCodec(run, [part], true) ?? part.codec;
}

/** The codec of a union, by the kinds that carry its values. Undefined: one kind would need two codecs. */
function joinedCodec(run: Run, parts: readonly Part[], isNullable: boolean): Codec | undefined {
  if (parts.every(({ codec }) => isSame(codec))) return same;
  const byKind = new Map<Kind, Part>();
  if (isNullable) byKind.set("null", { schema: { type: "null" }, codec: same });
  for (const part of parts) {
    for (const kind of carriedAs(run, part.schema)) {
      const known = byKind.get(kind);
      const both = known === undefined ? part : bothParts(known, part);
      if (both === undefined) return undefined;
      byKind.set(kind, both);
    }
  }
  const alternatives = new Map<string, { kinds: Kind[]; codec: Codec }>();
  for (const [kind, { codec }] of byKind) {
    const key = canonical(codec);
    const known = alternatives.get(key);
    if (known === undefined) alternatives.set(key, { kinds: [kind], codec });
    else known.kinds.push(kind);
  }
  return { kind: "kinds", alternatives: [...alternatives.values()].filter(({ codec }) => !isSame(codec)) };
}

/** The kinds of the values of an encoded schema. */
function carriedAs(run: Run, schema: SchemaObject): ReadonlySet<Kind> {
  const name = definitionName(schema);
  if (name === undefined) {
    const own = kindsOf(schema);
    return schema["nullable"] === true ? new Set([...own, "null"]) : own;
  }
  const part = run.encoded.get(name);
  if (part !== undefined) return carriedAs(run, part.schema);
  // It is still being written; an object stays an object.
  const target = run.definitions.get(name);
  return isSchemaObject(target) && target["type"] === "object" ? new Set(["object"]) : new Set(kinds);
}

/** One codec for the values of two schemas, where no value could be read in two ways. */
function bothParts(one: Part, other: Part): Part | undefined {
  if (canonical(one.codec) === canonical(other.codec)) return one;
  const [mine, theirs] = [propertiesOf(one), propertiesOf(other)];
  if (mine === undefined || theirs === undefined) return undefined;
  const names = new Set([...mine.keys(), ...theirs.keys()]);
  const properties: Property[] = [];
  for (const name of names) {
    const [own, their] = [mine.get(name), theirs.get(name)];
    if (own !== undefined && their !== undefined && canonical(own) !== canonical(their)) return undefined;
    const property = own ?? their;
    if (property !== undefined) properties.push(property);
  }
  const changed = properties.filter(({ property, name, codec }) => property !== name || !isSame(codec));
  const all = fromEntries(properties.map(({ property }) => [property, {}]));
  return {
    schema: { type: "object", properties: all, additionalProperties: false },
    codec: { kind: "object", properties: changed, others: same },
  };
}

/** The properties of a closed object, by the name under which they are carried. */
function propertiesOf({ schema, codec }: Part): ReadonlyMap<string, Property> | undefined {
  if (schema["additionalProperties"] !== false || schema["type"] !== "object") return undefined;
  if (codec.kind !== "same" && codec.kind !== "object") return undefined;
  if (codec.kind === "object" && codec.entries !== undefined) return undefined;
  const changed = new Map(
    codec.kind === "object" ? codec.properties.map((property) => [property.property, property]) : [],
  );
  return new Map(
    Object.keys(schemasIn(schema, "properties")).map((property) => [
      property,
      changed.get(property) ?? { property, name: property, codec: same },
    ]),
  );
}

function tagged(parts: readonly Part[], text: SchemaObject, isNullable: boolean): Part {
  const names = parts.map((_, i) => `option${i + 1}`);
  const branches = parts.map(({ schema }, i) => ({
    type: "object",
    properties: { [names[i] ?? ""]: schema },
    required: [names[i]],
    additionalProperties: false,
  }));
  const options = parts.map(({ codec }, i) => ({ property: names[i] ?? "", codec }));
  const codec: Codec = { kind: "tagged", options };
  return {
    schema: { ...text, anyOf: branches },
    codec: isNullable ? { kind: "kinds", alternatives: [{ kinds: ["object"], codec }] } : codec,
  };
}
