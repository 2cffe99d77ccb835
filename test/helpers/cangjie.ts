/** A lexer for the Cangjie that we emit: strings, comments, brackets, words. */
export interface CangjieToken {
  readonly kind: "string" | "word" | "mark";
  readonly text: string;
}

const escapes: Readonly<Record<string, string>> = {
  t: "\t",
  b: "\b",
  r: "\r",
  n: "\n",
  f: "\f",
  v: "\v",
  "0": "\0",
  "'": "'",
  '"': '"',
  "\\": "\\",
  $: "$",
};

/** Throws where the text is no Cangjie: an open string, an unknown escape, an interpolation, a stray character. */
export function lexCangjie(source: string): readonly CangjieToken[] {
  const tokens: CangjieToken[] = [];
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const skipped = /^(?:\s+|\/\/[^\n]*)/.exec(rest);
    const word = /^[\p{XID_Start}_]\p{XID_Continue}*|^\d+(?:\.\d+)?/u.exec(rest);
    if (skipped !== null) at += skipped[0].length;
    else if (rest.startsWith('"')) {
      const { value, length } = lexString(rest);
      tokens.push({ kind: "string", text: value });
      at += length;
    } else if (word !== null) {
      tokens.push({ kind: "word", text: word[0] });
      at += word[0].length;
    } else if (/^[@[\](){}:,.<>=+\-*!&|;?]/.test(rest)) {
      tokens.push({ kind: "mark", text: rest.charAt(0) });
      at += 1;
    } else throw new Error(`no Cangjie at ${at}: ${rest.slice(0, 20)}`);
  }
  return tokens;
}

function lexString(rest: string): { readonly value: string; readonly length: number } {
  let value = "";
  let at = 1;
  for (;;) {
    const char = rest[at];
    if (char === undefined || char === "\n" || char === "\r") throw new Error("an open string");
    if (char === '"') return { value, length: at + 1 };
    if (char === "$" && rest[at + 1] === "{") throw new Error("an interpolation");
    if (char !== "\\") {
      value += char;
      at++;
      continue;
    }
    const unicode = /^\\u\{([0-9a-fA-F]{1,8})\}/.exec(rest.slice(at));
    const letter = rest[at + 1] ?? "";
    if (unicode !== null) {
      value += String.fromCodePoint(Number.parseInt(unicode[1] ?? "", 16));
      at += unicode[0].length;
    } else if (escapes[letter] !== undefined) {
      value += escapes[letter];
      at += 2;
    } else throw new Error(`the escape \\${letter}`);
  }
}
