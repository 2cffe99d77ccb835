import { addresses, applicators, isSchemaObject } from "./keywords.ts";

/** What the references of one schema point at. A place is a JSON Pointer; the outermost is empty. */
export interface References {
  /** Undefined: nothing in this schema, or nothing but the reference itself. */
  readonly place: (reference: unknown) => string | undefined;
  readonly at: (place: string) => unknown;
  /** Whether a value of the schema at a place can hold another one of the same: it has no end when written out. */
  readonly isRecursive: (place: string) => boolean;
}

/** Keywords that apply a schema to the value itself, and not to a part of it. */
const inPlace = new Set("allOf anyOf oneOf not if then else dependentSchemas".split(" "));

export function referencesOf(root: unknown): References {
  const at = (place: string): unknown => resolve(root, place);
  // Inside a schema with an address of its own, `#` means that schema.
  const isOneDocument = !holdsAddress(root);
  const found = (reference: unknown): string | undefined => {
    const place = typeof reference === "string" && isOneDocument ? placeOf(reference) : undefined;
    return place !== undefined && isSchema(at(place)) ? place : undefined;
  };
  const leadsTo = (keywords: ReadonlySet<string>): ((from: string) => ReadonlySet<string>) =>
    remembered((from) => new Set([...referencesIn(at(from), keywords)].flatMap((to) => found(to) ?? [])));
  const isRecursive = returning(leadsTo(applicators));
  // Such a schema says that a value fits if it fits: validators do not come to an end.
  const isCircular = returning(leadsTo(inPlace));
  const place = (reference: unknown): string | undefined => {
    const to = found(reference);
    return to === undefined || isCircular(to) ? undefined : to;
  };
  return { place, at, isRecursive };
}

function remembered<Value>(make: (place: string) => Value): (place: string) => Value {
  const known = new Map<string, Value>();
  return (place) => {
    const value = known.has(place) ? (known.get(place) as Value) : make(place);
    known.set(place, value);
    return value;
  };
}

/** Whether a way leads from a place back to it. */
function returning(leadsTo: (place: string) => ReadonlySet<string>): (place: string) => boolean {
  return remembered((start) => reaches(start, start, leadsTo));
}

function isSchema(value: unknown): boolean {
  return typeof value === "boolean" || isSchemaObject(value);
}

function reaches(from: string, to: string, leadsTo: (place: string) => ReadonlySet<string>): boolean {
  const seen = new Set<string>();
  const open = [...leadsTo(from)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...leadsTo(next));
  }
  return false;
}

/** `#` or a JSON Pointer as a URI fragment. */
function placeOf(reference: string): string | undefined {
  if (reference === "#") return "";
  if (!reference.startsWith("#/")) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
}

function resolve(root: unknown, place: string): unknown {
  let at: unknown = root;
  for (const step of place.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isSchemaObject(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return at;
}

/** The references that apply below these keywords. Definitions apply only where a reference leads to them. */
function* referencesIn(schema: unknown, keywords: ReadonlySet<string>): Iterable<unknown> {
  for (const node of schemasIn(schema, (keyword) => keywords.has(keyword))) yield node["$ref"];
}

function holdsAddress(root: unknown): boolean {
  for (const node of schemasIn(root, (keyword) => applicators.has(keyword) || addresses.has(keyword))) {
    if (node !== root && typeof node["$id"] === "string") return true;
  }
  return false;
}

/** A schema and those below the keywords chosen, each once. */
function* schemasIn(
  root: unknown,
  isChosen: (keyword: string) => boolean,
): Iterable<Readonly<Record<string, unknown>>> {
  const open = [root];
  const seen = new Set<unknown>();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== "object" || node === null || seen.has(node)) continue;
    seen.add(node);
    if (!isSchemaObject(node)) {
      open.push(...Object.values(node));
      continue;
    }
    yield node;
    for (const [keyword, value] of Object.entries(node)) {
      if (!isChosen(keyword)) continue;
      // `properties` and its like hold schemas by name; they are no schemas themselves.
      if (isNamed(keyword) && isSchemaObject(value)) open.push(...Object.values(value));
      else open.push(value);
    }
  }
}

function isNamed(keyword: string): boolean {
  return /^(?:properties|patternProperties|dependentSchemas|\$defs|definitions)$/.test(keyword);
}
