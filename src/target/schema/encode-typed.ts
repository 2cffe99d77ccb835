import { same } from "./codec.ts";
import { addConstraints } from "./constraints.ts";
import { encodeArray } from "./encode-array.ts";
import { encodeObject } from "./encode-object.ts";
import { annotationsOf } from "./kinds.ts";
import { only, schemasIn, without } from "./node.ts";
import type { SchemaObject } from "./node.ts";
import type { Part, Place, Run, Typed } from "./run.ts";
import { carried } from "./run.ts";
import { jsonText, kept } from "./whole.ts";

/** A node with one type; or with several or none, which stay together where their values are carried as they are. */
export function encodeTyped(run: Run, node: SchemaObject, types: readonly string[], place: Place): Part {
  if (types.length === 1 && types[0] === "null" && run.dialect.nullable === "mark")
    return nullText(run, place);
  const type = "type" in node ? { type: types.length === 1 ? types[0] : types } : {};
  const annotations = only(annotationsOf(node), kept(run));
  let typed: Typed = {
    schema: { ...type, ...annotations },
    codec: same,
    rest: without(node, "type", ...Object.keys(annotationsOf(node))),
  };
  for (const [name, encode] of [
    ["object", encodeObject],
    ["array", encodeArray],
  ] as const) {
    if (!types.includes(name)) continue;
    const { schema, codec, rest } = encode(run, typed.rest, place, types.length === 1);
    typed = {
      schema: { ...typed.schema, ...schema },
      codec: codec.kind === "same" ? typed.codec : codec,
      rest,
    };
  }
  const isEmpty = !run.dialect.openObjects && place.depth > 0 && hasNoProperty(typed.schema);
  if (isEmpty && typed.schema["type"] === "object") {
    return jsonText(run, node, place, "an object needs a property");
  }
  return addConstraints(run, withoutDefault(typed), types, place);
}

function hasNoProperty(schema: SchemaObject): boolean {
  return Object.keys(schemasIn(schema, "properties")).length === 0;
}

/** A default is a value of the author's schema. */
function withoutDefault(typed: Typed): Typed {
  return typed.codec.kind === "same"
    ? typed
    : { ...typed, schema: without(typed.schema, "default", "examples") };
}

/** Null as the only value, where null is a mark on the schema of another one. */
function nullText(run: Run, place: Place): Part {
  carried(run, place, "null alone is carried as a text");
  return { schema: { type: "string", enum: ["null"] }, codec: { kind: "texts", values: [["null", null]] } };
}
