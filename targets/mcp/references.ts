import type { JsonSchema } from "../../src/ir/type.ts";
import { isSchemaObject, only, partsOf } from "../../src/target/schema/node.ts";
import type { SchemaObject } from "../../src/target/schema/node.ts";
import { definitionName } from "../../src/target/schema/references.ts";

/** The definitions of a schema whose references all are `#/$defs/<name>`. */
export interface Definitions {
  /** Undefined: a reference to nothing, or to nothing but itself. */
  readonly find: (reference: SchemaObject) => Definition | undefined;
}

export interface Definition {
  readonly name: string;
  readonly schema: JsonSchema;
  /** Whether a value of it can hold another one: it has no end when written out. */
  readonly isRecursive: boolean;
}

/** Keywords that apply a schema to the value itself, and not to a part of it. */
const inPlace = new Set("$ref allOf anyOf oneOf not if then else dependentSchemas".split(" "));

export function definitionsOf(schemas: ReadonlyMap<string, JsonSchema>): Definitions {
  const known = new Map<string, Definition | undefined>();
  const define = (name: string): Definition | undefined => {
    const schema = schemas.get(name);
    // Such a schema says that a value fits if it fits: validators do not come to an end.
    if (schema === undefined || returns(name, schemas, (node) => only(node, inPlace))) return undefined;
    return { name, schema, isRecursive: returns(name, schemas, (node) => node) };
  };
  return {
    find(reference) {
      const name = definitionName(reference);
      if (name === undefined) return undefined;
      if (!known.has(name)) known.set(name, define(name));
      return known.get(name);
    },
  };
}

type Cut = (node: SchemaObject) => SchemaObject;

/** Whether a way leads from a definition back to it, by the keywords that `cut` leaves. */
function returns(start: string, schemas: ReadonlyMap<string, JsonSchema>, cut: Cut): boolean {
  const seen = new Set<string>();
  const open = [...namesIn(schemas.get(start), cut)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === start) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    open.push(...namesIn(schemas.get(name), cut));
  }
  return false;
}

/** The definitions that a schema refers to. */
function* namesIn(schema: unknown, cut: Cut): Iterable<string> {
  if (!isSchemaObject(schema)) return;
  const name = definitionName(schema);
  if (name !== undefined) yield name;
  for (const part of partsOf(cut(schema))) yield* namesIn(part, cut);
}
