import { same } from "./codec.ts";
import { acceptsAll, annotationsOf } from "./kinds.ts";
import type { SchemaObject } from "./node.ts";
import { isSchemaObject, only } from "./node.ts";
import type { Part, Place, Run } from "./run.ts";
import { carried, wider } from "./run.ts";

/** The longest schema that is quoted in a description, in characters. */
const longestQuote = 300;

/** A value as its JSON text: where the dialect has no words for what fits, or is not to be asked for them. */
export function jsonText(run: Run, schema: unknown, place: Place, reason: string): Part {
  carried(run, place, `${reason}, so a value is carried as JSON text`);
  const isAny = acceptsAll(schema);
  if (!isAny) wider(run, place, `${reason}, so what fits is not said`);
  const text = isSchemaObject(schema) ? schema["description"] : undefined;
  const quote = JSON.stringify(schema);
  const also = isAny || quote.includes("$ref") || quote.length > longestQuote ? "" : ` that fits ${quote}`;
  const said = `A value${also}, as JSON text.`;
  return {
    schema: {
      type: "string",
      description: typeof text === "string" && text !== "" ? `${text}\n${said}` : said,
    },
    codec: { kind: "json" },
  };
}

/** Any value. */
export function anything(run: Run, node: SchemaObject, place: Place): Part {
  if (!run.dialect.looseTypes) return jsonText(run, node, place, "a value of any type may stand there");
  return { schema: only(annotationsOf(node), kept(run)), codec: same };
}

/** No value at all. */
export function nothing(run: Run, place: Place): Part {
  if (run.dialect.keywords.has("not")) return { schema: { not: {} }, codec: same };
  wider(run, place, "no value fits there, which cannot be said");
  return { schema: { type: "string", description: "No value fits here." }, codec: same };
}

/** The annotations that a dialect keeps. */
export function kept(run: Run): ReadonlySet<string> {
  return new Set([...run.dialect.keywords, "description"]);
}
