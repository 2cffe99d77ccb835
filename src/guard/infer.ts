import type { ArithmeticOperator, Comparison, Expr, FunctionName, GuardSource } from "../../grammar/guard.ts";
import { functionNames, methodNames } from "../../grammar/guard.ts";
import type { Type } from "../ir/type.ts";
import { checkPattern } from "../regex/pattern.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { suggestion } from "../report/near.ts";
import type { Span } from "../report/source.ts";
import { guardDiagnostics } from "./diagnostics.ts";
import { formFor } from "./foreign.ts";
import type { GuardType } from "./types.ts";
import {
  arithmeticType,
  arityOf,
  callType,
  isFunction,
  isMethod,
  methodArity,
  methodType,
  numberType,
  typeOf,
  typeOfInput,
} from "./types.ts";

/** Names, arguments, types and patterns of a guard: what is wrong with them. */
export function typeProblems(source: GuardSource, expr: Expr, input: Type): readonly Diagnostic[] {
  const checker: Checker = { source, input, diagnostics: [] };
  infer(checker, expr, "truth");
  return checker.diagnostics;
}

interface Checker {
  readonly source: GuardSource;
  readonly input: Type;
  readonly diagnostics: Diagnostic[];
}

/** Where an expression stands: `and` and `or` give an operand only where its truth alone counts. */
type Place = "truth" | "value";

function spanOf({ source }: Checker, range: { readonly start: number; readonly end: number }): Span {
  return source.at(range.start, range.end);
}

function textOf({ source }: Checker, range: { readonly start: number; readonly end: number }): string {
  return source.text.slice(range.start, range.end);
}

function wrongType(checker: Checker, expr: Expr, found: GuardType, wanted: string): GuardType {
  if (found !== "unknown") {
    const parameters = { text: textOf(checker, expr), found: nameOf(found), wanted };
    checker.diagnostics.push(guardDiagnostics.create("guard/type", spanOf(checker, expr), parameters));
  }
  return "unknown";
}

function nameOf(type: GuardType): string {
  const names: Readonly<Record<GuardType, string>> = {
    str: "a text",
    int: "a number",
    float: "a number",
    bool: "a truth value",
    none: "`None`",
    list: "a list",
    json: "a JSON value",
    unknown: "unknown",
  };
  return names[type];
}

function infer(checker: Checker, expr: Expr, place: Place): GuardType {
  switch (expr.kind) {
    case "name":
      return typeOfInput(checker.input);
    case "list":
      for (const item of expr.items) infer(checker, item, "value");
      return "list";
    case "or":
    case "and":
      return inferJunction(checker, expr.operands, place);
    case "not":
      infer(checker, expr.operand, "truth");
      return "bool";
    case "negate":
      return inferNumber(checker, expr.operand, "-");
    case "compare":
      return inferComparison(checker, expr.first, expr.rest);
    case "arithmetic":
      return inferArithmetic(checker, expr.operator, expr.left, expr.right);
    case "call":
      return inferCall(checker, expr);
    case "method":
      return inferMethod(checker, expr);
    case "index":
      return inferIndex(checker, expr.object, expr.index);
    case "slice":
      return inferSlice(checker, expr);
    case "string":
    case "number":
    case "bool":
    case "none":
    case "invalid":
      return typeOf(expr, checker.input);
  }
}

function inferJunction(checker: Checker, operands: readonly Expr[], place: Place): GuardType {
  for (const operand of operands) {
    const type = infer(checker, operand, place);
    if (place === "value" && type !== "bool" && type !== "unknown") {
      wrongType(
        checker,
        operand,
        type,
        "a truth value, since the result of `and` and `or` is used as a value here",
      );
    }
  }
  return "bool";
}

const isNumber = (type: GuardType): boolean => ["int", "float", "bool", "json", "unknown"].includes(type);
const isString = (type: GuardType): boolean => ["str", "json", "unknown"].includes(type);

function inferNumber(checker: Checker, expr: Expr, operator: string): GuardType {
  const type = infer(checker, expr, "value");
  return isNumber(type) ? numberType(type) : wrongType(checker, expr, type, `a number for \`${operator}\``);
}

function inferArithmetic(checker: Checker, operator: ArithmeticOperator, left: Expr, right: Expr): GuardType {
  const a = infer(checker, left, "value");
  const b = infer(checker, right, "value");
  const texts = operator === "+" && isString(a) && isString(b);
  if (!texts) {
    if (operator === "+" && a === "str")
      return wrongType(checker, right, b, "a text, since `+` joins two texts");
    const wanted = operator === "+" ? "a number or two texts for `+`" : `a number for \`${operator}\``;
    if (!isNumber(a)) return wrongType(checker, left, a, wanted);
    if (!isNumber(b)) return wrongType(checker, right, b, wanted);
  }
  return arithmeticType(operator, a, b);
}

function inferComparison(checker: Checker, first: Expr, rest: readonly Comparison[]): GuardType {
  let left = first;
  let leftType = infer(checker, first, "value");
  for (const { operator, operand } of rest) {
    const type = infer(checker, operand, "value");
    if (operator === "in" || operator === "not in") checkMembership(checker, left, leftType, operand, type);
    else if (operator === "==" || operator === "!=") checkEquality(checker, left, leftType, operand, type);
    else checkOrder(checker, operator, left, leftType, operand, type);
    left = operand;
    leftType = type;
  }
  return "bool";
}

function checkMembership(checker: Checker, left: Expr, a: GuardType, right: Expr, b: GuardType): void {
  if (b === "str" && !isString(a)) wrongType(checker, left, a, "a text, since it is looked for in a text");
  else if (["int", "float", "bool", "none"].includes(b))
    wrongType(checker, right, b, "a text, a list or an object after `in`");
}

function checkOrder(
  checker: Checker,
  operator: string,
  left: Expr,
  a: GuardType,
  right: Expr,
  b: GuardType,
): void {
  if ((isNumber(a) && isNumber(b)) || (isString(a) && isString(b))) return;
  if (!isNumber(a) && !isString(a)) wrongType(checker, left, a, `a number or a text for \`${operator}\``);
  else
    wrongType(
      checker,
      right,
      b,
      `${a === "str" ? "a text" : "a number"}, like the other side of \`${operator}\``,
    );
}

const families: Readonly<Record<GuardType, string>> = {
  str: "text",
  int: "number",
  float: "number",
  bool: "number",
  none: "none",
  list: "list",
  json: "any",
  unknown: "any",
};

function checkEquality(checker: Checker, left: Expr, a: GuardType, right: Expr, b: GuardType): void {
  const [one, other] = [families[a], families[b]];
  if (one === other || one === "any" || other === "any") return;
  const range = { start: left.start, end: right.end };
  const parameters = {
    left: textOf(checker, left),
    right: textOf(checker, right),
    a: nameOf(a),
    b: nameOf(b),
  };
  checker.diagnostics.push(guardDiagnostics.create("guard/never-equal", spanOf(checker, range), parameters));
}

function inferCall(checker: Checker, expr: Extract<Expr, { kind: "call" }>): GuardType {
  const types = expr.args.map((arg) => infer(checker, arg, "value"));
  const { name } = expr;
  if (!isFunction(name)) {
    const form = isMethod(name) ? `x.${name}(…)` : formFor(name);
    const help = form === undefined ? suggestion(name, functionNames) : `Write \`${form}\`.`;
    checker.diagnostics.push(
      guardDiagnostics.create("guard/unknown-function", spanOf(checker, expr.nameAt), {
        name,
        what: "function",
        help,
      }),
    );
    return "unknown";
  }
  const [least, most] = arityOf(name);
  if (types.length < least || types.length > most) return wrongCount(checker, expr, least, most);
  const [first, second] = expr.args;
  if (first !== undefined) checkFirst(checker, name, first, types[0] ?? "unknown");
  if (second !== undefined) checkSecond(checker, name, second, types[1] ?? "unknown");
  return callType(name);
}

function checkFirst(checker: Checker, name: FunctionName, arg: Expr, type: GuardType): void {
  switch (name) {
    case "len":
      if (!["str", "json", "unknown"].includes(type))
        wrongType(checker, arg, type, "a text, a list or an object for `len`");
      return;
    case "has":
    case "json_len":
      if (!isString(type)) wrongType(checker, arg, type, `a JSON value for \`${name}\``);
      return;
    case "contains":
    case "count":
    case "regex":
    case "lines":
    case "words":
      if (!isString(type)) wrongType(checker, arg, type, `a text for \`${name}\``);
  }
}

function checkSecond(checker: Checker, name: string, arg: Expr, type: GuardType): void {
  const literal = name === "has" || name === "json_len" || name === "regex";
  if (!literal) {
    if (!isString(type)) wrongType(checker, arg, type, `a text for \`${name}\``);
    return;
  }
  if (arg.kind !== "string") {
    if (type !== "unknown")
      wrongType(
        checker,
        arg,
        type === "str" ? "json" : type,
        `a text in quotes, since \`${name}\` is checked before anything runs`,
      );
    return;
  }
  if (name === "regex") checkRegex(checker, arg);
}

function checkRegex(checker: Checker, arg: Extract<Expr, { kind: "string" }>): void {
  const { problem } = checkPattern(arg.value);
  if (problem !== undefined) {
    const parameters = { reason: problem.reason, help: problem.help };
    checker.diagnostics.push(
      guardDiagnostics.create(
        "guard/pattern",
        spanOf(checker, patternRange(checker, arg, problem)),
        parameters,
      ),
    );
  } else if (arg.backspace) {
    checker.diagnostics.push(guardDiagnostics.create("guard/backspace", spanOf(checker, arg), {}));
  }
}

/** The part of a literal that wrote a part of its pattern: exact in a single literal without escapes, else all of it. */
function patternRange(
  checker: Checker,
  arg: Extract<Expr, { kind: "string" }>,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly start: number; readonly end: number } {
  const written = textOf(checker, arg);
  const quote = written.search(/['"]/) + 1;
  const exact = written.slice(quote, -1) === arg.value;
  return exact ? { start: arg.start + quote + start, end: arg.start + quote + end } : arg;
}

/** `has(x, …)`: how a function is called with the arguments that it takes. */
function callForm(name: FunctionName): string {
  return arityOf(name)[0] === 1 ? `${name}(x)` : `${name}(x, '…')`;
}

function wrongCount(
  checker: Checker,
  expr: Extract<Expr, { kind: "call" | "method" }>,
  least: number,
  most: number,
): GuardType {
  const wanted = least === most ? `${least}` : `${least} or ${most}`;
  const parameters = { name: expr.name, found: expr.args.length, wanted };
  checker.diagnostics.push(guardDiagnostics.create("guard/arguments", spanOf(checker, expr), parameters));
  return "unknown";
}

function inferMethod(checker: Checker, expr: Extract<Expr, { kind: "method" }>): GuardType {
  const object = infer(checker, expr.object, "value");
  const types = expr.args.map((arg) => infer(checker, arg, "value"));
  const { name } = expr;
  if (!isMethod(name)) {
    // A method of another name, such as `re.search`, has been reported with the name.
    if (expr.object.kind === "invalid") return "unknown";
    const form = isFunction(name) ? callForm(name) : formFor(name);
    const help = form === undefined ? suggestion(name, methodNames) : `Write \`${form}\`.`;
    checker.diagnostics.push(
      guardDiagnostics.create("guard/unknown-function", spanOf(checker, expr.nameAt), {
        name,
        what: "method",
        help,
      }),
    );
    return "unknown";
  }
  if (!isString(object)) return wrongType(checker, expr.object, object, `a text for \`${name}\``);
  const wanted = methodArity(name);
  if (types.length !== wanted) return wrongCount(checker, expr, wanted, wanted);
  const [arg] = expr.args;
  const [type] = types;
  if (arg !== undefined && type !== undefined && !isString(type))
    wrongType(checker, arg, type, `a text for \`${name}\``);
  return methodType(name);
}

function inferIndex(checker: Checker, object: Expr, index: Expr): GuardType {
  const of = infer(checker, object, "value");
  const type = infer(checker, index, "value");
  if (!isString(of)) return wrongType(checker, object, of, "a text, a list or an object before `[`");
  const keys = of === "json" || of === "unknown";
  if (!["int", "float", "json", "unknown"].includes(type) && !(keys && type === "str")) {
    return wrongType(checker, index, type, keys ? "a number or a text in `[…]`" : "a number in `[…]`");
  }
  return of;
}

function inferSlice(checker: Checker, expr: Extract<Expr, { kind: "slice" }>): GuardType {
  const of = infer(checker, expr.object, "value");
  for (const bound of [expr.from, expr.to]) {
    if (bound === undefined) continue;
    const type = infer(checker, bound, "value");
    if (!["int", "float", "json", "unknown"].includes(type))
      wrongType(checker, bound, type, "a number in `[…:…]`");
  }
  return isString(of) ? of : wrongType(checker, expr.object, of, "a text or a list before `[`");
}
