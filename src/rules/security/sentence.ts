import type { ProseText } from "./texts.ts";

const boundary = /[.!?](?=\s|$)|[。！？]|\n[ \t\r]{0,9}(?:\n|(?:[-*+]|\d{1,3}[.)])[ \t])/g;

// A sentence is looked at as far as this on either side, so that a text without full stops costs no more than its length.
const reach = 240;

/** The sentence around a place: to the next full stop, blank line or list mark. */
export function sentenceAt(text: string, at: number): { readonly start: number; readonly end: number } {
  const before = text.slice(Math.max(0, at - reach), at);
  const after = text.slice(at, at + reach);
  let opened = 0;
  for (const match of before.matchAll(boundary)) opened = match.index + match[0].length;
  const closed = after.search(boundary);
  return {
    start: at - before.length + opened,
    end: closed === -1 ? at + after.trimEnd().length : at + closed,
  };
}

const speaksOfAttacks =
  /\b(?:inject(?:ion|ed|s)?|attack(?:s|er|ers)?|jailbreak\w*|malicious|adversar\w+|untrusted|hostile|attempts?|attempting|tries|trying|detect\w*|flag(?:s|ged)?|example|examples|such as|e\.g|phrases?|patterns?|red flags?|refuse[sd]?|reject(?:s|ed)?|suspicious|exploit\w*|payloads?|threats?|scan(?:s|ner|ning)?|smuggl\w*|manipulat\w+|vulnerab\w+|leak(?:s|ed|age)|embedded|says?|saying|claims?|claiming|contains?|asks?|treat)\b|(?:示例|例如|攻击|注入)/i;
const forbids = /\b(?:never|do not|don'?t|must not|should not|cannot|can't|avoid|without|no|only)\b/i;

/** True where a place is shown, not said: quoted, in code, or in a sentence about attacks. */
export function isExample(prose: ProseText, start: number, end: number, isForbidding = false): boolean {
  const { text } = prose;
  if (prose.isCode(start) || isQuoted(text, start, end)) return true;
  const sentence = sentenceAt(text, start);
  const before = text.slice(sentence.start, start);
  // Words of an address say nothing about the sentence.
  const around = (before + text.slice(end, sentence.end)).replaceAll(/https?:\/\/\S+/g, "");
  if (speaksOfAttacks.test(around) || speaksOfAttacks.test(prose.heading(start))) return true;
  return !isForbidding && forbids.test(before.slice(-60));
}

const quotes: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["“", "”"],
  ["‘", "’"],
  ["«", "»"],
  ["「", "」"],
  ["『", "』"],
  [" '", "'"],
  ["`", "`"],
];

/** True where quotation marks stand around a place on its line, or the line is a quotation or a row of a table. */
function isQuoted(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - reach);
  const before = text.slice(from, start);
  const head = before.slice(before.lastIndexOf("\n") + 1);
  const tail = text.slice(end, end + reach).split("\n", 1)[0] ?? "";
  if (/^\s*[>|]/.test(head)) return true;
  return quotes.some(([open, close]) => {
    const opened =
      open === close ? countOf(head, open) % 2 === 1 : head.lastIndexOf(open) > head.lastIndexOf(close);
    return opened && tail.includes(close);
  });
}

function countOf(text: string, mark: string): number {
  return text.split(mark).length - 1;
}
