import type { Node, ScalarNode } from "../manifest/node.ts";
import type { Span } from "../report/source.ts";

/** One entry of `allowed-tools` as written: `Bash(git log:*)`. */
export interface Grant {
  /** `Bash` */
  readonly name: string;
  readonly nameSpan: Span;
  /** `git log:*`; absent without parentheses. */
  readonly pattern: string | undefined;
  readonly text: string;
  readonly span: Span;
  /** False where a parenthesis is opened and not closed, or closed and not opened. */
  readonly balanced: boolean;
}

/** The entries of `allowed-tools`: between them stand white space, commas, or the items of a list. */
export function grantList(node: Node | undefined): readonly Grant[] {
  if (node?.kind === "list") {
    return node.items.flatMap((item) => (item.kind === "scalar" ? grantsIn(item) : []));
  }
  return node?.kind === "scalar" && node.value !== null ? grantsIn(node) : [];
}

function grantsIn(node: ScalarNode): Grant[] {
  const { text } = node;
  const grants: Grant[] = [];
  for (let at = 0; at < text.length;) {
    if (isSeparator(text.charAt(at))) {
      at++;
      continue;
    }
    const end = endOfGrant(text, at);
    grants.push(grantAt(node, at, end));
    at = end;
  }
  return grants;
}

function isSeparator(char: string): boolean {
  return char === "," || /\s/.test(char);
}

/** Separators inside parentheses belong to the pattern. */
function endOfGrant(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "(") depth++;
    else if (char === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0 && isSeparator(char)) return at;
  }
  return text.length;
}

function grantAt({ text, at }: ScalarNode, start: number, end: number): Grant {
  const whole = text.slice(start, end);
  const open = whole.indexOf("(");
  const length = open === -1 ? whole.length : open;
  const closes = whole.endsWith(")");
  return {
    name: whole.slice(0, length),
    nameSpan: at(start, start + length),
    pattern: open === -1 ? undefined : whole.slice(open + 1, closes ? -1 : undefined),
    text: whole,
    span: at(start, end),
    balanced: isBalanced(whole),
  };
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "(") depth++;
    if (char === ")" && --depth < 0) return false;
  }
  return depth === 0;
}
