import { yamlString } from "../language/yaml.ts";
import type { Fix } from "../report/diagnostic.ts";
import { span } from "../report/source.ts";
import type { ListNode, Node } from "./node.ts";

/** Writes what was meant as text as text: a number or a word in quotes, as it is written; the items of a list in a row. */
export function writtenAsText(node: Node, key: string): Fix | undefined {
  if (node.kind === "list") return joined(node, key);
  if (node.kind === "map" || node.style !== "plain" || node.value === null || node.text === "")
    return undefined;
  return {
    title: "Put the value in quotes",
    // A reader may have made `1.1` of `1.10`, and reads another text afterwards.
    safety: String(node.value) === node.text ? "safe" : "unsafe",
    edits: [{ span: node.span, replacement: yamlString(node.text) }],
  };
}

function joined({ items, span: at }: ListNode, key: string): Fix | undefined {
  const texts = items.flatMap((item) => (item.kind === "scalar" ? [item.text.trim()] : []));
  const { text } = at.file;
  const source = text.slice(at.start, at.end).trimEnd();
  // A name is one word, or a placeholder in brackets; a comment would be lost.
  if (key === "name" || source.includes("#")) return undefined;
  if (texts.length < items.length || texts.join("") === "") return undefined;
  const sentences = texts.every((one) => /[.!?]$/.test(one));
  const value = yamlString(texts.join(sentences ? " " : ", "));
  const before = text.slice(0, at.start).trimEnd();
  // The text stands on the line of its key, where readers that go line by line see it.
  const start = before.endsWith(":") ? before.length : at.start;
  return {
    title: "Join the items to one text",
    safety: "unsafe",
    edits: [
      {
        span: span(at.file, start, at.start + source.length),
        replacement: start === at.start ? value : ` ${value}`,
      },
    ],
  };
}
