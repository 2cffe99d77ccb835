import type { PatternNode, PatternTree, Range } from "./tree.ts";

const lastPoint = 0x10ffff;
const firstSurrogate = 0xd800;
const lastSurrogate = 0xdfff;
const replacement = 0xfffd;

/** What an assertion asks about the characters on its two sides. */
export const edge = 1;
export const word = 2;

/** The characters that no part of a pattern tells apart, as the steps of a function from code points to classes. */
export interface Alphabet {
  /** The first code point of each step, ascending from 0. */
  readonly starts: readonly number[];
  /** The class of each step. */
  readonly classes: readonly number[];
  /** How many classes there are; they are numbered by their first code point. */
  readonly size: number;
  /** Of each class: `edge` where lines end at it, `word` where it holds ASCII letters, digits and `_`. */
  readonly flags: readonly number[];
  /** The classes of ASCII, at hand. */
  readonly low: Uint16Array;
}

/** Which assertions a pattern has; what it does not ask about is told apart nowhere. */
export interface Assertions {
  readonly start: boolean;
  readonly end: boolean;
  readonly boundary: boolean;
}

export function assertionsIn(node: PatternNode): Assertions {
  const found = { start: false, end: false, boundary: false };
  const visit = (part: PatternNode): void => {
    switch (part.kind) {
      case "alternation":
        part.branches.forEach(visit);
        break;
      case "sequence":
        part.parts.forEach(visit);
        break;
      case "group":
      case "repeat":
        visit(part.inner);
        break;
      case "start":
      case "end":
      case "boundary":
        found[part.kind] = true;
        break;
      case "class":
      case "dot":
        break;
    }
  };
  visit(node);
  return found;
}

const newline: readonly Range[] = [[0x0a, 0x0a]];
const wordRanges: readonly Range[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];

/** The sets of characters that a pattern tells apart, each once. */
function setsIn(tree: PatternTree, assertions: Assertions): ReadonlyMap<string, readonly Range[]> {
  const sets = new Map<string, readonly Range[]>();
  const add = (ranges: readonly Range[]): void => {
    sets.set(keyOf(ranges), ranges);
  };
  const visit = (node: PatternNode): void => {
    switch (node.kind) {
      case "alternation":
        node.branches.forEach(visit);
        break;
      case "sequence":
        node.parts.forEach(visit);
        break;
      case "group":
      case "repeat":
        visit(node.inner);
        break;
      case "class":
        add(node.ranges);
        break;
      case "dot":
        add(newline);
        break;
      case "start":
      case "end":
      case "boundary":
        break;
    }
  };
  visit(tree.node);
  if (tree.multiline && (assertions.start || assertions.end)) add(newline);
  if (assertions.boundary) add(wordRanges);
  return sets;
}

function keyOf(ranges: readonly Range[]): string {
  return ranges.map(([low, high]) => `${low}-${high}`).join();
}

/** The alphabet of a pattern, and the classes that each of its sets holds. */
export function alphabetOf(
  tree: PatternTree,
  assertions: Assertions,
): { readonly alphabet: Alphabet; readonly classesOf: (ranges: readonly Range[]) => readonly number[] } {
  const sets = [...setsIn(tree, assertions)];
  const starts = cutsOf(sets.map(([, ranges]) => ranges));
  const signatures = starts.map(() => "");
  sets.forEach(([, ranges], i) => {
    for (const at of stepsWithin(ranges, starts)) signatures[at] += `${i},`;
  });
  const numbers = new Map<string, number>();
  const classes: number[] = [];
  starts.forEach((start, i) => {
    const signature = signatures[i] ?? "";
    if (start === firstSurrogate) classes.push(-1);
    else {
      if (!numbers.has(signature)) numbers.set(signature, numbers.size);
      classes.push(numbers.get(signature) ?? 0);
    }
  });
  // Half of a pair that reaches a search all the same counts as U+FFFD.
  const known = { starts, classes };
  classes[starts.indexOf(firstSurrogate)] = classOf(known, replacement);
  const alphabet = {
    ...merged(known),
    size: numbers.size,
    flags: flagsOf(tree, assertions, known, numbers.size),
    low: Uint16Array.from({ length: 128 }, (_, point) => classOf(known, point)),
  };
  const bySet = new Map(
    sets.map(([key, ranges]) => [
      key,
      [...new Set(stepsWithin(ranges, starts, true).map((i) => classes[i] ?? 0))],
    ]),
  );
  return { alphabet, classesOf: (ranges) => bySet.get(keyOf(ranges)) ?? [] };
}

function cutsOf(sets: readonly (readonly Range[])[]): readonly number[] {
  const cuts = new Set([0, firstSurrogate, lastSurrogate + 1]);
  for (const [low, high] of sets.flat()) {
    cuts.add(low);
    if (high < lastPoint) cuts.add(high + 1);
  }
  return [...cuts].filter((cut) => cut <= firstSurrogate || cut > lastSurrogate).toSorted((a, b) => a - b);
}

function stepsWithin(
  ranges: readonly Range[],
  starts: readonly number[],
  skipSurrogates = false,
): readonly number[] {
  return starts.flatMap((start, i) =>
    ranges.some(([low, high]) => low <= start && start <= high) &&
    !(skipSurrogates && start === firstSurrogate)
      ? [i]
      : [],
  );
}

interface Steps {
  readonly starts: readonly number[];
  readonly classes: readonly number[];
}

/** Neighbouring steps of one class become one. */
function merged({ starts, classes }: Steps): Steps {
  const kept = starts.map((_, i) => i).filter((i) => i === 0 || classes[i] !== classes[i - 1]);
  return { starts: kept.map((i) => starts[i] ?? 0), classes: kept.map((i) => classes[i] ?? 0) };
}

function flagsOf(
  { multiline }: PatternTree,
  { start, end, boundary }: Assertions,
  steps: Steps,
  size: number,
): readonly number[] {
  const flags = Array.from({ length: size }, () => 0);
  const note = (point: number, flag: number): void => {
    flags[classOf(steps, point)] = (flags[classOf(steps, point)] ?? 0) | flag;
  };
  if (multiline && (start || end)) note(0x0a, edge);
  if (boundary) for (const [low, high] of wordRanges) for (let c = low; c <= high; c++) note(c, word);
  return flags;
}

/** The class of a code point. */
export function classOf({ starts, classes }: Steps, point: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= point) low = middle;
    else high = middle - 1;
  }
  return classes[low] ?? 0;
}

/** The same, at once where the character is ASCII. */
export function symbolOf(alphabet: Alphabet, point: number): number {
  return point < 128 ? (alphabet.low[point] ?? 0) : classOf(alphabet, point);
}
