import { firstText } from "../regex/language.ts";
import { anyCharacter, fromEcma, occursIn } from "./ecma.ts";
import type { Found, Signed } from "./found.ts";
import { empty, unknown } from "./found.ts";
import { lengthOf } from "./value.ts";

// Longer texts are not written out as witnesses.
const longest = 100_000;
// Lengths that the automata count; their states grow with them.
const mostCounted = 400;
// Texts that the automata leave out one by one.
const mostExcluded = 40;

/** A text that keeps all conditions and is none of those excluded. */
export function findText(conditions: readonly Signed[], excluded: readonly string[]): Found {
  let [least, most] = [0, Number.POSITIVE_INFINITY];
  for (const { literal, positive } of conditions) {
    if (literal.op !== "size") continue;
    if (positive) least = Math.max(least, literal.least);
    else most = Math.min(most, literal.least - 1);
  }
  if (least > most) return empty;
  const patterns = conditions.flatMap(({ literal, positive }) =>
    literal.op === "pattern" ? [{ pattern: literal.pattern, positive }] : [],
  );
  if (patterns.length === 0) return findPlain(least, most, new Set(excluded));
  const fits = (text: string): boolean =>
    lengthOf(text) >= least &&
    lengthOf(text) <= most &&
    patterns.every(({ pattern, positive }) => occursIn(pattern)(text) === positive);
  return findMatching(patterns, least, most, excluded.filter(fits));
}

function findPlain(least: number, most: number, excluded: ReadonlySet<string>): Found {
  if (least > longest) return unknown(`texts of more than ${longest} characters are not built`);
  if (least === 0 && !excluded.has("")) return { kind: "value", value: "" };
  if (most === 0) return empty;
  const start = "a".repeat(Math.max(0, least - 1));
  for (let i = 0; i <= excluded.size; i++) {
    const text = start + String.fromCodePoint(97 + i < 0xd800 ? 97 + i : 0x10000 + i);
    if (!excluded.has(text)) return { kind: "value", value: text };
  }
  return unknown("too many texts are excluded");
}

function findMatching(
  patterns: readonly { readonly pattern: string; readonly positive: boolean }[],
  shortest: number,
  most: number,
  excluded: readonly string[],
): Found {
  const many = excluded.length > mostExcluded;
  // A text that is longer than all of them is none of them.
  const least = many
    ? Math.max(shortest, 1 + excluded.reduce((length, text) => Math.max(length, lengthOf(text)), 0))
    : shortest;
  const found = findBetween(patterns, least, most, many ? [] : excluded);
  return many && found.kind === "empty" ? unknown(`more than ${mostExcluded} texts beside a pattern`) : found;
}

function findBetween(
  patterns: readonly { readonly pattern: string; readonly positive: boolean }[],
  least: number,
  most: number,
  excluded: readonly string[],
): Found {
  const asked = patterns.map(({ pattern, positive }) => ({ pattern: fromEcma(pattern), positive }));
  for (const text of excluded) asked.push({ pattern: `^${escaped(text)}$`, positive: false });
  const found = ask(asked);
  // Without the lengths it is cheaper, and often settles it.
  if (found.kind === "empty") return found;
  const length = found.kind === "value" ? lengthOf(String(found.value)) : -1;
  if (found.kind === "value" && length >= least && length <= most) return found;
  if (length > most) return empty;
  const counted = most === Number.POSITIVE_INFINITY ? least : most;
  if (counted > mostCounted)
    return unknown(`lengths of more than ${mostCounted} beside a pattern are not counted`);
  const bound = most === Number.POSITIVE_INFINITY ? "" : String(most);
  return ask([...asked, { pattern: `^${anyCharacter}{${least},${bound}}$`, positive: true }]);
}

function ask(asked: readonly { readonly pattern: string; readonly positive: boolean }[]): Found {
  const found = firstText(
    asked.map(({ pattern }) => pattern),
    (inside) => inside.every((one, i) => one === asked[i]?.positive),
  );
  if (found === "unknown") return unknown("the automata of the patterns grow too large");
  return found.text === undefined ? empty : { kind: "value", value: found.text };
}

function escaped(text: string): string {
  return [...text]
    .map((char) => {
      if (/[A-Za-z0-9]/.test(char)) return char;
      const code = char.charCodeAt(0);
      if (code < 0x80) return `\\x${code.toString(16).padStart(2, "0")}`;
      return char.length === 1 ? `\\u${code.toString(16).padStart(4, "0")}` : char;
    })
    .join("");
}
