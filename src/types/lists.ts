import type { Node } from "./algebra.ts";
import { and, negate, ofValues } from "./algebra.ts";
import { distinct } from "./distinct.ts";
import type { Found, Search, Signed } from "./found.ts";
import { allOf, empty, firstOf, overBudget, unknown, valueWith } from "./found.ts";

/** A number of items from an index on that are in a node. */
interface Count {
  readonly from: number;
  readonly node: Node;
  readonly number: number;
}

/** The conditions on a list, by what they are about. */
interface ListGoal {
  readonly items: Map<number, Node[]>;
  readonly rest: { readonly from: number; readonly node: Node }[];
  readonly demands: Count[];
  readonly limits: Count[];
  readonly least: number;
  readonly most: number;
  readonly unique: boolean;
  readonly repeated: boolean;
}

// Longer lists are not written out; lengths beyond the least are tried up to this many.
const longest = 300;
const mostLengths = 40;

/** A list that keeps all conditions. */
export function findList(search: Search, conditions: readonly Signed[]): Found {
  const goal = goalOf(search, conditions);
  if (goal.least > goal.most || (goal.unique && goal.repeated)) return empty;
  const mentioned = Math.max(
    goal.least,
    ...[...goal.items.keys()].map((index) => index + 1),
    ...[...goal.rest, ...goal.demands, ...goal.limits].map(({ from }) => from),
  );
  const extra = goal.demands.reduce((sum, { number }) => sum + number, goal.repeated ? 2 : 0);
  const last = Math.min(goal.most, mentioned + extra);
  return firstOf(
    (function* each() {
      for (let length = goal.least; length <= last; length++) {
        if (length > goal.least + mostLengths) {
          yield unknown(`more than ${mostLengths} lengths of a list would have to be tried`);
          return;
        }
        yield findOfLength(search, goal, length);
      }
    })(),
  );
}

function goalOf({ store }: Search, conditions: readonly Signed[]): ListGoal {
  const goal = {
    items: new Map<number, Node[]>(),
    rest: [] as { readonly from: number; readonly node: Node }[],
    demands: [] as Count[],
    limits: [] as Count[],
    least: 0,
    most: Infinity,
    unique: false,
    repeated: false,
  };
  for (const { literal: condition, positive } of conditions) {
    if (condition.op === "size") {
      if (positive) goal.least = Math.max(goal.least, condition.least);
      else goal.most = Math.min(goal.most, condition.least - 1);
    } else if (condition.op === "item") {
      const { index, node } = condition;
      if (!positive) goal.least = Math.max(goal.least, index + 1);
      goal.items.set(index, [...(goal.items.get(index) ?? []), positive ? node : negate(store, node)]);
    } else if (condition.op === "count") {
      const { from, node, least } = condition;
      if (positive) {
        goal.demands.push({ from, node, number: least });
        goal.least = Math.max(goal.least, from + least);
      } else if (least === 1) goal.rest.push({ from, node: negate(store, node) });
      else goal.limits.push({ from, node, number: least - 1 });
    } else if (condition.op === "unique") {
      if (positive) goal.unique = true;
      else goal.repeated = true;
    }
  }
  return goal;
}

function itemAt({ store }: Search, { items, rest }: ListGoal, index: number): Node {
  const general = rest.filter(({ from }) => index >= from).map(({ node }) => node);
  return and(store, [...(items.get(index) ?? []), ...general]);
}

function findOfLength(search: Search, goal: ListGoal, length: number): Found {
  if (!search.spend(1 + Math.min(length, longest))) return overBudget;
  const nodes = Array.from({ length: Math.min(length, longest) }, (_, i) => itemAt(search, goal, i));
  for (const node of new Set(nodes)) if (search.find([node]).kind === "empty") return empty;
  if (length > longest) return unknown(`lists of more than ${longest} items are not built`);
  return limited(search, goal, nodes, 0);
}

/** Chooses which items may use up a limit; the others are kept outside its node. */
function limited(search: Search, goal: ListGoal, nodes: readonly Node[], index: number): Found {
  const limit = goal.limits[index];
  if (limit === undefined) return demanded(search, goal, nodes, 0);
  const outside = negate(search.store, limit.node);
  const choose = (at: number, left: number, chosen: readonly Node[]): Found => {
    if (!search.spend(1)) return overBudget;
    const node = nodes[at];
    if (node === undefined) return limited(search, goal, chosen, index + 1);
    if (at < limit.from) return choose(at + 1, left, [...chosen, node]);
    const kept = and(search.store, [node, outside]);
    return firstOf(
      (function* each() {
        if (left > 0 && kept !== node) yield choose(at + 1, left - 1, [...chosen, node]);
        if (search.find([kept]).kind !== "empty") yield choose(at + 1, left, [...chosen, kept]);
      })(),
    );
  };
  return choose(0, limit.number, []);
}

/** Gives each demand its items. Items that are alike are tried once. */
function demanded(search: Search, goal: ListGoal, nodes: readonly Node[], index: number): Found {
  const demand = goal.demands[index];
  if (demand === undefined)
    return goal.repeated ? repeated(search, nodes) : build(search, nodes, goal.unique);
  const choose = (start: number, left: number, chosen: readonly Node[]): Found => {
    if (!search.spend(1)) return overBudget;
    if (left === 0) return demanded(search, goal, chosen, index + 1);
    const tried = new Set<Node>();
    return firstOf(
      (function* each() {
        for (let at = start; at <= nodes.length - left; at++) {
          const node = nodes[at];
          if (node === undefined || tried.has(node)) continue;
          tried.add(node);
          const filled = and(search.store, [node, demand.node]);
          if (search.find([filled]).kind !== "empty") yield choose(at + 1, left - 1, chosen.with(at, filled));
        }
      })(),
    );
  };
  return choose(demand.from, demand.number, nodes);
}

/** Two items that are equal. */
function repeated(search: Search, nodes: readonly Node[]): Found {
  return firstOf(
    (function* each() {
      for (const [i, one] of nodes.entries()) {
        for (let j = i + 1; j < nodes.length; j++) {
          if (!search.spend(1)) yield overBudget;
          const both = search.find([one, nodes[j] ?? one]);
          if (both.kind === "unknown") yield both;
          if (both.kind !== "value") continue;
          const parts = nodes.map((node, k) => [k, k === i || k === j ? both : search.find([node])] as const);
          yield listOf(parts);
        }
      }
    })(),
  );
}

function build(search: Search, nodes: readonly Node[], unique: boolean): Found {
  if (!unique) return listOf(nodes.map((node, i) => [i, search.find([node])] as const));
  const { store } = search;
  return distinct(nodes, (node, values) => search.find([node, negate(store, ofValues(store, values))]));
}

function listOf(parts: readonly (readonly [number, Found])[]): Found {
  const found = allOf(parts);
  if ("kind" in found) return found;
  return valueWith(
    found.values.map(([, value]) => value),
    found.doubt,
  );
}
