import type { PatternNode, PatternTree, Problem } from "./tree.ts";
import { parsePattern } from "./parse.ts";

/** The longest pattern that a guard or a deny pattern may have, in characters. */
const patternLimit = 256;

/**
 * What keeps a pattern out of the portable subset: the constructs that Python, JavaScript, RE2 and the host of a guard
 * all read alike. Undefined: nothing.
 */
export function checkPattern(pattern: string): { readonly problem: Problem | undefined } {
  if ([...pattern].length > patternLimit) {
    const reason = `it has more than ${patternLimit} characters`;
    return { problem: { reason, start: 0, end: pattern.length } };
  }
  const parsed = parsePattern(pattern);
  return { problem: "problem" in parsed ? parsed.problem : undefined };
}

/** The same pattern for Python's `re`, compiled with `re.ASCII`; the prefix flags are written out. */
export function toPython(pattern: string): string {
  return rewrite(pattern, {
    dot: "[^\\n]",
    lineStart: "(?<![^\\n])",
    lineEnd: "(?![^\\n])",
    textStart: "\\A",
    textEnd: "\\Z",
    boundary: "\\b",
  });
}

/** The same pattern for a JavaScript RegExp with the flag `u`. */
export function toJavaScript(pattern: string): string {
  return rewrite(pattern, {
    dot: "[^\\n]",
    // A lookbehind with a consumed alternative, since V8 finds `(?<![^\n])` true inside a surrogate pair.
    lineStart: "(?<=^|\\n)",
    lineEnd: "(?=\\n|$)",
    textStart: "^",
    textEnd: "$",
    boundary: "\\b",
  });
}

/** The same pattern for RE2 and its ports. */
export function toRe2(pattern: string): string {
  return rewrite(pattern, {
    dot: "[^\\n]",
    lineStart: "(?m:^)",
    lineEnd: "(?m:$)",
    textStart: "\\A",
    textEnd: "\\z",
    boundary: "\\b",
  });
}

/** How one engine writes what the engines disagree about. */
interface Dialect {
  readonly dot: string;
  readonly lineStart: string;
  readonly lineEnd: string;
  readonly textStart: string;
  readonly textEnd: string;
  readonly boundary: string;
}

function rewrite(pattern: string, dialect: Dialect): string {
  const parsed = parsePattern(pattern);
  if ("problem" in parsed) throw new Error(`skillc: a pattern outside the subset was rewritten: ${pattern}`);
  return write(parsed.tree.node, parsed.tree, dialect);
}

function write(node: PatternNode, tree: PatternTree, dialect: Dialect): string {
  switch (node.kind) {
    case "alternation":
      return node.branches.map((branch) => write(branch, tree, dialect)).join("|");
    case "sequence":
      return node.parts.map((part) => write(part, tree, dialect)).join("");
    case "group":
      return `(?:${write(node.inner, tree, dialect)})`;
    case "repeat": {
      const inner = write(node.inner, tree, dialect);
      // An assertion may not be repeated in every engine; inside a group it may.
      return `${needsGroup(node.inner) ? `(?:${inner})` : inner}${node.written}`;
    }
    case "dot":
      return dialect.dot;
    case "start":
      return tree.multiline ? dialect.lineStart : dialect.textStart;
    case "end":
      return tree.multiline ? dialect.lineEnd : dialect.textEnd;
    case "boundary":
      return dialect.boundary;
    case "class":
      return writeClass(node.ranges, node.negated);
  }
}

function needsGroup(node: PatternNode): boolean {
  return node.kind === "start" || node.kind === "end" || node.kind === "boundary";
}

function writeClass(ranges: readonly (readonly [number, number])[], negated: boolean): string {
  const [only] = ranges;
  if (!negated && ranges.length === 1 && only !== undefined && only[0] === only[1]) return literal(only[0]);
  return `[${negated ? "^" : ""}${ranges.map(([low, high]) => (low === high ? literal(low) : `${literal(low)}-${literal(high)}`)).join("")}]`;
}

/** A character that every engine reads as itself, in a class and outside. */
function literal(code: number): string {
  const char = String.fromCodePoint(code);
  if (/^[A-Za-z0-9_ ]$/.test(char)) return char;
  if (code < 0x80) {
    if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, "0")}`;
    // JavaScript's flag u allows escapes of syntax characters only.
    return /^[$()*+./?[\\\]^{|}-]$/.test(char) && char !== "-" ? `\\${char}` : char === "-" ? "\\x2d" : char;
  }
  return char;
}
