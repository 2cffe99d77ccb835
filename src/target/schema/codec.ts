import { canonical } from "../../types/value.ts";
import type { Kind } from "./kinds.ts";
import { kindOf } from "./kinds.ts";
import { fromEntries, isSchemaObject } from "./node.ts";

/**
 * How the values of a schema are carried in the form of another: plain data, which may be kept as JSON. A part whose
 * values are carried as they are is `same`.
 */
export type Codec =
  | { readonly kind: "same" }
  /** Any value, as its JSON text. */
  | { readonly kind: "json" }
  /** Some values, each as a text. */
  | { readonly kind: "texts"; readonly values: readonly (readonly [text: string, value: unknown])[] }
  | { readonly kind: "list"; readonly first: readonly Codec[]; readonly items: Codec }
  /** A list, as an object with a property for each of the first places and one for the list of the others. */
  | { readonly kind: "places"; readonly places: readonly Member[]; readonly others?: Member }
  /** `others` stand beside the properties, or as a list of `{key, value}` in the property `entries`. */
  | {
      readonly kind: "object";
      readonly properties: readonly Property[];
      readonly others: Codec;
      readonly entries?: string;
    }
  /** A value that is no object, as the one property of one. */
  | { readonly kind: "input"; readonly property: string; readonly codec: Codec }
  /** By the kind of what carries a value: each kind belongs to one alternative. */
  | { readonly kind: "kinds"; readonly alternatives: readonly Alternative[] }
  /** One of several ways, as an object whose one property says which. */
  | { readonly kind: "tagged"; readonly options: readonly Member[] }
  | { readonly kind: "definition"; readonly name: string };

export interface Member {
  readonly property: string;
  readonly codec: Codec;
}

/** A property under the name that it is carried under. */
export interface Property extends Member {
  readonly name: string;
}

interface Alternative {
  readonly kinds: readonly Kind[];
  readonly codec: Codec;
}

/** A codec, with those that it calls by name. */
export interface CodecTable {
  readonly codec: Codec;
  readonly definitions?: Readonly<Record<string, Codec>>;
}

export const same: Codec = { kind: "same" };

export function isSame(codec: Codec): boolean {
  return codec.kind === "same";
}

/**
 * The value that was carried. What does not have the form that the codec expects, as a model may send it, is given
 * back as it is, and a check against the original schema will say so.
 */
export function decode({ codec, definitions = {} }: CodecTable, value: unknown): unknown {
  return read(codec, value, definitions);
}

type Definitions = Readonly<Record<string, Codec>>;

function read(codec: Codec, value: unknown, definitions: Definitions): unknown {
  switch (codec.kind) {
    case "same":
      return value;
    case "json":
      return readJson(value);
    case "texts":
      return readText(codec.values, value);
    case "list":
      return Array.isArray(value)
        ? value.map((item, i) => read(codec.first[i] ?? codec.items, item, definitions))
        : value;
    case "places":
      return isSchemaObject(value) ? readPlaces(codec, value, definitions) : value;
    case "object":
      return isSchemaObject(value) ? readObject(codec, value, definitions) : value;
    case "input":
      return isSchemaObject(value) && Object.hasOwn(value, codec.property)
        ? read(codec.codec, value[codec.property], definitions)
        : value;
    case "kinds": {
      const found = codec.alternatives.find(({ kinds }) => kinds.includes(kindOf(value)));
      return found === undefined ? value : read(found.codec, value, definitions);
    }
    case "tagged": {
      if (!isSchemaObject(value)) return value;
      const found = codec.options.find(({ property }) => Object.hasOwn(value, property));
      return found === undefined ? value : read(found.codec, value[found.property], definitions);
    }
    case "definition":
      return read(definitions[codec.name] ?? same, value, definitions);
  }
}

function readJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    // A model that was asked for JSON text and writes a plain one means that text.
    return value;
  }
}

/** By its text; else without regard to case, which not every model keeps. */
function readText(values: readonly (readonly [string, unknown])[], value: unknown): unknown {
  if (typeof value !== "string") return value;
  const found =
    values.find(([text]) => text === value) ??
    values.find(([text]) => text.toLowerCase() === value.toLowerCase());
  return found === undefined ? value : found[1];
}

function readPlaces(
  { places, others }: Extract<Codec, { kind: "places" }>,
  value: Readonly<Record<string, unknown>>,
  definitions: Definitions,
): unknown {
  const list: unknown[] = [];
  for (const { property, codec } of places) {
    if (!Object.hasOwn(value, property)) break;
    list.push(read(codec, value[property], definitions));
  }
  if (others === undefined || !Object.hasOwn(value, others.property)) return list;
  const rest = read(others.codec, value[others.property], definitions);
  return Array.isArray(rest) ? [...list, ...(rest as unknown[])] : value;
}

function readObject(
  { properties, others, entries }: Extract<Codec, { kind: "object" }>,
  value: Readonly<Record<string, unknown>>,
  definitions: Definitions,
): unknown {
  const byProperty = new Map(properties.map((property) => [property.property, property]));
  const readMember = ([key, part]: readonly [string, unknown]): (readonly [string, unknown])[] => {
    const known = byProperty.get(key);
    if (known !== undefined) return [[known.name, read(known.codec, part, definitions)]];
    if (entries === undefined) return [[key, read(others, part, definitions)]];
    if (key !== entries || !Array.isArray(part)) return [[key, part]];
    return part.flatMap((entry: unknown) =>
      isSchemaObject(entry) && typeof entry["key"] === "string"
        ? [[entry["key"], read(others, entry["value"], definitions)] as const]
        : [],
    );
  };
  return fromEntries(Object.entries(value).flatMap(readMember));
}

/**
 * The ways in which a value may be carried, of which at least one fits the schema that belongs to the codec where the
 * value fits the original one. Each of them decodes to the value.
 */
export function* encodings({ codec, definitions = {} }: CodecTable, value: unknown): Iterable<unknown> {
  const text = canonical(value);
  for (const carried of write(codec, value, definitions)) {
    if (canonical(read(codec, carried, definitions)) === text) yield carried;
  }
}

function* write(codec: Codec, value: unknown, definitions: Definitions): Iterable<unknown> {
  switch (codec.kind) {
    case "same":
      yield value;
      return;
    case "json":
      yield JSON.stringify(value);
      return;
    case "texts": {
      const wanted = canonical(value);
      for (const [text, known] of codec.values) if (canonical(known) === wanted) yield text;
      return;
    }
    case "list":
      if (Array.isArray(value)) {
        yield* all(value, (item, i) => write(codec.first[i] ?? codec.items, item, definitions));
      }
      return;
    case "places":
      if (Array.isArray(value)) yield* writePlaces(codec, value, definitions);
      return;
    case "object":
      if (isSchemaObject(value)) yield* writeObject(codec, value, definitions);
      return;
    case "input":
      for (const carried of write(codec.codec, value, definitions)) yield { [codec.property]: carried };
      return;
    case "kinds":
      yield* writeKinds(codec, value, definitions);
      return;
    case "tagged":
      for (const { property, codec: inner } of codec.options) {
        for (const carried of write(inner, value, definitions)) yield { [property]: carried };
      }
      return;
    case "definition":
      yield* write(definitions[codec.name] ?? same, value, definitions);
  }
}

function* writeKinds(
  { alternatives }: Extract<Codec, { kind: "kinds" }>,
  value: unknown,
  definitions: Definitions,
): Iterable<unknown> {
  if (!alternatives.some(({ kinds }) => kinds.includes(kindOf(value)))) yield value;
  for (const { kinds, codec } of alternatives) {
    for (const way of write(codec, value, definitions)) if (kinds.includes(kindOf(way))) yield way;
  }
}

/** Every choice of one way for each part; the first ways first. */
function* all<T>(
  parts: readonly T[],
  waysOf: (part: T, i: number) => Iterable<unknown>,
  at = 0,
): Iterable<readonly unknown[]> {
  const part = parts[at];
  if (at >= parts.length) {
    yield [];
    return;
  }
  for (const way of waysOf(part as T, at)) {
    for (const rest of all(parts, waysOf, at + 1)) yield [way, ...rest];
  }
}

function* writePlaces(
  { places, others }: Extract<Codec, { kind: "places" }>,
  value: readonly unknown[],
  definitions: Definitions,
): Iterable<unknown> {
  const rest = value.slice(places.length);
  if (rest.length > 0 && others === undefined) return;
  const first = value.slice(0, places.length);
  for (const list of all(first, (item, i) => write(places[i]?.codec ?? same, item, definitions))) {
    const members = list.map((item, i): [string, unknown] => [places[i]?.property ?? "", item]);
    if (others === undefined || value.length < places.length) yield fromEntries(members);
    else
      for (const more of write(others.codec, rest, definitions)) {
        yield fromEntries([...members, [others.property, more]]);
      }
  }
}

function* writeObject(
  { properties, others, entries }: Extract<Codec, { kind: "object" }>,
  value: Readonly<Record<string, unknown>>,
  definitions: Definitions,
): Iterable<unknown> {
  const byName = new Map(properties.map((property) => [property.name, property]));
  const members = Object.entries(value);
  const ways = ([name, part]: readonly [string, unknown]): Iterable<unknown> =>
    write(byName.get(name)?.codec ?? others, part, definitions);
  for (const parts of all(members, ways)) {
    const own: [string, unknown][] = [];
    const more: unknown[] = [];
    for (const [i, [name]] of members.entries()) {
      const known = byName.get(name);
      if (known !== undefined) own.push([known.property, parts[i]]);
      else if (entries === undefined) own.push([name, parts[i]]);
      else more.push({ key: name, value: parts[i] });
    }
    yield fromEntries(entries === undefined || more.length === 0 ? own : [...own, [entries, more]]);
  }
}
