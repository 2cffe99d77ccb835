import type { JsonSchema } from "../ir/type.ts";
import { isRecord } from "./value.ts";

/** A schema with what its references can point to. */
export interface SchemaDocument {
  readonly root: JsonSchema;
  /** Base URI of each object in the document. */
  readonly bases: ReadonlyMap<object, string>;
  /** Resources by URI, and anchors by URI with fragment. */
  readonly places: ReadonlyMap<string, JsonSchema>;
  /** How often each `$dynamicAnchor` occurs. */
  readonly dynamic: ReadonlyMap<string, number>;
}

const start = "https://schema.invalid/";

/** Finds the resources and anchors of a schema. Values in `const` and `enum` are data. */
export function documentOf(root: JsonSchema): SchemaDocument {
  const bases = new Map<object, string>();
  const places = new Map<string, JsonSchema>([[start, root]]);
  const dynamic = new Map<string, number>();
  const visit = (value: unknown, outer: string): void => {
    if (typeof value !== "object" || value === null || bases.has(value)) return;
    const base = isRecord(value) ? baseOf(value, outer) : outer;
    bases.set(value, base);
    if (isRecord(value)) register(value, base, places, dynamic);
    for (const [key, inner] of Object.entries(value))
      if (key !== "const" && key !== "enum") visit(inner, base);
  };
  visit(root, start);
  return { root, bases, places, dynamic };
}

function baseOf(schema: Readonly<Record<string, unknown>>, outer: string): string {
  const id = schema["$id"];
  return typeof id === "string" ? (absolute(id, outer)?.split("#")[0] ?? outer) : outer;
}

function register(
  schema: Readonly<Record<string, unknown>>,
  base: string,
  places: Map<string, JsonSchema>,
  dynamic: Map<string, number>,
): void {
  if (typeof schema["$id"] === "string") places.set(base, schema);
  const anchor = schema["$anchor"];
  if (typeof anchor === "string") places.set(`${base}#${anchor}`, schema);
  const name = schema["$dynamicAnchor"];
  if (typeof name !== "string") return;
  places.set(`${base}#${name}`, schema);
  dynamic.set(name, (dynamic.get(name) ?? 0) + 1);
}

function absolute(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

/** The schema that a reference in `from` points to, inside the document. */
export function resolve(document: SchemaDocument, reference: string, from: object): JsonSchema | undefined {
  const target = absolute(reference, document.bases.get(from) ?? start);
  if (target === undefined) return undefined;
  const cut = target.indexOf("#");
  const [resource, fragment] = cut < 0 ? [target, ""] : [target.slice(0, cut), target.slice(cut + 1)];
  if (fragment !== "" && !fragment.startsWith("/")) return document.places.get(`${resource}#${fragment}`);
  let place: unknown = document.places.get(resource);
  for (const step of fragment.split("/").slice(1)) {
    const key = unescaped(step);
    if (typeof place !== "object" || place === null || key === undefined || !Object.hasOwn(place, key))
      return undefined;
    place = (place as Readonly<Record<string, unknown>>)[key];
  }
  return typeof place === "boolean" || isRecord(place) ? place : undefined;
}

function unescaped(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}

/** The target of a `$dynamicRef` where the dynamic scope cannot change it. */
export function resolveDynamic(
  document: SchemaDocument,
  reference: string,
  from: object,
): JsonSchema | undefined {
  const name = reference.slice(reference.indexOf("#") + 1);
  return (document.dynamic.get(name) ?? 0) > 1 ? undefined : resolve(document, reference, from);
}
