import { grayMatterFence, openClawFence, patternFence } from "./fence.ts";
import { loadingOf } from "./loading.ts";
import type { Loader, Loading } from "./loading.ts";
import { jsYaml3, jsYaml4, withMaps } from "./yaml/jsyaml.ts";
import { readGuarded } from "./yaml/reading.ts";
import type { Reading } from "./yaml/reading.ts";
import { yaml2 } from "./yaml/yaml2.ts";

const geminiFence = patternFence(/^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n([\s\S]*))?/);

/** Gemini CLI: js-yaml, and lines where that throws or the two fields are no text. */
export function geminiLoader(text: string): Loading {
  const front = geminiFence(text);
  if (front.kind === "none") return front;
  const first = loadingOf(front, jsYaml4(front.text), "refused");
  const { fields } = first.kind === "fields" ? first : { fields: new Map<unknown, unknown>() };
  if (typeof fields.get("name") === "string" && typeof fields.get("description") === "string") return first;
  const lines = nameAndDescription(front.text);
  if (lines.size === 2) {
    return { kind: "fields", fields: lines, body: front.body, front: front.text, lenient: true };
  }
  const reason = first.kind === "refused" ? first.reason : "The name or the description is missing.";
  return { kind: "refused", reason, front: front.text, body: front.body };
}

/** Any line that starts with `name:` or `description:`, however deep; indented lines go on with a description. */
function nameAndDescription(front: string): Map<unknown, unknown> {
  const found = new Map<unknown, unknown>();
  const lines = front.split(/\r?\n/);
  for (let i = 0; i < lines.length; i++) {
    const name = /^\s*name:\s*(.*)$/.exec(lines[i] ?? "");
    const description = /^\s*description:\s*(.*)$/.exec(lines[i] ?? "");
    if (name !== null) found.set("name", (name[1] ?? "").trim());
    else if (description !== null) {
      const parts = [(description[1] ?? "").trim()];
      for (; /^[ \t]+\S/.test(lines[i + 1] ?? ""); i++) parts.push((lines[i + 1] ?? "").trim());
      found.set("description", parts.filter((part) => part !== "").join(" "));
    }
  }
  return found;
}

/** gray-matter 4 with its own engines. Front matter in JavaScript would be run, which a model does not do. */
export function grayMatterLoader(text: string): Loading {
  const front = grayMatterFence(text);
  if (front.kind === "none") return front;
  return loadingOf(front, engine(front.language ?? "yaml", front.text), "none");
}

function engine(language: string, text: string): Reading {
  const name = language.toLowerCase();
  if (name === "yaml" || name === "yml") return jsYaml3(text);
  if (name === "json") return readGuarded(() => withMaps(JSON.parse(text)));
  if (["js", "javascript", "coffee", "coffeescript", "cson"].includes(name)) {
    return { kind: "refused", reason: `gray-matter would run the front matter as ${language}` };
  }
  return { kind: "refused", reason: `gray-matter has no engine for \`${language}\`` };
}

/** OpenCode: gray-matter, and once more with every value that has a colon made a block scalar. */
export const openCodeLoader: Loader = (text) => {
  const first = grayMatterLoader(text);
  if (first.kind !== "refused") return first;
  const second = grayMatterLoader(colonsInBlocks(text));
  return second.kind === "fields" ? { ...second, lenient: true, front: first.front } : first;
};

function colonsInBlocks(text: string): string {
  const front = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1];
  if (front === undefined) return text;
  const lines = front.split(/\r?\n/).map((line) => {
    const pair = /^([a-zA-Z_][a-zA-Z0-9_]*)\s*:\s*(.*)$/.exec(line);
    const value = (pair?.[2] ?? "").trim();
    const settled = value === ">" || value === "|" || value.startsWith('"') || value.startsWith("'");
    return pair === null || settled || !value.includes(":") ? line : `${pair[1] ?? ""}: |-\n  ${value}`;
  });
  return text.replace(front, () => lines.join("\n"));
}

/** OpenClaw: yaml, and lines where that refuses; every value becomes text, objects as JSON. */
export function openClawLoader(text: string): Loading {
  const front = openClawFence(text);
  if (front.kind === "none") return front;
  const lines = oneLineValues(front.text);
  const reading = yaml2(front.text);
  const base = { kind: "fields", body: front.body, front: front.text } as const;
  if (reading.kind !== "fields") return { ...base, fields: lines, lenient: true };
  const fields = new Map<unknown, unknown>();
  for (const [key, value] of reading.fields) {
    const asText = openClawText(value);
    if (asText !== undefined) fields.set(String(key).trim(), asText);
  }
  for (const [key, value] of lines) if (prefersLine(String(value), fields.get(key))) fields.set(key, value);
  return { ...base, fields, lenient: false };
}

function prefersLine(line: string, read: unknown): boolean {
  if (line.startsWith("{") || line.startsWith("[")) return true;
  const isObject = typeof read === "string" && read.startsWith("{");
  return isObject && !line.includes("\n") && line !== "|" && line !== ">";
}

function openClawText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return value instanceof Map ? "{}" : "[]";
}

function oneLineValues(front: string): Map<unknown, unknown> {
  const found = new Map<unknown, unknown>();
  const lines = front.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const pair = /^([\w-]+):\s*(.*)$/.exec(lines[i] ?? "");
    if (pair === null) continue;
    let value = (pair[2] ?? "").trim();
    if (value === "") {
      const deeper: string[] = [];
      for (; /^(?:[ \t]|$)/.test(lines[i + 1] ?? "x") && i + 1 < lines.length; i++)
        deeper.push(lines[i + 1] ?? "");
      value = deeper.join("\n").trim();
    } else
      value = value.replace(
        /^"(.*)"$|^'(.*)'$/,
        (_, double?: string, single?: string) => double ?? single ?? "",
      );
    if (value !== "") found.set(pair[1] ?? "", value);
  }
  return found;
}
