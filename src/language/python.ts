/** Python 3.10 text. */

// https://docs.python.org/3/reference/lexical_analysis.html#keywords, soft keywords included: they are legal names,
// but a module or function called `match` confuses its reader.
const keywords = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global " +
    "if import in is lambda nonlocal not or pass raise return try while with yield match case type _"
  ).split(" "),
);

/** A string literal whose value is `text`, on one line, ASCII only but for letters that print. */
export function pythonString(text: string): string {
  let out = '"';
  for (const char of text) out += escapeCharacter(char);
  return `${out}"`;
}

function escapeCharacter(char: string): string {
  switch (char) {
    case "\\":
      return "\\\\";
    case '"':
      return '\\"';
    case "\n":
      return "\\n";
    case "\r":
      return "\\r";
    case "\t":
      return "\\t";
  }
  const code = char.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return char;
  if (code > 0xffff) return `\\U${code.toString(16).padStart(8, "0")}`;
  if (printable.test(char)) return char;
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, "0")}`
    : `\\u${code.toString(16).padStart(4, "0")}`;
}

const printable = /^[\p{L}\p{N}\p{P}\p{S}]$/u;

/** A name for a module, function or variable: `pdf-library` → `pdf_library`. Deterministic, not injective. */
export function pythonIdentifier(name: string): string {
  // Letters beyond the BMP that are newer than a Python's Unicode are no letters to it.
  const bare = name.normalize("NFKC").replace(/[^\p{XID_Continue}]|[^\0-\uffff]/gu, "_");
  const started = /^[\p{XID_Start}_]/u.test(bare) ? bare : `_${bare}`;
  return keywords.has(started) ? `${started}_` : started;
}

/** Lines of a comment; no text ends it early. */
export function pythonComment(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\0", "\ufffd")
    .split(/[\r\n\f\v\u0085\u2028\u2029]+/)
    .map((line) => `# ${line}`.trimEnd())
    .join("\n");
}
