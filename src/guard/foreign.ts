/** Functions and methods of Python and JavaScript, with what a guard has for them. */
const forms: ReadonlyMap<string, string> = new Map([
  ["split", "words(x)"],
  ["splitlines", "lines(x)"],
  ["includes", "contains(x, '…')"],
  ["__contains__", "contains(x, '…')"],
  ["trim", "x.strip()"],
  ["toLowerCase", "x.lower()"],
  ["casefold", "x.lower()"],
  ["toUpperCase", "x.upper()"],
  ["indexOf", "x.find('…')"],
  ["index", "x.find('…')"],
  ["search", "regex(x, r'…')"],
  ["match", "regex(x, r'…')"],
  ["matches", "regex(x, r'…')"],
  ["fullmatch", "regex(x, r'^…$')"],
  ["isdigit", "regex(x, r'^[0-9]+$')"],
  ["isnumeric", "regex(x, r'^[0-9]+$')"],
  ["get", "x['key']"],
  ["keys", "has(x, 'key')"],
  ["hasattr", "has(x, 'key')"],
  ["length", "len(x)"],
  ["size", "len(x)"],
]);

/** The form of this language; undefined where none is known. */
export function formFor(name: string): string | undefined {
  return forms.get(name);
}
