import { parsePattern } from "../../src/regex/parse.ts";
import type { PatternNode } from "../../src/regex/tree.ts";

/** Whole numbers below a limit, the same for the same seed. */
export type Random = (limit: number) => number;

/** A generator of 32 bits with a multiply and two shifts for each number. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) % limit;
  };
}

export function oneOf<T>(random: Random, items: readonly [T, ...T[]]): T {
  return items[random(items.length)] ?? items[0];
}

// What engines have disagreed about stands among the ordinary: the Kelvin sign, long s, line ends, blanks, pairs.
const characters = [..."aabbcdkKsS019_ -./é中😀\n\r\v\u00a0\u2028\u212a\u017f\u001c\ufeff\uffff"] as [
  string,
  ...string[],
];

const atoms = [
  ..."aabbckKsS1_é中😀",
  ...[
    ".",
    ".",
    "\\d",
    "\\D",
    "\\w",
    "\\W",
    "\\s",
    "\\S",
    "\\b",
    "^",
    "$",
    "\\n",
    "\\.",
    "\\x41",
    "\\u00e9",
    "\\r",
    "\\x00",
  ],
  ...[
    "[ab]",
    "[^a]",
    "[a-cK]",
    "[^\\d\\s]",
    "[\\w-]",
    "[^\\n]",
    "[k\\u212a]",
    "[😀-😂a]",
    "[^é]",
    "[.$^]",
    "[S-s]",
    "[^\\w]",
  ],
] as [string, ...string[]];
const quantifiers = [
  "*",
  "+",
  "?",
  "*?",
  "+?",
  "??",
  "{2}",
  "{0}",
  "{1,3}",
  "{0,2}?",
  "{2,}",
  "{0,}",
] as const;

/** A random pattern of the subset. */
export function randomPattern(random: Random): string {
  return oneOf(random, ["", "", "", "", "(?i)", "(?m)", "(?im)", "(?m)"]) + alternation(random, 3);
}

function alternation(random: Random, depth: number): string {
  const count = oneOf(random, [1, 1, 1, 2, 3]);
  return Array.from({ length: count }, () => sequence(random, depth)).join("|");
}

function sequence(random: Random, depth: number): string {
  const count = oneOf(random, [0, 1, 1, 2, 2, 3, 4]);
  return Array.from({ length: count }, () => part(random, depth)).join("");
}

function part(random: Random, depth: number): string {
  const inner =
    depth > 0 && random(4) === 0
      ? `(${oneOf(random, ["", "?:"])}${alternation(random, depth - 1)})`
      : oneOf(random, atoms);
  return random(3) === 0 ? inner + oneOf(random, quantifiers) : inner;
}

/** A text that the pattern nearly matches, or does. */
export function nearText(random: Random, pattern: string): string {
  const parsed = parsePattern(pattern);
  if ("problem" in parsed) return "";
  const inside = [...sample(random, parsed.tree.node)].slice(0, 10);
  for (let edits = oneOf(random, [0, 0, 1, 1, 2]); edits > 0; edits--) {
    inside.splice(
      random(inside.length + 1),
      random(2),
      ...(random(2) === 0 ? [oneOf(random, characters)] : []),
    );
  }
  const around = (): string =>
    Array.from({ length: oneOf(random, [0, 0, 0, 1, 2]) }, () => oneOf(random, characters)).join("");
  return around() + inside.join("") + around();
}

function sample(random: Random, node: PatternNode): string {
  switch (node.kind) {
    case "alternation":
      return sample(random, node.branches[random(node.branches.length)] ?? { kind: "start" });
    case "sequence":
      return node.parts.map((inner) => sample(random, inner)).join("");
    case "group":
      return sample(random, node.inner);
    case "repeat": {
      const times = Math.min(node.min, 3) + random(Math.min(node.max - node.min, 2) + 1);
      return Array.from({ length: times }, () => sample(random, node.inner)).join("");
    }
    case "class": {
      const [low, high] = node.ranges[random(node.ranges.length)] ?? [97, 97];
      return node.negated ? oneOf(random, characters) : String.fromCodePoint(low + random(high - low + 1));
    }
    case "dot":
      return oneOf(random, characters);
    case "start":
    case "end":
      return random(3) === 0 ? "\n" : "";
    case "boundary":
      return random(3) === 0 ? " " : "";
  }
}

/** How deep repetitions stand in each other: hosts that backtrack take exponential time from two on. */
export function repeatDepth(node: PatternNode): number {
  switch (node.kind) {
    case "alternation":
      return Math.max(...node.branches.map(repeatDepth));
    case "sequence":
      return Math.max(0, ...node.parts.map(repeatDepth));
    case "group":
      return repeatDepth(node.inner);
    case "repeat":
      return repeatDepth(node.inner) + (node.max > 1 ? 1 : 0);
    case "class":
    case "dot":
    case "start":
    case "end":
    case "boundary":
      return 0;
  }
}
