import type { JsonSchema } from "../ir/type.ts";

/** The parts of a value that a schema has looked at, for the `unevaluated` keywords. */
export interface Seen {
  readonly names: Set<string>;
  readonly indices: Set<number>;
}

/** Applies a schema to a part of the value. */
export type Apply = (schema: JsonSchema, value: unknown) => boolean;
