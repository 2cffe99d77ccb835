/**
 * A one-line quoted scalar that every loader reads alike: libraries, readers that look for `---` inside a line, and those
 * that only take the quotes off. Prettier leaves it as it is, which is why a text with `"` and nothing to escape stands in
 * single quotes.
 */
export function yamlText(text: string): string {
  const legal = text.toWellFormed();
  const double = yamlString(legal).replaceAll("---", String.raw`--\x2d`);
  const inner = double.slice(1, -1);
  const isLiteral = !inner.replaceAll(String.raw`\"`, "").includes("\\");
  if (inner.includes('"') && isLiteral && !(legal.startsWith("[") && legal.includes("'"))) {
    return `'${legal.replaceAll("'", "''")}'`;
  }
  // A reader of lines takes what starts with a bracket as it is written, escapes and all.
  return inner !== legal && inner.startsWith("[") ? String.raw`"\x5b${inner.slice(1)}"` : double;
}

/** A one-line double-quoted scalar whose value is `text` in YAML 1.1 and 1.2. */
export function yamlString(text: string): string {
  let out = '"';
  for (const char of text) out += escapeCharacter(char);
  return `${out}"`;
}

function escapeCharacter(char: string): string {
  switch (char) {
    case "\\":
    case '"':
      return `\\${char}`;
    case "\n":
      return "\\n";
    case "\r":
      return "\\r";
    case "\t":
      return "\\t";
  }
  const code = char.codePointAt(0) ?? 0;
  const plain = (code >= 0x20 && code < 0x7f) || /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(char);
  if (plain && code !== 0xfeff) return char;
  // Not every loader knows the escape with eight digits, and all read the character itself.
  if (code > 0xffff) return char;
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, "0")}`
    : `\\u${code.toString(16).padStart(4, "0")}`;
}
