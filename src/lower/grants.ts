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

/**
 * The same grants in the form of the specification: one text, separated by spaces, patterns kept. Undefined: the value is
 * neither a text nor a list of texts.
 */
export function grantsText(node: Node): string | undefined {
  const items = node.kind === "list" ? node.items : [node];
  const texts = items.flatMap((item) => (item.kind === "scalar" && item.value !== null ? item.text : []));
  const isText = node.kind === "list" ? texts.length === items.length : texts.length === 1;
  return isText ? texts.flatMap(grantsOf).join(" ") : undefined;
}

function grantsOf(text: string): readonly string[] {
  const grants: string[] = [];
  let grant = "";
  for (let from = 0; from < text.length; from++) {
    const char = text.charAt(from);
    if (char === "(") {
      const end = endOfPattern(text, from);
      grant += text.slice(from, end + 1);
      from = end;
    } else if (!/[\s,]/.test(char)) grant += char;
    else {
      if (grant !== "") grants.push(grant);
      grant = "";
    }
  }
  return grant === "" ? grants : [...grants, grant];
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
