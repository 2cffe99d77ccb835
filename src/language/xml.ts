// Markup; what XML has no form for, or what ends a line for some reader; white space at either end, which many readers trim.
const special = /[&<>]|[\0-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]|\p{Cs}|^\s|\s$/gu;

const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * A text as the content of an XML element, on one line: a reader that knows character references reads the same text
 * again. A null character or half a surrogate pair becomes a reference too, which a strict reader refuses.
 */
export function xmlText(text: string): string {
  return text.replaceAll(special, (char) => {
    return named[char] ?? `&#x${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()};`;
  });
}

/** Whether XML 1.0 has a form for every character of a text. */
export function isXmlText(text: string): boolean {
  return !/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/u.test(text);
}
