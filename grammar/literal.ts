/** What a string literal says, or the first thing that keeps it from saying anything. */
export interface Decoded {
  readonly value: string;
  readonly backspace: boolean;
  /** `escape` covers escapes that name no character. Offsets are into the literal. */
  readonly problem?: {
    readonly kind: "prefix" | "escape" | "surrogate";
    readonly start: number;
    readonly end: number;
  };
}

/** Decodes a literal of the language, quotes and prefix included. */
export function decodeLiteral(literal: string): Decoded {
  const quoteAt = literal.search(/['"]/);
  const prefix = literal.slice(0, quoteAt).toLowerCase();
  const body = literal.slice(quoteAt + 1, -1);
  const from = quoteAt + 1;
  if (prefix === "r") return checked({ value: body, backspace: false }, body, from);
  const decoded = decodeEscapes(body, from);
  if (prefix === "") return checked(decoded, body, from);
  return { ...decoded, problem: { kind: "prefix", start: 0, end: quoteAt } };
}

// An escape of half a pair, or the half itself.
const halfOf =
  /\\(?:u|U0000)[dD][89a-fA-F][0-9a-fA-F]{2}|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function checked(decoded: Decoded, body: string, from: number): Decoded {
  if (decoded.problem !== undefined || decoded.value.isWellFormed()) return decoded;
  const half = halfOf.exec(body);
  const start = from + (half?.index ?? 0);
  const end = start + (half?.[0].length ?? body.length);
  return { ...decoded, problem: { kind: "surrogate", start, end } };
}

const simple: Readonly<Record<string, string>> = {
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  // A backslash before a line end continues the literal on the next line.
  "\n": "",
};

const escape = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(\r\n|[\s\S]))/g;

function decodeEscapes(body: string, from: number): Decoded {
  let value = "";
  let last = 0;
  let backspace = false;
  let problem: Decoded["problem"];
  for (const match of body.matchAll(escape)) {
    const meant = meaningOf(match);
    const end = match.index + match[0].length;
    value += body.slice(last, match.index) + (meant ?? "");
    last = end;
    backspace ||= match[0] === "\\b";
    if (meant === undefined) problem ??= { kind: "escape", start: from + match.index, end: from + end };
  }
  value += body.slice(last);
  return { value, backspace, ...(problem === undefined ? {} : { problem }) };
}

/** The characters that an escape stands for; undefined where it names none. An unknown escape keeps its backslash. */
function meaningOf([whole, octal, x, u, long, letter]: RegExpExecArray): string | undefined {
  if (letter !== undefined) {
    if (/^[xuUN]$/.test(letter)) return undefined;
    return letter === "\r\n" ? "" : (simple[letter] ?? whole);
  }
  const code = octal === undefined ? Number.parseInt(x ?? u ?? long ?? "", 16) : Number.parseInt(octal, 8);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
