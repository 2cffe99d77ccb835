import type { NameUse } from "../ir/skill.ts";
import type { Node, ScalarNode } from "../manifest/node.ts";

/**
 * The tools that `allowed-tools` names: `Bash(git log:*) Read`, with commas, or as a list. The pattern in parentheses
 * narrows the grant and is no part of the name.
 */
export function lowerGrants(node: Node | undefined): readonly NameUse[] | undefined {
  if (node === undefined) return undefined;
  if (node.kind === "list") return node.items.flatMap((item) => (item.kind === "scalar" ? split(item) : []));
  return node.kind === "scalar" && node.value !== null ? split(node) : undefined;
}

// Names of MCP tools hold colons, dots and slashes.
const name = /[^\s,()]+/y;

function split({ text, at }: ScalarNode): NameUse[] {
  const uses: NameUse[] = [];
  for (let from = 0; from < text.length; from++) {
    name.lastIndex = from;
    const found = name.exec(text)?.[0];
    if (found !== undefined) {
      uses.push({ name: found, span: at(from, from + found.length) });
      from += found.length;
    }
    if (text[from] === "(") from = endOfPattern(text, from);
  }
  return uses;
}

/** The last character of a pattern: the parenthesis that closes the first, others inside passed over. */
function endOfPattern(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at;
  }
  return text.length;
}
