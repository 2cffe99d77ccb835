// The vocabulary of o200k_base as a hash table of bytes: a run looks up the few tokens that it needs, and reads no more than
// the file. Made from the tokenizer when the command is bundled; `src/cli/vocabulary.ts` reads it.
import ranks from "gpt-tokenizer/bpeRanks/o200k_base";

// A power of two, more than twice as many as there are tokens, so that few share a place.
const places = 1 << 19;

/** FNV-1a, as `hashOf` in `src/cli/vocabulary.ts`. */
function hashOf(bytes) {
  let hash = 0x811c9dc5 | 0;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash ^ (hash >>> 15);
}

/** In 32-bit words, little-endian: tokens, places, where each token starts and the last ends, the places; then the bytes. */
export function tokenTable() {
  const encoder = new TextEncoder();
  const tokens = Array.from(ranks, (token) =>
    typeof token === "string" ? encoder.encode(token) : Uint8Array.from(token ?? []),
  );
  const starts = new Uint32Array(tokens.length + 1);
  const slots = new Uint32Array(places);
  for (const [rank, bytes] of tokens.entries()) {
    starts[rank + 1] = starts[rank] + bytes.length;
    if (bytes.length === 0) continue;
    let place = hashOf(bytes) & (places - 1);
    while (slots[place] !== 0) place = (place + 1) & (places - 1);
    slots[place] = rank + 1;
  }
  const words = new Uint32Array([tokens.length, places, ...starts, ...slots]);
  return Buffer.concat([Buffer.from(words.buffer), ...tokens]);
}
