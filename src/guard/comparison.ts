import type { ComparisonOperator } from "../../grammar/guard.ts";
import type { GuardType } from "./types.ts";
import type { Value } from "./values.ts";
import { compareCodePoints, contains, equal, order, stringOf } from "./values.ts";

/** How two values are compared. Of texts and numbers JavaScript's own comparison is known to mean what Python's does. */
export type Test = (left: Value, right: Value) => boolean;

type OperandTypes = readonly [left: GuardType, right: GuardType];

/** The test for an operator between values of types that are known as far as the guard tells. */
export function testOf(operator: ComparisonOperator, [left, right]: OperandTypes): Test {
  switch (operator) {
    case "==":
      return isIdentity(left, right) ? identical : equal;
    case "!=":
      return isIdentity(left, right) ? (a, b) => a !== b : (a, b) => !equal(a, b);
    case "in":
      return membership(left, right);
    case "not in": {
      const isIn = membership(left, right);
      return (a, b) => !isIn(a, b);
    }
    default:
      return orderings[familyOf(left, right)][operator];
  }
}

/** The same where a literal stands on the right, as it mostly does; then a comparison of numbers costs no call. */
export function testAgainst(
  operator: ComparisonOperator,
  types: OperandTypes,
  literal: Value,
): (left: Value) => boolean {
  if (typeof literal === "number" && familyOf(...types) === "numbers") {
    switch (operator) {
      case "<":
        return (left) => (left as number) < literal;
      case "<=":
        return (left) => (left as number) <= literal;
      case ">":
        return (left) => (left as number) > literal;
      case ">=":
        return (left) => (left as number) >= literal;
      default:
    }
  }
  const test = testOf(operator, types);
  return (left) => test(left, literal);
}

const identical: Test = (a, b) => a === b;

/** True where equal values are identical: a text and `None` equal nothing else, and no truth value meets a number. */
export function isIdentity(left: GuardType, right: GuardType): boolean {
  const types = [left, right];
  if (types.includes("str") || types.includes("none")) return true;
  return types.every((type) => type === "int" || type === "float") || types.every((type) => type === "bool");
}

function membership(left: GuardType, right: GuardType): Test {
  if (right !== "str") return (item, container) => contains(container, item);
  if (left === "str") return (part, text) => (text as string).includes(part as string);
  return (part, text) => (text as string).includes(stringOf(part));
}

type Family = "numbers" | "texts" | "any";

export function familyOf(left: GuardType, right: GuardType): Family {
  if (isNumeric(left) && isNumeric(right)) return "numbers";
  return left === "str" && right === "str" ? "texts" : "any";
}

export function isNumeric(type: GuardType): boolean {
  return type === "int" || type === "float" || type === "bool";
}

type Order = Exclude<ComparisonOperator, "==" | "!=" | "in" | "not in">;

// JavaScript takes a truth value for 0 or 1 where it puts numbers in order, as Python does.
const orderings: Readonly<Record<Family, Readonly<Record<Order, Test>>>> = {
  numbers: {
    "<": (a, b) => (a as number) < (b as number),
    "<=": (a, b) => (a as number) <= (b as number),
    ">": (a, b) => (a as number) > (b as number),
    ">=": (a, b) => (a as number) >= (b as number),
  },
  texts: orderingsBy((a, b) => compareCodePoints(a as string, b as string)),
  any: orderingsBy(order),
};

function orderingsBy(compare: (a: Value, b: Value) => number): Readonly<Record<Order, Test>> {
  return {
    "<": (a, b) => compare(a, b) < 0,
    "<=": (a, b) => compare(a, b) <= 0,
    ">": (a, b) => compare(a, b) > 0,
    ">=": (a, b) => compare(a, b) >= 0,
  };
}
