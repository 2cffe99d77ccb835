import type { NameClass, Node } from "./algebra.ts";
import { and, kindBit, literal, negate, ofKinds, ofValues } from "./algebra.ts";
import type { Found, Search, Signed } from "./found.ts";
import { allOf, empty, firstOf, overBudget, unknown, valueWith } from "./found.ts";
import { allNames, isIn } from "./names.ts";
import { canonical } from "./value.ts";

/** A property that there must be: its name in a class, and in `key`; its value in `node`. */
interface Demand {
  readonly names: NameClass;
  readonly key: Node;
  readonly node: Node;
}

/** The conditions on an object, by what they are about. */
interface ObjectGoal {
  readonly values: Map<string, Node[]>;
  readonly each: { readonly names: NameClass; readonly node: Node }[];
  readonly keys: Node[];
  readonly demands: Demand[];
  readonly required: Set<string>;
  readonly absent: Set<string>;
  least: number;
  most: number;
}

// Names that are only counted are written out up to this many.
const mostNames = 300;

/** An object that keeps all conditions. */
export function findObject(search: Search, conditions: readonly Signed[]): Found {
  const goal = goalOf(search, conditions);
  if ([...goal.required].some((name) => goal.absent.has(name))) return empty;
  if (Math.max(goal.least, goal.required.size) > goal.most) return empty;
  const used = new Map<string, Node>();
  for (const name of goal.required) used.set(name, valueAt(search, goal, name));
  const present = allOf(
    [...used].map(([name, node]) => [name, findProperty(search, goal, name, node)] as const),
  );
  if ("kind" in present && present.kind === "empty") return present;
  return assign(search, goal, used, 0);
}

function goalOf({ store }: Search, conditions: readonly Signed[]): ObjectGoal {
  const goal: ObjectGoal = {
    values: new Map(),
    each: [],
    keys: [],
    demands: [],
    required: new Set(),
    absent: new Set(),
    least: 0,
    most: Infinity,
  };
  const value = (name: string, node: Node): void => {
    goal.values.set(name, [...(goal.values.get(name) ?? []), node]);
  };
  for (const { literal: condition, positive } of conditions) {
    if (condition.op === "has") (positive ? goal.required : goal.absent).add(condition.name);
    else if (condition.op === "size") {
      if (positive) goal.least = Math.max(goal.least, condition.least);
      else goal.most = Math.min(goal.most, condition.least - 1);
    } else if (condition.op === "property") {
      value(condition.name, positive ? condition.node : negate(store, condition.node));
      if (!positive) goal.required.add(condition.name);
    } else if (condition.op === "each") {
      if (positive) goal.each.push(condition);
      else goal.demands.push({ names: condition.names, key: store.any, node: negate(store, condition.node) });
    } else if (condition.op === "names") {
      if (positive) goal.keys.push(condition.node);
      else goal.demands.push({ names: allNames, key: negate(store, condition.node), node: store.any });
    }
  }
  return goal;
}

/** Everything that is said of the value of a property. */
function valueAt({ store, spend }: Search, { values, each }: ObjectGoal, name: string): Node {
  spend(5 + 2 * each.length);
  const rest = each.filter(({ names }) => isIn(names, name)).map(({ node }) => node);
  return and(store, [...(values.get(name) ?? []), ...rest]);
}

/** A value for a property, if its name is allowed. */
function findProperty(search: Search, { keys }: ObjectGoal, name: string, node: Node): Found {
  const allowed = keys.map((key) => search.holds(key, name));
  if (allowed.includes(false)) return empty;
  const found = search.find([node]);
  if (!allowed.includes(undefined) || found.kind !== "value") return found;
  return valueWith(found.value, "whether a name of a property is allowed is not decided");
}

/** Gives each demand from the index on a property: one that is there, one that is known, or a new one. */
function assign(search: Search, goal: ObjectGoal, used: Map<string, Node>, index: number): Found {
  const demand = goal.demands[index];
  if (demand === undefined) return finish(search, goal, used);
  return firstOf(
    (function* each() {
      for (const found of candidates(search, goal, used, demand)) {
        if (typeof found !== "string") {
          yield found;
          continue;
        }
        if (!search.spend(1)) yield overBudget;
        if (!used.has(found) && used.size >= goal.most) continue;
        const node = and(search.store, [used.get(found) ?? valueAt(search, goal, found), demand.node]);
        const one = findProperty(search, goal, found, node);
        if (one.kind === "empty") continue;
        yield assign(search, goal, new Map([...used, [found, node]]), index + 1);
      }
    })(),
  );
}

/** Names that a demand may take; a result instead of a name where there may be more. */
function* candidates(
  search: Search,
  goal: ObjectGoal,
  used: ReadonlyMap<string, Node>,
  demand: Demand,
): Iterable<string | Found> {
  const { names, key } = demand;
  for (const name of new Set([...used.keys(), ...knownNames(goal)])) {
    if (goal.absent.has(name) || !isIn(names, name)) continue;
    const allowed = search.holds(key, name);
    if (allowed === true) yield name;
    else if (allowed === undefined) yield unknown("whether a name of a property is allowed is not decided");
  }
  yield* newNames(search, goal, used, demand);
}

/** The names that the conditions mention. */
function knownNames({ values, each, absent, demands }: ObjectGoal): ReadonlySet<string> {
  const found = new Set([...values.keys(), ...absent]);
  for (const { names } of [...each, ...demands]) for (const name of names.except) found.add(name);
  return found;
}

/** Names that no condition mentions, one for each way in which the patterns can occur in it. */
function* newNames(
  search: Search,
  goal: ObjectGoal,
  used: ReadonlyMap<string, Node>,
  { names, key, node }: Demand,
): Iterable<string | Found> {
  const { store } = search;
  const classes = [...goal.each, ...goal.demands].map((part) => part.names);
  const patterns = [
    ...new Set(
      classes.flatMap(({ within, outside }) => [...outside, ...(within === undefined ? [] : [within])]),
    ),
  ];
  const taken = new Set([...used.keys(), ...knownNames(goal)]);
  const others = negate(store, ofValues(store, new Map([...taken].map((name) => [canonical(name), name]))));
  const fixed = [ofKinds(store, kindBit("string")), ...goal.keys, key, others];
  // More patterns in a name mean more conditions on its value, so that most ways end early.
  function* ways(inside: readonly string[], outside: readonly string[]): Iterable<string | Found> {
    if (!search.spend(5)) {
      yield overBudget;
      return;
    }
    const said = goal.each.filter(
      (part) =>
        (part.names.within === undefined || inside.includes(part.names.within)) &&
        part.names.outside.every((pattern) => outside.includes(pattern)),
    );
    if (search.find([node, ...said.map((part) => part.node)]).kind === "empty") return;
    const pattern = patterns[inside.length + outside.length];
    if (pattern === undefined) {
      yield* nameOf(search, fixed, inside, outside);
      return;
    }
    if (pattern !== names.within) yield* ways(inside, [...outside, pattern]);
    if (!names.outside.includes(pattern)) yield* ways([...inside, pattern], outside);
  }
  yield* ways([], []);
}

/** A name in which some patterns occur and others do not. */
function* nameOf(
  { store, find }: Search,
  fixed: readonly Node[],
  inside: readonly string[],
  outside: readonly string[],
): Iterable<string | Found> {
  const occurs = (pattern: string): Node => literal(store, { op: "pattern", pattern });
  const found = find([
    ...fixed,
    ...inside.map(occurs),
    ...outside.map((pattern) => negate(store, occurs(pattern))),
  ]);
  if (found.kind === "value" && found.doubt === undefined) yield String(found.value);
  else if (found.kind !== "empty")
    yield unknown(found.kind === "unknown" ? found.reason : (found.doubt ?? ""));
}

/** Values for all names, and as many more properties as are asked for. */
function finish(search: Search, goal: ObjectGoal, used: Map<string, Node>): Found {
  if (used.size > goal.most) return empty;
  const found = allOf(
    [...used].map(([name, node]) => [name, findProperty(search, goal, name, node)] as const),
  );
  if ("kind" in found) return found;
  const draft: Draft = { fields: new Map(found.values), doubt: found.doubt, failed: undefined };
  for (const name of draft.fields.size < goal.least ? knownNames(goal) : []) {
    if (draft.fields.size < goal.least && !draft.fields.has(name) && !goal.absent.has(name))
      add(search, goal, draft, name);
  }
  while (draft.fields.size < goal.least) {
    if (draft.fields.size > mostNames)
      return unknown(`objects of more than ${mostNames} properties are not built`);
    if (!search.spend(1)) return overBudget;
    if (!grow(search, goal, draft)) return draft.failed ?? empty;
  }
  return valueWith(Object.fromEntries(draft.fields), draft.doubt);
}

/** An object on its way, and why it could not grow at some name. */
interface Draft {
  readonly fields: Map<string, unknown>;
  doubt: string | undefined;
  failed: Found | undefined;
}

function add(search: Search, goal: ObjectGoal, draft: Draft, name: string): boolean {
  const found = findProperty(search, goal, name, valueAt(search, goal, name));
  if (found.kind === "unknown") draft.failed ??= found;
  if (found.kind !== "value") return false;
  draft.fields.set(name, found.value);
  draft.doubt ??= found.doubt;
  return true;
}

/** Adds a new name of each kind that there is, as long as names are missing. */
function grow(search: Search, goal: ObjectGoal, draft: Draft): boolean {
  const { any } = search.store;
  const names = new Map([...draft.fields.keys()].map((name) => [name, any] as const));
  let grown = false;
  for (const name of newNames(search, goal, names, { names: allNames, key: any, node: any })) {
    if (typeof name !== "string") draft.failed ??= name;
    else if (draft.fields.size < goal.least && add(search, goal, draft, name)) grown = true;
  }
  return grown;
}
