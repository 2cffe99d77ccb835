/**
 * A position in YAML text as the PyYAML family of scanners (PyYAML, libyaml, ruamel.yaml, serde_yaml) sees it.
 * The text holds no NUL: NUL is not printable and refused before, so it can stand for the end.
 */
export interface Cursor {
  readonly text: string;
  /** YAML 1.1 counts NEL, LS and PS as line ends; ruamel.yaml folds at them but goes on counting columns. */
  readonly wideLines: boolean;
  at: number;
  line: number;
  column: number;
}

export const END = "\0";

export function cursor(text: string, wideLines: boolean): Cursor {
  return { text, wideLines, at: 0, line: 0, column: 0 };
}

export function peek(c: Cursor, ahead = 0): string {
  return c.text[c.at + ahead] ?? END;
}

export function forward(c: Cursor, count = 1): void {
  for (let i = 0; i < count; i++) {
    const char = peek(c);
    c.at++;
    const ends = char === "\n" || (char === "\r" && peek(c) !== "\n") || (c.wideLines && isWideBreak(char));
    if (ends) {
      c.line++;
      c.column = 0;
    } else if (char !== "\uFEFF") c.column++;
  }
}

/** Takes `length` characters. */
export function take(c: Cursor, length: number): string {
  const taken = c.text.slice(c.at, c.at + length);
  forward(c, length);
  return taken;
}

/** How many characters from here on satisfy the test. */
export function span(c: Cursor, test: (char: string) => boolean): number {
  let length = 0;
  while (peek(c, length) !== END && test(peek(c, length))) length++;
  return length;
}

function isWideBreak(char: string): boolean {
  return char === "\u0085" || char === "\u2028" || char === "\u2029";
}

export function isBreak(char: string): boolean {
  return char === "\n" || char === "\r" || isWideBreak(char);
}

export function isBreakOrEnd(char: string): boolean {
  return char === END || isBreak(char);
}

/** Ends a token: white space, a line end, or the end of the text. */
export function isBlank(char: string): boolean {
  return char === " " || char === "\t" || isBreakOrEnd(char);
}

/** Takes one line end and gives what it contributes to a folded value; nothing where there is none. */
export function lineBreak(c: Cursor): string {
  const char = peek(c);
  if (!isBreak(char)) return "";
  forward(c, char === "\r" && peek(c, 1) === "\n" ? 2 : 1);
  return char === "\u2028" || char === "\u2029" ? char : "\n";
}

/** At a `---` or `...` that would start or end a document, whatever the column. */
export function atSeparator(c: Cursor): boolean {
  const three = c.text.slice(c.at, c.at + 3);
  return (three === "---" || three === "...") && isBlank(peek(c, 3));
}

/** Spaces, then a comment if there is one. */
export function skipSpacesAndComment(c: Cursor): void {
  while (peek(c) === " ") forward(c);
  if (peek(c) === "#")
    forward(
      c,
      span(c, (char) => !isBreak(char)),
    );
}
