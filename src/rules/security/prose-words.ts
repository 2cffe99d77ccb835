import type { Prose } from "../../manifest/markdown-form.ts";
import type { ProseText } from "./texts.ts";
import type { WordHits } from "./words.ts";
import { wordTable, wordsIn } from "./words.ts";

/** What a word of prose may start. The first five are the patterns of overrides, by number. */
export const opening = { imitation: 32, sending: 64, secret: 128, loop: 256, leftover: 512 } as const;

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
    [opening.loop, "until forever indefinitely endlessly"],
    // A quote does not end a word: `here's`.
    [opening.leftover, "todo tbd fixme lorem here heres"],
    [opening.secret, "private seed wallet cookies conversation chat system id aws netrc"],
  ]);
}

interface Words {
  readonly mask: number;
  readonly hits: WordHits;
}

const known = new WeakMap<ProseText | Prose, Words>();

/** The words of a text at which a rule has to look closer; found once for all rules. */
export function openingsIn(prose: ProseText): Words {
  const { lines } = prose;
  if (lines !== undefined) return wordsOfLines(lines);
  return known.get(prose) ?? remember(prose, wordsIn(prose.text, (table ??= makeTable()), 0));
}

/** What the words of some lines of a body may start. */
export function openingsOf(lines: Prose): number {
  return wordsOfLines(lines).mask;
}

function wordsOfLines(lines: Prose): Words {
  const { file, start, end } = lines.span;
  return known.get(lines) ?? remember(lines, wordsIn(file.text, (table ??= makeTable()), 0, start, end));
}

function remember(of: ProseText | Prose, words: Words): Words {
  known.set(of, words);
  return words;
}
