import type { JsonSchema } from "../ir/type.ts";
import type { Node, Store } from "./algebra.ts";
import type { SchemaDocument } from "./document.ts";
import { resolve, resolveDynamic } from "./document.ts";
import type { Fields } from "./value.ts";

/** One schema on its way into the algebra. */
export interface Lowering {
  readonly store: Store;
  readonly document: SchemaDocument;
  /** Tells the places of one document from those of another. */
  readonly name: string;
  /** Keywords whose argument has not the form that it needs. */
  readonly broken: string[];
  /** A schema as a node. A schema that stands inside itself becomes a `ref`, so that every node is finite. */
  readonly lower: (schema: unknown) => Node;
}

/** The targets of the references of a schema; no target where it cannot be told. */
export function targetsOf(
  { document }: Lowering,
  schema: Fields,
): readonly { readonly keyword: string; readonly target: JsonSchema | undefined }[] {
  const found = [];
  const { $ref, $dynamicRef } = schema as { readonly $ref?: string; readonly $dynamicRef?: string };
  if ($ref !== undefined) found.push({ keyword: "$ref", target: resolve(document, $ref, schema) });
  if ($dynamicRef !== undefined)
    found.push({ keyword: "$dynamicRef", target: resolveDynamic(document, $dynamicRef, schema) });
  return found;
}
