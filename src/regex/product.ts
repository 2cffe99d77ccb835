import type { PatternNode } from "./tree.ts";

/** The largest product of nested finite repetitions. */
export function repeatProduct(node: PatternNode): number {
  switch (node.kind) {
    case "alternation":
      return Math.max(1, ...node.branches.map(repeatProduct));
    case "sequence":
      return Math.max(1, ...node.parts.map(repeatProduct));
    case "group":
      return repeatProduct(node.inner);
    case "repeat": {
      const times = node.max === Infinity ? Math.max(1, node.min) : Math.max(1, node.max);
      return times * repeatProduct(node.inner);
    }
    case "class":
    case "dot":
    case "start":
    case "end":
    case "boundary":
      return 1;
  }
}
