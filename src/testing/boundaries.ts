import type { JsonSchema } from "../ir/type.ts";
import { subtype } from "../types/subtype.ts";
import type { SchemaObject } from "./location.ts";
import { locationsOf } from "./location.ts";

/** A value that a schema accepts, at the edge of one of its constraints. */
export interface Boundary {
  readonly value: unknown;
  /** Where the constraint stands, as a JSON Pointer into the schema. */
  readonly pointer: string;
  readonly keyword: string;
  /** Which edge it is: `the shortest`, `without "query"`. */
  readonly why: string;
}

/**
 * The values at the edges of every constraint of a schema: the least and the greatest, the shortest and the longest,
 * each value of an enumeration, each branch, objects with and without each optional key. Each is the witness that the
 * schema, narrowed to the edge, is not empty. Edges that other constraints cut off are left out. The same in every run.
 */
export function boundaries(schema: JsonSchema): readonly Boundary[] {
  const texts = new Set<string>();
  return locationsOf(schema).flatMap((location) =>
    edgesOf(location.schema).flatMap(({ keyword, why, narrowed }): readonly Boundary[] => {
      const whole = location.demand({ allOf: [location.schema, narrowed] });
      const answer = subtype({ allOf: [schema, whole] }, false);
      if (answer.verdict !== "no") return [];
      const text = `${keyword} ${JSON.stringify(answer.witness)}`;
      if (texts.has(text)) return [];
      texts.add(text);
      return [{ value: answer.witness, pointer: location.pointer, keyword, why }];
    }),
  );
}

interface Edge {
  readonly keyword: string;
  readonly why: string;
  /** What is asked of a value beside the schema. */
  readonly narrowed: SchemaObject;
}

function edgesOf(schema: SchemaObject): readonly Edge[] {
  return Object.entries(schema).flatMap(([keyword, value]): readonly Edge[] => {
    const edge = (why: string, narrowed: SchemaObject): Edge => ({ keyword, why, narrowed });
    if (typeof value === "number") return edgesOfNumber(keyword, value, edge);
    if (Array.isArray(value)) return edgesOfList(keyword, value, edge);
    switch (keyword) {
      case "type":
        return edgesOfType(String(value), edge);
      case "const":
        return [edge("the only value", { const: value })];
      case "pattern":
        return [edge("a text that fits", { type: "string" })];
      case "uniqueItems":
        return [edge("more than one item", { type: "array", minItems: 2 })];
      case "properties":
        return edgesOfProperties(Object.keys(value as object), schema, edge);
      case "items":
      case "contains":
        return [edge("one item", { type: "array", minItems: 1 })];
      case "additionalProperties":
      case "unevaluatedProperties":
      case "patternProperties":
      case "propertyNames":
        return [edge("the fewest keys", { type: "object" }), edge("a key of its own", keyBeside(schema))];
      case "not":
      case "if":
        return [edge("a value that fits", {})];
      default:
        return [];
    }
  });
}

type MakeEdge = (why: string, narrowed: SchemaObject) => Edge;

/** The edge itself, and where there is one the step inside. */
function edgesOfNumber(keyword: string, value: number, edge: MakeEdge): readonly Edge[] {
  switch (keyword) {
    case "minimum":
      return [edge("the least", { maximum: value }), edge("one more", { const: value + 1 })];
    case "maximum":
      return [edge("the greatest", { minimum: value }), edge("one less", { const: value - 1 })];
    case "exclusiveMinimum":
      return [edge("just above", { type: "number", maximum: value + 1 })];
    case "exclusiveMaximum":
      return [edge("just below", { type: "number", minimum: value - 1 })];
    case "multipleOf":
      return [edge("nought", { const: 0 }), edge("one step", { const: value })];
    case "minLength":
      return [edge("the shortest", { type: "string", maxLength: value })];
    case "maxLength":
      return [edge("the longest", { type: "string", minLength: value })];
    case "minItems":
      return [edge("the fewest items", { type: "array", maxItems: value })];
    case "maxItems":
      return [edge("the most items", { type: "array", minItems: value })];
    case "minProperties":
      return [edge("the fewest keys", { type: "object", maxProperties: value })];
    case "maxProperties":
      return [edge("the most keys", { type: "object", minProperties: value })];
    case "minContains":
    case "maxContains":
      return [edge("some items", { type: "array", minItems: value })];
    default:
      return [];
  }
}

function edgesOfList(keyword: string, list: readonly unknown[], edge: MakeEdge): readonly Edge[] {
  switch (keyword) {
    case "enum":
      return list.map((value) => edge(`the value ${JSON.stringify(value)}`, { const: value }));
    case "type":
      return list.flatMap((type) => edgesOfType(String(type), edge));
    case "required":
      return [edge("no key but these", onlyKeys(list.map(String)))];
    case "anyOf":
    case "oneOf":
    case "allOf":
      return list.map((branch, i) =>
        edge(`branch ${i + 1}`, branch === true ? {} : (branch as SchemaObject)),
      );
    case "prefixItems":
      return [edge("every item", { type: "array", minItems: list.length })];
    default:
      return [];
  }
}

function edgesOfType(type: string, edge: MakeEdge): readonly Edge[] {
  switch (type) {
    case "boolean":
      return [edge("true", { const: true }), edge("false", { const: false })];
    case "number":
      return [
        edge("a whole number", { type: "integer" }),
        edge("a fraction", { type: "number", not: { type: "integer" } }),
      ];
    case "integer":
      return [edge("nought", { const: 0 }), edge("below nought", { type: "integer", maximum: -1 })];
    case "string":
      return [edge("a text", { type: "string" }), edge("a text beyond ASCII", { const: "\u00e9\u{1f600}" })];
    default:
      return [edge(type, { type })];
  }
}

function edgesOfProperties(keys: readonly string[], schema: SchemaObject, edge: MakeEdge): readonly Edge[] {
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly string[]) : [];
  return [
    edge("every key", { type: "object", required: keys }),
    ...keys
      .filter((key) => !required.includes(key))
      .map((key) => edge(`without ${JSON.stringify(key)}`, { type: "object", not: { required: [key] } })),
  ];
}

function onlyKeys(keys: readonly string[]): SchemaObject {
  return { type: "object", required: keys, maxProperties: keys.length };
}

function keyBeside(schema: SchemaObject): SchemaObject {
  const known = isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly string[]) : [];
  return { type: "object", minProperties: new Set([...known, ...required]).size + 1 };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
