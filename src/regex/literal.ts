import type { PatternNode } from "./tree.ts";

/** The text that a pattern is; undefined where it is more than one text, or asks where it stands. */
export function wholeText(node: PatternNode): string | undefined {
  switch (node.kind) {
    case "class":
      return characterOf(node);
    case "group":
      return wholeText(node.inner);
    case "sequence": {
      const parts = node.parts.map(wholeText);
      return parts.includes(undefined) ? undefined : parts.join("");
    }
    case "repeat": {
      const inner = node.min === node.max ? wholeText(node.inner) : undefined;
      return inner?.repeat(node.min);
    }
    case "alternation":
    case "dot":
    case "start":
    case "end":
    case "boundary":
      return undefined;
  }
}

function characterOf({ ranges, negated }: Extract<PatternNode, { kind: "class" }>): string | undefined {
  const [only] = ranges;
  return !negated && ranges.length === 1 && only !== undefined && only[0] === only[1]
    ? String.fromCodePoint(only[0])
    : undefined;
}

/** The longest text found that every match contains; empty where none is. */
export function requiredText(node: PatternNode): string {
  const run = { longest: "", current: "" };
  collect(node, run);
  close(run);
  return run.longest;
}

interface Run {
  longest: string;
  /** The text that ends where the reading stands. */
  current: string;
}

function close(run: Run): void {
  if (run.current.length > run.longest.length) run.longest = run.current;
  run.current = "";
}

function collect(node: PatternNode, run: Run): void {
  const text = wholeText(node);
  if (text !== undefined) {
    run.current += text;
    return;
  }
  switch (node.kind) {
    case "sequence":
      for (const part of node.parts) collect(part, run);
      return;
    case "group":
      collect(node.inner, run);
      return;
    case "start":
    case "end":
    case "boundary":
      // Takes no character, so the text goes on behind it.
      return;
    case "repeat":
      close(run);
      if (node.min > 0) {
        collect(node.inner, run);
        close(run);
      }
      return;
    case "alternation":
    case "class":
    case "dot":
      close(run);
  }
}

/** A pattern that finds exactly this text. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
