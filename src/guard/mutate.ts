import type { Comparison, Expr } from "../../grammar/guard.ts";
import { partsOf } from "../../grammar/parts.ts";
import { printGuard } from "../../grammar/print.ts";
import type { Predicate } from "../ir/guard.ts";
import { checkPredicate } from "./check.ts";
import { compilePredicate } from "./evaluate.ts";

/** A guard with one small mistake in it. */
export interface Mutant {
  /** What was done: `drops an operand`, `turns < into <=`. */
  readonly what: string;
  /** Where in the guard: offsets into its text. */
  readonly start: number;
  readonly end: number;
  readonly expr: Expr;
}

/** A text, and whether the guard should accept it. */
export interface Sample {
  readonly name: string;
  readonly text: string;
  readonly accepted: boolean;
}

export interface MutationReport {
  /** Samples that the guard itself judges otherwise than they say; mutants mean nothing while there are any. */
  readonly misjudged: readonly Sample[];
  readonly mutants: number;
  /** Mutants that judge every sample as the guard does: a mistake of that kind would not be noticed. */
  readonly survivors: readonly Mutant[];
}

/** Runs every mutant against the samples: would they notice the mistake? */
export function mutate(predicate: Predicate, samples: readonly Sample[]): MutationReport {
  const judge = (expr: Expr): ((sample: Sample) => boolean) => {
    const run = compilePredicate({ ...predicate, expr });
    return ({ text }) => run(text).value;
  };
  const original = judge(predicate.expr);
  // A path or a pattern that was cut may be none any more; such a mistake is found without samples.
  const mutants = mutantsOf(predicate.expr).filter(
    ({ expr }) => checkPredicate(predicate.source, expr, predicate.input).value.sound,
  );
  return {
    misjudged: samples.filter((sample) => original(sample) !== sample.accepted),
    mutants: mutants.length,
    survivors: mutants.filter(({ expr }) => {
      const mutant = judge(expr);
      return samples.every((sample) => mutant(sample) === original(sample));
    }),
  };
}

/** Every mutant of an expression, each with one change, in the order of the text; none that prints like the original. */
export function mutantsOf(expr: Expr): readonly Mutant[] {
  const known = new Set([printGuard(expr)]);
  return everywhere(expr)
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .filter((mutant) => {
      const text = printGuard(mutant.expr);
      if (known.has(text)) return false;
      known.add(text);
      return true;
    });
}

/** Changes at the expression itself, then inside each of its parts. */
function everywhere(expr: Expr): readonly Mutant[] {
  const inside = partsOf(expr).flatMap((part, i) =>
    everywhere(part).map((mutant) => ({ ...mutant, expr: withPart(expr, i, mutant.expr) })),
  );
  return [...here(expr), ...inside];
}

function here(expr: Expr): readonly Mutant[] {
  const mutant = (
    what: string,
    changed: Expr,
    at: { readonly start: number; readonly end: number } = expr,
  ): Mutant => ({
    what,
    start: at.start,
    end: at.end,
    expr: changed,
  });
  switch (expr.kind) {
    case "and":
    case "or":
      return [
        ...expr.operands.map((operand, i) => mutant("drops an operand", withoutOperand(expr, i), operand)),
        mutant(expr.kind === "and" ? "turns `and` into `or`" : "turns `or` into `and`", {
          ...expr,
          kind: expr.kind === "and" ? "or" : "and",
        }),
      ];
    case "not":
      return [mutant("drops `not`", expr.operand)];
    case "compare":
      return expr.rest.flatMap(({ operator }, i) =>
        flipped[operator].map((other) =>
          mutant(`turns \`${operator}\` into \`${other}\``, {
            ...expr,
            rest: expr.rest.map((entry, at) => (at === i ? { ...entry, operator: other } : entry)),
          }),
        ),
      );
    case "number":
      return [-1, 1].map((step) =>
        mutant(
          `turns \`${printGuard(expr)}\` into \`${printGuard({ ...expr, value: expr.value + step })}\``,
          {
            ...expr,
            value: expr.value + step,
          },
        ),
      );
    case "string":
      return expr.value === ""
        ? []
        : stringMutants(expr).map((changed) =>
            mutant(`turns ${printGuard(expr)} into ${printGuard(changed)}`, changed),
          );
    case "bool":
      return [
        mutant(`turns \`${printGuard(expr)}\` into \`${printGuard({ ...expr, value: !expr.value })}\``, {
          ...expr,
          value: !expr.value,
        }),
      ];
    case "arithmetic":
      return [mutant(`drops everything from \`${expr.operator}\` on`, expr.left)];
    case "slice":
      return [mutant("drops the slice", expr.object)];
    case "method":
      // Only a method that gives a text can be left out and the types still fit.
      return ["lower", "upper", "strip"].includes(expr.name)
        ? [mutant(`drops \`.${expr.name}()\``, expr.object)]
        : [];
    case "name":
    case "none":
    case "list":
    case "negate":
    case "call":
    case "index":
    case "invalid":
      return [];
  }
}

type Operator = Comparison["operator"];

const flipped: Readonly<Record<Operator, readonly Operator[]>> = {
  "==": ["!="],
  "!=": ["=="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  in: ["not in"],
  "not in": ["in"],
};

/** A character less, and another case: the slips of a hand. */
function stringMutants(expr: Extract<Expr, { kind: "string" }>): readonly Expr[] {
  const { value } = expr;
  const swapped = value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase();
  return [value.slice(0, -1), ...(swapped === value ? [] : [swapped])].map((changed) => ({
    ...expr,
    value: changed,
  }));
}

function withoutOperand(expr: Extract<Expr, { kind: "and" | "or" }>, i: number): Expr {
  const operands = expr.operands.toSpliced(i, 1);
  const [only] = operands;
  return operands.length === 1 && only !== undefined ? only : { ...expr, operands };
}

/** The expression with its part number `i`, in the order of `partsOf`, replaced. */
function withPart(expr: Expr, i: number, part: Expr): Expr {
  switch (expr.kind) {
    case "list":
      return { ...expr, items: expr.items.with(i, part) };
    case "or":
    case "and":
      return { ...expr, operands: expr.operands.with(i, part) };
    case "not":
    case "negate":
      return { ...expr, operand: part };
    case "compare":
      return i === 0
        ? { ...expr, first: part }
        : {
            ...expr,
            rest: expr.rest.map((entry, at) => (at === i - 1 ? { ...entry, operand: part } : entry)),
          };
    case "arithmetic":
      return i === 0 ? { ...expr, left: part } : { ...expr, right: part };
    case "call":
      return { ...expr, args: expr.args.with(i, part) };
    case "method":
      return i === 0 ? { ...expr, object: part } : { ...expr, args: expr.args.with(i - 1, part) };
    case "index":
      return i === 0 ? { ...expr, object: part } : { ...expr, index: part };
    case "slice":
      return withBound(expr, i, part);
    case "name":
    case "string":
    case "number":
    case "bool":
    case "none":
    case "invalid":
      return expr;
  }
}

function withBound(expr: Extract<Expr, { kind: "slice" }>, i: number, part: Expr): Expr {
  if (i === 0) return { ...expr, object: part };
  return i === 1 && expr.from !== undefined ? { ...expr, from: part } : { ...expr, to: part };
}
