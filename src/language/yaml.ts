/** A one-line double-quoted scalar whose value is `text` in YAML 1.1 and 1.2; the form that every loader reads alike. */
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
  if (code > 0xffff) return `\\U${code.toString(16).padStart(8, "0")}`;
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, "0")}`
    : `\\u${code.toString(16).padStart(4, "0")}`;
}
