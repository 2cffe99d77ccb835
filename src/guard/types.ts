import type { Expr, FunctionName, MethodName } from "../../grammar/guard.ts";
import { functionNames, methodNames } from "../../grammar/guard.ts";
import type { Type } from "../ir/type.ts";

/**
 * What is known of a sub-expression without running it. `json` is any JSON value; `unknown` is what a mistake leaves.
 * A number that comes from JSON is a double, so only literals, lengths and truth values are integers.
 */
export type GuardType = "str" | "int" | "float" | "bool" | "none" | "list" | "json" | "unknown";

/** True where `x` is the text itself: Str, Any, and a Union that has Str. Otherwise the text is parsed as JSON. */
export function isText(input: Type): boolean {
  switch (input.kind) {
    case "str":
    case "any":
    case "invalid":
      return true;
    case "union":
      return input.members.some(isText);
    case "int":
    case "float":
    case "bool":
    case "none":
    case "json":
    case "tuple":
      return false;
  }
}

export function typeOfInput(input: Type): GuardType {
  if (isText(input)) return "str";
  switch (input.kind) {
    case "int":
    case "float":
      return "float";
    case "bool":
      return "bool";
    case "union": {
      const members = new Set(input.members.map(typeOfInput));
      const isNumeric = [...members].every((member) => member === "float" || member === "bool");
      return isNumeric && members.size > 0 ? (members.has("float") ? "float" : "bool") : "json";
    }
    default:
      return "json";
  }
}

export function isFunction(name: string): name is FunctionName {
  return functionNames.some((known) => known === name);
}

export function isMethod(name: string): name is MethodName {
  return methodNames.some((known) => known === name);
}

/** Smallest and largest number of arguments. */
export function arityOf(name: FunctionName): readonly [number, number] {
  switch (name) {
    case "has":
    case "contains":
    case "count":
    case "regex":
      return [2, 2];
    case "json_len":
      return [1, 2];
    case "len":
    case "lines":
    case "words":
      return [1, 1];
  }
}

export function methodArity(name: MethodName): number {
  return name === "lower" || name === "upper" || name === "strip" ? 0 : 1;
}

/**
 * The type of an expression that has no mistakes; for evaluation and emission. Where `x` is not the text it is any JSON
 * value: nothing validates an output before its guard runs.
 */
export function typeOf(expr: Expr, input: Type): GuardType {
  switch (expr.kind) {
    case "name":
      return isText(input) ? "str" : "json";
    case "string":
      return "str";
    case "number":
      return expr.float ? "float" : "int";
    case "bool":
    case "not":
    case "compare":
    case "or":
    case "and":
      return "bool";
    case "none":
      return "none";
    case "list":
      return "list";
    case "negate":
      return numberType(typeOf(expr.operand, input));
    case "arithmetic":
      return arithmeticType(expr.operator, typeOf(expr.left, input), typeOf(expr.right, input));
    case "call":
      return isFunction(expr.name) ? callType(expr.name) : "unknown";
    case "method":
      return isMethod(expr.name) ? methodType(expr.name) : "unknown";
    case "index":
      return typeOf(expr.object, input) === "str" ? "str" : "json";
    case "slice":
      return typeOf(expr.object, input) === "str" ? "str" : "json";
    case "invalid":
      return "unknown";
  }
}

export function callType(name: FunctionName): GuardType {
  return name === "has" || name === "contains" || name === "regex" ? "bool" : "int";
}

export function methodType(name: MethodName): GuardType {
  switch (name) {
    case "lower":
    case "upper":
    case "strip":
      return "str";
    case "startswith":
    case "endswith":
      return "bool";
    case "count":
    case "find":
      return "int";
  }
}

/** The type of a number that is negated. A truth value counts as an integer; a value of JSON as a double. */
export function numberType(type: GuardType): GuardType {
  return type === "int" || type === "bool" ? "int" : type === "unknown" ? "unknown" : "float";
}

/** The type of a result; `+` of two values of JSON may join two texts. */
export function arithmeticType(operator: string, left: GuardType, right: GuardType): GuardType {
  if (left === "unknown" || right === "unknown") return "unknown";
  if (operator === "+" && left === "str" && right === "str") return "str";
  if (operator === "+" && (left === "json" || right === "json"))
    return left === "str" || right === "str" ? "str" : "json";
  if (operator === "/") return "float";
  return numberType(left) === "int" && numberType(right) === "int" ? "int" : "float";
}
