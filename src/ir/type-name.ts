import type { Span } from "../report/source.ts";
import type { Type } from "./type.ts";

const named: Readonly<Record<string, Type>> = {
  Str: { kind: "str" },
  Int: { kind: "int" },
  Float: { kind: "float" },
  Bool: { kind: "bool" },
  Any: { kind: "any" },
  None: { kind: "none" },
  Json: { kind: "json", schema: true },
};

/**
 * A type by its name: `Str`, `Union[Str, Int]`. A word that is no type is `invalid` at its place, inside the rest; text
 * of no such form is `invalid` as a whole.
 */
export function parseType(text: string, at: (start: number, end: number) => Span): Type {
  const reader: Reader = { text, place: at, at: 0, depth: 0 };
  const type = readType(reader);
  if (type !== undefined && reader.at === text.length) return type;
  return { kind: "invalid", written: text.trim(), span: at(0, text.length) };
}

interface Reader {
  readonly text: string;
  readonly place: (start: number, end: number) => Span;
  at: number;
  depth: number;
}

const word = /\s*([A-Za-z_]\w*)\s*/y;

function readType(reader: Reader): Type | undefined {
  word.lastIndex = reader.at;
  const match = word.exec(reader.text);
  // Deeper nesting than anyone writes would only overflow the stack.
  if (match === null || reader.depth > 32) return undefined;
  const name = match[1] ?? "";
  const start = match.index + match[0].indexOf(name);
  reader.at = word.lastIndex;
  if (name !== "Tuple" && name !== "Union") {
    const known = Object.hasOwn(named, name) ? named[name] : undefined;
    return known ?? { kind: "invalid", written: name, span: reader.place(start, start + name.length) };
  }
  const items = readArguments(reader);
  if (items === undefined) return undefined;
  return name === "Tuple" ? { kind: "tuple", items } : { kind: "union", members: items };
}

function readArguments(reader: Reader): Type[] | undefined {
  if (reader.text[reader.at] !== "[") return undefined;
  reader.at++;
  reader.depth++;
  const items: Type[] = [];
  for (;;) {
    const item = readType(reader);
    if (item === undefined) return undefined;
    items.push(item);
    const separator = reader.text[reader.at++];
    if (separator === "]") break;
    if (separator !== ",") return undefined;
  }
  reader.depth--;
  while (/\s/.test(reader.text[reader.at] ?? "")) reader.at++;
  return items;
}
