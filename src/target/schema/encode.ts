import type { JsonSchema } from "../../ir/type.ts";
import { excess } from "../../types/form.ts";
import { canonical } from "../../types/value.ts";
import type { Codec, CodecTable } from "./codec.ts";
import { isSame } from "./codec.ts";
import type { Dialect } from "./dialect.ts";
import { encodeNode } from "./encode-node.ts";
import type { SchemaObject } from "./node.ts";
import { fromEntries, mapSchema } from "./node.ts";
import { definitionName, plainSchema } from "./references.ts";
import type { Change, Part, Place, Run } from "./run.ts";
import { jsonText } from "./whole.ts";

/** A schema in the words of a dialect. */
export interface Encoded extends CodecTable {
  readonly schema: SchemaObject;
  readonly changes: readonly Change[];
}

/**
 * Writes a schema in the words of a dialect. Every value of the schema is carried by a value of the encoded one, from
 * which the codec restores it; where the encoded schema accepts more than such values, `changes` says so.
 */
export function encodeSchema(schema: JsonSchema, dialect: Dialect): Encoded {
  const whole = encodeWhole(schema, dialect);
  const { root, parts, self } = whole;
  const own = self === undefined ? undefined : parts.get(self);
  // A recursive schema refers to itself as `#`, unless its outermost node is written in another way than the others.
  if (self === undefined || own === undefined || !equal(own, root)) return assembled(whole, root);
  const toRoot = (node: SchemaObject): SchemaObject =>
    definitionName(node) === self ? { ...node, $ref: "#" } : node;
  const { schema: written, ...rest } = assembled(whole, root);
  return { ...rest, schema: mapSchema(withoutDefinition(written, self), toRoot) as SchemaObject };
}

/** The parameters of a function that takes a value of a schema: an object, or one that has the value as `input`. */
export function encodeParameters(schema: JsonSchema, dialect: Dialect): Encoded {
  const encoded = encodeSchema(schema, dialect);
  if (isFunctionObject(encoded)) return encoded;
  const whole = encodeWhole(schema, dialect);
  const { self, parts, root } = whole;
  const own = self === undefined ? undefined : parts.get(self);
  const inner = own !== undefined && equal(own, root) ? { $ref: `#/$defs/${self}` } : root.schema;
  return assembled(whole, {
    schema: {
      type: "object",
      properties: { input: inner },
      required: ["input"],
      additionalProperties: false,
    },
    codec: { kind: "input", property: "input", codec: root.codec },
  });
}

/** No API takes an outermost schema without type `object`, or one that combines others. */
function isFunctionObject({ schema, codec }: Encoded): boolean {
  const combining = ["oneOf", "anyOf", "allOf", "enum", "not", "const", "$ref", "if", "nullable"];
  const isObject = codec.kind === "same" || codec.kind === "object";
  return isObject && schema["type"] === "object" && !combining.some((keyword) => keyword in schema);
}

interface Whole {
  readonly root: Part;
  readonly parts: ReadonlyMap<string, Part>;
  /** The definition that stands for the whole schema. */
  readonly self: string | undefined;
  readonly changes: readonly Change[];
}

const outermost: Place = { path: "", depth: 0, open: [], merged: [], optional: false };

/** Nodes that one schema may have; more than any API takes. */
const budget = 20_000;

function encodeWhole(schema: JsonSchema, dialect: Dialect): Whole {
  const large = excess(schema);
  const plain = plainSchema(large === undefined ? schema : true);
  // Whether a recursive definition changes its values shows only when it is done; until then it is taken to change none.
  let recoded: ReadonlySet<string> = new Set();
  for (;;) {
    const run: Run = {
      dialect,
      encode: (part, place) => encodeNode(run, part, place),
      definitions: plain.definitions,
      encoded: new Map(),
      recoded,
      changes: [],
      budget,
    };
    const root =
      large === undefined ? encodeNode(run, plain.root, outermost) : jsonText(run, true, outermost, large);
    const parts = new Map<string, Part>();
    // Every definition is done now; their order is that of first use.
    for (const [name, part] of run.encoded) if (part !== undefined) parts.set(name, part);
    const changed = [...parts].filter(([, { codec }]) => !isSame(codec)).map(([name]) => name);
    const found = new Set([...recoded, ...changed]);
    if (found.size === recoded.size) return { root, parts, self: plain.self, changes: unique(run.changes) };
    recoded = found;
  }
}

function equal(one: Part, other: Part): boolean {
  return canonical([one.schema, one.codec]) === canonical([other.schema, other.codec]);
}

function unique(changes: readonly Change[]): readonly Change[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}

/** A part with the definitions that it uses. */
function assembled({ parts, changes }: Whole, { schema, codec }: Part): Encoded {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    mapSchema(node, (part) => {
      const name = definitionName(part);
      if (name !== undefined && !names.has(name)) {
        names.add(name);
        visit(parts.get(name)?.schema);
      }
      return part;
    });
  };
  visit(schema);
  const used = [...parts].filter(([name]) => names.has(name));
  const codecs = used.filter(([, part]) => !isSame(part.codec));
  return {
    schema:
      used.length === 0
        ? schema
        : { ...schema, $defs: fromEntries(used.map(([name, part]) => [name, part.schema])) },
    codec,
    ...(codecs.length === 0
      ? {}
      : {
          definitions: Object.fromEntries(codecs.map(([name, part]): [string, Codec] => [name, part.codec])),
        }),
    changes,
  };
}

function withoutDefinition(schema: SchemaObject, name: string): SchemaObject {
  const { $defs, ...rest } = schema;
  const others = Object.entries($defs ?? {}).filter(([known]) => known !== name);
  return others.length === 0 ? rest : { ...rest, $defs: fromEntries(others) };
}
