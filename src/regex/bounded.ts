import { writePattern } from "./rewrite.ts";
import type { PatternNode, PatternTree } from "./tree.ts";

/**
 * A RegExp for a pattern whose matches are so short and so few that trying all of them at every character stays linear;
 * undefined for every other pattern. Its characters are single code units, so that the flag u, which costs much, is not
 * needed: a text holds no half of a surrogate pair, so a unit that is no surrogate is a character.
 */
export function boundedRegExp(tree: PatternTree): RegExp | undefined {
  const bound = boundOf(tree.node);
  if (bound === undefined || bound.ways * Math.max(1, bound.length) > stepLimit) return undefined;
  return new RegExp(writePattern(tree, unitDialect));
}

/** The most steps from one character of the text. */
const stepLimit = 256;

const unitDialect = {
  dot: "[^\\n]",
  lineStart: "(?<![^\\n])",
  lineEnd: "(?![^\\n])",
  textStart: "^",
  textEnd: "$",
  boundary: "\\b",
};

/** In how many ways a part can match at one place, and over how many characters. */
interface Bound {
  readonly ways: number;
  readonly length: number;
}

function boundOf(node: PatternNode): Bound | undefined {
  switch (node.kind) {
    case "alternation":
      return combine(node.branches.map(boundOf), (a, b) => ({
        ways: a.ways + b.ways,
        length: Math.max(a.length, b.length),
      }));
    case "sequence":
      return combine([{ ways: 1, length: 0 }, ...node.parts.map(boundOf)], both);
    case "group":
      return boundOf(node.inner);
    case "repeat": {
      const inner = boundOf(node.inner);
      if (inner === undefined || node.max > stepLimit) return undefined;
      let ways = 0;
      for (let times = node.min; times <= node.max; times++) ways += inner.ways ** times;
      return { ways, length: inner.length * node.max };
    }
    case "class":
      return !node.negated && node.ranges.every(([, high]) => high < 0xd800)
        ? { ways: 1, length: 1 }
        : undefined;
    case "dot":
      return undefined;
    case "start":
    case "end":
    case "boundary":
      return { ways: 1, length: 0 };
  }
}

function both(a: Bound, b: Bound): Bound {
  return { ways: a.ways * b.ways, length: a.length + b.length };
}

function combine(
  bounds: readonly (Bound | undefined)[],
  join: (a: Bound, b: Bound) => Bound,
): Bound | undefined {
  return bounds.reduce((a, b) => (a === undefined || b === undefined ? undefined : join(a, b)));
}
