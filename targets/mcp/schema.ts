import type { JsonSchema } from "../../src/ir/type.ts";
import type { SchemaObject } from "../../src/target/schema/node.ts";
import { fromEntries, isSchemaObject, pointer } from "../../src/target/schema/node.ts";
import { definitionName, plainSchema } from "../../src/target/schema/references.ts";
import { arrayKeywords } from "./arrays.ts";
import { combinations } from "./combinations.ts";
import { annotations } from "./keywords.ts";
import { objectKeywords } from "./objects.ts";
import type { Definition, Definitions } from "./references.ts";
import { definitionsOf } from "./references.ts";
import type { Translated, Translation } from "./translation.ts";
import { anything, joined, listOf } from "./translation.ts";
import { valueKeywords, withNullApart } from "./values.ts";

/**
 * A schema that means the same to a validator of draft 7 and to one of 2020-12: MCP clients have either. It accepts
 * every value that the author's schema accepts, and no other unless `wider` says so.
 */
export interface PortableSchema {
  readonly schema: SchemaObject;
  readonly wider: readonly Widening[];
}

/** What is left out or loosened. `because` completes “…, because …”. */
export interface Widening {
  /** JSON Pointer into the schema, with its definitions in `$defs`. */
  readonly path: string;
  readonly because: string;
}

// References are written out, and a few lines with references or aliases can stand for any number of schemas.
const mostNodes = 5000;
const mostLevels = 100;

export function portableSchema(written: JsonSchema): PortableSchema {
  const plain = plainSchema(written);
  const definitions = definitionsOf(plain.definitions);
  return (
    translated(plain.root, definitions, ({ isRecursive }) => isRecursive) ??
    translated(plain.root, definitions, () => true) ?? {
      schema: {},
      wider: [{ path: "", because: `the schema holds more than ${mostNodes} schemas` }],
    }
  );
}

/** Undefined: too large. References to what `isKept` stay references. */
function translated(
  root: JsonSchema,
  { find }: Definitions,
  isKept: (definition: Definition) => boolean,
): PortableSchema | undefined {
  const wider = new Map<string, Widening>();
  const kept = new Map<string, Definition>();
  let nodes = 0;
  let level = 0;
  const widen = (path: string, because: string): false => {
    wider.set(`${path} ${because}`, { path, because });
    return false;
  };
  const define = ({ name, schema }: Definition): Translated => translate(schema, pointer("/$defs", name));
  const follow = (reference: SchemaObject): Translated | undefined => {
    const definition = find(reference);
    if (definition === undefined) return undefined;
    if (!isKept(definition)) return define(definition);
    kept.set(definition.name, definition);
    return { schema: { $ref: `#/$defs/${definition.name}` }, exact: true };
  };
  const translate = (schema: unknown, path: string): Translated => {
    if (schema === true) return anything;
    if (schema === false) return { schema: { not: {} }, exact: true };
    if (!isSchemaObject(schema)) return { schema: {}, exact: widen(path, "no schema stands there") };
    if (level >= mostLevels)
      return { schema: {}, exact: widen(path, `it nests deeper than ${mostLevels} levels`) };
    if (++nodes > mostNodes) return { schema: {}, exact: false };
    level++;
    const node = translateNode(schema, path, { translate, widen }, follow);
    level--;
    return node;
  };
  const { schema } = translate(root, "");
  const $defs: [string, SchemaObject][] = [];
  // A definition may need others, which join the map meanwhile.
  for (const [name, definition] of kept) $defs.push([name, define(definition).schema]);
  if (nodes > mostNodes) return undefined;
  const all = $defs.length === 0 ? schema : { ...outermost(schema, $defs), $defs: fromEntries($defs) };
  return { schema: all, wider: [...wider.values()] };
}

/** An outermost reference is written out once, since clients look for a `type` there. */
function outermost(schema: SchemaObject, $defs: readonly (readonly [string, SchemaObject])[]): SchemaObject {
  const name = Object.keys(schema).length === 1 ? definitionName(schema) : undefined;
  return $defs.find(([known]) => known === name)?.[1] ?? schema;
}

function translateNode(
  node: SchemaObject,
  path: string,
  translation: Translation,
  follow: (reference: SchemaObject) => Translated | undefined,
): Translated {
  const { schema, exact } = joined([
    annotationsOf(node),
    valueKeywords(node, path, translation),
    objectKeywords(node, path, translation),
    arrayKeywords(node, path, translation),
    combinations(node, path, translation),
    dynamic(node, path, translation),
  ]);
  const own = { schema: withNullApart(schema, isAnnotation), exact };
  if (!("$ref" in node)) return own;
  const target = follow(node);
  if (target !== undefined)
    return { schema: beside(target.schema, own.schema), exact: exact && target.exact };
  const because = `\`$ref: ${String(node["$ref"])}\` leads to nothing that a client can check`;
  return { schema: own.schema, exact: translation.widen(path, because) };
}

function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || keyword.startsWith("x-");
}

function annotationsOf(node: SchemaObject): Translated {
  const kept = Object.entries(node).filter(
    ([keyword, value]) => value !== undefined && isAnnotation(keyword),
  );
  return { schema: fromEntries(kept), exact: true };
}

function dynamic(node: SchemaObject, path: string, { widen }: Translation): Translated {
  const found = ["$dynamicRef", "$recursiveRef"].find((keyword) => keyword in node);
  return { schema: {}, exact: found === undefined || widen(path, `few clients follow \`${found}\``) };
}

/** What a reference leads to, and what stands beside it: validators of draft 7 do not read the neighbours of `$ref`. */
function beside(target: SchemaObject, own: SchemaObject): SchemaObject {
  const keywords = Object.keys(own);
  if (keywords.length === 0) return target;
  if (!("$ref" in target) && keywords.every(isAnnotation)) return { ...target, ...own };
  return { ...own, allOf: [target, ...listOf(own["allOf"])] };
}
