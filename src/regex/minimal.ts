import type { Alphabet } from "./alphabet.ts";
import { accepted, dead } from "./states.ts";

/** A deterministic automaton. State 0 is dead, state 1 has found a match; neither is ever left. */
export interface Dfa {
  readonly alphabet: Pick<Alphabet, "starts" | "classes" | "size">;
  readonly start: number;
  /** The state after each class, state by state. */
  readonly next: Int32Array;
  /** Of each state: true where the text may end. */
  readonly ends: readonly boolean[];
}

/**
 * The smallest automaton of the same language, its states numbered breadth first; Hopcroft's algorithm. Blocks of
 * states that nothing has told apart are split until every class leads from a block into one block.
 */
export function minimal(dfa: Dfa): Dfa {
  return renumbered(dfa, blocksOf(dfa));
}

interface Partition {
  /** Of each state: its block. */
  readonly blockOf: Int32Array;
  readonly members: number[][];
}

function blocksOf({ alphabet: { size }, next, ends }: Dfa): Int32Array {
  const sources = sourcesOf(next, size, ends.length);
  const partition = initialPartition(ends);
  const waiting = partition.members.map((_, block) => block);
  const isWaiting = new Set(waiting);
  for (let splitter = waiting.pop(); splitter !== undefined; splitter = waiting.pop()) {
    isWaiting.delete(splitter);
    // The members may change while they split others, themselves included.
    const members = [...(partition.members[splitter] ?? [])];
    for (let symbol = 0; symbol < size; symbol++) {
      const reaching = members.flatMap((state) => sources[state * size + symbol] ?? []);
      for (const [block, part] of splitsOf(partition, reaching)) {
        const added = split(partition, block, part);
        const smaller =
          !isWaiting.has(block) && (partition.members[block]?.length ?? 0) < part.length ? block : added;
        waiting.push(smaller);
        isWaiting.add(smaller);
      }
    }
  }
  return partition.blockOf;
}

function sourcesOf(next: Int32Array, size: number, count: number): readonly number[][] {
  const sources: number[][] = Array.from({ length: count * size }, () => []);
  next.forEach((target, at) => {
    sources[target * size + (at % size)]?.push(Math.floor(at / size));
  });
  return sources;
}

function initialPartition(ends: readonly boolean[]): Partition {
  const members: number[][] = [[], []];
  ends.forEach((isEnd, state) => members[isEnd ? 1 : 0]?.push(state));
  return { blockOf: Int32Array.from(ends, Number), members };
}

/** The blocks that some states cut in two, each with the part to take out. */
function splitsOf(
  { blockOf, members }: Partition,
  states: readonly number[],
): readonly (readonly [number, readonly number[]])[] {
  const parts = new Map<number, number[]>();
  for (const state of states) {
    const block = blockOf[state] ?? 0;
    const part = parts.get(block);
    if (part === undefined) parts.set(block, [state]);
    else part.push(state);
  }
  return [...parts].filter(([block, part]) => part.length < (members[block]?.length ?? 0));
}

function split({ blockOf, members }: Partition, block: number, part: readonly number[]): number {
  const added = members.length;
  for (const state of part) blockOf[state] = added;
  members.push([...part]);
  members[block] = (members[block] ?? []).filter((state) => blockOf[state] === block);
  return added;
}

function renumbered({ alphabet, start, next, ends }: Dfa, blockOf: Int32Array): Dfa {
  const numbers = new Map<number, number>([
    [blockOf[dead] ?? 0, dead],
    [blockOf[accepted] ?? 0, accepted],
  ]);
  const kept = [dead, accepted];
  const numberOf = (state: number): number => {
    const block = blockOf[state] ?? 0;
    const known = numbers.get(block);
    if (known !== undefined) return known;
    numbers.set(block, kept.length);
    kept.push(state);
    return kept.length - 1;
  };
  const first = numberOf(start);
  const table: number[] = [];
  for (let at = 0; at < kept.length; at++) {
    const state = kept[at] ?? dead;
    for (let symbol = 0; symbol < alphabet.size; symbol++) {
      table.push(numberOf(next[state * alphabet.size + symbol] ?? dead));
    }
  }
  return {
    alphabet,
    start: first,
    next: Int32Array.from(table),
    ends: kept.map((state) => ends[state] ?? false),
  };
}
