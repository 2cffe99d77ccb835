import { accepts } from "../../types/accepts.ts";
import { canonical } from "../../types/value.ts";
import { same } from "./codec.ts";
import { joined } from "./encode-union.ts";
import { annotationsOf, kindOf } from "./kinds.ts";
import { fromEntries, listIn, without } from "./node.ts";
import type { SchemaObject } from "./node.ts";
import type { Part, Place, Run } from "./run.ts";
import { carried } from "./run.ts";

/** The values that a node lists, one schema for each type of them: what stands beside the list has had its say. */
export function encodeValues(run: Run, node: SchemaObject, place: Place): Part {
  const annotations = annotationsOf(node);
  const beside = without(node, "enum", "const", ...Object.keys(annotations));
  const values = fitting(run, beside, node);
  const marksNull = run.dialect.nullable === "mark" && values.length > 1;
  const isMarked = marksNull && values.includes(null);
  const others = isMarked ? values.filter((value) => value !== null) : values;
  const asTexts = others.filter((value) => !isListable(run, value, others));
  const asThey = others.filter((value) => isListable(run, value, others));
  const parts =
    asTexts.length > 0
      ? [
          textsPart(run, asThey, asTexts, place),
          ...groups(asThey.filter((value) => typeof value !== "string")),
        ]
      : groups(asThey, "const" in node && run.dialect.keywords.has("const"));
  return joined(run, parts, annotations, place, isMarked);
}

/** The listed values that fit the rest of the node, each once. */
function fitting(run: Run, beside: SchemaObject, node: SchemaObject): readonly unknown[] {
  const lists = [
    "enum" in node ? (listIn(node, "enum") ?? []) : undefined,
    "const" in node ? [node["const"]] : undefined,
  ];
  const [first = [], second = first] = lists.filter((list) => list !== undefined);
  const wanted = new Set(second.map(canonical));
  const distinct = new Map(first.map((value) => [canonical(value), value]));
  const schema = { ...beside, $defs: fromEntries(run.definitions) };
  return [...distinct]
    .filter(
      ([text, value]) =>
        wanted.has(text) && (Object.keys(beside).length === 0 || accepts(schema, value) !== false),
    )
    .map(([, value]) => value);
}

function isListable(run: Run, value: unknown, all: readonly unknown[]): boolean {
  const { enums } = run.dialect;
  const kind = kindOf(value);
  if (enums === "anything" || kind === "string" || kind === "null") return true;
  if (kind === "number") return enums === "texts and numbers";
  return kind === "boolean" && all.includes(true) && all.includes(false);
}

/** A schema for each type of the values. */
function groups(values: readonly unknown[], isConstant = false): readonly Part[] {
  const byType = new Map<string, unknown[]>();
  for (const value of values) {
    const type = kindOf(value);
    byType.set(type, [...(byType.get(type) ?? []), value]);
  }
  return [...byType].map(([type, listed]) => ({
    schema: groupSchema(type, listed, isConstant),
    codec: same,
  }));
}

function groupSchema(type: string, values: readonly unknown[], isConstant: boolean): SchemaObject {
  const list = isConstant && values.length === 1 ? { const: values[0] } : { enum: values };
  switch (type) {
    case "null":
      return { type };
    case "boolean":
      return values.length === 2 ? { type } : { type, ...list };
    case "number":
      return { type: values.every(Number.isInteger) ? "integer" : "number", ...list };
    case "object":
      return { type, properties: {}, ...list };
    case "array":
      return { type, items: {}, ...list };
    default:
      return { type, ...list };
  }
}

/** Values as texts: their JSON, or the text itself where that is the JSON of no other value. */
function textsPart(run: Run, asThey: readonly unknown[], others: readonly unknown[], place: Place): Part {
  carried(run, place, "the values of an `enum` are carried as texts");
  const texts = asThey.filter((value) => typeof value === "string");
  const json = new Set(others.map((value) => JSON.stringify(value)));
  const isClear = !texts.some((text) => json.has(text));
  const values = [...texts, ...others].map((value): readonly [string, unknown] => [
    isClear && typeof value === "string" ? value : JSON.stringify(value),
    value,
  ]);
  return { schema: { type: "string", enum: values.map(([text]) => text) }, codec: { kind: "texts", values } };
}
