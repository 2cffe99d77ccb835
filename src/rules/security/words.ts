/** Where words of interest start in a text, and what they are: `[start, bits, start, bits, …]`. */
export type WordHits = readonly number[];

// So large that few other words share a place: each would have the text read for nothing.
const tableSize = 1 << 15;

/**
 * A table of words by hash. Another word may share a place in it, so that a hit is only a reason to look closer; every
 * word of the table is hit.
 */
export function wordTable(words: readonly (readonly [bits: number, list: string])[]): Uint32Array {
  const table = new Uint32Array(tableSize);
  for (const [bits, list] of words) {
    for (const word of list.split(" ")) {
      const at = placeOf(hashOf(word));
      table[at] = (table[at] ?? 0) | bits;
    }
  }
  return table;
}

function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at++) hash = step(hash, (word.charCodeAt(at) | 32) - 97);
  return hash;
}

function step(hash: number, letter: number): number {
  return (Math.imul(hash, 31) + letter + 1) | 0;
}

/**
 * One pass over a text. A word is a run of ASCII letters in any case; quotes and backslashes inside it do not end it, since
 * a shell takes them away (`c\url`, `cu"rl"`). A part of a text costs less than a slice of it. With `byDot` bits a hit counts only behind a full stop: `.ssh`.
 */
export function wordsIn(
  text: string,
  table: Uint32Array,
  byDot: number,
  from = 0,
  to = text.length,
): { mask: number; hits: WordHits } {
  const hits: number[] = [];
  let mask = 0;
  for (let at = from; at < to; at++) {
    if (letterAt(text, at) >= letters) continue;
    const start = at;
    let hash = 0;
    for (; at < to; at++) {
      const letter = letterAt(text, at);
      if (letter < letters) hash = step(hash, letter);
      else if (!isTakenAway(text.charCodeAt(at))) break;
    }
    const bits = table[placeOf(hash)] ?? 0;
    if (bits === 0 || ((bits & byDot) === bits && text.charCodeAt(start - 1) !== fullStop)) continue;
    mask |= bits;
    hits.push(start - from, bits);
  }
  return { mask, hits };
}

const letters = 26;

/** The number of a letter in the alphabet, in any case; a larger number for everything else. */
function letterAt(text: string, at: number): number {
  return ((text.charCodeAt(at) | 32) - 97) >>> 0;
}

const fullStop = 46;

/** `"`, `'` and the backslash. */
function isTakenAway(unit: number): boolean {
  return unit === 34 || unit === 39 || unit === 92;
}

function placeOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (tableSize - 1);
}
