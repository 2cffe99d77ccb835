import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The tokens of a tokenizer by their bytes, each with its rank: of two neighbours the pair of the lowest merges first. */
export interface Vocabulary {
  /** True where a range of a text is ASCII and one token. */
  readonly has: (text: string, start: number, end: number) => boolean;
  /** The rank of a range of bytes; -1 where it is no token. */
  readonly rankOf: (bytes: Uint8Array, start: number, end: number) => number;
}

const name = "o200k.bin";

/** Reads the table that `test/quality/token-table.mjs` writes beside the command. */
export function readVocabulary(): Vocabulary {
  const here = import.meta.dirname;
  // Beside the bundled command; where the library is built next to it; where the sources run as they are.
  const candidates = [here, join(here, "../../cli"), join(here, "../../dist/cli")].map((place) =>
    join(place, name),
  );
  const file = readFileSync(candidates.find((place) => existsSync(place)) ?? name);
  // Words are read where they lie, so they may not straddle.
  const table = file.byteOffset % 4 === 0 ? file : Buffer.from(new Uint8Array(file).buffer);
  const words = new Int32Array(table.buffer, table.byteOffset, table.length >> 2);
  const size = words[0] ?? 0;
  const places = words[1] ?? 0;
  const mask = places - 1;
  const starts = words.subarray(2, size + 3);
  const slots = words.subarray(size + 3, size + 3 + places);
  const tokens = table.subarray((size + 3 + places) * 4);
  return {
    has(text, start, end) {
      for (let place = hashOfText(text, start, end) & mask; slots[place] !== 0; place = (place + 1) & mask) {
        const slot = slots[place] ?? 0;
        const from = starts[slot - 1] ?? 0;
        if ((starts[slot] ?? 0) - from === end - start && isText(tokens, from, text, start, end)) return true;
      }
      return false;
    },
    rankOf(bytes, start, end) {
      for (let place = hashOf(bytes, start, end) & mask; slots[place] !== 0; place = (place + 1) & mask) {
        const slot = slots[place] ?? 0;
        const from = starts[slot - 1] ?? 0;
        if ((starts[slot] ?? 0) - from === end - start && isEqual(tokens, from, bytes, start, end))
          return slot - 1;
      }
      return -1;
    },
  };
}

const firstHash = 0x811c9dc5 | 0;

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = firstHash;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}

function hashOfText(text: string, start: number, end: number): number {
  let hash = firstHash;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}

function isEqual(tokens: Uint8Array, from: number, bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (tokens[from + at - start] !== bytes[at]) return false;
  return true;
}

/** Bytes above 127 are no characters. */
function isText(tokens: Uint8Array, from: number, text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 127 || tokens[from + at - start] !== unit) return false;
  }
  return true;
}
