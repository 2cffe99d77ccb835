import type { Expr } from "../../grammar/guard.ts";
import { printGuard } from "../../grammar/print.ts";
import type { Predicate } from "../ir/guard.ts";
import type { Space } from "./atoms.ts";
import { spaceOf, truthOf } from "./atoms.ts";
import type { Valuation } from "./languages.ts";
import { isTotal } from "./total.ts";
import { isText } from "./types.ts";

/** Something in a predicate that decides nothing, or decides everything; certain for every output. */
export type Finding =
  | { readonly kind: "constant"; readonly value: boolean; readonly expr: Expr; readonly reason: string }
  /** An operand that can be left out. */
  | {
      readonly kind: "redundant";
      readonly expr: Expr;
      /** Index in the operands of `junction`. */
      readonly index: number;
      readonly junction: Junction;
      readonly reason: string;
    }
  /** A part that is never true, or always, in a predicate that is neither. */
  | { readonly kind: "part"; readonly value: boolean; readonly expr: Expr; readonly reason: string };

type Junction = Extract<Expr, { kind: "and" | "or" }>;

/**
 * What can be said for certain: about the whole, else about the parts of `and` and `or`. Silent where the conditions
 * have too many combinations, and wherever an operand that might fail would make a difference.
 */
export function findingsOf(predicate: Predicate): readonly Finding[] {
  const space = spaceOf(predicate);
  if (space === undefined) return [];
  const { expr } = predicate;
  const value = constantIn(expr, predicate, space.valuations);
  if (value !== undefined)
    return [{ kind: "constant", value, expr, reason: reasonFor(expr, value, space, predicate) }];
  return partsIn(expr, predicate, space);
}

/** The one value of an expression. Always true is certain only where nothing can fail; a failure makes it false. */
function constantIn(expr: Expr, predicate: Predicate, valuations: readonly Valuation[]): boolean | undefined {
  const outcomes = new Set(valuations.map((valuation) => truthOf(expr, valuation)));
  const [value] = outcomes;
  if (outcomes.size !== 1 || value === undefined) return undefined;
  return value && !isTotal(expr, predicate) ? undefined : value;
}

function* findingsInJunction(junction: Junction, predicate: Predicate, space: Space): Iterable<Finding> {
  const kept = [...junction.operands];
  // From the end, so that of two equal operands the first stays.
  for (let index = junction.operands.length - 1; index >= 0 && kept.length > 1; index--) {
    const operand = junction.operands[index];
    if (operand === undefined || isParted(operand, predicate, space)) continue;
    const others = kept.filter((other) => other !== operand);
    const shielded = junction.operands.slice(index);
    if (!shielded.every((part) => isTotal(part, predicate))) continue;
    const without: Expr = { ...junction, operands: others };
    if (space.valuations.some((valuation) => truthOf(junction, valuation) !== truthOf(without, valuation)))
      continue;
    kept.splice(kept.indexOf(operand), 1);
    yield {
      kind: "redundant",
      expr: operand,
      index,
      junction,
      reason: reasonForOperand(junction, operand, others, space),
    };
  }
}

/** True of an operand that is reported by itself, as always true or never. */
function isParted(operand: Expr, predicate: Predicate, { valuations }: Space): boolean {
  return constantIn(operand, predicate, valuations) !== undefined;
}

function partsIn(expr: Expr, predicate: Predicate, space: Space): readonly Finding[] {
  if (expr.kind === "not") return partsIn(expr.operand, predicate, space);
  if (expr.kind !== "and" && expr.kind !== "or") return [];
  const inside = expr.operands.flatMap((operand): readonly Finding[] => {
    const value = constantIn(operand, predicate, space.valuations);
    if (value === undefined) return partsIn(operand, predicate, space);
    return [{ kind: "part", value, expr: operand, reason: reasonFor(operand, value, space, predicate) }];
  });
  return [...inside, ...findingsInJunction(expr, predicate, space)];
}

/** Why an operand adds nothing: one other decides it, or all of them together. */
function reasonForOperand(
  { kind }: Junction,
  operand: Expr,
  others: readonly Expr[],
  { valuations }: Space,
): string {
  const implies = (a: Expr, b: Expr): boolean =>
    valuations.every((valuation) => !truthOf(a, valuation) || truthOf(b, valuation));
  const one = others.find((other) => (kind === "and" ? implies(other, operand) : implies(operand, other)));
  if (one === undefined) return "the other operands together decide the same without it";
  const text = `\`${printGuard(one)}\``;
  return kind === "and" ? `it holds wherever ${text} does` : `${text} holds wherever it does`;
}

function reasonFor(expr: Expr, value: boolean, space: Space, predicate: Predicate): string {
  const pair = decidingPair(expr, value, space);
  if (pair !== undefined) return pair;
  const subjects = space.groups
    .filter(({ kind }) => kind === "measure" || kind === "value" || kind === "text")
    .map(({ subject }) => subject)
    .filter((subject) => printGuard(expr).includes(subject));
  if (subjects.length > 0) {
    const names = [...new Set(subjects)].map((subject) => `\`${subject}\``).join(" and ");
    return `no value of ${names} makes it ${value ? "false" : "true"}`;
  }
  return `it does not depend on ${isText(predicate.input) ? "the output" : "an output that can be read"}`;
}

/** Two operands that cannot both hold, or of which one always does. */
function decidingPair(expr: Expr, value: boolean, { valuations }: Space): string | undefined {
  if (expr.kind !== (value ? "or" : "and")) return undefined;
  const { operands } = expr;
  if (operands.length < 2) return undefined;
  for (const [i, one] of operands.entries()) {
    for (const other of operands.slice(i + 1)) {
      const decides = valuations.every((valuation) =>
        value
          ? truthOf(one, valuation) || truthOf(other, valuation)
          : !(truthOf(one, valuation) && truthOf(other, valuation)),
      );
      if (!decides) continue;
      const [a, b] = [`\`${printGuard(one)}\``, `\`${printGuard(other)}\``];
      return value ? `one of ${a} and ${b} always holds` : `${a} and ${b} never hold together`;
    }
  }
  return undefined;
}
