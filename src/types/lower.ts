import { and, kindBit, negate, ofKinds, ofValues, opaque, or, refTo } from "./algebra.ts";
import type { Node, Store } from "./algebra.ts";
import type { SchemaDocument } from "./document.ts";
import { foreignTo, hasForm } from "./form.ts";
import { lowerList } from "./lower-list.ts";
import { lowerObject } from "./lower-object.ts";
import type { Lowering } from "./lowering.ts";
import { targetsOf } from "./lowering.ts";
import { lowerScalar } from "./lower-scalar.ts";
import { lowerUnevaluated } from "./unevaluated.ts";
import type { Fields } from "./value.ts";
import { canonical, isRecord, kinds } from "./value.ts";

/** Lowers the schemas of one document, each once. */
export function createLowering(store: Store, document: SchemaDocument, name: string): Lowering {
  const state = {
    done: new Map<object, Node>(),
    open: new Set<object>(),
    numbers: new Map<object, number>(),
  };
  const lowering: Lowering = {
    store,
    document,
    name,
    broken: [],
    lower: (schema) => lower(lowering, state, schema),
  };
  return lowering;
}

interface State {
  readonly done: Map<object, Node>;
  readonly open: Set<object>;
  readonly numbers: Map<object, number>;
}

/** A schema as a node. A schema that stands inside itself becomes a `ref`, so that every node is finite. */
function lower(lowering: Lowering, state: State, schema: unknown): Node {
  const { store } = lowering;
  const { done, open } = state;
  if (typeof schema === "boolean") return schema ? store.any : store.never;
  if (!isRecord(schema)) {
    lowering.broken.push("one of the two is no schema");
    return store.any;
  }
  const known = done.get(schema);
  if (known !== undefined) return known;
  if (open.has(schema))
    return refTo(store, `${lowering.name} ${numberOf(state, schema)}`, () => lowering.lower(schema));
  open.add(schema);
  const node = lowerKeywords(lowering, schema);
  open.delete(schema);
  done.set(schema, node);
  return node;
}

function numberOf({ numbers }: State, schema: object): number {
  const number = numbers.get(schema) ?? numbers.size;
  numbers.set(schema, number);
  return number;
}

function lowerKeywords(lowering: Lowering, schema: Fields): Node {
  const wrong = Object.entries(schema).find(([keyword, argument]) => !hasForm(keyword, argument));
  if (wrong !== undefined) {
    lowering.broken.push(
      `the keyword \`${wrong[0]}\` has an argument that JSON Schema 2020-12 does not know`,
    );
    return lowering.store.any;
  }
  const [foreign] = foreignTo(schema);
  if (foreign !== undefined) return opaque(lowering.store, foreign, `${lowering.name} ${canonical(schema)}`);
  return and(lowering.store, [
    ...lowerAny(lowering, schema),
    ...lowerReferences(lowering, schema),
    ...lowerBranches(lowering, schema),
    ...lowerScalar(lowering.store, schema),
    ...lowerList(lowering, schema),
    ...lowerObject(lowering, schema),
    ...lowerUnevaluated(lowering, schema),
  ]);
}

function lowerAny({ store }: Lowering, schema: Fields): readonly Node[] {
  const { type, enum: listed } = schema as { readonly type?: unknown; readonly enum?: readonly unknown[] };
  const found: Node[] = [];
  if (type !== undefined) {
    const names = [type].flat();
    const mask = kinds.reduce((bits, kind) => (names.includes(kind) ? bits | kindBit(kind) : bits), 0);
    found.push(ofKinds(store, names.includes("integer") ? mask | kindBit("number") : mask));
    if (names.includes("integer") && !names.includes("number"))
      found.push(...lowerScalar(store, { multipleOf: 1 }));
  }
  if (listed !== undefined)
    found.push(ofValues(store, new Map(listed.map((value) => [canonical(value), value]))));
  if ("const" in schema)
    found.push(ofValues(store, new Map([[canonical(schema["const"]), schema["const"]]])));
  return found;
}

function lowerReferences(lowering: Lowering, schema: Fields): readonly Node[] {
  return targetsOf(lowering, schema).map(({ keyword, target }) => {
    if (target !== undefined) return lowering.lower(target);
    const reason = `\`${keyword}: ${String(schema[keyword])}\` leads to no one place in the schema`;
    return opaque(lowering.store, reason, `${keyword} ${lowering.name} ${String(schema[keyword])}`);
  });
}

// The formula of `oneOf` grows with the square of its branches.
const mostChoices = 60;

function lowerBranches(lowering: Lowering, schema: Fields): readonly Node[] {
  const { store } = lowering;
  const found: Node[] = [];
  const all = (keyword: string): readonly Node[] =>
    ((schema[keyword] ?? []) as readonly unknown[]).map((inner) => lowering.lower(inner));
  found.push(...all("allOf"));
  if ("anyOf" in schema) found.push(or(store, all("anyOf")));
  if ("oneOf" in schema) found.push(exactlyOne(store, all("oneOf"), schema["oneOf"]));
  if ("not" in schema) found.push(negate(store, lowering.lower(schema["not"])));
  if ("if" in schema) {
    const condition = lowering.lower(schema["if"]);
    if ("then" in schema) found.push(or(store, [negate(store, condition), lowering.lower(schema["then"])]));
    if ("else" in schema) found.push(or(store, [condition, lowering.lower(schema["else"])]));
  }
  return found;
}

function exactlyOne(store: Store, branches: readonly Node[], written: unknown): Node {
  if (branches.length > mostChoices)
    return opaque(store, `\`oneOf\` has more than ${mostChoices} branches`, `oneOf ${canonical(written)}`);
  const others = branches.map((branch) => negate(store, branch));
  return or(
    store,
    branches.map((branch, i) => and(store, [branch, ...others.filter((_, j) => j !== i)])),
  );
}
