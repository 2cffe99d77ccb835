import { readCharacterEscape, sets } from "./escape.ts";
import type { Reader } from "./reader.ts";
import { isHalf, refuse, refuseHalf } from "./reader.ts";
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
  const isRange =
    reader.pattern[reader.at] === "-" && ![undefined, "]"].includes(reader.pattern[reader.at + 1]);
  if (!isRange || low === undefined) return typeof low === "number" ? [[low, low]] : (low ?? []);
  reader.at++;
  const high = readClassCharacter(reader);
  if (high === undefined) return [];
  if (typeof low !== "number" || typeof high !== "number") {
    refuse(reader, "a range cannot begin or end with a set", start, reader.at, "Put the `-` last: `[\\w-]`.");
    return [];
  }
  if (high < low) {
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
    refuseBracket(reader);
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
    if (isHalf(char)) refuseHalf(reader);
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
      setHelp(letter),
    );
    return undefined;
  }
  return readCharacterEscape(reader);
}

function setHelp(letter: string): string {
  const small = letter.toLowerCase();
  return `Write \`[^\\${small}]\` or \`\\${letter}\` outside the class; \`(?:.|\\n)\` is every character.`;
}

const posixClasses: Readonly<Record<string, string>> = {
  alnum: "A-Za-z0-9",
  alpha: "A-Za-z",
  blank: " \\t",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "\\d",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: "!-/:-@\\[-`{-~",
  space: "\\s",
  upper: "A-Z",
  word: "\\w",
  xdigit: "0-9A-Fa-f",
};

function refuseBracket(reader: Reader): void {
  const { pattern, at } = reader;
  const [whole = "[", name = ""] = /^\[:([a-z]+):\]/.exec(pattern.slice(at, at + 16)) ?? [];
  const members = Object.hasOwn(posixClasses, name) ? posixClasses[name] : undefined;
  if (members === undefined) {
    const reason = "an unescaped `[` in a class is read differently by different engines";
    refuse(reader, reason, at, at + 1, "Write `\\[`.");
    return;
  }
  refuse(reader, "POSIX classes are not in every engine", at, at + whole.length, `Write \`${members}\`.`);
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
