import type { Alphabet, Assertions } from "./alphabet.ts";
import { alphabetOf, assertionsIn, edge, word } from "./alphabet.ts";
import type { Bits } from "./bits.ts";
import { emptyBits, hasBit, setBit, wordMask, wordSize } from "./bits.ts";
import type { Positions } from "./positions.ts";
import { positionsOf } from "./positions.ts";
import type { PatternTree } from "./tree.ts";

/** From any of some positions, any of some others. */
interface Jump {
  readonly from: Bits;
  readonly to: Bits;
}

/** Where an automaton may go between two characters, given what the assertions find there. */
export interface Moves {
  /** Positions after which the pattern may be over. */
  readonly final: Bits;
  /** Positions that the next position may follow. */
  readonly shift: Bits;
  /** All other pairs, those with the same targets in one. */
  readonly jumps: readonly Jump[];
}

/**
 * A non-deterministic automaton without empty moves. Position 0 stands before the pattern and is always on, so that a
 * match may start anywhere; every other position has just taken a character.
 */
export interface Nfa {
  readonly alphabet: Alphabet;
  readonly words: number;
  readonly positions: number;
  /** Of each class: the positions that take it. */
  readonly takes: readonly Bits[];
  /** By context: bit 0, an edge before; bit 1, an edge behind; bit 2, a word boundary. */
  readonly moves: readonly Moves[];
  /** Positions after which the pattern is over, whatever comes. */
  readonly over: Bits;
  /** What a state remembers of the character before: `edge`, `word`, both or nothing. */
  readonly remembers: number;
  /** The flags of the two ends of the text. */
  readonly ends: number;
  /** No match starts behind the first character. */
  readonly anchored: boolean;
}

/** The automaton of a pattern; undefined where it would be too large to build. */
export function nfaOf(tree: PatternTree): Nfa | undefined {
  const assertions = assertionsIn(tree.node);
  const { alphabet, classesOf } = alphabetOf(tree, assertions);
  const positions = positionsOf(tree.node);
  if (positions === undefined) return undefined;
  const words = Math.ceil((positions.ranges.length + 1) / wordSize);
  const takes = Array.from({ length: alphabet.size }, () => emptyBits(words));
  positions.ranges.forEach((set, i) => {
    const classes = new Set(classesOf(set.ranges));
    takes.forEach((taken, at) => {
      if (classes.has(at) !== set.negated) setBit(taken, i + 1);
    });
  });
  const cache = new Map<number, Moves>();
  const moves = contextsOf(assertions).map((context) => {
    const known = cache.get(context) ?? movesIn(positions, context, words);
    cache.set(context, known);
    return known;
  });
  const over = emptyBits(words).fill(wordMask);
  for (const { final } of moves) for (let i = 0; i < words; i++) over[i] = (over[i] ?? 0) & (final[i] ?? 0);
  return {
    alphabet,
    words,
    positions: positions.ranges.length,
    takes,
    moves,
    over,
    remembers: (assertions.start ? edge : 0) | (assertions.boundary ? word : 0),
    ends: assertions.start || assertions.end ? edge : 0,
    anchored: !tree.multiline && moves.every((move, context) => (context & edge) === 1 || isStuck(move)),
  };
}

/** True where position 0 leads nowhere. */
function isStuck({ final, shift, jumps }: Moves): boolean {
  return ![final, shift, ...jumps.map(({ from }) => from)].some((bits) => hasBit(bits, 0));
}

/** The contexts of the table, each reduced to what the pattern asks about; equal ones share their moves. */
function contextsOf({ start, end, boundary }: Assertions): readonly number[] {
  const asked = (start ? 1 : 0) | (end ? 2 : 0) | (boundary ? 4 : 0);
  return Array.from({ length: asked === 0 ? 1 : 8 }, (_, context) => context & asked);
}

/** The context between a character with some flags and the next; 0 where nothing is asked. */
export function contextOf(before: number, behind: number): number {
  return (before & edge) | ((behind & edge) << 1) | (((before ^ behind) & word) << 1);
}

function movesIn({ follow, final }: Positions, context: number, words: number): Moves {
  const holds = (mask: number): boolean => ((mask >> context) & 1) === 1;
  const finals = emptyBits(words);
  final.forEach((mask, at) => {
    if (holds(mask)) setBit(finals, at);
  });
  const shift = emptyBits(words);
  const jumps = new Map<string, Jump>();
  follow.forEach((targets, at) => {
    const reached = [...targets].filter(([, mask]) => holds(mask)).map(([target]) => target);
    if (reached.includes(at + 1)) setBit(shift, at);
    const others = reached.filter((target) => target !== at + 1).toSorted((a, b) => a - b);
    if (others.length === 0) return;
    const key = others.join();
    const jump = jumps.get(key) ?? { from: emptyBits(words), to: emptyBits(words) };
    jumps.set(key, jump);
    setBit(jump.from, at);
    for (const target of others) setBit(jump.to, target);
  });
  return { final: finals, shift, jumps: [...jumps.values()] };
}

/** The positions that may follow, before the next character is known; into `result`. */
export function advance(moves: Moves, active: Bits, result: Bits): void {
  let carry = 0;
  for (let i = 0; i < active.length; i++) {
    const moving = (active[i] ?? 0) & (moves.shift[i] ?? 0);
    result[i] = ((moving << 1) & wordMask) | carry;
    carry = moving >> (wordSize - 1);
  }
  for (const { from, to } of moves.jumps) {
    let found = false;
    for (let i = 0; i < active.length && !found; i++) found = ((active[i] ?? 0) & (from[i] ?? 0)) !== 0;
    if (found) for (let i = 0; i < active.length; i++) result[i] = (result[i] ?? 0) | (to[i] ?? 0);
  }
}

/** Leaves the positions that take the next character; a match may start behind it. */
export function take(reached: Bits, taken: Bits): void {
  for (let i = 0; i < reached.length; i++) reached[i] = (reached[i] ?? 0) & (taken[i] ?? 0);
  reached[0] = (reached[0] ?? 0) | 1;
}
