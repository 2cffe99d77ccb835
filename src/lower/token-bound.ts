import type { SourceFile } from "../report/source.ts";

// Agent Skills specification, S18.
export const recommendedTokens = 5000;

/**
 * Tokens of a part of a file in o200k_base are no more than this; it costs a fiftieth of counting them. Exact only in so
 * far as it matters: it stops at the first number that is not above `enough`.
 *
 * A byte is a token at most. Of three bytes in a row not each starts a token where the first two are a token together and
 * are never split apart, for then they would have been merged.
 */
export function mostTokensIn(file: SourceFile, start: number, end: number, enough = 0): number {
  const { text } = file;
  merging ??= makeMerging();
  let most = mostBytesIn(file, start, end);
  for (let at = start; at + 2 < end && most > enough; at++) {
    const unit = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (unit > 127 || next > 127 || merging[(unit << 7) | next] !== 1 || isSplit(text, at, unit)) continue;
    most--;
    at += 2;
  }
  return most;
}

/** In UTF-8. Each character before and behind the part has one byte at least. */
function mostBytesIn({ text, encoding, lossy, size }: SourceFile, start: number, end: number): number {
  const most = 3 * (end - start);
  return encoding === "utf-8" && !lossy ? Math.min(most, size - start - (text.length - end)) : most;
}

/** The tokenizer cuts behind `'s` and `'ll`, and before the last of some spaces. */
function isSplit(text: string, at: number, unit: number): boolean {
  if (unit === space && text.charCodeAt(at + 1) === space) return text.charCodeAt(at + 2) !== space;
  return text.charCodeAt(at - 1) === apostrophe || text.charCodeAt(at - 2) === apostrophe;
}

const space = 32;
const apostrophe = 39;
const letters = "abcdefghijklmnopqrstuvwxyz";

/** Pairs of small letters that are no token. */
const noTokens =
  "bq gk gq jv jz kq kz lq nq qf qg qj qk qv qz rj tq wq wz xg xj xk xq xv xw yq zj zq zv".split(" ");
const otherTokens = ["  ", "\n\n", "--", "==", "**", "##", "``", "//"];

let merging: Uint8Array | undefined;

/** 1 for each pair of ASCII characters that stand in one piece and are one token together. */
function makeMerging(): Uint8Array {
  const table = new Uint8Array(1 << 14);
  const set = (pair: string, value: number): void => {
    table[(pair.charCodeAt(0) << 7) | pair.charCodeAt(1)] = value;
  };
  for (const first of ` ${letters}`) for (const second of letters) set(first + second, 1);
  for (const second of letters.toUpperCase()) set(` ${second}`, 1);
  for (const pair of otherTokens) set(pair, 1);
  for (const pair of noTokens) set(pair, 0);
  return table;
}
