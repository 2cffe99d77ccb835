import { yamlString } from "../../language/yaml.ts";
import type { Entry } from "../../manifest/node.ts";
import type { Edit, Fix } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import { lineStarts, positionAt, span } from "../../report/source.ts";

/**
 * Moves top-level keys with values on one line under `metadata`, as texts. Nothing where a value has several lines, a
 * key is there already, or `metadata` is not written as a block.
 */
export function moveToMetadata(all: readonly Entry[], movable: readonly Entry[]): Fix | undefined {
  const [first] = movable;
  if (first === undefined || !movable.every(isOneLine)) return undefined;
  const metadata = all.find(({ key }) => key.text === "metadata");
  const lines = movable.map(
    ({ key, value }) => [key.text, value.kind === "scalar" ? value.text : ""] as const,
  );
  const removals = movable.map((entry) => ({ span: lineOf(entry), replacement: "" }));
  const edits = metadata === undefined ? intoNew(removals, lines) : intoBlock(metadata, removals, lines);
  if (edits === undefined) return undefined;
  const what = movable.length === 1 ? `\`${first.key.text}\`` : `${movable.length} keys`;
  return { title: `Move ${what} under \`metadata\``, safety: "unsafe", edits };
}

function isOneLine({ key, value }: Entry): boolean {
  const { file } = key.span;
  const text = file.text.slice(key.span.start, value.span.end);
  return value.kind === "scalar" && value.text !== "" && !/[\r\n]/.test(text) && /^[\w.-]+$/.test(key.text);
}

type Line = readonly [key: string, text: string];

function intoNew(removals: readonly Edit[], lines: readonly Line[]): readonly Edit[] | undefined {
  const [first, ...rest] = removals;
  if (first === undefined) return undefined;
  const eol = lineEndOf(first.span.file.text);
  const block = `metadata:${eol}${lines.map(([key, text]) => `  ${key}: ${yamlString(text)}${eol}`).join("")}`;
  return [{ span: first.span, replacement: block }, ...rest];
}

function intoBlock(
  { value }: Entry,
  removals: readonly Edit[],
  lines: readonly Line[],
): readonly Edit[] | undefined {
  if (value.kind !== "map" || value.flow) return undefined;
  const last = value.entries.at(-1);
  if (last === undefined || last.value.kind !== "scalar" || !isOneLine(last)) return undefined;
  const names = new Set(lines.map(([name]) => name));
  if (value.entries.some(({ key }) => names.has(key.text))) return undefined;
  const { file } = last.key.span;
  const indent = " ".repeat(last.key.span.start - lineOf(last).start);
  const eol = lineEndOf(file.text);
  const end = lineOf(last).end;
  const text = lines.map(([key, content]) => `${indent}${key}: ${yamlString(content)}${eol}`).join("");
  // Two edits that start at one place have no order: what follows the block is taken into the insertion.
  const following = removals.find((edit) => edit.span.start === end);
  if (following === undefined) return [...removals, { span: span(file, end, end), replacement: text }];
  return removals.map((edit) => (edit === following ? { ...edit, replacement: text } : edit));
}

/** The whole line of an entry, with its line end. */
function lineOf({ key }: Entry): Span {
  const { file, start } = key.span;
  const starts = lineStarts(file);
  const { line } = positionAt(file, start);
  return span(file, starts[line - 1] ?? 0, starts[line] ?? file.text.length);
}

function lineEndOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
