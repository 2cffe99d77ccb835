import type { IOrAlt, IToken } from "chevrotain";
import { EmbeddedActionsParser } from "chevrotain";
import type { ArithmeticOperator, ComparisonOperator, Expr } from "./guard.ts";
import { decodeLiteral } from "./literal.ts";
import type { Chain, Infix, Mixed } from "./precedence.ts";
import { power, treeOf } from "./precedence.ts";
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
  | (Mixed & { readonly kind: "mixed" })
  | { readonly kind: "empty"; readonly start: number; readonly end: number }
  | { readonly kind: "property"; readonly name: string; readonly start: number; readonly end: number };

/** A chain that is being read. */
interface OpenChain extends Chain {
  readonly operands: Expr[];
  readonly negations: (readonly number[])[];
  readonly operators: Infix[];
  /** True where `not` may stand. */
  mayNegate: boolean;
}

const noWords: readonly number[] = [];

/** One parser for the life of the process: building it costs far more than a parse. */
class GuardParser extends EmbeddedActionsParser {
  problems: ParseProblem[] = [];

  constructor(skipValidations: boolean) {
    super(tokenList, { recoveryEnabled: false, maxLookahead: 2, skipValidations });
    this.performSelfAnalysis();
  }

  /** Reads what stands between operators from left to right; what binds how tightly is no matter of the parser's. */
  expression = this.RULE("expression", (): Expr => {
    const chain: OpenChain = { operands: [], negations: [], operators: [], mayNegate: true };
    this.SUBRULE(this.operand, { ARGS: [chain] });
    this.MANY(() => {
      const infix = this.OR<Infix>(this.infixes);
      this.ACTION(() => {
        chain.operators.push(infix);
        chain.mayNegate = infix.power <= power.and;
      });
      this.SUBRULE2(this.operand, { ARGS: [chain] });
    });
    return this.ACTION(() => {
      const [only] = chain.operands;
      if (only !== undefined && chain.operators.length === 0 && chain.negations[0] === noWords) return only;
      return treeOf(chain, (mixed) => this.problems.push({ kind: "mixed", ...mixed }));
    });
  });

  // Lists of alternatives are made once, as far as they know nothing of the place; chevrotain is fast with those.
  private readonly infixes: IOrAlt<Infix>[] = [
    { ALT: () => this.infix(this.CONSUME(tokens.Or), power.or, "or") },
    { ALT: () => this.infix(this.CONSUME(tokens.And), power.and, "and") },
    { ALT: () => this.infix(this.CONSUME(tokens.Compare), power.compare) },
    { ALT: () => this.infix(this.CONSUME(tokens.In), power.compare, "in") },
    {
      ALT: () => {
        const not = this.CONSUME(tokens.Not);
        const sign = this.CONSUME2(tokens.In);
        return this.ACTION(() => ({
          power: power.compare,
          operator: "not in" as const,
          start: not.startOffset,
          end: endOf(sign),
        }));
      },
    },
    { ALT: () => this.infix(this.CONSUME(tokens.Plus), power.sum) },
    { ALT: () => this.infix(this.CONSUME(tokens.Minus), power.sum) },
    { ALT: () => this.infix(this.CONSUME(tokens.Times), power.product) },
    { ALT: () => this.infix(this.CONSUME(tokens.Divide), power.product) },
    { ALT: () => this.infix(this.CONSUME(tokens.FloorDivide), power.product) },
    { ALT: () => this.infix(this.CONSUME(tokens.Modulo), power.product) },
  ];

  private infix(
    sign: IToken,
    tightness: number,
    operator: Infix["operator"] = operatorOf(sign.image),
  ): Infix {
    return { power: tightness, operator, start: sign.startOffset, end: endOf(sign) };
  }

  /** `not` and signs, an atom, and the methods and indices behind it. */
  private readonly operand = this.RULE("operand", (chain: OpenChain): void => {
    const words: number[] = [];
    const signs: number[] = [];
    this.MANY({
      // A sign binds tighter than `not`, which stands only where `and` and `or` have their operands.
      GATE: () => this.LA(1).tokenType !== tokens.Not || (chain.mayNegate && signs.length === 0),
      DEF: () =>
        this.OR([
          { ALT: () => words.push(this.CONSUME(tokens.Not).startOffset) },
          { ALT: () => signs.push(this.CONSUME(tokens.Minus).startOffset) },
        ]),
    });
    let object = this.OR2<Expr>(this.atoms);
    this.MANY2(() => {
      object = this.OR3<Expr>([
        { ALT: () => this.SUBRULE(this.member, { ARGS: [object] }) },
        { ALT: () => this.SUBRULE(this.subscript, { ARGS: [object] }) },
      ]);
    });
    this.ACTION(() => {
      chain.negations.push(words.length === 0 ? noWords : words);
      chain.operands.push(
        signs.reduceRight<Expr>(
          (inner, start) => ({ kind: "negate", operand: inner, start, end: inner.end }),
          object,
        ),
      );
    });
  });

  private readonly member = this.RULE("member", (object: Expr): Expr => {
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

  private readonly subscript = this.RULE("subscript", (object: Expr): Expr => {
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

  private readonly atoms: IOrAlt<Expr>[] = [
    {
      ALT: () => {
        const open = this.CONSUME(tokens.Open);
        const inner = this.SUBRULE(this.expression);
        const close = this.CONSUME(tokens.Close);
        return this.ACTION(() => ({ ...inner, start: open.startOffset, end: endOf(close) }));
      },
    },
    {
      ALT: () => {
        const items: Expr[] = [];
        const open = this.CONSUME(tokens.OpenList);
        this.MANY_SEP({ SEP: tokens.Comma, DEF: () => items.push(this.SUBRULE2(this.expression)) });
        const close = this.CONSUME(tokens.CloseList);
        return this.ACTION(() => ({ kind: "list", items, start: open.startOffset, end: endOf(close) }));
      },
    },
    {
      ALT: () => {
        const parts: IToken[] = [];
        this.AT_LEAST_ONE(() => parts.push(this.CONSUME(tokens.Text)));
        return this.ACTION(() => this.concatenated(parts));
      },
    },
    {
      ALT: () => {
        const name = this.CONSUME(tokens.Identifier);
        const args = this.OPTION(() => this.SUBRULE(this.callArguments));
        return this.ACTION(() => {
          const nameAt = rangeOf(name);
          if (args === undefined) return { kind: name.image === "x" ? "name" : "invalid", ...nameAt };
          const { items, end } = args;
          return { kind: "call", name: name.image, nameAt, args: items, start: nameAt.start, end };
        });
      },
    },
    { ALT: () => this.numeral(this.CONSUME(tokens.Float), true) },
    { ALT: () => this.numeral(this.CONSUME(tokens.Integer), false) },
    { ALT: () => ({ kind: "bool", value: true, ...rangeOf(this.CONSUME(tokens.True)) }) },
    { ALT: () => ({ kind: "bool", value: false, ...rangeOf(this.CONSUME(tokens.False)) }) },
    { ALT: () => ({ kind: "none", ...rangeOf(this.CONSUME(tokens.None)) }) },
  ];

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

/** Foreign spellings mean what they mean elsewhere; they have been reported. */
function operatorOf(image: string): ComparisonOperator | ArithmeticOperator {
  switch (image) {
    case "===":
    case "=":
      return "==";
    case "!==":
    case "<>":
      return "!=";
    default:
      return image as ComparisonOperator | ArithmeticOperator;
  }
}
