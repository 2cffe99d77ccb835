import type { SchemaObject } from "../../src/target/schema/node.ts";

/** One schema, translated. `exact`: the same values fit; otherwise more do. */
export interface Translated {
  readonly schema: SchemaObject;
  readonly exact: boolean;
}

/** What is given to the translation of one node, for the schemas below it. */
export interface Translation {
  readonly translate: (schema: unknown, path: string) => Translated;
  /** Says that values fit which the author's schema refuses; always `false`, for `exact`. */
  readonly widen: (path: string, because: string) => false;
}

export const anything: Translated = { schema: {}, exact: true };

/** Parts of one node, each with keywords of its own; all may add to `allOf`. */
export function joined(parts: readonly Translated[]): Translated {
  const all = parts.flatMap(({ schema }) => listOf(schema["allOf"]));
  const schema = Object.assign({}, ...parts.map((part) => part.schema)) as SchemaObject;
  return {
    schema: all.length === 0 ? schema : { ...schema, allOf: all },
    exact: parts.every(({ exact }) => exact),
  };
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
