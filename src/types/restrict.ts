import type { Node, Store } from "./algebra.ts";
import { and, kindBit, literal, negate, ofValues, opaque, or } from "./algebra.ts";
import { allNames } from "./names.ts";
import type { Kind } from "./value.ts";
import { canonical, isRecord, kindOf } from "./value.ts";

/** What the question needs to see a node as a set of values of one kind. */
export interface Restriction {
  readonly store: Store;
  readonly known: Map<Kind, Map<Node, Node>>;
  readonly open: Set<Node>;
}

/** The values of one kind that are in a node. Only literals of that kind are left in it. */
export function restrict(restriction: Restriction, node: Node, kind: Kind): Node {
  const { store } = restriction;
  if (node.op === "kinds") return (node.kinds & kindBit(kind)) === 0 ? store.never : store.any;
  if (!composed.has(node.op)) return node;
  const known = restriction.known.get(kind) ?? new Map<Node, Node>();
  restriction.known.set(kind, known);
  const before = known.get(node);
  if (before !== undefined) return before;
  const result = restrictNode(restriction, node, kind);
  known.set(node, result);
  return result;
}

const composed: ReadonlySet<Node["op"]> = new Set(["values", "and", "or", "not", "ref"]);

function restrictNode(restriction: Restriction, node: Node, kind: Kind): Node {
  const { store } = restriction;
  const inner = (part: Node): Node => restrict(restriction, part, kind);
  switch (node.op) {
    case "values":
      return ofValues(store, new Map([...node.values].filter(([, value]) => kindOf(value) === kind)));
    case "and":
      return and(store, node.parts.map(inner));
    case "or":
      return or(store, node.parts.map(inner));
    case "ref":
      return unfolded(restriction, node, () => inner(node.unfold()));
    case "not":
      return restrictNegation(restriction, node.part, node, kind);
    default:
      return node;
  }
}

/** What stands behind a reference; a reference at its own place, which says nothing, is opaque. */
function unfolded({ store, open }: Restriction, ref: Node, unfold: () => Node): Node {
  if (open.has(ref)) return opaque(store, "a reference leads back to itself", String(ref.id));
  open.add(ref);
  const result = unfold();
  open.delete(ref);
  return result;
}

function restrictNegation(restriction: Restriction, part: Node, whole: Node, kind: Kind): Node {
  const { store } = restriction;
  if (part.op === "ref")
    return unfolded(restriction, part, () => restrict(restriction, negate(store, part.unfold()), kind));
  if (part.op !== "values") return whole;
  const values = [...part.values.values()].filter((value) => kindOf(value) === kind);
  if (kind === "object" || kind === "array")
    return and(
      store,
      values.map((value) => other(store, value)),
    );
  return negate(store, ofValues(store, new Map(values.map((value) => [canonical(value), value]))));
}

/** An object or a list that is not the given one: what is missing, too much or different. */
function other(store: Store, value: unknown): Node {
  const differs = (part: unknown): Node => negate(store, ofValues(store, new Map([[canonical(part), part]])));
  if (Array.isArray(value)) {
    const size = (least: number): Node => literal(store, { op: "size", kind: "array", least });
    const longer = size(value.length + 1);
    const shorter = value.length === 0 ? [] : [negate(store, size(value.length))];
    const inside = value.map((item, index) =>
      negate(store, literal(store, { op: "item", index, node: negate(store, differs(item)) })),
    );
    return or(store, [longer, ...shorter, ...inside]);
  }
  const entries = Object.entries(isRecord(value) ? value : {});
  const except = new Set(entries.map(([name]) => name));
  const more = literal(store, { op: "each", names: { ...allNames, except }, node: store.never });
  return or(store, [
    negate(store, more),
    ...entries.flatMap(([name, inner]) => [
      negate(store, literal(store, { op: "has", name })),
      negate(store, literal(store, { op: "property", name, node: negate(store, differs(inner)) })),
    ]),
  ]);
}
