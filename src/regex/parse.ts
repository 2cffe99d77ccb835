import { repeatProduct } from "./product.ts";
import { classNode, readClass } from "./class.ts";
import { readCharacterEscape, sets } from "./escape.ts";
import type { Reader } from "./reader.ts";
import { isHalf, refuse, refuseHalf } from "./reader.ts";
import type { PatternNode, PatternTree, Problem } from "./tree.ts";

/** Reads a pattern of the subset; everything else is refused with the reason. Never throws. */
export function parsePattern(
  pattern: string,
): { readonly tree: PatternTree } | { readonly problem: Problem } {
  const flags = /^\(\?([a-zA-Z]+)\)/.exec(pattern);
  const letters = flags?.[1] ?? "";
  if (flags !== null && !["i", "m", "im", "mi"].includes(letters)) {
    const reason = `the flags \`${flags[0]}\` are not the same in every engine`;
    const help = letters.includes("s")
      ? "Use `(?i)`, `(?m)` or `(?im)`; `(?:.|\\n)` is every character."
      : "Use `(?i)`, `(?m)` or `(?im)`.";
    return { problem: { reason, help, start: 0, end: flags[0].length } };
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

/** Deeper nesting than anyone writes would only overflow the stack. */
const depthLimit = 50;

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
      if (isHalf(char)) refuseHalf(reader);
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
    else if (/^\(\?(?:P?<|')/.test(rest))
      refuse(reader, "named groups are not in every engine", at, end, "Write `(…)`.");
    else if (rest.startsWith("(?>"))
      refuse(
        reader,
        "atomic groups are not in every engine",
        at,
        end,
        "Write `(?:…)`: no pattern takes more than linear time.",
      );
    else if (rest.startsWith("(?#"))
      refuse(reader, "comments are not in every engine", at, end, "Remove it.");
    else if (/^\(\?(?:P[=>]|[(&R|0-9+])/.test(rest))
      refuse(reader, "references to groups cannot be matched in linear time", at, end);
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
    const help = possessive
      ? `Write \`${written}\`: no pattern takes more than linear time.`
      : "Put a group around the first: `(?:a+)*`.";
    refuse(reader, reason, at, end + 1, help);
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
