import type { Bits } from "./bits.ts";
import { emptyBits, intersects, keyOfBits } from "./bits.ts";
import type { Nfa } from "./nfa.ts";
import { advance, contextOf, take } from "./nfa.ts";

/** No match can come any more. */
export const dead = 0;
/** A match has been found. */
export const accepted = 1;

/** The states of the deterministic automaton that have been met so far; more are added as they are asked for. */
export interface States {
  readonly nfa: Nfa;
  readonly sets: Bits[];
  /** Of each state: the flags of the character before. */
  readonly before: number[];
  readonly numbers: Map<string, number>;
  readonly start: number;
}

export function createStates(nfa: Nfa): States {
  const none = emptyBits(nfa.words);
  const states = { nfa, sets: [none, none], before: [0, 0], numbers: new Map<string, number>(), start: 0 };
  const initial = emptyBits(nfa.words);
  initial[0] = 1;
  return { ...states, start: numberOf(states, initial, nfa.ends & nfa.remembers) };
}

/** The state after a character of a class. */
export function nextState(states: States, state: number, symbol: number): number {
  if (state <= accepted) return state;
  const { nfa } = states;
  const active = states.sets[state] ?? emptyBits(nfa.words);
  const flags = nfa.alphabet.flags[symbol] ?? 0;
  const moves = nfa.moves[contextOf(states.before[state] ?? 0, flags)];
  const taken = nfa.takes[symbol];
  if (moves === undefined || taken === undefined) return dead;
  if (intersects(active, moves.final)) return accepted;
  const reached = emptyBits(nfa.words);
  advance(moves, active, reached);
  take(reached, taken);
  return numberOf(states, reached, flags & nfa.remembers);
}

/** True where the text may end in a state. */
export function endsIn({ nfa, sets, before }: States, state: number): boolean {
  if (state <= accepted) return state === accepted;
  const moves = nfa.moves[contextOf(before[state] ?? 0, nfa.ends)];
  const active = sets[state];
  return moves !== undefined && active !== undefined && intersects(active, moves.final);
}

function numberOf(states: Omit<States, "start">, active: Bits, before: number): number {
  const { nfa, sets, numbers } = states;
  if (intersects(active, nfa.over)) return accepted;
  if (nfa.anchored && (before & 1) === 0 && isInitial(active)) return dead;
  const key = String.fromCharCode(before) + keyOfBits(active);
  const known = numbers.get(key);
  if (known !== undefined) return known;
  sets.push(active);
  states.before.push(before);
  numbers.set(key, sets.length - 1);
  return sets.length - 1;
}

function isInitial(active: Bits): boolean {
  return active.every((part, i) => part === (i === 0 ? 1 : 0));
}
