import type { Node } from "./algebra.ts";
import type { Found } from "./found.ts";
import { empty, unknown } from "./found.ts";
import { canonical } from "./value.ts";

// The work grows with the square of the length.
const longest = 60;

/**
 * A list of different values, one from each node. A node with at least as many values as the list is long is never
 * short of one; the values of the others are listed, and matched to the places by augmenting paths.
 */
export function distinct(
  nodes: readonly Node[],
  findOther: (node: Node, values: ReadonlyMap<string, unknown>) => Found,
): Found {
  if (nodes.length > longest) return unknown(`lists of more than ${longest} different items are not built`);
  const samples = new Map<Node, ReadonlyMap<string, unknown>>();
  for (const node of nodes) {
    if (samples.has(node)) continue;
    const values = new Map<string, unknown>();
    while (values.size < nodes.length) {
      const found = findOther(node, values);
      if (found.kind === "empty") break;
      if (found.kind === "unknown" || found.doubt !== undefined)
        return unknown(found.kind === "unknown" ? found.reason : (found.doubt ?? ""));
      if (values.has(canonical(found.value))) return unknown("a different value was not found");
      values.set(canonical(found.value), found.value);
    }
    samples.set(node, values);
  }
  return match(nodes.map((node) => samples.get(node) ?? new Map()));
}

function match(choices: readonly ReadonlyMap<string, unknown>[]): Found {
  const owner = new Map<string, number>();
  const place = (index: number, tried: Set<string>): boolean => {
    for (const key of choices[index]?.keys() ?? []) {
      if (tried.has(key)) continue;
      tried.add(key);
      const other = owner.get(key);
      if (other !== undefined && !place(other, tried)) continue;
      owner.set(key, index);
      return true;
    }
    return false;
  };
  for (const index of choices.keys()) if (!place(index, new Set())) return empty;
  const list = Array.from({ length: choices.length }, (): unknown => null);
  for (const [key, index] of owner) list[index] = choices[index]?.get(key);
  return { kind: "value", value: list };
}
