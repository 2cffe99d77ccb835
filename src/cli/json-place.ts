const space = /[ \t\r\n]*/y;
const scalar =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

/**
 * Where a text stops being JSON: the offset of the first character that no JSON value has there, or the length of a text
 * that was cut off. Engines say it in some of their messages only.
 */
export function endOfJson(text: string): number {
  const reader: Reader = { text, at: 0, open: [] };
  for (;;) {
    if (!beginValue(reader)) return reader.at;
    // An object or a list that has just been opened goes on with its first value.
    if (reader.isOpened === true) continue;
    if (!endValue(reader)) return reader.at;
  }
}

interface Reader {
  readonly text: string;
  at: number;
  /** The brackets that are still to be closed, each by what closes it. */
  readonly open: ("}" | "]")[];
  isOpened?: boolean;
}

function take(reader: Reader, pattern: RegExp): boolean {
  pattern.lastIndex = reader.at;
  if (!pattern.test(reader.text)) return false;
  reader.at = pattern.lastIndex;
  return true;
}

/** A scalar, or what opens a list or an object with its first key. False where none stands. */
function beginValue(reader: Reader): boolean {
  take(reader, space);
  const first = reader.text[reader.at];
  reader.isOpened = false;
  if (first !== "{" && first !== "[") return take(reader, scalar);
  const close = first === "{" ? "}" : "]";
  reader.open.push(close);
  reader.at++;
  take(reader, space);
  if (reader.text[reader.at] === close) return true;
  reader.isOpened = true;
  return close === "]" || takeKey(reader);
}

/** What closes, up to the comma before the next value. False at the end, and where something else stands. */
function endValue(reader: Reader): boolean {
  for (;;) {
    take(reader, space);
    const close = reader.open.at(-1);
    const next = reader.text[reader.at];
    if (close === undefined || (next !== close && next !== ",")) return false;
    reader.at++;
    if (next === ",") return close === "]" || takeKey(reader);
    reader.open.pop();
  }
}

function takeKey(reader: Reader): boolean {
  take(reader, space);
  if (!take(reader, string)) return false;
  take(reader, space);
  if (reader.text[reader.at] !== ":") return false;
  reader.at++;
  return true;
}
