import type { Rational } from "./rational.ts";
import type { Kind } from "./value.ts";
import { kinds } from "./value.ts";

/** A set of property names: those in which `within` occurs, but none of `outside`, and that are not in `except`. */
export interface NameClass {
  readonly within: string | undefined;
  readonly outside: readonly string[];
  readonly except: ReadonlySet<string>;
}

/** A condition on values of one kind. `not` of it is meant inside the same kind. */
export type Literal =
  | { readonly op: "least"; readonly bound: Rational; readonly open: boolean }
  | { readonly op: "multiple"; readonly of: Rational }
  | { readonly op: "pattern"; readonly pattern: string }
  /** At least `least` code points, items or properties. */
  | { readonly op: "size"; readonly kind: Kind; readonly least: number }
  /** The item at `index`, if there is one, is in `node`. */
  | { readonly op: "item"; readonly index: number; readonly node: Node }
  /** At least `least` of the items from the index `from` on are in `node`. */
  | { readonly op: "count"; readonly from: number; readonly node: Node; readonly least: number }
  | { readonly op: "unique" }
  | { readonly op: "has"; readonly name: string }
  /** The property, if there is one, is in `node`. */
  | { readonly op: "property"; readonly name: string; readonly node: Node }
  /** All properties whose names are in a class are in `node`. */
  | { readonly op: "each"; readonly names: NameClass; readonly node: Node }
  /** All names of properties are in `node`. */
  | { readonly op: "names"; readonly node: Node };

type Shape =
  | { readonly op: "kinds"; readonly kinds: number }
  | { readonly op: "values"; readonly values: ReadonlyMap<string, unknown> }
  | { readonly op: "and" | "or"; readonly parts: readonly Node[] }
  | { readonly op: "not"; readonly part: Node }
  /** A schema that stands inside itself. */
  | { readonly op: "ref"; readonly unfold: () => Node }
  /** What the algebra does not hold: a set of which nothing is known but its name. */
  | { readonly op: "opaque"; readonly reason: string }
  | Literal;

/** A set of JSON values. Equal shapes of one store are the same object. */
export type Node = Shape & { readonly id: number };

/** The nodes of one question. */
export interface Store {
  readonly nodes: Map<string, Node>;
  readonly opposites: Map<Node, Node>;
  readonly any: Node;
  readonly never: Node;
}

const allKinds = (1 << kinds.length) - 1;

export function createStore(): Store {
  const any: Node = { op: "kinds", kinds: allKinds, id: 0 };
  const never: Node = { op: "kinds", kinds: 0, id: 1 };
  const opposites = new Map([
    [any, never],
    [never, any],
  ]);
  return {
    nodes: new Map([
      ["kinds 0", never],
      [`kinds ${allKinds}`, any],
    ]),
    opposites,
    any,
    never,
  };
}

/** The node of a shape; `key` is one text for each shape of the same `op`. */
function intern(store: Store, shape: Shape, key: string): Node {
  const whole = `${shape.op} ${key}`;
  const known = store.nodes.get(whole);
  if (known !== undefined) return known;
  const node: Node = { ...shape, id: store.nodes.size };
  store.nodes.set(whole, node);
  return node;
}

export function kindBit(kind: Kind): number {
  return 1 << kinds.indexOf(kind);
}

export function ofKinds(store: Store, mask: number): Node {
  return intern(store, { op: "kinds", kinds: mask }, String(mask));
}

export function ofValues(store: Store, values: ReadonlyMap<string, unknown>): Node {
  if (values.size === 0) return store.never;
  return intern(store, { op: "values", values }, [...values.keys()].toSorted().join());
}

export function refTo(store: Store, key: string, unfold: () => Node): Node {
  return intern(store, { op: "ref", unfold }, key);
}

export function opaque(store: Store, reason: string, key: string): Node {
  return intern(store, { op: "opaque", reason }, key);
}

export function literal(store: Store, shape: Literal): Node {
  return intern(store, shape, keyOf(shape));
}

function keyOf(shape: Literal): string {
  switch (shape.op) {
    case "least":
      return `${shape.bound.num}/${shape.bound.den} ${shape.open}`;
    case "multiple":
      return `${shape.of.num}/${shape.of.den}`;
    case "pattern":
      return shape.pattern;
    case "size":
      return `${shape.kind} ${shape.least}`;
    case "item":
      return `${shape.index} ${shape.node.id}`;
    case "count":
      return `${shape.from} ${shape.least} ${shape.node.id}`;
    case "unique":
      return "";
    case "has":
      return shape.name;
    case "property":
      return `${shape.node.id} ${shape.name}`;
    case "each": {
      const { within, outside, except } = shape.names;
      return JSON.stringify([shape.node.id, within, outside.toSorted(), [...except].toSorted()]);
    }
    case "names":
      return String(shape.node.id);
  }
}

export function and(store: Store, parts: readonly Node[]): Node {
  return join(store, "and", parts, store.any, store.never);
}

export function or(store: Store, parts: readonly Node[]): Node {
  return join(store, "or", parts, store.never, store.any);
}

function join(store: Store, op: "and" | "or", parts: readonly Node[], neutral: Node, zero: Node): Node {
  const found = new Set<Node>();
  for (const part of parts) {
    if (part === neutral) continue;
    for (const inner of part.op === op ? part.parts : [part]) {
      const opposite = store.opposites.get(inner);
      if (inner === zero || (opposite !== undefined && found.has(opposite))) return zero;
      found.add(inner);
    }
  }
  const [first] = found;
  if (first === undefined) return neutral;
  if (found.size === 1) return first;
  const sorted = [...found].toSorted((x, y) => x.id - y.id);
  return intern(store, { op, parts: sorted }, sorted.map(({ id }) => id).join());
}

/** The complement; `not` stays only in front of what has no parts. */
export function negate(store: Store, node: Node): Node {
  const known = store.opposites.get(node);
  if (known !== undefined) return known;
  const opposite = opposed(store, node);
  store.opposites.set(node, opposite);
  store.opposites.set(opposite, node);
  return opposite;
}

function opposed(store: Store, node: Node): Node {
  switch (node.op) {
    case "kinds":
      return ofKinds(store, allKinds & ~node.kinds);
    case "and":
      return or(
        store,
        node.parts.map((part) => negate(store, part)),
      );
    case "or":
      return and(
        store,
        node.parts.map((part) => negate(store, part)),
      );
    case "not":
      return node.part;
    case "least":
    case "multiple":
    case "pattern":
    case "size":
    case "item":
    case "count":
    case "unique":
    case "has":
    case "property":
    case "each":
    case "names":
    case "values":
    case "ref":
    case "opaque":
      return intern(store, { op: "not", part: node }, String(node.id));
  }
}
