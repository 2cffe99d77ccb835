import { readCharacterEscape, sets } from "./escape.ts";
import type { Reader } from "./reader.ts";
import { refuse } from "./reader.ts";
import type { PatternNode, Range } from "./tree.ts";

/** `[…]`, with its ranges written out. */
export function readClass(reader: Reader): PatternNode {
  const { pattern, at: open } = reader;
  reader.at++;
  const negated = pattern[reader.at] === "^";
  if (negated) reader.at++;
  const ranges: Range[] = [];
  if (pattern[reader.at] === "]") {
    refuse(
      reader,
      "a `]` as the first of a class is read differently by different engines",
      reader.at,
      reader.at + 1,
      "Write `\\]`.",
    );
  }
  while (reader.problem === undefined && pattern[reader.at] !== "]") {
    if (reader.at >= pattern.length) {
      refuse(reader, "a `[` is never closed", open, open + 1, "Add `]`, or write `\\[` for the character.");
      break;
    }
    ranges.push(...readClassItem(reader));
  }
  reader.at++;
  return classNode(ranges, negated, reader);
}

function readClassItem(reader: Reader): readonly Range[] {
  const start = reader.at;
  const low = readClassCharacter(reader);
  if (typeof low !== "number") return low ?? [];
  if (reader.pattern[reader.at] !== "-" || [undefined, "]"].includes(reader.pattern[reader.at + 1]))
    return [[low, low]];
  reader.at++;
  const high = readClassCharacter(reader);
  if (typeof high !== "number" || high < low) {
    refuse(
      reader,
      "the range of the class does not go upwards",
      start,
      reader.at,
      "Write the lower character first.",
    );
    return [];
  }
  return [[low, high]];
}

/** A character, the ranges of a set, or undefined where it was refused. */
function readClassCharacter(reader: Reader): number | readonly Range[] | undefined {
  const { pattern, at } = reader;
  const char = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
  if (char === "[") {
    refuse(
      reader,
      "an unescaped `[` in a class is read differently by different engines",
      at,
      at + 1,
      "Write `\\[`.",
    );
    return undefined;
  }
  if (/^(?:&&|--|\|\||~~)/.test(pattern.slice(at))) {
    refuse(
      reader,
      "a doubled punctuation mark in a class is a set operation in some engines",
      at,
      at + 2,
      "Write it once.",
    );
    return undefined;
  }
  if (char !== "\\") {
    reader.at += char.length;
    return char.codePointAt(0) ?? 0;
  }
  const letter = pattern[at + 1] ?? "";
  if (sets[letter] !== undefined) {
    reader.at += 2;
    return sets[letter];
  }
  if (letter === "b") {
    refuse(reader, "`\\b` in a class is a backspace", at, at + 2, "Write `\\x08`.");
    return undefined;
  }
  if (sets[letter.toLowerCase()] !== undefined) {
    refuse(
      reader,
      `\`\\${letter}\` in a class is read differently by different engines`,
      at,
      at + 2,
      `Use \`[^\\${letter.toLowerCase()}]\`.`,
    );
    return undefined;
  }
  return readCharacterEscape(reader);
}

/** A class; with the flag i, ASCII letters stand for both cases. */
export function classNode(ranges: readonly Range[], negated: boolean, reader: Reader): PatternNode {
  return { kind: "class", ranges: reader.ignoreCase ? ranges.flatMap(bothCases) : ranges, negated };
}

function bothCases(range: Range): readonly Range[] {
  const [low, high] = range;
  const shifted = (from: number, to: number, by: number): readonly Range[] => {
    const start = Math.max(low, from);
    const end = Math.min(high, to);
    return start > end ? [] : [[start + by, end + by]];
  };
  return [range, ...shifted(0x41, 0x5a, 0x20), ...shifted(0x61, 0x7a, -0x20)];
}
