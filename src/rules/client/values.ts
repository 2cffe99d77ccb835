import type { Node, ScalarNode } from "../../manifest/node.ts";
import { nearest } from "../../report/near.ts";

/** What is wrong with a value: completes “`key` …”. `write` is a value that can be pasted. */
export interface Flaw {
  readonly flaw: string;
  readonly write?: string | undefined;
  /** The part that is wrong, where it is not the whole value. */
  readonly at?: Node | undefined;
  /** The whole value in quotes is what was meant. */
  readonly quote?: boolean;
}

/** Looks at the value of one key that a client reads. */
export type ValueCheck = (value: Node) => Flaw | undefined;

/** One of the words that the client knows. */
export function oneOf(client: string, words: readonly string[]): ValueCheck {
  return (value) => {
    if (value.kind !== "scalar") return { flaw: `is ${form(value)}, and ${client} reads one word` };
    if (words.includes(value.text)) return undefined;
    const near = nearest(value.text, words);
    const list = words.map((word) => `\`${word}\``).join(", ");
    return {
      flaw: `is \`${value.text}\`, and ${client} knows ${words.length === 1 ? "only " : ""}${list}`,
      write: near ?? (words.length === 1 ? words[0] : undefined),
    };
  };
}

// Models that Claude Code takes by a short name, as its documentation lists them.
const aliases = ["default", "best", "sonnet", "opus", "haiku", "opusplan", "inherit"];
const otherVendors = /^(?:gpt-|o[134](?:-|$)|gemini|grok|llama|deepseek|qwen|mistral|codex)/i;

/** An alias, or the full name of a Claude model as one of its hosts writes it. */
export const model: ValueCheck = (value) => {
  if (value.kind !== "scalar") return { flaw: `is ${form(value)}, and Claude Code reads one name` };
  const name = value.text.replace(/\[1m\]$/, "");
  if (name === "" || aliases.includes(name) || /claude|^arn:/i.test(name)) return undefined;
  const near = name.length >= 4 ? nearest(name, aliases) : undefined;
  if (near !== undefined) return { flaw: `is \`${value.text}\`, which names no model`, write: near };
  return otherVendors.test(name)
    ? {
        flaw: `is \`${value.text}\`, and the one client that reads the key here, Claude Code, runs Claude models`,
        write: "inherit",
      }
    : undefined;
};

/** Text, no longer than a client allows. */
export function textUpTo(client: string, longest: number): ValueCheck {
  return (value) => {
    if (value.kind !== "scalar") {
      return { flaw: `is ${form(value)}, and clients that read it expect a text`, quote: true };
    }
    if (typeof value.value !== "string") {
      return value.value === null
        ? undefined
        : { flaw: `is ${form(value)}, and clients that read it expect a text`, quote: true };
    }
    return value.text.length > longest
      ? {
          flaw: `has ${value.text.length} characters, and ${client} refuses a skill with more than ${longest}`,
        }
      : undefined;
  };
}

/** A text, or a list of texts. */
export const texts: ValueCheck = (value) => {
  if (value.kind === "map") return { flaw: "is a mapping; it has to be a text or a list of texts" };
  const wrong = (value.kind === "list" ? value.items : [value]).find((item) => !isText(item));
  return wrong === undefined
    ? undefined
    : { flaw: `holds ${form(wrong)}; it has to be a text or a list of texts`, at: wrong };
};

export function isText(node: Node): node is ScalarNode {
  return node.kind === "scalar" && (typeof node.value === "string" || node.value === null);
}

/** A value in words. */
export function form(node: Node): string {
  if (node.kind === "map") return "a mapping";
  if (node.kind === "list") return "a list";
  return typeof node.value === "number"
    ? `the number \`${node.text}\``
    : typeof node.value === "boolean"
      ? `the truth value \`${node.text}\``
      : "a text";
}
