/** A string literal whose value is `text`; also legal JSON, and safe inside a script element. */
export function javascriptString(text: string): string {
  return JSON.stringify(text)
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029")
    .replaceAll("</", "<\\/")
    .replaceAll(/<(?=!--|script)/gi, "\\u003c");
}
