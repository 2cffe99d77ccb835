import { pieceEnd } from "./pieces.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { readVocabulary } from "./vocabulary.ts";

const encoder = new TextEncoder();
let vocabulary: Vocabulary | undefined;

/** Tokens of the pieces that have been seen: words come again and again, and merging the bytes of one is what is dear. */
const known = new Map<string, number>();
// A run over many thousands of skills sees few more different words; it bounds the memory of a run that does.
const mostKnown = 200_000;
// A piece that is longer does not come again.
const longestKnown = 100;

/** Tokens of a text in o200k_base. Words that look like the tokenizer's own marks are counted as text. */
export function countTokens(text: string): number {
  vocabulary ??= readVocabulary();
  let total = 0;
  for (let at = 0; at < text.length;) {
    const end = pieceEnd(text, at);
    total += vocabulary.has(text, at, end) ? 1 : tokensOf(text.slice(at, end), vocabulary);
    at = end;
  }
  return total;
}

function tokensOf(piece: string, { rankOf }: Vocabulary): number {
  const before = known.get(piece);
  if (before !== undefined) return before;
  const tokens = mergedLength(encoder.encode(piece), rankOf);
  if (piece.length > longestKnown) return tokens;
  if (known.size >= mostKnown) known.clear();
  known.set(piece, tokens);
  return tokens;
}

/** How many tokens are left of some bytes when no pair of neighbours can be merged any more. */
function mergedLength(bytes: Uint8Array, rankOf: Vocabulary["rankOf"]): number {
  const { length } = bytes;
  if (length === 1 || rankOf(bytes, 0, length) !== -1) return 1;
  return length <= shortest ? mergeShort(bytes, rankOf) : mergeLong(bytes, rankOf);
}

// Up to here looking at each pair costs less than keeping them in order.
const shortest = 48;
const startsOfShort = new Int32Array(shortest + 2);
const ranksOfShort = new Int32Array(shortest + 2);
const never = 0x7fffffff;

function mergeShort(bytes: Uint8Array, rankOf: Vocabulary["rankOf"]): number {
  const starts = startsOfShort;
  const ranks = ranksOfShort;
  let parts = bytes.length;
  const rankAt = (part: number): number => {
    if (part + 1 >= parts) return never;
    const rank = rankOf(bytes, starts[part] ?? 0, starts[part + 2] ?? 0);
    return rank === -1 ? never : rank;
  };
  for (let part = 0; part <= parts; part++) starts[part] = part;
  ranks[parts - 1] = never;
  for (let part = 0; part + 1 < parts; part++) ranks[part] = rankOfPair(bytes, part, rankOf);
  for (;;) {
    let lowest = 0;
    for (let part = 1; part < parts; part++) {
      if ((ranks[part] ?? 0) < (ranks[lowest] ?? 0)) lowest = part;
    }
    if ((ranks[lowest] ?? never) >= never - 1) return parts;
    starts.copyWithin(lowest + 1, lowest + 2, parts + 1);
    ranks.copyWithin(lowest + 1, lowest + 2, parts);
    parts--;
    ranks[lowest] = rankAt(lowest);
    if (lowest > 0) ranks[lowest - 1] = rankAt(lowest - 1);
  }
}

/** Of each pair of bytes, plus one; 0 where it is not known yet. */
let pairs: Int32Array | undefined;

function rankOfPair(bytes: Uint8Array, at: number, rankOf: Vocabulary["rankOf"]): number {
  pairs ??= new Int32Array(1 << 16);
  const pair = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  const before = pairs[pair] ?? 0;
  if (before !== 0) return before - 1;
  const found = rankOf(bytes, at, at + 2);
  const rank = found === -1 ? never - 1 : found;
  pairs[pair] = rank + 1;
  return rank;
}

/** The same in a time that hardly grows faster than the length. */
function mergeLong(bytes: Uint8Array, rankOf: Vocabulary["rankOf"]): number {
  const { length } = bytes;
  // Of the part that starts at a place: where it ends, where the part before it starts, and the rank of it with the next.
  const ends = Int32Array.from({ length }, (_, at) => at + 1);
  const befores = Int32Array.from({ length }, (_, at) => at - 1);
  const ranks = new Int32Array(length).fill(-1);
  const queue: number[] = [];
  const offer = (start: number): void => {
    const middle = ends[start] ?? length;
    const rank = middle < length ? rankOf(bytes, start, ends[middle] ?? length) : -1;
    ranks[start] = rank;
    if (rank !== -1) push(queue, rank * rankUnit + start);
  };
  for (let at = 0; at < length; at++) offer(at);
  let left = length;
  while (queue.length > 0) {
    const lowest = pop(queue);
    const start = lowest % rankUnit;
    // The pair may have changed since.
    if (ranks[start] !== Math.floor(lowest / rankUnit)) continue;
    const middle = ends[start] ?? length;
    const end = ends[middle] ?? length;
    ends[start] = end;
    ranks[middle] = -1;
    if (end < length) befores[end] = start;
    left--;
    offer(start);
    const before = befores[start] ?? -1;
    if (before !== -1) offer(before);
  }
  return left;
}

// Longer than any file; a rank times this, and a place, are exact as one number.
const rankUnit = 2 ** 32;

/** Adds a number to a binary heap, the least first. */
function push(heap: number[], value: number): void {
  let at = heap.length;
  heap.push(value);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] ?? 0;
    if (above <= value) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = value;
}

/** Takes the least number out of a binary heap that is not empty. */
function pop(heap: number[]): number {
  const least = heap[0] ?? 0;
  const value = heap.pop() ?? 0;
  const { length } = heap;
  if (length === 0) return least;
  let at = 0;
  for (let child = 1; child < length; child = 2 * at + 1) {
    if (child + 1 < length && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
    const below = heap[child] ?? 0;
    if (value <= below) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = value;
  return least;
}
