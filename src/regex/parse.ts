import { repeatProduct } from "./product.ts";
import type { PatternNode, PatternTree, Problem, Range } from "./tree.ts";

/** Reads a pattern of the subset; everything else is refused with the reason. Never throws. */
export function parsePattern(
  pattern: string,
): { readonly tree: PatternTree } | { readonly problem: Problem } {
  const flags = /^\(\?([a-zA-Z]+)\)/.exec(pattern);
  const letters = flags?.[1] ?? "";
  if (flags !== null && !["i", "m", "im", "mi"].includes(letters)) {
    const reason = `the flags \`${flags[0]}\` are not the same in every engine`;
    return { problem: { reason, help: "Use `(?i)`, `(?m)` or `(?im)`.", start: 0, end: flags[0].length } };
  }
  const reader: Reader = {
    pattern,
    at: flags?.[0].length ?? 0,
    depth: 0,
    ignoreCase: letters.includes("i"),
    problem: undefined,
  };
  const node = readAlternation(reader);
  if (reader.problem === undefined && reader.at < pattern.length) {
    refuse(reader, "a `)` closes nothing", reader.at, reader.at + 1, "Write `\\)` for the character.");
  }
  if (reader.problem === undefined && repeatProduct(node) > 1000) {
    refuse(
      reader,
      "its repetitions multiply to more than 1000",
      0,
      pattern.length,
      "Repeat less often, or use `*`.",
    );
  }
  if (reader.problem !== undefined) return { problem: reader.problem };
  return { tree: { node, ignoreCase: reader.ignoreCase, multiline: letters.includes("m") } };
}

interface Reader {
  readonly pattern: string;
  at: number;
  depth: number;
  readonly ignoreCase: boolean;
  problem: Problem | undefined;
}

/** Deeper nesting than anyone writes would only overflow the stack. */
const depthLimit = 50;

function refuse(reader: Reader, reason: string, start: number, end: number, help?: string): void {
  const limit = reader.pattern.length;
  reader.problem ??= {
    reason,
    start: Math.min(start, limit),
    end: Math.min(Math.max(end, start), limit),
    ...(help === undefined ? {} : { help }),
  };
}

function readAlternation(reader: Reader): PatternNode {
  const branches = [readSequence(reader)];
  while (reader.problem === undefined && reader.pattern[reader.at] === "|") {
    reader.at++;
    branches.push(readSequence(reader));
  }
  const [only] = branches;
  return branches.length === 1 && only !== undefined ? only : { kind: "alternation", branches };
}

function readSequence(reader: Reader): PatternNode {
  const parts: PatternNode[] = [];
  while (reader.problem === undefined) {
    const char = reader.pattern[reader.at];
    if (char === undefined || char === "|" || char === ")") break;
    const atom = readAtom(reader);
    if (reader.problem !== undefined) break;
    parts.push(readRepeat(reader, atom));
  }
  return { kind: "sequence", parts };
}

function readAtom(reader: Reader): PatternNode {
  const { pattern, at } = reader;
  const char = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
  switch (char) {
    case "(":
      return readGroup(reader);
    case "[":
      return readClass(reader);
    case ".":
      reader.at++;
      return { kind: "dot" };
    case "^":
    case "$":
      reader.at++;
      return { kind: char === "^" ? "start" : "end" };
    case "\\":
      return readEscape(reader);
    case "*":
    case "+":
    case "?":
      refuse(reader, `the \`${char}\` repeats nothing`, at, at + 1, `Write \`\\${char}\` for the character.`);
      return { kind: "dot" };
    case "{":
    case "}":
    case "]":
      refuse(
        reader,
        `an unescaped \`${char}\` is read differently by different engines`,
        at,
        at + 1,
        `Write \`\\${char}\`.`,
      );
      return { kind: "dot" };
    default:
      reader.at += char.length;
      return single(char, reader);
  }
}

function single(char: string, reader: Reader): PatternNode {
  return classNode([[char.codePointAt(0) ?? 0, char.codePointAt(0) ?? 0]], false, reader);
}

const lookAround = /^\(\?(?:<?[=!])/;

function readGroup(reader: Reader): PatternNode {
  const { pattern, at } = reader;
  const rest = pattern.slice(at);
  if (rest.startsWith("(?") && !rest.startsWith("(?:")) {
    const end = at + Math.max(3, rest.indexOf(")") + 1);
    if (lookAround.test(rest))
      refuse(reader, "look-around is not in every engine", at, end, "Match the surroundings themselves.");
    else if (/^\(\?P?<|^\(\?'/.test(rest))
      refuse(reader, "named groups are not in every engine", at, end, "Write `(…)`.");
    else if (rest.startsWith("(?>"))
      refuse(reader, "atomic groups are not in every engine", at, end, "Write `(?:…)`.");
    else
      refuse(
        reader,
        "flags may stand at the start only",
        at,
        end,
        "Begin the pattern with `(?i)`, `(?m)` or `(?im)`.",
      );
    return { kind: "dot" };
  }
  if (++reader.depth > depthLimit) {
    refuse(reader, "its groups are nested too deeply", at, at + 1);
    return { kind: "dot" };
  }
  reader.at += rest.startsWith("(?:") ? 3 : 1;
  const inner = readAlternation(reader);
  if (reader.problem === undefined && pattern[reader.at] !== ")") {
    refuse(reader, "a `(` is never closed", at, at + 1, "Add `)`, or write `\\(` for the character.");
  }
  reader.at++;
  reader.depth--;
  return { kind: "group", inner };
}

const quantifier = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})(\??)/y;

function readRepeat(reader: Reader, inner: PatternNode): PatternNode {
  const { pattern, at } = reader;
  quantifier.lastIndex = at;
  const match = quantifier.exec(pattern);
  if (match === null) {
    if (pattern[at] === "{") {
      const end = pattern.indexOf("}", at) + 1 || pattern.length;
      const open = /^\{,\d+\}/.test(pattern.slice(at));
      refuse(
        reader,
        open
          ? "`{,n}` is a repetition in Python only"
          : "an unescaped `{` is read differently by different engines",
        at,
        end,
        open ? "Write `{0,n}`." : "Write `\\{`.",
      );
    }
    return inner;
  }
  const written = match[0];
  reader.at += written.length;
  const [min, max] = countsOf(match);
  const end = reader.at;
  if (max < min)
    refuse(reader, "the repetition ends before it starts", at, end, "Write the smaller number first.");
  if (Math.max(min, max === Infinity ? 0 : max) > 1000)
    refuse(reader, "it repeats more than 1000 times", at, end);
  if (/[*+?{]/.test(pattern[end] ?? "")) {
    const possessive = pattern[end] === "+";
    const reason = possessive
      ? "possessive repetition is not in every engine"
      : "one repetition follows another";
    refuse(reader, reason, at, end + 1, "Put a group around the first: `(?:a+)*`.");
  }
  return { kind: "repeat", inner, min, max, written };
}

function countsOf(match: RegExpExecArray): readonly [number, number] {
  const [written, low, comma, high] = match;
  if (low !== undefined) {
    const min = Number(low);
    return [min, comma === undefined ? min : high === undefined || high === "" ? Infinity : Number(high)];
  }
  switch (written.charAt(0)) {
    case "*":
      return [0, Infinity];
    case "+":
      return [1, Infinity];
    default:
      return [0, 1];
  }
}

const sets: Readonly<Record<string, readonly Range[]>> = {
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

function readEscape(reader: Reader): PatternNode {
  const { pattern, at } = reader;
  const letter = pattern[at + 1] ?? "";
  const set = sets[letter.toLowerCase()];
  if (set !== undefined && letter !== "") {
    reader.at += 2;
    return { kind: "class", ranges: set, negated: letter !== letter.toLowerCase() };
  }
  if (letter === "b") {
    reader.at += 2;
    return { kind: "boundary" };
  }
  const code = readCharacterEscape(reader);
  return code === undefined ? { kind: "dot" } : classNode([[code, code]], false, reader);
}

/** `\n`, `\x41`, `\u0041`, `\.`; undefined where it is none of the subset, which has been reported. */
function readCharacterEscape(reader: Reader): number | undefined {
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
  if (/[1-9]/.test(letter)) return "back-references cannot be matched in linear time";
  if (letter === "B") return "`\\B` differs between engines";
  if (/[AZz]/.test(letter)) return `\`\\${letter}\` is not in every engine`;
  if (/[pP]/.test(letter)) return "Unicode properties are not in every engine";
  return `\`\\${letter}\` means something else in other engines`;
}

function escapeHelp(letter: string): string | undefined {
  if (letter === "A") return "Write `^`.";
  if (/[Zz]/.test(letter)) return "Write `$`, which is the very end of the text.";
  if (/[pP]/.test(letter)) return "List the characters in a class: `[a-zé]`.";
  return /[a-zA-Z]/.test(letter)
    ? `Write \`${letter}\` for the letter.`
    : `Write \`${letter}\` without the backslash.`;
}

function readClass(reader: Reader): PatternNode {
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
function classNode(ranges: readonly Range[], negated: boolean, reader: Reader): PatternNode {
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
