import type { EffectHint } from "../ir/skill.ts";
import { levels } from "../ir/effect.ts";
import type { Node } from "../manifest/node.ts";
import { namesAt } from "./parts.ts";

/** An effect as a manifest writes it: a level, or `{llm: […], io: […], state: […]}`. */
export function lowerHint(node: Node | undefined): EffectHint | undefined {
  if (node === undefined || (node.kind === "scalar" && node.value === null)) return undefined;
  const { span } = node;
  switch (node.kind) {
    case "scalar": {
      const level = levels.find((name) => name === node.text);
      return level === undefined
        ? { kind: "invalid", written: node.text, span }
        : { kind: "level", level, span };
    }
    case "map": {
      const record = { llm: namesAt(node, "llm"), io: namesAt(node, "io"), state: namesAt(node, "state") };
      const stranger = node.entries.find(({ key }) => !Object.hasOwn(record, key.text));
      if (stranger !== undefined)
        return { kind: "invalid", written: stranger.key.text, span: stranger.key.span };
      return { kind: "record", ...record, span };
    }
    case "list":
      return { kind: "invalid", written: "a list", span };
  }
}
