import type { ProseText } from "./texts.ts";
import type { WordHits } from "./words.ts";
import { wordTable, wordsIn } from "./words.ts";

/** What a word of prose may start. The first five are the patterns of overrides, by number. */
export const opening = { imitation: 32, sending: 64, secret: 128 } as const;

let table: Uint32Array | undefined;

function makeTable(): Uint32Array {
  return wordTable([
    [0b000011, "ignore ignoring disregard disregarding forget forgetting"],
    [0b000001, "override overriding discard stop pay"],
    [0b010001, "bypass"],
    [0b000010, "ignora ignorez ignorer ignoriere"],
    [0b000110, "do dont"],
    [0b000100, "never must avoid"],
    [0b001100, "without"],
    [0b001000, "hide conceal keep withhold silently secretly covertly quietly stealthily"],
    [0b010000, "you act behave respond pretend disable turn circumvent remove deactivate developer your"],
    [opening.imitation, "system new updated real actual"],
    [opening.sending, "send post upload transmit exfiltrate forward submit email mail leak copy report"],
    [
      opening.secret,
      "environment env api credential credentials password passwords secret secrets token tokens ssh",
    ],
    [opening.secret, "private seed wallet cookies conversation chat system id aws netrc"],
  ]);
}

interface Words {
  readonly mask: number;
  readonly hits: WordHits;
}

const known = new WeakMap<ProseText, Words>();

/** The words of a text at which a rule has to look closer; found once for all rules. */
export function openingsIn(prose: ProseText): Words {
  const before = known.get(prose);
  if (before !== undefined) return before;
  table ??= makeTable();
  const words = wordsIn(prose.text, table, 0);
  known.set(prose, words);
  return words;
}
