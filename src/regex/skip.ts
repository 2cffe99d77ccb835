import type { Alphabet } from "./alphabet.ts";
import type { States } from "./states.ts";
import { accepted, nextState } from "./states.ts";

/** A state in which most texts stay most of the time, and the characters that leave it. */
export interface Skip {
  readonly state: number;
  /** Finds the next code unit that may leave the state; one class, so it is linear on every host. */
  readonly leaving: RegExp;
}

/** Shorter jumps than this cost more than they save. */
export const shortJump = 16;
/** How many characters are walked before the next jump is tried. */
export const afterJump = 64;
export const afterShortJump = 512;

/** The state to jump from: the first, or one right behind it; undefined where none keeps most characters. */
export function skipOf(states: States): Skip | undefined {
  const { alphabet } = states.nfa;
  const near = new Set([states.start]);
  for (let symbol = 0; symbol < alphabet.size && near.size < 4; symbol++) {
    near.add(nextState(states, states.start, symbol));
  }
  const candidates = [...near].filter((state) => state > accepted);
  let best: { readonly state: number; readonly kept: number } = { state: -1, kept: 0 };
  for (const state of candidates) {
    const kept = keptBy(states, state);
    if (kept > best.kept) best = { state, kept };
  }
  // Of the 95 printable characters of ASCII.
  if (best.kept < 60) return undefined;
  const { state } = best;
  const leaves = Array.from(
    { length: alphabet.size },
    (_, symbol) => nextState(states, state, symbol) !== state,
  );
  return { state, leaving: new RegExp(`[${rangesOf(alphabet, leaves)}]`, "g") };
}

function keptBy(states: States, state: number): number {
  const { alphabet } = states.nfa;
  const keeps = Array.from(
    { length: alphabet.size },
    (_, symbol) => nextState(states, state, symbol) === state,
  );
  return alphabet.low.subarray(0x20, 0x7f).filter((symbol) => keeps[symbol]).length;
}

/** The inside of a class of code units: those of the leaving characters, of pairs the first half. */
function rangesOf({ starts, classes }: Alphabet, leaves: readonly boolean[]): string {
  const ranges = starts.map((start, i) => {
    const end = (starts[i + 1] ?? 0x110000) - 1;
    if (leaves[classes[i] ?? 0] !== true) return "";
    const pairs = end > 0xffff ? "\\ud800-\\udbff" : "";
    return start > 0xffff ? pairs : `${unit(start)}-${unit(Math.min(end, 0xffff))}${pairs}`;
  });
  return ranges.join("");
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
