import { javascriptComment, javascriptString } from "../../src/language/javascript.ts";

/** The TypeScript types of a schema: the type itself, and an alias for each part that is referred to. */
export interface TypeTexts {
  readonly text: string;
  /** Name → type, in the order in which they are first used. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Places whose type is wider than the schema says, each with the reason. */
  readonly loose: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;

/** What is written down to one schema. Larger ones repeat themselves, and no editor shows their type. */
const mostNodes = 5000;
const mostLevels = 64;

interface Writer {
  readonly root: unknown;
  readonly name: string;
  /** Pointer of a reference → its alias. */
  readonly names: Map<string, string>;
  readonly aliases: Map<string, string>;
  readonly loose: string[];
  nodes: number;
}

/**
 * The type that holds every value of a schema. It may hold more: TypeScript has no words for lengths, patterns or
 * ranges.
 */
export function typeTexts(schema: unknown, name: string): TypeTexts {
  const writer: Writer = {
    root: schema,
    name,
    names: new Map(),
    aliases: new Map(),
    loose: [],
    nodes: 0,
  };
  const text = write(writer, schema, { level: 0, open: new Set() });
  return { text, aliases: writer.aliases, loose: writer.loose };
}

/** Where a schema stands. A reference inside an object or a list can be an alias; outside it would be its own type. */
interface Place {
  readonly level: number;
  /** The schemas around it that have neither an object nor a list between. */
  readonly open: ReadonlySet<unknown>;
  readonly isInside?: true;
  /** The `type` of a schema around it that speaks of the same value. */
  readonly types?: readonly unknown[];
}

const inside = ({ level }: Place): Place => ({ level: level + 1, open: new Set(), isInside: true });

function write(writer: Writer, schema: unknown, place: Place): string {
  if (schema === false) return "never";
  if (!isSchema(schema)) return "unknown";
  if (++writer.nodes > mostNodes || place.level > mostLevels)
    return loosen(writer, "the schema is very large");
  if (place.open.has(schema)) return "unknown";
  const types = typesOf(schema) ?? place.types;
  const here = { ...place, open: new Set([...place.open, schema]), ...(types && { types }) };
  if ("const" in schema) return literal(schema["const"]);
  if (Array.isArray(schema["enum"])) return union(schema["enum"].map(literal));
  const parts = [
    ...referenced(writer, schema, here),
    ...shape(writer, schema, here),
    ...listOf(schema["allOf"]).map((part) => write(writer, part, here)),
    ...["anyOf", "oneOf"].flatMap((keyword) =>
      Array.isArray(schema[keyword])
        ? [union(listOf(schema[keyword]).map((part) => write(writer, part, here)))]
        : [],
    ),
  ].filter((part) => part !== "unknown");
  if (isSchema(schema["not"]) && Object.keys(schema["not"]).length === 0) return "never";
  return intersection(parts);
}

function referenced(writer: Writer, schema: Schema, place: Place): readonly string[] {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return [];
  const target = resolve(writer.root, reference);
  if (target === undefined) {
    return [loosen(writer, `\`$ref: ${reference}\` leads to no part of the schema`)];
  }
  if (place.isInside !== true) return [write(writer, target, place)];
  if (target === writer.root) return [writer.name];
  const known = writer.names.get(reference);
  if (known !== undefined) return [known];
  const alias = freeName(writer, reference);
  writer.names.set(reference, alias);
  writer.aliases.set(alias, "unknown");
  writer.aliases.set(alias, write(writer, target, { level: place.level + 1, open: new Set() }));
  return [alias];
}

function freeName({ name, aliases }: Writer, reference: string): string {
  const words = reference.slice(reference.lastIndexOf("/") + 1).match(/[A-Za-z0-9]+/g) ?? [];
  const base = name + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  let free = base === name ? `${name}Part` : base;
  for (let i = 2; aliases.has(free); i++) free = `${base}${i}`;
  return free;
}

const allTypes = ["object", "array", "string", "number", "boolean", "null"];

/** Without a `type`, keywords about objects or lists let every text and number pass. */
function shape(writer: Writer, schema: Schema, place: Place): readonly string[] {
  const hasParts = ["properties", "required", "prefixItems", "items"].some((keyword) => keyword in schema);
  const types = typesOf(schema) ?? (hasParts ? (place.types ?? allTypes) : undefined);
  return types === undefined ? [] : [union(types.map((type) => typeNamed(type, writer, schema, place)))];
}

function typesOf({ type }: Schema): readonly unknown[] | undefined {
  return type === undefined || Array.isArray(type) ? type : [type];
}

function typeNamed(name: unknown, writer: Writer, schema: Schema, place: Place): string {
  switch (name) {
    case "string":
    case "boolean":
    case "null":
    case "number":
      return name;
    case "integer":
      return "number";
    case "object":
      return objectType(writer, schema, place);
    case "array":
      return listType(writer, schema, place);
    default:
      return "unknown";
  }
}

function objectType(writer: Writer, schema: Schema, place: Place): string {
  const properties = isSchema(schema["properties"]) ? schema["properties"] : {};
  const required = new Set(listOf(schema["required"]).filter((name) => typeof name === "string"));
  const names = new Set([...Object.keys(properties), ...required]);
  const members = [...names].map((name) => {
    const part = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const optional = required.has(name) ? "" : "?";
    const type = write(writer, part ?? {}, inside(place));
    return `${docOf(part)}readonly ${javascriptString(name)}${optional}: ${type};`;
  });
  const rest = restType(writer, schema, place, names.size > 0);
  if (rest !== undefined) members.push(`readonly [key: string]: ${rest};`);
  return members.length === 0 ? "Readonly<Record<string, never>>" : `{ ${members.join("\n")} }`;
}

/** Of the keys that are not listed; undefined where there are none. */
function restType(writer: Writer, schema: Schema, place: Place, hasNames: boolean): string | undefined {
  const additional = schema["additionalProperties"] ?? schema["unevaluatedProperties"] ?? true;
  const patterns = isSchema(schema["patternProperties"]) ? Object.values(schema["patternProperties"]) : [];
  const types = [...patterns, additional].map((part) => write(writer, part, inside(place)));
  if (types.every((type) => type === "never")) return undefined;
  // The listed keys have to fit it as well.
  return hasNames ? "unknown" : union(types);
}

function listType(writer: Writer, schema: Schema, place: Place): string {
  const first = Array.isArray(schema["items"]) ? schema["items"] : listOf(schema["prefixItems"]);
  const rest = Array.isArray(schema["items"]) ? schema["additionalItems"] : schema["items"];
  const { minItems, maxItems } = schema;
  if (first.length === 0) {
    const item = write(writer, rest ?? true, inside(place));
    return maxItems === 0 ? "readonly []" : `readonly (${item})[]`;
  }
  const least = typeof minItems === "number" ? minItems : 0;
  const items = first.map((item, i) => {
    return `(${write(writer, item, inside(place))})${i < least ? "" : "?"}`;
  });
  const isClosed = rest === false || (typeof maxItems === "number" && maxItems <= first.length);
  if (!isClosed) items.push(`...(${write(writer, rest ?? true, inside(place))})[]`);
  return `readonly [${items.join(", ")}]`;
}

function docOf(schema: unknown): string {
  const description = isSchema(schema) ? schema["description"] : undefined;
  if (typeof description !== "string" || description.trim() === "") return "";
  return `\n/** ${javascriptComment(description)} */\n`;
}

/** The type of one value. */
function literal(value: unknown): string {
  if (typeof value === "string") return javascriptString(value);
  if (Array.isArray(value)) return `readonly [${value.map(literal).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(
      ([key, part]) => `readonly ${javascriptString(key)}: ${literal(part)};`,
    );
    return members.length === 0 ? "Readonly<Record<string, never>>" : `{ ${members.join(" ")} }`;
  }
  return typeof value === "number" && !Number.isFinite(value) ? "number" : String(value);
}

function union(types: readonly string[]): string {
  if (types.includes("unknown")) return "unknown";
  const known = [...new Set(types)].filter((type) => type !== "never");
  return known.length === 0 ? "never" : known.length === 1 ? known.join("") : `(${known.join(" | ")})`;
}

function intersection(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  if (distinct.length === 0) return "unknown";
  return distinct.length === 1 ? distinct.join("") : `(${distinct.map((type) => `(${type})`).join(" & ")})`;
}

function loosen({ loose }: Writer, reason: string): string {
  if (!loose.includes(reason)) loose.push(reason);
  return "unknown";
}

/** What a reference inside the schema leads to: `#`, or a JSON Pointer as a URI fragment. */
function resolve(root: unknown, reference: string): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let at: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const key = decoded(part);
    if (key === undefined || typeof at !== "object" || at === null || !Object.hasOwn(at, key))
      return undefined;
    at = (at as Schema)[key];
  }
  return at;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
