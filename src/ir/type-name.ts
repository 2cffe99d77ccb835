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

/** A type by its name: `Str`, `Union[Str, Int]`. A name that is none gives `invalid` at the given place. */
export function parseType(text: string, at: Span): Type {
  const reader = { text, at: 0, depth: 0 };
  const type = readType(reader);
  if (type !== undefined && reader.at === text.length) return type;
  return { kind: "invalid", written: text.trim(), span: at };
}

interface Reader {
  readonly text: string;
  at: number;
  depth: number;
}

const word = /\s*([A-Za-z_]\w*)\s*/y;

function readType(reader: Reader): Type | undefined {
  word.lastIndex = reader.at;
  const match = word.exec(reader.text);
  // Deeper nesting than anyone writes would only overflow the stack.
  if (match === null || reader.depth > 32) return undefined;
  reader.at = word.lastIndex;
  const name = match[1] ?? "";
  if (name !== "Tuple" && name !== "Union") return Object.hasOwn(named, name) ? named[name] : undefined;
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
