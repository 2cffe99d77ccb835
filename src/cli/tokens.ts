import { countTokens as count } from "gpt-tokenizer/encoding/o200k_base";

/** Tokens of a text in o200k_base. Words that look like the tokenizer's own marks are counted as text. */
export function countTokens(text: string): number {
  return count(text, { disallowedSpecial: new Set() });
}
