import type { IToken, TokenType } from "chevrotain";
import { Lexer, createToken } from "chevrotain";

/** The tokens of the guard language, and the foreign spellings that are read as what they mean after being reported. */

const Identifier = createToken({ name: "Identifier", pattern: /[A-Za-z_][A-Za-z0-9_]*/ });

function keyword(name: string, pattern: RegExp): TokenType {
  return createToken({ name, pattern, longer_alt: Identifier });
}

function symbol(name: string, pattern: string | RegExp, start: readonly string[]): TokenType {
  return createToken({ name, pattern, start_chars_hint: [...start] });
}

// `x in'abc'` has no text with the prefix `in`.
const prefix = /(?!(?:in|or|if|is)['"])[A-Za-z]{0,2}/;

function quoted(body: RegExp): RegExp {
  return new RegExp(prefix.source + body.source);
}

export const tokens = {
  Blank: createToken({ name: "Blank", pattern: /[ \t\r\n\f]+/, group: Lexer.SKIPPED }),
  TripleQuoted: createToken({
    name: "TripleQuoted",
    pattern: quoted(/(?:'''(?:[\s\S]*?'''|[\s\S]*)|"""(?:[\s\S]*?"""|[\s\S]*))/),
  }),
  Text: createToken({
    name: "Text",
    pattern: quoted(/(?:'(?:[^'\\\n\r]|\\[\s\S])*'|"(?:[^"\\\n\r]|\\[\s\S])*")/),
  }),
  Unclosed: createToken({ name: "Unclosed", pattern: quoted(/['"][^\n\r]*/) }),
  /** A number in another notation than decimal digits. */
  OddNumber: createToken({
    name: "OddNumber",
    pattern: /0[xXoObB][0-9A-Za-z_]+|\d[\d_]*_[\d_]*|\d+(?:\.\d*)?[jJn](?![A-Za-z0-9_])/,
  }),
  Float: createToken({ name: "Float", pattern: /(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+/ }),
  Integer: createToken({ name: "Integer", pattern: /\d+/ }),
  And: keyword("And", /and|&&/),
  Or: keyword("Or", /or|\|\|/),
  Not: keyword("Not", /not|!(?!=)/),
  In: keyword("In", /in/),
  True: keyword("True", /[Tt]rue/),
  False: keyword("False", /[Ff]alse/),
  None: keyword("None", /[Nn]one/),
  Identifier,
  /** Signs of other languages that would fall apart into signs of this one. */
  Foreign: symbol("Foreign", /:=|=>|=</, [":", "="]),
  Compare: symbol("Compare", /===|!==|==|!=|<>|<=|>=|<|>|=/, ["=", "!", "<", ">"]),
  Power: symbol("Power", "**", ["*"]),
  FloorDivide: symbol("FloorDivide", "//", ["/"]),
  Times: symbol("Times", "*", ["*"]),
  Divide: symbol("Divide", "/", ["/"]),
  Modulo: symbol("Modulo", "%", ["%"]),
  Plus: symbol("Plus", "+", ["+"]),
  Minus: symbol("Minus", "-", ["-"]),
  Open: symbol("Open", "(", ["("]),
  Close: symbol("Close", ")", [")"]),
  OpenList: symbol("OpenList", "[", ["["]),
  CloseList: symbol("CloseList", "]", ["]"]),
  Comma: symbol("Comma", ",", [","]),
  Dot: symbol("Dot", ".", ["."]),
  Colon: symbol("Colon", ":", [":"]),
} as const;

export const tokenList: TokenType[] = Object.values(tokens);

const lexer = lexerOf(true);

function lexerOf(skipValidations: boolean): Lexer {
  return new Lexer(tokenList, { positionTracking: "onlyOffset", ensureOptimizations: true, skipValidations });
}

/** Throws where a token can never be matched. */
export function validateTokens(): void {
  void lexerOf(false);
}

/** A stretch of text that is no token. */
export interface Stray {
  readonly text: string;
  readonly start: number;
}

export function tokenize(text: string): { readonly tokens: IToken[]; readonly strays: readonly Stray[] } {
  const result = lexer.tokenize(text);
  const strays = result.errors.map(({ offset, length }) => ({
    text: text.slice(offset, offset + length),
    start: offset,
  }));
  return { tokens: result.tokens, strays };
}
