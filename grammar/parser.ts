import type { IToken } from "chevrotain";
import { EmbeddedActionsParser } from "chevrotain";
import type { ArithmeticOperator, Comparison, ComparisonOperator, Expr } from "./guard.ts";
import { decodeLiteral } from "./literal.ts";
import { tokenList, tokens } from "./tokens.ts";

/** A mistake that leaves the tree whole; the text of the guard at these offsets. */
export type ParseProblem =
  | {
      readonly kind: "literal";
      readonly what: "prefix" | "escape" | "surrogate";
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: "number"; readonly start: number; readonly end: number }
  | {
      readonly kind: "mixed";
      readonly first: Expr;
      readonly rest: readonly Comparison[];
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: "empty"; readonly start: number; readonly end: number }
  | { readonly kind: "property"; readonly name: string; readonly start: number; readonly end: number };

/** One parser for the life of the process: building it costs far more than a parse. */
class GuardParser extends EmbeddedActionsParser {
  problems: ParseProblem[] = [];

  constructor(skipValidations: boolean) {
    super(tokenList, { recoveryEnabled: false, maxLookahead: 2, skipValidations });
    this.performSelfAnalysis();
  }

  expression = this.RULE("expression", (): Expr => this.SUBRULE(this.disjunction));

  disjunction = this.RULE("disjunction", (): Expr => {
    const operands = [this.SUBRULE(this.conjunction)];
    this.MANY(() => {
      this.CONSUME(tokens.Or);
      operands.push(this.SUBRULE2(this.conjunction));
    });
    return this.ACTION(() => joined("or", operands));
  });

  conjunction = this.RULE("conjunction", (): Expr => {
    const operands = [this.SUBRULE(this.negation)];
    this.MANY(() => {
      this.CONSUME(tokens.And);
      operands.push(this.SUBRULE2(this.negation));
    });
    return this.ACTION(() => joined("and", operands));
  });

  negation = this.RULE("negation", (): Expr => {
    return this.OR<Expr>([
      {
        ALT: () => {
          const not = this.CONSUME(tokens.Not);
          const operand = this.SUBRULE(this.negation);
          return this.ACTION(() => ({ kind: "not", operand, start: not.startOffset, end: operand.end }));
        },
      },
      { ALT: () => this.SUBRULE(this.comparison) },
    ]);
  });

  comparison = this.RULE("comparison", (): Expr => {
    const first = this.SUBRULE(this.sum);
    const rest: Comparison[] = [];
    this.MANY(() => {
      const sign = this.SUBRULE(this.comparator);
      const operand = this.SUBRULE2(this.sum);
      this.ACTION(() => rest.push({ operator: sign.operator, operand, start: sign.start, end: sign.end }));
    });
    return this.ACTION(() => {
      const last = rest.at(-1);
      if (last === undefined) return first;
      const range = { start: first.start, end: last.operand.end };
      const membership = rest.filter(({ operator }) => operator === "in" || operator === "not in");
      if (rest.length === 1 || membership.length === 0) return { kind: "compare", first, rest, ...range };
      this.problems.push({ kind: "mixed", first, rest, ...range });
      return { kind: "invalid", ...range };
    });
  });

  comparator = this.RULE("comparator", (): { operator: ComparisonOperator; start: number; end: number } => {
    return this.OR<{ operator: ComparisonOperator; start: number; end: number }>([
      {
        ALT: () => {
          const sign = this.CONSUME(tokens.Compare);
          return this.ACTION(() => ({ operator: comparisonOf(sign.image), ...rangeOf(sign) }));
        },
      },
      {
        ALT: () => {
          const sign = this.CONSUME(tokens.In);
          return this.ACTION(() => ({ operator: "in" as const, ...rangeOf(sign) }));
        },
      },
      {
        ALT: () => {
          const not = this.CONSUME(tokens.Not);
          const sign = this.CONSUME2(tokens.In);
          return this.ACTION(() => ({
            operator: "not in" as const,
            start: not.startOffset,
            end: endOf(sign),
          }));
        },
      },
    ]);
  });

  sum = this.RULE("sum", (): Expr => {
    let left = this.SUBRULE(this.product);
    this.MANY(() => {
      const sign = this.OR([
        { ALT: () => this.CONSUME(tokens.Plus) },
        { ALT: () => this.CONSUME(tokens.Minus) },
      ]);
      const right = this.SUBRULE2(this.product);
      this.ACTION(() => (left = arithmetic(sign, left, right)));
    });
    return left;
  });

  product = this.RULE("product", (): Expr => {
    let left = this.SUBRULE(this.signed);
    this.MANY(() => {
      const sign = this.OR([
        { ALT: () => this.CONSUME(tokens.Times) },
        { ALT: () => this.CONSUME(tokens.Divide) },
        { ALT: () => this.CONSUME(tokens.FloorDivide) },
        { ALT: () => this.CONSUME(tokens.Modulo) },
      ]);
      const right = this.SUBRULE2(this.signed);
      this.ACTION(() => (left = arithmetic(sign, left, right)));
    });
    return left;
  });

  signed = this.RULE("signed", (): Expr => {
    return this.OR<Expr>([
      {
        ALT: () => {
          const minus = this.CONSUME(tokens.Minus);
          const operand = this.SUBRULE(this.signed);
          return this.ACTION(() => ({ kind: "negate", operand, start: minus.startOffset, end: operand.end }));
        },
      },
      { ALT: () => this.SUBRULE(this.postfix) },
    ]);
  });

  postfix = this.RULE("postfix", (): Expr => {
    let object = this.SUBRULE(this.atom);
    this.MANY(() => {
      object = this.OR<Expr>([
        { ALT: () => this.SUBRULE(this.member, { ARGS: [object] }) },
        { ALT: () => this.SUBRULE(this.subscript, { ARGS: [object] }) },
      ]);
    });
    return object;
  });

  member = this.RULE("member", (object: Expr): Expr => {
    this.CONSUME(tokens.Dot);
    const name = this.CONSUME(tokens.Identifier);
    const args = this.OPTION(() => this.SUBRULE(this.callArguments));
    return this.ACTION(() => {
      if (args === undefined) this.problems.push({ kind: "property", name: name.image, ...rangeOf(name) });
      return {
        kind: args === undefined ? "invalid" : "method",
        object,
        name: name.image,
        nameAt: rangeOf(name),
        args: args?.items ?? [],
        start: object.start,
        end: args?.end ?? endOf(name),
      };
    });
  });

  subscript = this.RULE("subscript", (object: Expr): Expr => {
    const open = this.CONSUME(tokens.OpenList);
    const from = this.OPTION(() => this.SUBRULE(this.expression));
    const slice = this.OPTION2(() => {
      this.CONSUME(tokens.Colon);
      const to = this.OPTION3(() => this.SUBRULE2(this.expression));
      return { to };
    });
    const close = this.CONSUME(tokens.CloseList);
    return this.ACTION(() => {
      const range = { start: object.start, end: endOf(close) };
      if (slice !== undefined) return { kind: "slice", object, from, to: slice.to, ...range };
      if (from !== undefined) return { kind: "index", object, index: from, ...range };
      this.problems.push({ kind: "empty", start: open.startOffset, end: endOf(close) });
      return { kind: "invalid", ...range };
    });
  });

  callArguments = this.RULE("callArguments", (): { items: readonly Expr[]; end: number } => {
    const items: Expr[] = [];
    this.CONSUME(tokens.Open);
    this.MANY_SEP({ SEP: tokens.Comma, DEF: () => items.push(this.SUBRULE(this.expression)) });
    const close = this.CONSUME(tokens.Close);
    return this.ACTION(() => ({ items, end: endOf(close) }));
  });

  atom = this.RULE("atom", (): Expr => {
    return this.OR<Expr>([
      { ALT: () => this.SUBRULE(this.nested) },
      { ALT: () => this.SUBRULE(this.list) },
      { ALT: () => this.SUBRULE(this.text) },
      { ALT: () => this.SUBRULE(this.named) },
      { ALT: () => this.SUBRULE(this.constant) },
    ]);
  });

  nested = this.RULE("nested", (): Expr => {
    const open = this.CONSUME(tokens.Open);
    const inner = this.SUBRULE(this.expression);
    const close = this.CONSUME(tokens.Close);
    return this.ACTION(() => ({ ...inner, start: open.startOffset, end: endOf(close) }));
  });

  list = this.RULE("list", (): Expr => {
    const items: Expr[] = [];
    const open = this.CONSUME(tokens.OpenList);
    this.MANY_SEP({ SEP: tokens.Comma, DEF: () => items.push(this.SUBRULE(this.expression)) });
    const close = this.CONSUME(tokens.CloseList);
    return this.ACTION(() => ({ kind: "list", items, start: open.startOffset, end: endOf(close) }));
  });

  text = this.RULE("text", (): Expr => {
    const parts: IToken[] = [];
    this.AT_LEAST_ONE(() => parts.push(this.CONSUME(tokens.Text)));
    return this.ACTION(() => this.concatenated(parts));
  });

  named = this.RULE("named", (): Expr => {
    const name = this.CONSUME(tokens.Identifier);
    const args = this.OPTION(() => this.SUBRULE(this.callArguments));
    return this.ACTION(() => {
      const nameAt = rangeOf(name);
      if (args === undefined) return { kind: name.image === "x" ? "name" : "invalid", ...nameAt };
      return { kind: "call", name: name.image, nameAt, args: args.items, start: nameAt.start, end: args.end };
    });
  });

  constant = this.RULE("constant", (): Expr => {
    return this.OR<Expr>([
      { ALT: () => this.numeral(this.CONSUME(tokens.Float), true) },
      { ALT: () => this.numeral(this.CONSUME(tokens.Integer), false) },
      { ALT: () => ({ kind: "bool", value: true, ...rangeOf(this.CONSUME(tokens.True)) }) },
      { ALT: () => ({ kind: "bool", value: false, ...rangeOf(this.CONSUME(tokens.False)) }) },
      { ALT: () => ({ kind: "none", ...rangeOf(this.CONSUME(tokens.None)) }) },
    ]);
  });

  private numeral(token: IToken, float: boolean): Expr {
    return this.ACTION(() => {
      const value = Number(token.image);
      const leadingZero = !float && /^0\d/.test(token.image);
      if ((float ? Number.isFinite(value) : Number.isSafeInteger(value)) && !leadingZero) {
        return { kind: "number", value, float, ...rangeOf(token) };
      }
      this.problems.push({ kind: "number", ...rangeOf(token) });
      return { kind: "invalid", ...rangeOf(token) };
    });
  }

  private concatenated(parts: readonly IToken[]): Expr {
    const [first] = parts;
    const last = parts.at(-1);
    const range = { start: first?.startOffset ?? 0, end: last === undefined ? 0 : endOf(last) };
    const decoded = parts.map(({ image, startOffset }) => ({ ...decodeLiteral(image), startOffset }));
    const problems = decoded.flatMap(({ problem, startOffset }): ParseProblem[] => {
      if (problem === undefined) return [];
      const { kind: what, start, end } = problem;
      return [{ kind: "literal", what, start: startOffset + start, end: startOffset + end }];
    });
    this.problems.push(...problems);
    if (problems.length > 0) return { kind: "invalid", ...range };
    const value = decoded.map((part) => part.value).join("");
    return { kind: "string", value, backspace: decoded.some(({ backspace }) => backspace), ...range };
  }
}

// A test validates the grammar; a run that did so would start a quarter slower.
const parser = new GuardParser(true);

/** Throws where the grammar is ambiguous or recurses to the left. */
export function validateGrammar(): void {
  void new GuardParser(false);
}

/** Where the parser stopped: the token that it could not use, or undefined at the end of the text. */
export interface Stop {
  readonly token: IToken | undefined;
  readonly reason: "operand" | "rest" | "token";
  /** For `token`: what was expected. */
  readonly expected: string;
}

export function parseTokens(input: IToken[]): {
  readonly expr: Expr | undefined;
  readonly problems: readonly ParseProblem[];
  readonly stop: Stop | undefined;
} {
  parser.problems = [];
  parser.input = input;
  const expr = parser.expression() as Expr | undefined;
  const [error] = parser.errors;
  if (error === undefined) return { expr, problems: parser.problems, stop: undefined };
  const token = Number.isNaN(error.token.startOffset) ? undefined : error.token;
  const expected = /--> (\w+) <--/.exec(error.message)?.[1] ?? "";
  const reason =
    error.name === "NotAllInputParsedException"
      ? "rest"
      : error.name === "MismatchedTokenException"
        ? "token"
        : "operand";
  return { expr: undefined, problems: parser.problems, stop: { token, reason, expected } };
}

export function endOf(token: IToken): number {
  return token.startOffset + token.image.length;
}

function rangeOf(token: IToken): { readonly start: number; readonly end: number } {
  return { start: token.startOffset, end: endOf(token) };
}

function joined(kind: "or" | "and", operands: readonly Expr[]): Expr {
  const [first] = operands;
  const last = operands.at(-1);
  if (first === undefined || last === undefined || operands.length === 1)
    return first ?? { kind: "invalid", start: 0, end: 0 };
  return { kind, operands, start: first.start, end: last.end };
}

function arithmetic(sign: IToken, left: Expr, right: Expr): Expr {
  return {
    kind: "arithmetic",
    operator: sign.image as ArithmeticOperator,
    left,
    right,
    start: left.start,
    end: right.end,
  };
}

/** Foreign spellings mean what they mean elsewhere; they have been reported. */
function comparisonOf(image: string): ComparisonOperator {
  switch (image) {
    case "===":
    case "=":
      return "==";
    case "!==":
    case "<>":
      return "!=";
    default:
      return image as ComparisonOperator;
  }
}
