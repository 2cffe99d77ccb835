/** A string literal whose value is `text`; also legal JSON, and safe inside a script element. */
export function javascriptString(text: string): string {
  return JSON.stringify(text)
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029")
    .replaceAll("</", "<\\/")
    .replaceAll(/<(?=!--|script)/gi, "\\u003c");
}

/** A text for the inside of a comment on one line: nothing in it ends the comment or the line. */
export function javascriptComment(text: string): string {
  return text
    .replaceAll("*/", "*\\/")
    .replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
}

/** JSON data as an expression whose value is that data: a key `__proto__` stays a key. */
export function javascriptData(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(javascriptData).join(", ")}]`;
  if (typeof value === "string") return javascriptString(value);
  if (typeof value !== "object" || value === null) return String(value);
  const entries = Object.entries(value).map(([key, part]) => {
    const name = key === "__proto__" ? `["__proto__"]` : javascriptString(key);
    return `${name}: ${javascriptData(part)}`;
  });
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
