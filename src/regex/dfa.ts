import type { Dfa } from "./minimal.ts";
import { minimal } from "./minimal.ts";
import type { Nfa } from "./nfa.ts";
import { accepted, createStates, endsIn, nextState } from "./states.ts";

/** The most states that a table may have. */
export const stateLimit = 2000;

/** The smallest automaton for the texts in which a pattern occurs; undefined above the limit. */
export function dfaOf(nfa: Nfa): Dfa | undefined {
  const states = createStates(nfa);
  const { size } = nfa.alphabet;
  const next: number[] = [];
  for (let state = 0; state < states.sets.length; state++) {
    if (states.sets.length > stateLimit) return undefined;
    for (let symbol = 0; symbol < size; symbol++) next.push(nextState(states, state, symbol));
  }
  const ends = states.sets.map((_, state) => endsIn(states, state));
  return withoutEqualColumns(
    minimal({ alphabet: nfa.alphabet, start: states.start, next: Int32Array.from(next), ends }),
  );
}

/** Characters that every state treats alike become one class. */
function withoutEqualColumns({ alphabet, start, next, ends }: Dfa): Dfa {
  const numbers = new Map<string, number>();
  const merged = Array.from({ length: alphabet.size }, (_, symbol) => {
    const column = ends.map((_end, state) => next[state * alphabet.size + symbol]).join();
    if (!numbers.has(column)) numbers.set(column, numbers.size);
    return numbers.get(column) ?? 0;
  });
  const size = numbers.size;
  const narrow = new Int32Array(ends.length * size);
  ends.forEach((_, state) => {
    merged.forEach((to, from) => {
      narrow[state * size + to] = next[state * alphabet.size + from] ?? accepted;
    });
  });
  const all = alphabet.classes.map((symbol) => merged[symbol] ?? 0);
  const kept = all.map((_, i) => i).filter((i) => i === 0 || all[i] !== all[i - 1]);
  return {
    alphabet: {
      size,
      starts: kept.map((i) => alphabet.starts[i] ?? 0),
      classes: kept.map((i) => all[i] ?? 0),
    },
    start,
    next: narrow,
    ends,
  };
}
