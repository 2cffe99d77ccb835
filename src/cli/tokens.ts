import { countTokens as count } from "gpt-tokenizer/encoding/o200k_base";
import { O200K_TOKEN_SPLIT_REGEX } from "gpt-tokenizer/encodingParams/constants";

/** Tokens of the pieces that have been seen: words come again and again, and merging the bytes of one is what is dear. */
const known = new Map<string, number>();
// A run over many thousands of skills sees few more different words; it bounds the memory of a run that does.
const mostKnown = 200_000;

/** Tokens of a text in o200k_base. Words that look like the tokenizer's own marks are counted as text. */
export function countTokens(text: string): number {
  let total = 0;
  for (const [piece] of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) total += tokensOf(piece);
  return total;
}

function tokensOf(piece: string): number {
  const before = known.get(piece);
  if (before !== undefined) return before;
  const tokens = count(piece, { disallowedSpecial: new Set() });
  if (known.size >= mostKnown) known.clear();
  known.set(piece, tokens);
  return tokens;
}
