import { compilePattern } from "../regex/engine.ts";
import { checkPattern } from "../regex/pattern.ts";

// White space and line ends of ECMA-262, as the ranges of a class.
const space = String.raw`\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;
const lineEnds = String.raw`\n\r\u2028\u2029`;

/** Any character at all, as authors write it, and in the subset. */
const everything = /^\[(?:\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w|\^)\]/;
export const anyCharacter = "(?:a|[^a])";

/**
 * A pattern of JSON Schema, whose dialect is ECMA-262, in the subset that the automata read, where `.` and `\s` mean
 * less. What is in neither stays as it is, and is refused by `patternProblem`.
 */
export function fromEcma(pattern: string): string {
  let inClass = false;
  let written = "";
  for (let at = 0; at < pattern.length;) {
    const all = inClass ? null : everything.exec(pattern.slice(at, at + 7));
    const taken = all?.[0] ?? (pattern[at] === "\\" ? pattern.slice(at, at + 2) : (pattern[at] ?? ""));
    at += taken.length;
    if (taken === "[") inClass = true;
    else if (taken === "]") inClass = false;
    written += all === null ? translated(taken, inClass) : anyCharacter;
  }
  return written;
}

function translated(token: string, inClass: boolean): string {
  if (token === String.raw`\s`) return inClass ? space : `[${space}]`;
  if (inClass) return token;
  if (token === String.raw`\S`) return `[^${space}]`;
  return token === "." ? `[^${lineEnds}]` : token;
}

/** Why the automata do not decide a pattern, if they do not. */
export function patternProblem(pattern: string): string | undefined {
  const reason =
    pattern.startsWith("(?i") || pattern.startsWith("(?m")
      ? "ECMA-262 has no flags inside a pattern"
      : checkPattern(fromEcma(pattern)).problem?.reason;
  return reason === undefined ? undefined : `the pattern \`${pattern}\` is not decided: ${reason}`;
}

// The same few patterns are asked for many names.
const compiled = new Map<string, (text: string) => boolean>();
const mostCompiled = 200;

/** Whether a pattern of the subset occurs in a text, in linear time. */
export function occursIn(pattern: string): (text: string) => boolean {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (compiled.size >= mostCompiled) compiled.clear();
  const search = compilePattern(fromEcma(pattern));
  compiled.set(pattern, search);
  return search;
}
