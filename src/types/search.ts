import type { Node, Store } from "./algebra.ts";
import { and } from "./algebra.ts";
import { explore } from "./branch.ts";
import type { Found, Search } from "./found.ts";
import { empty, firstOf, overBudget, unknown, valueWith } from "./found.ts";
import { holds } from "./holds.ts";
import type { Restriction } from "./restrict.ts";
import { restrict } from "./restrict.ts";
import { kinds } from "./value.ts";
import type { Kind } from "./value.ts";

/** The most steps of one question: about half a second. */
const budget = 1_000_000;
// Values inside values; the search recurses once for each.
const deepest = 100;

/** A goal that is being searched for, and the depth of the outermost goal that its answer leans on. */
interface State {
  readonly memo: Map<Node, Found>;
  readonly open: Map<Node, number>;
  low: number;
  steps: number;
}

/**
 * Searches for a value that is in all of some nodes. A goal that comes up inside itself counts as empty there: the
 * smallest value of a set does not contain another value of the set. That makes inclusion of recursive types
 * coinductive. Answers that lean on such an assumption are not kept until it is settled.
 *
 * `confirm` is asked about values of the outermost goal; what it refuses is searched past.
 */
export function findValue(store: Store, goal: readonly Node[], confirm: (value: unknown) => boolean): Found {
  const restriction: Restriction = { store, known: new Map(), open: new Set() };
  const state: State = { memo: new Map(), open: new Map(), low: Infinity, steps: 0 };
  const search: Search = {
    store,
    find: (nodes) => find(search, state, restriction, nodes),
    holds: (node, value) => {
      state.steps += 5;
      return holds(node, value);
    },
    spend: (steps) => (state.steps += steps) <= budget,
  };
  return findInKinds(search, restriction, and(store, goal), (found) => {
    if (found.kind !== "value" || confirm(found.value)) return found;
    return unknown(found.doubt ?? "the value that was found does not tell the two apart");
  });
}

function find(search: Search, state: State, restriction: Restriction, nodes: readonly Node[]): Found {
  const goal = and(search.store, nodes);
  if (goal === search.store.never) return empty;
  const known = state.memo.get(goal);
  if (known !== undefined) return known;
  const depth = state.open.get(goal);
  if (depth !== undefined) {
    state.low = Math.min(state.low, depth);
    return empty;
  }
  const own = state.open.size;
  if (own > deepest) return unknown(`the values would be nested deeper than ${deepest} levels`);
  if (!search.spend(1)) return overBudget;
  const outer = state.low;
  state.low = Infinity;
  state.open.set(goal, own);
  const found = findInKinds(search, restriction, goal, (result) => result);
  state.open.delete(goal);
  const settled = state.low >= own;
  if (settled || (found.kind === "value" && found.doubt === undefined)) state.memo.set(goal, found);
  state.low = Math.min(outer, settled ? Infinity : state.low);
  return found;
}

type Review = (found: Found) => Found;

function findInKinds(search: Search, restriction: Restriction, goal: Node, review: Review): Found {
  return firstOf(
    (function* each() {
      for (const kind of kinds) yield findInKind(search, restriction, goal, kind, review);
    })(),
  );
}

const finite: Partial<Readonly<Record<Kind, readonly unknown[]>>> = { boolean: [true, false], null: [null] };

function findInKind(search: Search, restriction: Restriction, goal: Node, kind: Kind, review: Review): Found {
  const inKind = restrict(restriction, goal, kind);
  if (inKind === search.store.never) return empty;
  const parts = inKind.op === "and" ? inKind.parts : [inKind];
  const listed = parts.find(({ op }) => op === "values");
  const values = listed?.op === "values" ? [...listed.values.values()] : finite[kind];
  if (values === undefined) return explore(search, kind, inKind, review);
  return firstOf(
    (function* each() {
      for (const value of values) {
        if (!search.spend(1)) yield overBudget;
        const inside = search.holds(inKind, value);
        if (inside === false) continue;
        yield review(valueWith(value, inside === undefined ? doubtIn(inKind) : undefined));
      }
    })(),
  );
}

/** What the algebra does not hold of a node. */
function doubtIn(node: Node): string {
  if (node.op === "opaque") return node.reason;
  const parts = node.op === "and" || node.op === "or" ? node.parts : node.op === "not" ? [node.part] : [];
  const inner = parts.map(doubtIn).find((reason) => reason !== "");
  if (inner !== undefined) return inner;
  return "node" in node ? doubtIn(node.node) : "";
}
