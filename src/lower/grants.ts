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

// A name, then perhaps a pattern. Names of MCP tools hold colons, dots and slashes.
const grant = /([^\s,()]+)(?:\([^)]*\)?)?/g;

function split(node: ScalarNode): NameUse[] {
  return [...node.text.matchAll(grant)].map((match) => {
    const name = match[1] ?? "";
    return { name, span: node.at(match.index, match.index + name.length) };
  });
}
