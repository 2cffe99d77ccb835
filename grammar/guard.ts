import type { Span } from "../src/report/source.ts";

/**
 * The text of a guard and where it stands. `at` maps offsets of the text (escapes and folding undone) to the place
 * in the file that produced them.
 */
export interface GuardSource {
  readonly text: string;
  readonly at: (start: number, end: number) => Span;
}

/** Offsets into the guard's text, half-open. */
interface Range {
  readonly start: number;
  readonly end: number;
}

export type ComparisonOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in";
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "//" | "%";

export interface Comparison extends Range {
  readonly operator: ComparisonOperator;
  readonly operand: Expr;
}

/** A guard expression as written. `invalid` stands where the text was no expression; it has been reported. */
export type Expr =
  | (Range & { readonly kind: "name" })
  | (Range & {
      readonly kind: "string";
      readonly value: string;
      /** True where a part without `r` prefix wrote `\b`, which is a backspace and not a word boundary. */
      readonly backspace: boolean;
    })
  | (Range & { readonly kind: "number"; readonly value: number; readonly float: boolean })
  | (Range & { readonly kind: "bool"; readonly value: boolean })
  | (Range & { readonly kind: "none" })
  | (Range & { readonly kind: "list"; readonly items: readonly Expr[] })
  | (Range & { readonly kind: "or"; readonly operands: readonly Expr[] })
  | (Range & { readonly kind: "and"; readonly operands: readonly Expr[] })
  | (Range & { readonly kind: "not"; readonly operand: Expr })
  | (Range & { readonly kind: "negate"; readonly operand: Expr })
  | (Range & { readonly kind: "compare"; readonly first: Expr; readonly rest: readonly Comparison[] })
  | (Range & {
      readonly kind: "arithmetic";
      readonly operator: ArithmeticOperator;
      readonly left: Expr;
      readonly right: Expr;
    })
  | (Range & {
      readonly kind: "call";
      readonly name: string;
      readonly nameAt: Range;
      readonly args: readonly Expr[];
    })
  | (Range & {
      readonly kind: "method";
      readonly object: Expr;
      readonly name: string;
      readonly nameAt: Range;
      readonly args: readonly Expr[];
    })
  | (Range & { readonly kind: "index"; readonly object: Expr; readonly index: Expr })
  | (Range & {
      readonly kind: "slice";
      readonly object: Expr;
      readonly from: Expr | undefined;
      readonly to: Expr | undefined;
    })
  | (Range & { readonly kind: "invalid" });

/** The functions of the language; `x` may be any expression, a path and a pattern are string literals. */
export const functionNames = [
  "has",
  "contains",
  "count",
  "regex",
  "json_len",
  "len",
  "lines",
  "words",
] as const;
export type FunctionName = (typeof functionNames)[number];

/** The methods of a string. */
export const methodNames = ["lower", "upper", "strip", "startswith", "endswith", "count", "find"] as const;
export type MethodName = (typeof methodNames)[number];
