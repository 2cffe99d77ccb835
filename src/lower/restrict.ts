import type { DenyPattern, Restrict } from "../ir/skill.ts";
import type { MapNode, Node } from "../manifest/node.ts";
import { get } from "../manifest/node.ts";
import { lowerHint } from "./hint.ts";
import { hasKey, listAt, namesAt, scalarAt, textAt, wordAt } from "./parts.ts";

/** `interface.restrict`. A pattern without a regex is left out; its shape has been reported. */
export function lowerRestrict(map: MapNode | undefined): Restrict | undefined {
  if (map === undefined) return undefined;
  return {
    ceiling: lowerHint(get(map, "effect_ceiling")),
    allowTools: hasKey(map, "allow_tools") ? namesAt(map, "allow_tools") : undefined,
    denyPatterns: listAt(map, "deny_patterns").flatMap(lowerPattern),
    span: map.span,
  };
}

function lowerPattern(node: Node): DenyPattern[] {
  if (node.kind !== "map") return [];
  const regex = scalarAt(node, "regex");
  if (regex === undefined) return [];
  return [
    {
      regex: regex.text,
      // What is misspelt denies: the shape is reported, and the safer reading holds meanwhile.
      action: wordAt(node, "action", ["ask", "deny"], "deny"),
      tools: hasKey(node, "tools") ? namesAt(node, "tools") : undefined,
      field: textAt(node, "field"),
      span: regex.span,
      at: regex.at,
    },
  ];
}
