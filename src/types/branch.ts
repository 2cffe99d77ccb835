import type { Node } from "./algebra.ts";
import { literal, negate } from "./algebra.ts";
import type { Found, Search, Signed } from "./found.ts";
import { empty, firstOf, overBudget, valueWith } from "./found.ts";
import { findList } from "./lists.ts";
import { findNumber } from "./numbers.ts";
import { findObject } from "./objects.ts";
import { findText } from "./strings.ts";
import type { Kind } from "./value.ts";

/** The conditions that have been taken up so far. */
interface Chosen {
  readonly nodes: Set<Node>;
  /** What is said of the value of each property. */
  readonly properties: Map<string, Node[]>;
}

/**
 * A value of one kind in a node that has been restricted to it: chooses an alternative of each `or`, those with the
 * fewest first, and gives up where a condition meets its opposite.
 */
export function explore(search: Search, kind: Kind, node: Node, review: (found: Found) => Found): Found {
  const chosen: Chosen = { nodes: new Set(), properties: new Map() };
  const descend = (pending: readonly Node[], choices: readonly (readonly Node[])[]): Found => {
    if (!search.spend(1 + choices.length)) return overBudget;
    const added: Node[] = [];
    const left = propagate(search, pending, choices, chosen, added);
    const [shortest, ...others] = left?.toSorted((a, b) => a.length - b.length) ?? [];
    const found =
      left === undefined
        ? empty
        : shortest === undefined
          ? review(findLeaf(search, kind, [...chosen.nodes]))
          : firstOf(
              (function* each() {
                for (const alternative of shortest)
                  if (!isVain(search, kind, chosen, alternative)) yield descend([alternative], others);
              })(),
            );
    for (const taken of added) {
      chosen.nodes.delete(taken);
      if (taken.op === "property") chosen.properties.get(taken.name)?.pop();
    }
    return found;
  };
  return descend([node], []);
}

/** A cheap look at whether an alternative can be dropped: a number that cannot be, or a property without a value. */
function isVain(search: Search, kind: Kind, { nodes, properties }: Chosen, alternative: Node): boolean {
  const parts = alternative.op === "and" ? alternative.parts : [alternative];
  if (kind === "number") return findLeaf(search, kind, [...nodes, ...parts]).kind === "empty";
  return parts.some((part) => {
    const property = part.op === "not" ? part.part : part;
    if (property.op !== "property") return false;
    const present = literal(search.store, { op: "has", name: property.name });
    if (part.op !== "not" && !nodes.has(present) && !parts.includes(present)) return false;
    const value = part.op === "not" ? negate(search.store, property.node) : property.node;
    return search.find([...(properties.get(property.name) ?? []), value]).kind === "empty";
  });
}

/** Takes up what must hold; the choices that are left, or nothing where two conditions exclude each other. */
function propagate(
  search: Search,
  pending: readonly Node[],
  choices: readonly (readonly Node[])[],
  { nodes: chosen, properties }: Chosen,
  added: Node[],
): readonly (readonly Node[])[] | undefined {
  const { store } = search;
  const waiting = [...pending];
  let open = [...choices];
  const excluded = (node: Node): boolean => {
    const opposite = store.opposites.get(node);
    return node === store.never || (opposite !== undefined && chosen.has(opposite));
  };
  for (;;) {
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (excluded(node)) return undefined;
      if (node.op === "and") waiting.push(...node.parts.toReversed());
      else if (node !== store.any && !chosen.has(node)) {
        chosen.add(node);
        added.push(node);
        // An `or` is taken up too, so that its opposite is seen to be one.
        if (node.op === "or") {
          negate(store, node);
          open.push(node.parts);
        }
        if (node.op === "property") note(properties, node.name, node.node);
      }
    }
    const next: (readonly Node[])[] = [];
    for (const choice of open) {
      if (choice.some((node) => chosen.has(node) || node === store.any)) continue;
      const possible = choice.filter((node) => !excluded(node));
      const [only] = possible;
      if (only === undefined) return undefined;
      if (possible.length === 1) waiting.push(only);
      else next.push(possible);
    }
    open = next;
    if (waiting.length === 0) return open;
  }
}

function note(properties: Map<string, Node[]>, name: string, node: Node): void {
  const known = properties.get(name);
  if (known === undefined) properties.set(name, [node]);
  else known.push(node);
}

/** A value that keeps conditions without alternatives. */
function findLeaf(search: Search, kind: Kind, nodes: readonly Node[]): Found {
  if (!search.spend(nodes.length)) return overBudget;
  const conditions: Signed[] = [];
  const excluded: unknown[] = [];
  let doubt: string | undefined;
  for (const node of nodes) {
    if (node.op === "or") continue;
    const positive = node.op !== "not";
    const part = node.op === "not" ? node.part : node;
    if (part.op === "opaque") doubt ??= part.reason;
    else if (part.op === "values") {
      if (positive) return findAmong(search, nodes, part.values.values());
      excluded.push(...part.values.values());
    } else if (isLiteral(part)) conditions.push({ literal: part, positive });
  }
  const found = findOfKind(search, kind, conditions, excluded);
  return found.kind === "value" ? valueWith(found.value, found.doubt ?? doubt) : found;
}

function isLiteral(node: Node): node is Extract<Node, Signed["literal"]> {
  return !["kinds", "and", "or", "not", "ref"].includes(node.op);
}

function findOfKind(
  search: Search,
  kind: Kind,
  conditions: readonly Signed[],
  excluded: readonly unknown[],
): Found {
  switch (kind) {
    case "string":
      return findText(conditions, excluded as readonly string[]);
    case "number":
      return findNumber(conditions, excluded as readonly number[]);
    case "object":
      return findObject(search, conditions);
    case "array":
      return findList(search, conditions);
    case "boolean":
    case "null":
      return empty;
  }
}

function findAmong(search: Search, nodes: readonly Node[], values: Iterable<unknown>): Found {
  return firstOf(
    (function* each() {
      for (const value of values) {
        if (!search.spend(1)) yield overBudget;
        const inside = nodes.map((node) => search.holds(node, value));
        if (inside.includes(false)) continue;
        yield valueWith(value, inside.includes(undefined) ? "a keyword is not decided" : undefined);
      }
    })(),
  );
}
