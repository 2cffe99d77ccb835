import type { JsonSchema } from "../../ir/type.ts";
import type { Codec } from "./codec.ts";
import type { Dialect } from "./dialect.ts";
import type { SchemaObject, SchemaProblem } from "./node.ts";

/** A schema in the words of a dialect, and how its values are carried in it. */
export interface Part {
  readonly schema: SchemaObject;
  readonly codec: Codec;
}

/** What the keywords of one type become. */
export interface Typed {
  /** Also the type, where it is another. */
  readonly schema: SchemaObject;
  readonly codec: Codec;
  /** What of the node is still to be said, in the words of the author. */
  readonly rest: SchemaObject;
}

/** A place where the encoded schema differs from the author's in what it accepts, or in how values are carried. */
export interface Change extends SchemaProblem {
  /** `wider`: it accepts more. `carried`: values are carried in another form. */
  readonly kind: "wider" | "carried";
}

/** One encoding. */
export interface Run {
  readonly dialect: Dialect;
  /** Encodes a node, and everything below it. */
  readonly encode: (schema: unknown, place: Place) => Part;
  readonly definitions: ReadonlyMap<string, JsonSchema>;
  /** Definitions that are encoded, or are being encoded (undefined). */
  readonly encoded: Map<string, Part | undefined>;
  /** Definitions whose values are not carried as they are, as an earlier attempt has found. */
  readonly recoded: ReadonlySet<string>;
  readonly changes: Change[];
  /** Nodes that may still be written: copies of copies grow without bound. */
  budget: number;
}

/** Where a node stands. */
export interface Place {
  /** JSON Pointer into the author's schema, through its references. */
  readonly path: string;
  /** Properties and items around the node. */
  readonly depth: number;
  /** Definitions that are being written out around the node. */
  readonly open: readonly string[];
  /** Definitions that have been merged into this very node. */
  readonly merged: readonly string[];
  /** Whether a property that may be absent stands around the node, inside the innermost definition. */
  readonly optional: boolean;
}

/** Deeper than any API allows. */
export const deepest = 64;

export function wider(run: Run, { path }: Place, reason: string): void {
  run.changes.push({ kind: "wider", path, reason });
}

export function carried(run: Run, { path }: Place, reason: string): void {
  run.changes.push({ kind: "carried", path, reason });
}

/** A place inside another, one level down. */
export function inside(place: Place, path: string, optional = place.optional): Place {
  return { ...place, path, depth: place.depth + 1, merged: [], optional };
}

/** A node whose description also says what the dialect has no keyword for, as JSON Schema. */
export function described(schema: SchemaObject, also: SchemaObject): SchemaObject {
  if (Object.keys(also).length === 0) return schema;
  const before = schema["description"];
  const text = `Must also fit ${JSON.stringify(also)}.`;
  return {
    ...schema,
    description: typeof before === "string" && before !== "" ? `${before}\n${text}` : text,
  };
}

/** A part, if it is as wanted; undefined, and nothing of it is noted, where it is not. */
export function attempt(
  run: Run,
  encode: () => Part,
  isWanted: (part: Part, changes: number) => boolean,
): Part | undefined {
  const before = run.changes.length;
  const known = new Set(run.encoded.keys());
  const part = encode();
  if (isWanted(part, run.changes.length - before)) return part;
  run.changes.length = before;
  for (const name of run.encoded.keys()) if (!known.has(name)) run.encoded.delete(name);
  return undefined;
}
