import type { Reader } from "./reader.ts";
import { refuse } from "./reader.ts";
import type { Range } from "./tree.ts";

/** `\d`, `\w` and `\s`: ASCII, by their lower-case letter. */
export const sets: Readonly<Record<string, readonly Range[]>> = {
  d: [[0x30, 0x39]],
  w: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
  // Tab, line feed, vertical tab, form feed, carriage return, space.
  s: [
    [0x09, 0x0d],
    [0x20, 0x20],
  ],
};
const controls: Readonly<Record<string, number>> = { n: 0x0a, t: 0x09, r: 0x0d, f: 0x0c, v: 0x0b, "0": 0 };

/** `\n`, `\x41`, `\u0041`, `\.`; undefined where it is none of the subset, which has been reported. */
export function readCharacterEscape(reader: Reader): number | undefined {
  const { pattern, at } = reader;
  const letter = String.fromCodePoint(pattern.codePointAt(at + 1) ?? 0);
  if (at + 1 >= pattern.length) {
    refuse(reader, "it ends with a single backslash", at, at + 1, "Write `\\\\` for the character.");
    return undefined;
  }
  const hex = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))/.exec(pattern.slice(at, at + 6));
  if (hex !== null) {
    const code = Number.parseInt(hex[1] ?? hex[2] ?? "0", 16);
    reader.at += hex[0].length;
    if (code < 0xd800 || code > 0xdfff) return code;
    refuse(reader, "half of a surrogate pair is no character", at, reader.at, "Write the character itself.");
    return undefined;
  }
  if (letter === "0" && /\d/.test(pattern[at + 2] ?? "")) {
    refuse(reader, "octal escapes are read differently by different engines", at, at + 3, "Write `\\x00`.");
    return undefined;
  }
  const control = controls[letter];
  if (control !== undefined) {
    reader.at += 2;
    return control;
  }
  if (/^[!-/:-@[-`{-~ ]$/.test(letter)) {
    reader.at += 2;
    return letter.charCodeAt(0);
  }
  refuse(reader, escapeReason(letter), at, at + 1 + letter.length, escapeHelp(letter));
  return undefined;
}

function escapeReason(letter: string): string {
  if (/[1-9kg]/.test(letter)) return "back-references cannot be matched in linear time";
  if (/[xu]/.test(letter))
    return `\`\\${letter}\` takes exactly ${letter === "x" ? "two" : "four"} hexadecimal digits`;
  if (letter === "B") return "`\\B` differs between engines";
  if (/[AZz]/.test(letter)) return `\`\\${letter}\` is not in every engine`;
  if (/[pP]/.test(letter)) return "Unicode properties are not in every engine";
  return `\`\\${letter}\` means something else in other engines`;
}

/** What says the same in the subset, or comes near. */
const equivalents: Readonly<Record<string, string>> = {
  A: "Write `^` without `(?m)`.",
  B: "Write the characters on both sides: `\\w` where a word goes on.",
  G: "Write `^`.",
  H: "Write `[^ \\t]`.",
  N: "Write `.`.",
  P: "List the characters in a class: `[^a-zé]`.",
  R: "Write `\\r?\\n`.",
  U: "Write the character itself.",
  X: "Write `(?:.|\\n)`.",
  Z: "Write `$` without `(?m)`, which is the very end of the text.",
  a: "Write `\\x07`.",
  e: "Write `\\x1b`.",
  h: "Write `[ \\t]`.",
  p: "List the characters in a class: `[a-zé]`.",
  u: "Write the character itself.",
  x: "Write two digits, `\\x41`, or the character itself.",
  z: "Write `$` without `(?m)`, which is the very end of the text.",
};

function escapeHelp(letter: string): string | undefined {
  const known = equivalents[letter];
  if (known !== undefined) return known;
  if (/[1-9kg]/.test(letter)) return undefined;
  return /[a-zA-Z]/.test(letter)
    ? `Write \`${letter}\` for the letter.`
    : `Write \`${letter}\` without the backslash.`;
}
