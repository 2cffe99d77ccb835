import type { ComparisonOperator, Expr } from "../../grammar/guard.ts";
import { literalOf } from "./features.ts";
import type { Facts, Interval, Kind } from "./schema.ts";
import { kindOf, kindsOf, numbersOf, sizesOf, stepInto, valuesOf } from "./schema.ts";
import type { Value } from "./values.ts";
import { equal, order } from "./values.ts";

/** What a condition can come to for the values that a schema allows; both where it is not known. */
export interface Outcome {
  readonly canBeTrue: boolean;
  readonly canBeFalse: boolean;
}

const always: Outcome = { canBeTrue: true, canBeFalse: false };
const never: Outcome = { canBeTrue: false, canBeFalse: true };
const either: Outcome = { canBeTrue: true, canBeFalse: true };

/** Some of the values that may stand at a place: one, or all of a kind. */
type Range =
  | { readonly kind: "only"; readonly value: Value }
  | { readonly kind: "numbers"; readonly interval: Interval }
  | { readonly kind: "texts" }
  | { readonly kind: "containers" };

function rangesIn({ ways }: Facts): readonly Range[] {
  return ways.flatMap((way) => {
    const values = valuesOf(way);
    if (values !== undefined)
      return values.map((value) => ({ kind: "only", value: value as Value }) as const);
    return [...kindsOf(way)].flatMap((kind): readonly Range[] => {
      switch (kind) {
        case "null":
          return [{ kind: "only", value: null }];
        case "boolean":
          return [
            { kind: "only", value: false },
            { kind: "only", value: true },
          ];
        case "number":
          return [{ kind: "numbers", interval: numbersOf(way) }];
        case "string":
          return [{ kind: "texts" }];
        case "array":
        case "object":
          return [{ kind: "containers" }];
      }
    });
  });
}

/** A value at a place against a literal, or against a list of them behind `in`. */
export function valueOutcome(facts: Facts, operator: ComparisonOperator, other: Expr): Outcome | undefined {
  return joined(rangesIn(facts), (range) => rangeOutcome(range, operator, other));
}

function joined<Part>(
  parts: readonly Part[],
  outcomeOf: (part: Part) => Outcome | undefined,
): Outcome | undefined {
  const outcomes = parts.map(outcomeOf);
  if (outcomes.length === 0 || outcomes.includes(undefined)) return undefined;
  return {
    canBeTrue: outcomes.some((outcome) => outcome?.canBeTrue),
    canBeFalse: outcomes.some((outcome) => outcome?.canBeFalse),
  };
}

function rangeOutcome(range: Range, operator: ComparisonOperator, other: Expr): Outcome | undefined {
  if (operator === "in" || operator === "not in") {
    if (other.kind !== "list") return undefined;
    const isIn = membership(range, other.items);
    if (isIn === undefined || operator === "in") return isIn;
    return { canBeTrue: isIn.canBeFalse, canBeFalse: isIn.canBeTrue };
  }
  const literal = literalOf(other);
  return literal && literalOutcome(range, operator, literal.value);
}

function membership(range: Range, items: readonly Expr[]): Outcome | undefined {
  const outcomes = items.map((item) => rangeOutcome(range, "==", item));
  if (outcomes.includes(undefined)) return undefined;
  return {
    canBeTrue: outcomes.some((outcome) => outcome?.canBeTrue),
    canBeFalse: outcomes.every((outcome) => outcome?.canBeFalse),
  };
}

type Order = Exclude<ComparisonOperator, "in" | "not in">;
type Literal = string | number | boolean | null;

function literalOutcome(range: Range, operator: Order, literal: Literal): Outcome {
  const number = typeof literal === "boolean" ? Number(literal) : literal;
  switch (range.kind) {
    case "only":
      return holds(range.value, operator, number) ? always : never;
    case "numbers":
      return typeof number === "number"
        ? intervalOutcome(range.interval, operator, number)
        : differs(operator);
    case "texts":
      return typeof number === "string" ? either : differs(operator);
    case "containers":
      return differs(operator);
  }
}

/** Values of kinds that are never equal and have no order. */
function differs(operator: Order): Outcome {
  return operator === "!=" ? always : never;
}

function holds(value: Value, operator: Order, literal: Literal): boolean {
  if (operator === "==") return equal(value, literal);
  if (operator === "!=") return !equal(value, literal);
  const kind = kindOf(value) === "boolean" ? "number" : kindOf(value);
  if (kind !== kindOf(literal) || (kind !== "number" && kind !== "string")) return false;
  const sign = order(value, literal);
  switch (operator) {
    case "<":
      return sign < 0;
    case "<=":
      return sign <= 0;
    case ">":
      return sign > 0;
    case ">=":
      return sign >= 0;
  }
}

function intervalOutcome(interval: Interval, operator: Order, literal: number): Outcome {
  const { low, high, lowOpen, highOpen } = interval;
  const below = low < literal;
  const above = high > literal;
  const equals = (below || (low === literal && !lowOpen)) && (above || (high === literal && !highOpen));
  const swap = ({ canBeTrue, canBeFalse }: Outcome): Outcome => ({
    canBeTrue: canBeFalse,
    canBeFalse: canBeTrue,
  });
  switch (operator) {
    case "==":
      return { canBeTrue: equals, canBeFalse: below || above };
    case "!=":
      return swap({ canBeTrue: equals, canBeFalse: below || above });
    case "<":
      return { canBeTrue: below, canBeFalse: above || equals };
    case "<=":
      return { canBeTrue: below || equals, canBeFalse: above };
    case ">":
      return swap({ canBeTrue: below || equals, canBeFalse: above });
    case ">=":
      return swap({ canBeTrue: below, canBeFalse: above || equals });
  }
}

/** The size of what stands at a place, against a literal. */
export function sizeOutcome(
  { ways }: Facts,
  measure: "len" | "json_len",
  operator: ComparisonOperator,
  other: Expr,
): Outcome | undefined {
  const sized: readonly Kind[] = measure === "len" ? ["string", "array", "object"] : ["array", "object"];
  const sizes = ways.flatMap((way) =>
    [...kindsOf(way)].map((kind) =>
      kind === "string" || kind === "array" || kind === "object"
        ? sized.includes(kind)
          ? sizesOf(way, kind)
          : undefined
        : undefined,
    ),
  );
  return joined(sizes, (interval) =>
    interval === undefined ? never : rangeOutcome({ kind: "numbers", interval }, operator, other),
  );
}

/** Whether an object has a key; undefined where something else may stand there. */
export function keyOutcome(facts: Facts, name: string): Outcome | undefined {
  if (facts.ways.some((way) => [...kindsOf(way)].some((kind) => kind !== "object"))) return undefined;
  const { presence } = stepInto(facts, { kind: "key", name });
  return { canBeTrue: presence !== "never", canBeFalse: presence !== "always" };
}

const names: Readonly<Record<Kind, string>> = {
  null: "`None`",
  boolean: "truth values",
  number: "numbers",
  string: "texts",
  array: "lists",
  object: "objects",
};

/** What may stand at a place, for a message. */
export function placeText({ ways }: Facts): string {
  const values = ways.flatMap((way) => valuesOf(way) ?? [undefined]);
  const kinds = [...new Set(ways.flatMap((way) => [...kindsOf(way)]))];
  const isShort = values.length <= 4 && values.every((value) => value !== undefined);
  const parts = isShort
    ? [...new Set(values.map((value) => `\`${JSON.stringify(value)}\``))]
    : kinds.map((kind) => (kind === "number" ? numbersText(ways) : names[kind]));
  const last = parts.at(-1) ?? "";
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${last}` : last;
  return `the type allows only ${list} there`;
}

function numbersText(ways: Facts["ways"]): string {
  const [interval, ...more] = ways.filter((way) => kindsOf(way).has("number")).map(numbersOf);
  if (interval === undefined || more.length > 0) return names.number;
  const { low, high, lowOpen, highOpen } = interval;
  const from = low === -Infinity ? "" : ` ${lowOpen ? "above" : "from"} ${low}`;
  const to = high === Infinity ? "" : ` ${highOpen ? "below" : "to"} ${high}`;
  return `numbers${from}${to}`;
}
