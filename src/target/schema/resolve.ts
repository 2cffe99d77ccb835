import { conjunction, canMerge } from "./merge.ts";
import { isSchemaObject, listIn, without } from "./node.ts";
import type { SchemaObject } from "./node.ts";
import { definitionName } from "./references.ts";
import type { Place, Run } from "./run.ts";
import { wider } from "./run.ts";

/** A node with its `$ref` and its `allOf` merged into it, and the definitions that are part of it now. */
export interface Resolved {
  /** `false`: nothing fits. What cannot be merged is left in `allOf`. */
  readonly node: SchemaObject | false;
  readonly place: Place;
}

export function resolveNode(run: Run, schema: SchemaObject, place: Place): Resolved {
  const merged = new Set(place.merged);
  const left: unknown[] = [];
  const pieces = collect(run, schema, merged, left, place);
  const inner: Place = { ...place, merged: [...merged], open: [...new Set([...place.open, ...merged])] };
  let node: SchemaObject = pieces[0] ?? {};
  for (const piece of pieces.slice(1)) {
    const both = conjunction(node, piece);
    if (both === false) return { node: false, place: inner };
    node = both;
  }
  if (left.includes(false)) return { node: false, place: inner };
  if (left.length > 0) node = { ...node, allOf: [...(listIn(node, "allOf") ?? []), ...left] };
  return { node: closed(node), place: inner };
}

/** What a node is made of: its own keywords first, since their annotations win. */
function collect(
  run: Run,
  schema: SchemaObject,
  merged: Set<string>,
  left: unknown[],
  place: Place,
): SchemaObject[] {
  const pieces = [without(schema, "$ref", "allOf")];
  if ("$ref" in schema) {
    const name = definitionName(schema);
    const target = name === undefined ? undefined : run.definitions.get(name);
    if (name === undefined || target === undefined)
      wider(run, place, "a `$ref` points at nothing in the schema");
    // A definition that is part of the node already adds nothing.
    else if (!merged.has(name)) {
      merged.add(name);
      if (isSchemaObject(target)) pieces.push(...collect(run, target, merged, left, place));
      else left.push(target);
    }
  }
  for (const member of listIn(schema, "allOf") ?? []) {
    if (!isSchemaObject(member)) {
      if (member === false) left.push(false);
    } else if (canMerge(member)) pieces.push(...collect(run, member, merged, left, place));
    else left.push(member);
  }
  return pieces;
}

/** Where nothing beside the node itself looks at the value, what is not evaluated is what is additional. */
function closed(node: SchemaObject): SchemaObject {
  const around = ["allOf", "anyOf", "oneOf", "if", "not", "dependentSchemas"];
  if (around.some((keyword) => keyword in node)) return node;
  let result = node;
  for (const [keyword, plain] of [
    ["unevaluatedProperties", "additionalProperties"],
    ["unevaluatedItems", "items"],
  ] as const) {
    const rest = result[keyword];
    if (rest === undefined || (keyword === "unevaluatedItems" && "contains" in node)) continue;
    result = { ...(plain in result ? {} : { [plain]: rest }), ...without(result, keyword) };
  }
  return result;
}
