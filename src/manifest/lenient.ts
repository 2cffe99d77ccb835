import type { SourceFile } from "../report/source.ts";
import { lineStarts, span } from "../report/source.ts";
import type { Entry, MapNode, ScalarNode } from "./node.ts";

const keyLine = /^([A-Za-z_][\w-]*):(?:[ \t]+(.*?))?[ \t]*$/;

/**
 * Reads `key: rest of the line` at the margin and takes each value as text: what is left of YAML that no parser
 * accepts, so that one mistake does not hide the name of a skill. Undefined where no line is a key.
 */
export function readLeniently(file: SourceFile, start: number, end: number): MapNode | undefined {
  const entries: Entry[] = [];
  for (const lineStart of lineStarts(file)) {
    if (lineStart < start || lineStart >= end) continue;
    const line = file.text.slice(lineStart, end).split(/[\r\n]/, 1)[0] ?? "";
    const match = keyLine.exec(line);
    if (match === null) continue;
    const [, key = "", value = ""] = match;
    const keyEnd = lineStart + key.length;
    const valueStart = value === "" ? keyEnd + 1 : lineStart + line.indexOf(value, key.length + 1);
    entries.push({
      key: textNode(file, lineStart, keyEnd),
      value: textNode(file, valueStart, valueStart + value.length),
    });
  }
  const [first] = entries;
  return first && { kind: "map", entries, flow: false, span: span(file, first.key.span.start, end) };
}

function textNode(file: SourceFile, start: number, end: number): ScalarNode {
  const source = file.text.slice(start, end);
  const quoted = /^(["']).*\1$/.test(source) && source.length > 1;
  const shift = quoted ? 1 : 0;
  const text = source.slice(shift, source.length - shift);
  return {
    kind: "scalar",
    value: text === "" && !quoted ? null : text,
    text,
    style: "plain",
    span: span(file, start, end),
    at: (from, to) => span(file, start + shift + from, start + shift + to),
  };
}
