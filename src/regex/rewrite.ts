import type { PatternNode, PatternTree } from "./tree.ts";

/** How one engine writes what the engines disagree about. */
export interface Dialect {
  readonly dot: string;
  readonly lineStart: string;
  readonly lineEnd: string;
  readonly textStart: string;
  readonly textEnd: string;
  readonly boundary: string;
}

/** A pattern in the words of one engine, its prefix flags written out. */
export function writePattern(tree: PatternTree, dialect: Dialect): string {
  return write(tree.node, tree, dialect);
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
