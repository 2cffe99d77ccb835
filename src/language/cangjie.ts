/** Cangjie text. Facts: the lexer of the Cangjie compiler 1.1.0, read and run. */

const keywords = new Set(
  (
    "is as in match if else case for do while break continue return try catch finally throw where spawn synchronized " +
    "unsafe class interface struct enum extend func macro main init let var const type prop operator package import " +
    "foreign inout mut static this super This with quote Bool Rune Unit Nothing VArray Int8 Int16 Int32 Int64 " +
    "IntNative UInt8 UInt16 UInt32 UInt64 UIntNative Float16 Float32 Float64 true false _ " +
    // Contextual keywords lex as keywords, so they cannot be keys of an attribute map.
    "public private internal protected override redef abstract sealed open common platform features perform resume " +
    "throwing handle"
  ).split(" "),
);

/**
 * A `"…"` literal on one line whose value is `text`. Every `$` is escaped, since `${` interpolates. A lone surrogate
 * is no Cangjie character and becomes U+FFFD.
 */
export function cangjieString(text: string): string {
  let out = '"';
  for (const char of text.toWellFormed()) out += escapeCharacter(char);
  return `${out}"`;
}

function escapeCharacter(char: string): string {
  switch (char) {
    case "\\":
    case '"':
    case "$":
      return `\\${char}`;
    case "\n":
      return "\\n";
    case "\r":
      return "\\r";
    case "\t":
      return "\\t";
  }
  return /^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]$/u.test(char)
    ? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`
    : char;
}

/**
 * `snake` for packages, `camel` for functions, `pascal` for classes, ASCII only on request. A keyword is renamed, since
 * it cannot be quoted everywhere. Deterministic, not injective.
 */
export function cangjieIdentifier(
  name: string,
  form: "snake" | "camel" | "pascal" | "asWritten",
  alphabet: "unicode" | "ascii" = "unicode",
): string {
  const between = alphabet === "ascii" ? /[^A-Za-z0-9_]+/ : /[^\p{XID_Continue}]+/u;
  const words = name
    .normalize("NFC")
    .split(between)
    .flatMap((part) => (form === "asWritten" ? [part] : part.split("_")))
    .filter((word) => word !== "");
  const joined = joinWords(words, form).normalize("NFC");
  const started = /^[\p{XID_Start}_]/u.test(joined) ? joined : `_${joined}`;
  return keywords.has(started) ? `${started}_` : started;
}

function joinWords(words: readonly string[], form: "snake" | "camel" | "pascal" | "asWritten"): string {
  switch (form) {
    case "snake":
      return words.join("_").toLowerCase();
    case "asWritten":
      return words.join("_");
    case "pascal":
      return words.map(capitalise).join("");
    case "camel": {
      const [first = "", ...others] = words;
      return first.charAt(0).toLowerCase() + first.slice(1) + others.map(capitalise).join("");
    }
  }
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A line comment for each line; no text ends it early, hides a part of it or turns its direction. */
export function cangjieComment(text: string): string {
  return text
    .toWellFormed()
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => `// ${line.replace(unprintable, "\ufffd")}`.trimEnd())
    .join("\n");
}

// Control characters but TAB, and the directional formatting characters of Unicode.
const unprintable = /(?!\t)\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
