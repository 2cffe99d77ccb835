/**
 * There is no Cangjie compiler in the tests. The emitted subset differs from JavaScript in the words below and in the
 * library that `prelude` stands in for; with them replaced it runs. This shows that the logic is right, not that the
 * Cangjie compiler takes it.
 */
export function asJavaScript(cangjie: string): string {
  // Literals are the same in both languages, and stay as they are.
  const parts = cangjie.split(/("(?:[^"\\\n]|\\.)*")/);
  const plain = parts.map((part, i) => (i % 2 === 1 ? `\u0001${i}\u0002` : part)).join("");
  const script = plain
    .replaceAll(/^import .*$/gm, "")
    .replaceAll("(String) -> Bool", "Bool")
    .replaceAll(/\barguments\b/g, "given")
    .replaceAll(/\bpublic (?=func|var)/g, "")
    .replaceAll(/\bvar consent: .*$/gm, "")
    .replaceAll(/return match \((\w+)\) \{/g, "switch ($1) {")
    .replaceAll(/case _ => (.*)$/gm, "default: return $1;")
    .replaceAll(/case (\S+) => (.*)$/gm, "case $1: return $2;")
    .replaceAll(/func (\w+)\((.*?)\): [\w<>, ]+ \{/g, (_, name: string, parameters: string) => {
      return `function ${name}(${parameters.replaceAll(/: [\w<>]+/g, "")}) {`;
    })
    .replaceAll(/\b(let|var) (\w+): [\w<>]+ =/g, "$1 $2 =")
    .replaceAll("if (one < other)", "if (isBefore(one, other))")
    .replaceAll(/Array<\w+>\(([^{}]*?), \{_ => (-?\d+)\}\)/g, "Array($1).fill($2)")
    .replaceAll("Array<String>()", "[]")
    .replaceAll(/HashMap<String, \w+>\(\)/g, "HashMap()")
    .replaceAll(".replace(", ".replaceAll(")
    .replaceAll(/for \((?:(\w+)|\((\w+), (\w+)\)) in (.*)\) \{$/gm, loop)
    .replaceAll(/(\w+) is (Json\w+)/g, 'isJson($1, "$2")')
    .replaceAll("catch (_: Exception)", "catch (_)");
  return `${prelude}\n${script.replaceAll(/\u0001(\d+)\u0002/g, (_, i: string) => parts[Number(i)] ?? "")}`;
}

function loop(
  _: string,
  name: string | undefined,
  key: string | undefined,
  value: string | undefined,
  over: string,
): string {
  const item = name ?? `[${key}, ${value}]`;
  const [from, to] = over.split("..");
  return `for (const ${item} of ${to === undefined ? over : `rangeOf(${from}, ${to})`}) {`;
}

/** What the emitted text uses of `std.core`, `std.collection`, `std.convert` and `stdx.encoding.json`. */
const prelude = String.raw`
function define(type, name, value) {
  Object.defineProperty(type.prototype, name, { configurable: true, writable: true, value });
}
function bytesOf(text) {
  let bytes = 0;
  for (const char of text) {
    const point = char.codePointAt(0);
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
Object.defineProperty(String.prototype, "size", { configurable: true, get() { return bytesOf(String(this)); } });
Object.defineProperty(Array.prototype, "size", { configurable: true, get() { return this.length; } });
define(String, "runes", function () { return [...String(this)]; });
define(String, "toRuneArray", function () { return [...String(this)]; });
define(String, "contains", function (part) { return this.includes(part); });
define(String, "trimAscii", function () { return this.replace(/^[ \t\n\r\f\v]+|[ \t\n\r\f\v]+$/g, ""); });
define(String, "removeSuffix", function (end) { return this.endsWith(end) ? this.slice(0, this.length - end.length) : String(this); });
define(String, "isEmpty", function () { return this.length === 0; });
define(String, "toAsciiLower", function () { return this.replace(/[A-Z]/g, (c) => c.toLowerCase()); });
define(String, "toAsciiUpper", function () { return this.replace(/[a-z]/g, (c) => c.toUpperCase()); });
function StringBuilder() {
  let text = "";
  return { append(part) { text += part; }, reset() { text = ""; }, toString: () => text };
}
function isBefore(one, other) {
  const [a, b] = [[...one], [...other]];
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (a[i] !== b[i]) return a[i].codePointAt(0) < b[i].codePointAt(0);
  }
  return a.length < b.length;
}
function* rangeOf(from, to) { for (let i = from; i < to; i++) yield i; }
function Exception(message) { return new Error(message); }
function UInt32(value) { return typeof value === "string" ? value.codePointAt(0) : value; }
function Int64(value) { return Math.trunc(value); }
function Float64(value) { return value; }
Float64.parse = (text) => (/^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text) ? Number(text) : missing());
function missing() { throw new Error("nothing there"); }
function Rune(code) {
  if (code > 0xd7ff && code < 0xe000) missing();
  return String.fromCodePoint(code);
}
var None = { isNone: () => true, isSome: () => false, getOrThrow: missing };
function Some(value) { return { isNone: () => false, isSome: () => true, getOrThrow: () => value }; }
function HashMap() {
  const map = new Map();
  map.add = (key, value) => map.set(key, value);
  return map;
}
function isJson(value, kind) { return value.kind === kind; }
function box(kind, getValue, members) {
  const as = (wanted) => () => (kind === wanted ? value : missing());
  const value = {
    kind, getValue, ...members, asString: as("JsonString"), asFloat: as("JsonFloat"), asBool: as("JsonBool"),
    asArray: as("JsonArray"), asObject: as("JsonObject"),
  };
  return value;
}
function JsonNull() { return box("JsonNull"); }
function JsonBool(value) { return box("JsonBool", () => value); }
function JsonFloat(value) { return box("JsonFloat", () => value); }
function JsonString(value) { return box("JsonString", () => value); }
function JsonArray() {
  const items = [];
  const get = (i) => (i >= 0 && i < items.length ? Some(items[i]) : None);
  return box("JsonArray", undefined, { size: () => items.length, get, add(item) { items.push(item); return this; } });
}
function JsonObject(fields) {
  const get = (key) => (fields.has(key) ? Some(fields.get(key)) : None);
  return box("JsonObject", undefined, { size: () => fields.size, get, getFields: () => fields });
}
`;
