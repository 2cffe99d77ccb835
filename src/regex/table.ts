import type { Alphabet } from "./alphabet.ts";
import { dfaOf } from "./dfa.ts";
import { requiredText, wholeText } from "./literal.ts";
import type { Dfa } from "./minimal.ts";
import type { Moves, Nfa } from "./nfa.ts";
import { nfaOf } from "./nfa.ts";
import { parsePattern } from "./parse.ts";
import { accepted } from "./states.ts";

/** A pattern as data that every language walks alike. */
export interface PatternTable {
  /** The pattern is this text and nothing else: a plain search for it is enough, and `numbers` is empty. */
  readonly text?: string;
  /** A text that every match contains; may be empty. */
  readonly required: string;
  /** How many numbers there are. */
  readonly size: number;
  /**
   * Numbers in base 36 with a blank between them; `a*b` is `a` written `b` times.
   *
   *     0 start size steps {distance class} rows                       a deterministic automaton
   *     1 ends size steps {distance class} words flags takes contexts count moves   a bit-parallel one
   *
   * Steps give the class of a code point: each begins `distance` behind the step before. States 0 (dead) and 1 (found)
   * have no row. A row is the number of a row before it, and one entry for each class and one for the end of the text;
   * an entry is 0 where that row has the same, else the next state and 1.
   */
  readonly numbers: string;
}

/** The table of a pattern of the subset; undefined where no automaton of a fair size exists. */
export function tableOf(pattern: string): PatternTable | undefined {
  const parsed = parsePattern(pattern);
  if ("problem" in parsed) return undefined;
  const text = wholeText(parsed.tree.node);
  if (text !== undefined) return { text, required: text, size: 0, numbers: "" };
  const nfa = nfaOf(parsed.tree);
  if (nfa === undefined) return undefined;
  const dfa = dfaOf(nfa);
  if (dfa === undefined && nfa.positions > bitLimit) return undefined;
  const numbers = dfa === undefined ? numbersOfNfa(nfa) : numbersOfDfa(dfa);
  return { required: requiredText(parsed.tree.node), size: numbers.length, numbers: written(numbers) };
}

/** The most positions of a bit-parallel automaton. */
export const bitLimit = 512;

function numbersOfDfa({ alphabet, start, next, ends }: Dfa): readonly number[] {
  const { size } = alphabet;
  const rows = ends.slice(accepted + 1).map((isEnd, i) => {
    const at = (accepted + 1 + i) * size;
    return [...next.subarray(at, at + size), isEnd ? accepted : 0];
  });
  return [0, start, size, ...stepsOf(alphabet), ...rows.flatMap((row, i) => difference(row, i, rows))];
}

/** How many rows in front are looked at for one that is alike. */
const lookBack = 64;

/** A row by what differs from the row before it that is most alike. */
function difference(
  row: readonly number[],
  i: number,
  rows: readonly (readonly number[])[],
): readonly number[] {
  let base = 0;
  let fewest = Infinity;
  for (let candidate = Math.max(0, i - lookBack); candidate < i; candidate++) {
    const other = rows[candidate] ?? [];
    const differing = row.reduce((count, target, symbol) => count + (target === other[symbol] ? 0 : 1), 0);
    if (differing < fewest) [base, fewest] = [candidate, differing];
  }
  const known = i === 0 ? [] : (rows[base] ?? []);
  return [base, ...row.map((target, symbol) => (target === known[symbol] ? 0 : target + 1))];
}

function stepsOf({ starts, classes }: Pick<Alphabet, "starts" | "classes">): readonly number[] {
  return [starts.length, ...starts.flatMap((start, i) => [start - (starts[i - 1] ?? 0), classes[i] ?? 0])];
}

function numbersOfNfa({ alphabet, words, takes, moves, ends }: Nfa): readonly number[] {
  const distinct = [...new Set(moves)];
  // Without assertions, every context is the one.
  const contexts = Array.from({ length: 8 }, (_, context) =>
    distinct.indexOf(moves[context] ?? (distinct[0] as Moves)),
  );
  return [
    1,
    ends,
    alphabet.size,
    ...stepsOf(alphabet),
    words,
    ...alphabet.flags,
    ...takes.flatMap((bits) => [...bits]),
    ...contexts,
    distinct.length,
    ...distinct.flatMap(({ final, shift, jumps }) => [
      ...final,
      ...shift,
      jumps.length,
      ...jumps.flatMap(({ from, to }) => [...from, ...to]),
    ]),
  ];
}

function written(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < numbers.length;) {
    const number = numbers[at] ?? 0;
    let end = at + 1;
    while (numbers[end] === number) end++;
    const digits = number.toString(36);
    const count = end - at;
    const once = Array.from({ length: count }, () => digits).join(" ");
    const short = `${digits}*${count.toString(36)}`;
    parts.push(short.length < once.length ? short : once);
    at = end;
  }
  return parts.join(" ");
}
