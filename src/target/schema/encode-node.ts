import { isSame, same } from "./codec.ts";
import { encodeTyped } from "./encode-typed.ts";
import { encodeUnion, unionOf } from "./encode-union.ts";
import { encodeValues } from "./encode-values.ts";
import { acceptsAll, annotationsOf, isAnnotation, speaksOf, typesOf } from "./kinds.ts";
import type { Kind } from "./kinds.ts";
import { fromEntries, isSchemaObject, listIn } from "./node.ts";
import type { SchemaObject } from "./node.ts";
import { definitionName } from "./references.ts";
import { resolveNode } from "./resolve.ts";
import type { Part, Place, Run } from "./run.ts";
import { attempt, deepest, wider } from "./run.ts";
import { anything, jsonText, nothing } from "./whole.ts";

/** A node, and everything below it. */
export function encodeNode(run: Run, schema: unknown, place: Place): Part {
  run.budget--;
  if (run.budget < 0) return jsonText(run, schema, place, "the schema is too large when it is written out");
  if (place.depth > deepest) {
    return jsonText(run, schema, place, `the schema nests deeper than ${deepest} levels`);
  }
  if (schema === false) return nothing(run, place);
  if (!isSchemaObject(schema)) return anything(run, {}, place);
  return encodeReference(run, schema, place) ?? encodeResolved(run, schema, place);
}

function encodeResolved(run: Run, schema: SchemaObject, outer: Place): Part {
  const { node, place } = resolveNode(run, schema, outer);
  if (node === false) return nothing(run, place);
  if (acceptsAll(node)) return anything(run, node, place);
  if ("enum" in node || "const" in node) return encodeValues(run, node, place);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    if (listIn(node, keyword) !== undefined) return encodeUnion(run, node, keyword, place);
  }
  return encodeByType(run, node, place);
}

/**
 * A reference as a reference. Undefined: what it points at is to be written in its place, since something stands
 * beside it, or it is the outermost schema, or the dialect has no references.
 */
function encodeReference(run: Run, schema: SchemaObject, place: Place): Part | undefined {
  const name = definitionName(schema);
  const target = name === undefined ? undefined : run.definitions.get(name);
  if (name === undefined || target === undefined || place.depth === 0) return undefined;
  const isOpen = place.open.includes(name);
  if (run.dialect.references === "written out") {
    if (isOpen) return jsonText(run, schema, place, "the schema is recursive");
    return Object.keys(schema).length > 1
      ? undefined
      : run.encode(target, { ...place, open: [...place.open, name] });
  }
  const beside = Object.keys(schema).filter((keyword) => keyword !== "$ref");
  if (beside.length > 0 && !isOpen) return undefined;
  if (!beside.every(isAnnotation)) wider(run, place, "keywords stand beside a recursive `$ref`");
  return encodeDefinition(run, name, target, place);
}

function encodeDefinition(run: Run, name: string, target: unknown, place: Place): Part {
  const known = run.encoded.get(name);
  const isRecursive = known === undefined && run.encoded.has(name);
  const { recursion } = run.dialect;
  if (isRecursive && (recursion === "nowhere" || (recursion === "optional" && !place.optional))) {
    return jsonText(run, { $ref: name }, place, "the schema is recursive");
  }
  let part = known;
  if (part === undefined && !isRecursive) {
    run.encoded.set(name, undefined);
    part = run.encode(target, {
      ...place,
      depth: place.depth + 1,
      open: [],
      merged: [name],
      optional: false,
    });
    run.encoded.set(name, part);
  }
  const isChanged = part === undefined ? run.recoded.has(name) : part.codec.kind !== "same";
  return {
    schema: { $ref: `#/$defs/${name}` },
    codec: isChanged ? { kind: "definition", name } : same,
  };
}

function encodeByType(run: Run, node: SchemaObject, place: Place): Part {
  const types = typesOf(node);
  if (types.length === 0) return nothing(run, place);
  if (types.length === 1) return encodeTyped(run, node, types, place);
  if (run.dialect.looseTypes) {
    const part = attempt(
      run,
      () => encodeTyped(run, node, types, place),
      ({ codec }) => isSame(codec),
    );
    if (part !== undefined) return part;
  }
  const alternatives = types.map((type) => ofType(node, type));
  return unionOf(run, alternatives, annotationsOf(node), place);
}

/** What a node says of the values of one type. */
function ofType(node: SchemaObject, type: string): SchemaObject {
  const kind = (type === "integer" ? "number" : type) as Kind;
  const entries = Object.entries(node).filter(
    ([keyword]) => keyword !== "type" && !isAnnotation(keyword) && speaksOf(keyword, kind),
  );
  return fromEntries([["type", type], ...entries]);
}
