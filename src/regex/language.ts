import type { Alphabet } from "./alphabet.ts";
import { classOf } from "./alphabet.ts";
import type { Nfa } from "./nfa.ts";
import { nfaOf } from "./nfa.ts";
import { parsePattern } from "./parse.ts";
import { accepted, createStates, dead, endsIn, nextState } from "./states.ts";

/**
 * What is known of all texts at once: the set of texts in which a pattern occurs, assertions included. Every answer is
 * exact. `unknown` where the automata grow beyond the budget, and for what is no pattern of the subset.
 */
export type Verdict = { readonly holds: true } | { readonly witness: string } | "unknown";

/** The most states, and pairs of states, that a question may visit. */
const budget = 20_000;

/** A text in which the pattern occurs, as short as any; no text where it occurs in none. */
export function witness(pattern: string): Found {
  return firstText([pattern], ([inside]) => inside === true);
}

/** Whether the pattern occurs in no text; the witness is one in which it does. */
export function isEmpty(pattern: string): Verdict {
  return verdictOf(witness(pattern));
}

/** Whether the pattern occurs in every text; the witness is one in which it does not. */
export function isUniversal(pattern: string): Verdict {
  return verdictOf(firstText([pattern], ([inside]) => inside === false));
}

/** Whether every text in which `pattern` occurs is one in which `other` does; the witness has the first alone. */
export function includes(pattern: string, other: string): Verdict {
  return verdictOf(firstText([pattern, other], ([inside, outside]) => inside === true && outside === false));
}

/** Whether no text has both patterns; the witness has both. */
export function areDisjoint(pattern: string, other: string): Verdict {
  return verdictOf(firstText([pattern, other], ([one, two]) => one === true && two === true));
}

/** Whether the patterns occur in the same texts; the witness has one of them alone. */
export function areEqual(pattern: string, other: string): Verdict {
  return verdictOf(firstText([pattern, other], ([one, two]) => one !== two));
}

function verdictOf(found: Found): Verdict {
  if (found === "unknown") return found;
  return found.text === undefined ? { holds: true } : { witness: found.text };
}

/** A text, or none, or no answer; an object, since a text may read `unknown`. */
export type Found = { readonly text: string | undefined } | "unknown";

/** The joint symbols of some alphabets: the class in each, and a character that has them. */
interface Symbols {
  readonly classes: readonly (readonly number[])[];
  readonly samples: readonly number[];
}

/** The shortest text for whose places inside the patterns' languages a condition holds; by breadth-first search. */
export function firstText(
  patterns: readonly string[],
  condition: (inside: readonly boolean[]) => boolean,
  limit = budget,
): Found {
  const automata = patterns.map(nfaOfPattern);
  if (!automata.every((nfa) => nfa !== undefined)) return "unknown";
  const machines = automata.map(createStates);
  const symbols = symbolsOf(automata.map(({ alphabet }) => alphabet));
  const places: Place[] = [{ states: machines.map(({ start }) => start), from: -1, symbol: -1 }];
  const seen = new Set([places[0]?.states.join()]);
  for (let at = 0; at < places.length; at++) {
    const { states } = places[at] ?? { states: [] };
    if (condition(machines.map((machine, i) => endsIn(machine, states[i] ?? dead)))) {
      return { text: spelled(places, at, symbols) };
    }
    if (states.every((state) => state <= accepted)) continue;
    if (places.length > limit || machines.some(({ sets }) => sets.length > limit)) return "unknown";
    for (const [symbol, classes] of symbols.classes.entries()) {
      const next = machines.map((machine, i) => nextState(machine, states[i] ?? dead, classes[i] ?? 0));
      const key = next.join();
      if (seen.has(key)) continue;
      seen.add(key);
      places.push({ states: next, from: at, symbol });
    }
  }
  return { text: undefined };
}

/** A tuple of states, and how it was reached first. */
interface Place {
  readonly states: readonly number[];
  readonly from: number;
  readonly symbol: number;
}

function spelled(places: readonly Place[], end: number, { samples }: Symbols): string {
  const characters: string[] = [];
  for (let at = places[end]; at !== undefined && at.from >= 0; at = places[at.from]) {
    characters.push(String.fromCodePoint(samples[at.symbol] ?? 0));
  }
  return characters.toReversed().join("");
}

function nfaOfPattern(pattern: string): Nfa | undefined {
  const parsed = parsePattern(pattern);
  return "problem" in parsed ? undefined : nfaOf(parsed.tree);
}

// Letters first, since they read best in a witness.
const readable =
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.:,;!?#*/'\"()[]{}<>+=@%&|~`^$\\\n\t";

function symbolsOf(alphabets: readonly Alphabet[]): Symbols {
  const found = new Map<string, { readonly classes: readonly number[]; readonly sample: number }>();
  const points = [...readable].map((char) => char.charCodeAt(0));
  for (const { starts } of alphabets)
    points.push(...starts.filter((point) => point < 0xd800 || point > 0xdfff));
  // Steps that begin at the surrogates go on behind them.
  points.push(0xe000);
  for (const sample of points) {
    const classes = alphabets.map((alphabet) => classOf(alphabet, sample));
    const key = classes.join();
    if (!found.has(key)) found.set(key, { classes, sample });
  }
  const all = [...found.values()];
  return { classes: all.map(({ classes }) => classes), samples: all.map(({ sample }) => sample) };
}
