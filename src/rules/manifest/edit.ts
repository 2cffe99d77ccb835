import { yamlWord } from "../../language/yaml-word.ts";
import type { Entry } from "../../manifest/node.ts";
import type { Edit } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import { span } from "../../report/source.ts";

/**
 * All that is written between the colon of an entry and the end of its value. Undefined where that holds more than the
 * value: a comment, an anchor, a tag.
 */
function valueRange({ key, value }: Entry): Span | undefined {
  const { file } = key.span;
  const start = key.span.end;
  const source = file.text.slice(start, Math.max(start, value.span.end)).trimEnd();
  const colon = /^[ \t]*:/.exec(source)?.[0].length;
  if (colon === undefined || file.text.slice(start + colon, value.span.start).trim() !== "") return undefined;
  if (value.kind !== "scalar" && source.includes("#")) return undefined;
  return span(file, start + colon, start + source.length);
}

/** A value written anew as one text behind its key. */
export function asText(
  entry: Entry,
  text: string,
  write: (text: string) => string = yamlWord,
): Edit | undefined {
  const range = valueRange(entry);
  return range === undefined ? undefined : { span: range, replacement: ` ${write(text)}` };
}

/** The whole lines of an entry, line end included. Undefined where they hold anything else. */
export function linesOf({ key, value }: Entry): Span | undefined {
  const { text } = key.span.file;
  const start =
    Math.max(text.lastIndexOf("\n", key.span.start - 1), text.lastIndexOf("\r", key.span.start - 1)) + 1;
  const source = text.slice(key.span.start, Math.max(key.span.end, value.span.end));
  const last = key.span.start + source.trimEnd().length;
  const rest = /^[ \t]*:?[ \t]*(?:\r\n|\n|\r|$)/.exec(text.slice(last, last + 200));
  if (text.slice(start, key.span.start).trim() !== "" || rest === null) return undefined;
  return span(key.span.file, start, last + rest[0].length);
}
