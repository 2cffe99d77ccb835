import { compareText } from "../report/diagnostic.ts";

/** The kinds of JSON values, in the order in which a witness is looked for. */
export const kinds = ["string", "number", "boolean", "null", "object", "array"] as const;
export type Kind = (typeof kinds)[number];

export type Fields = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The kind of a JSON value; what is no JSON value counts as null. */
export function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return "array";
  if (typeof value === "object" && value !== null) return "object";
  const kind = typeof value;
  return kind === "string" || kind === "number" || kind === "boolean" ? kind : "null";
}

/** One text for all equal JSON values: objects without order, 1.0 as 1. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).toSorted(([x], [y]) => compareText(x, y));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
}

/** Length in code points, as JSON Schema counts it. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
