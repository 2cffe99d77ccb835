import type { Reading } from "./reading.ts";

/**
 * VS Code's own subset of YAML: no anchors, tags or types beyond text, lists and mappings; it never refuses, and what
 * it does not understand it leaves out. Only the top level is read in full, which is all that a skill needs.
 */
export function vscodeYaml(text: string): Reading {
  const fields = new Map<unknown, unknown>();
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const pair = pairOf(lines[i] ?? "");
    if (pair === undefined) continue;
    const deeper: string[] = [];
    for (; i + 1 < lines.length && /^(?:[ \t]|$)/.test(lines[i + 1] ?? ""); i++)
      deeper.push(lines[i + 1] ?? "");
    if (lines[i + 1]?.startsWith("- ") === true && pair.value === "") deeper.push(lines[i + 1] ?? "");
    if (!fields.has(pair.key)) fields.set(pair.key, valueOf(pair.value, deeper));
  }
  return fields.size === 0 ? { kind: "value", value: null } : { kind: "fields", fields };
}

/** A key at the start of a line; its colon is followed by white space or ends the line. */
function pairOf(line: string): { readonly key: string; readonly value: string } | undefined {
  if (/^[\s#]/.test(line)) return undefined;
  const colon = line.search(/:(?:\s|$)/);
  if (colon < 1) return undefined;
  const key = line
    .slice(0, colon)
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2");
  return { key, value: line.slice(colon + 1).trim() };
}

function withoutComment(line: string): string {
  const at = line.startsWith("#") ? 0 : line.search(/\s#/);
  return at === -1 ? line : line.slice(0, at).trimEnd();
}

function valueOf(first: string, deeper: readonly string[]): unknown {
  const header = /^([|>])([+-]?)\s*(?:#.*)?$/.exec(first);
  if (header !== null) return blockText(header[1] === ">", header[2] ?? "", deeper);
  if (first.startsWith('"') || first.startsWith("'")) return quotedText([first, ...deeper].join("\n"));
  const start = first === "" ? (deeper.find((line) => line.trim() !== "")?.trim() ?? "") : first;
  if (start.startsWith("[") || /^-(?:\s|$)/.test(start)) return [];
  if (start.startsWith("{") || /:(?:\s|$)/.test(withoutComment(start))) return new Map();
  const parts = [first, ...deeper].map((line) => withoutComment(line.trim()));
  return parts.filter((part) => part !== "").join(" ");
}

function blockText(fold: boolean, chomp: string, lines: readonly string[]): string {
  const written = lines.filter((line) => line.trim() !== "");
  const indent = written.reduce((least, line) => Math.min(least, line.search(/\S/)), Infinity);
  const last = lines.findLastIndex((line) => line.trim() !== "");
  const body = lines.slice(0, last + 1).map((line) => line.slice(indent));
  const text = fold ? body.join("\n").replace(/(\S)\n(?=\S)/g, "$1 ") : body.join("\n");
  return chomp === "-" || text === "" ? text : `${text}\n`;
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  '"': '"',
  "\\": "\\",
  "/": "/",
};

function quotedText(text: string): string {
  const single = text.startsWith("'");
  const inner = (single ? /^'((?:''|[^'])*)/ : /^"((?:\\[^]|[^"\\])*)/).exec(text)?.[1] ?? "";
  const [first = "", ...others] = inner.split("\n");
  const joined = others.reduce((before, line) => `${before.trimEnd()} ${line.trimStart()}`, first);
  if (single) return joined.replaceAll("''", "'");
  return joined.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|([^]))/gi,
    (whole, ...groups: (string | undefined)[]) => {
      const [x, u, one] = groups;
      if (x !== undefined || u !== undefined) return String.fromCharCode(Number.parseInt(x ?? u ?? "0", 16));
      return (one === undefined ? undefined : escapes[one]) ?? whole;
    },
  );
}
