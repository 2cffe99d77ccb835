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

/** How many characters a pattern has with its repetitions written out. */
export function positionCount(node: PatternNode): number {
  switch (node.kind) {
    case "alternation":
      return node.branches.reduce((sum, branch) => sum + positionCount(branch), 0);
    case "sequence":
      return node.parts.reduce((sum, part) => sum + positionCount(part), 0);
    case "group":
      return positionCount(node.inner);
    case "repeat":
      return (node.max === Infinity ? Math.max(1, node.min) : node.max) * positionCount(node.inner);
    case "class":
    case "dot":
      return 1;
    case "start":
    case "end":
    case "boundary":
      return 0;
  }
}
