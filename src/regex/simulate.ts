import { symbolOf } from "./alphabet.ts";
import { emptyBits, intersects } from "./bits.ts";
import type { Nfa } from "./nfa.ts";
import { advance, contextOf, take } from "./nfa.ts";

/** Counts the work of a search: characters read, states built. */
export interface Counter {
  steps: number;
}

/** Searches without states: all positions at once, as bits. Linear in the text for every pattern. */
export function simulate(nfa: Nfa, text: string, counter: Counter): boolean {
  const { alphabet, moves, takes, ends } = nfa;
  let active = emptyBits(nfa.words);
  let reached = emptyBits(nfa.words);
  active[0] = 1;
  let before = ends;
  for (let at = 0; at <= text.length; at++) {
    counter.steps++;
    const point = text.codePointAt(at);
    const symbol = point === undefined ? -1 : symbolOf(alphabet, point);
    const flags = point === undefined ? ends : (alphabet.flags[symbol] ?? 0);
    const move = moves[contextOf(before, flags)];
    if (move === undefined || intersects(active, move.final)) return move !== undefined;
    const taken = takes[symbol];
    if (point === undefined || taken === undefined) return false;
    advance(move, active, reached);
    take(reached, taken);
    [active, reached] = [reached, active];
    before = flags;
    if (point > 0xffff) at++;
  }
  return false;
}
