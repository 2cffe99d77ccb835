// The names after which CommonMark reads HTML up to a blank line.
const blockTag =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/i;
const rawTag = /^<(?:script|pre|style|textarea)(?:\s|>|$)/i;
const rawClosing = /<\/(?:script|pre|style|textarea)>/i;
const loneTag =
  /^<(?:\/[a-z][a-z0-9-]*\s*|[a-z][a-z0-9-]*(?:\s+[a-z_:][a-z0-9_.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?)>\s*$/i;

/**
 * What kind of HTML block a line that starts with `<` opens, by CommonMark: one that ends at a blank line, one that ends
 * at a closing tag, or one of this line alone. A lone tag of any name does not interrupt a paragraph.
 */
export function htmlBlock(line: string, inParagraph: boolean): "blank" | "tag" | "line" | undefined {
  if (rawTag.test(line)) return rawClosing.test(line) ? "line" : "tag";
  if (blockTag.test(line)) return "blank";
  return !inParagraph && loneTag.test(line) ? "blank" : undefined;
}

/** True where a line has the closing tag of an element whose content is raw text. */
export function closesRaw(line: string): boolean {
  return rawClosing.test(line);
}
