import type { ArithmeticOperator, Comparison, ComparisonOperator, Expr } from "./guard.ts";

/** How tightly an operator binds its operands. */
export const power = { or: 1, and: 2, compare: 3, sum: 4, product: 5 } as const;

/** An operator between two operands, as it stands in the text. */
export interface Infix {
  readonly power: number;
  readonly operator: "or" | "and" | ComparisonOperator | ArithmeticOperator;
  readonly start: number;
  readonly end: number;
}

/** Operands with an operator between any two of them: what a parser reads from left to right. */
export interface Chain {
  readonly operands: readonly Expr[];
  /** Of each operand: where the words `not` before it stand. They stand only where `and` and `or` have their operands. */
  readonly negations: readonly (readonly number[])[];
  readonly operators: readonly Infix[];
}

/** Comparisons in one chain of which some are `in`. */
export interface Mixed {
  readonly first: Expr;
  readonly rest: readonly Comparison[];
  readonly start: number;
  readonly end: number;
}

/** The tree of a chain by the precedence of its operators. `onMixed` is told of what is no comparison. */
export function treeOf(chain: Chain, onMixed: (mixed: Mixed) => void): Expr {
  return climb({ chain, next: 0, onMixed }, power.or);
}

interface Climber {
  readonly chain: Chain;
  /** The operand that is read next; the operator before it is the last that was met. */
  next: number;
  readonly onMixed: (mixed: Mixed) => void;
}

const nothing: Expr = { kind: "invalid", start: 0, end: 0 };

/** The next operand, and what follows it as long as operators bind at least so tightly. */
function climb(climber: Climber, least: number): Expr {
  const at = climber.next++;
  const { operands, negations } = climber.chain;
  const first = operands[at] ?? nothing;
  const words = negations[at] ?? [];
  if (words.length === 0) return extend(climber, first, least);
  const negated = words.reduceRight<Expr>(
    (operand, start) => ({ kind: "not", operand, start, end: operand.end }),
    extend(climber, first, power.compare),
  );
  return extend(climber, negated, least);
}

function extend(climber: Climber, first: Expr, least: number): Expr {
  let left = first;
  for (let infix = operatorBehind(climber); infix !== undefined; infix = operatorBehind(climber)) {
    if (infix.power < least) break;
    if (infix.power <= power.and) left = junction(climber, left, infix);
    else if (infix.power === power.compare) left = comparison(climber, left);
    else left = arithmetic(climber, left, infix);
  }
  return left;
}

function operatorBehind({ chain, next }: Climber): Infix | undefined {
  return chain.operators[next - 1];
}

function junction(climber: Climber, first: Expr, { power: own }: Infix): Expr {
  const operands = [first];
  let { end } = first;
  while (operatorBehind(climber)?.power === own) {
    const operand = climb(climber, own + 1);
    operands.push(operand);
    end = operand.end;
  }
  return { kind: own === power.or ? "or" : "and", operands, start: first.start, end };
}

function comparison(climber: Climber, first: Expr): Expr {
  const rest: Comparison[] = [];
  let { end } = first;
  let isMember = false;
  for (let infix = operatorBehind(climber); infix?.power === power.compare; infix = operatorBehind(climber)) {
    const operator = infix.operator as ComparisonOperator;
    const operand = climb(climber, power.sum);
    rest.push({ operator, operand, start: infix.start, end: infix.end });
    isMember ||= operator === "in" || operator === "not in";
    end = operand.end;
  }
  const range = { start: first.start, end };
  if (rest.length === 1 || !isMember) return { kind: "compare", first, rest, ...range };
  climber.onMixed({ first, rest, ...range });
  return { kind: "invalid", ...range };
}

function arithmetic(climber: Climber, left: Expr, infix: Infix): Expr {
  const right = climb(climber, infix.power + 1);
  const operator = infix.operator as ArithmeticOperator;
  return { kind: "arithmetic", operator, left, right, start: left.start, end: right.end };
}
