import type { Comparison, ComparisonOperator, Expr } from "../../grammar/guard.ts";
import type { Predicate } from "../ir/guard.ts";
import { javascriptString } from "../language/javascript.ts";
import { familyOf, isIdentity, isNumeric } from "./comparison.ts";
import { literalOf } from "./features.ts";
import { runtimeFor } from "./javascript-runtime.ts";
import { checkedTable, nativeRegExp, walkerOf } from "./pattern.ts";
import type { GuardType } from "./types.ts";
import { isText, typeOf } from "./types.ts";
import { stepsOfPath } from "./values.ts";

/**
 * A JavaScript function (ES2022) that answers as the guard does, with nothing but the language. Operations on texts and
 * numbers are JavaScript's own where they mean the same; values of JSON go through checks. A pattern is
 * searched for in linear time: as a RegExp where that is certain, else with a table that is walked.
 */
export function emitJavaScript(
  predicate: Predicate,
  functionName: string,
): { readonly code: string; readonly runtime: string } {
  const emitter: Emitter = {
    predicate,
    functionName,
    used: new Set(["text"]),
    constants: [],
    variables: [],
  };
  const body = emitTruth(emitter, predicate.expr);
  const input = isText(predicate.input) ? "$text(output)" : `${use(emitter, "json")}($text(output))`;
  const code = [
    ...emitter.constants,
    `function ${functionName}(output) {`,
    "  try {",
    `    const x = ${input};`,
    ...emitter.variables.map((name) => `    let ${name};`),
    `    return ${body};`,
    "  } catch {",
    "    return false;",
    "  }",
    "}",
    "",
  ].join("\n");
  return { code, runtime: runtimeFor(emitter.used) };
}

interface Emitter {
  readonly predicate: Predicate;
  readonly functionName: string;
  readonly used: Set<string>;
  /** Lines before the function: its patterns. */
  readonly constants: string[];
  /** Variables of the function. */
  readonly variables: string[];
}

function use(emitter: Emitter, name: string): string {
  emitter.used.add(name);
  return `$${name}`;
}

function typeIn({ predicate }: Emitter, expr: Expr): GuardType {
  return typeOf(expr, predicate.input);
}

/** The expression, between parentheses wherever it is more than a term. */
function emit(emitter: Emitter, expr: Expr): string {
  switch (expr.kind) {
    case "name":
      return "x";
    case "string":
      return javascriptString(expr.value);
    case "number":
    case "bool":
      return String(expr.value);
    case "none":
      return "null";
    case "list":
      return `[${expr.items.map((item) => emit(emitter, item)).join(", ")}]`;
    case "or":
      return `(${expr.operands.map((operand) => emitTruth(emitter, operand)).join(" || ")})`;
    case "and":
      return `(${expr.operands.map((operand) => emitTruth(emitter, operand)).join(" && ")})`;
    case "not":
      return `!${emitTruth(emitter, expr.operand)}`;
    case "compare":
      return emitComparison(emitter, expr.first, expr.rest);
    case "negate": {
      const literal = literalOf(expr);
      return literal === undefined
        ? emitNumber(emitter, expr, `-${emitOperand(emitter, expr.operand)}`)
        : `(-${emit(emitter, expr.operand)})`;
    }
    case "arithmetic":
      return emitArithmetic(emitter, expr);
    case "call":
      return emitCall(emitter, expr);
    case "method":
      return emitMethod(emitter, expr);
    case "index":
      return `${use(emitter, "item")}(${emit(emitter, expr.object)}, ${emit(emitter, expr.index)})`;
    case "slice": {
      const bounds = [expr.from, expr.to].map((part) =>
        part === undefined ? "undefined" : emit(emitter, part),
      );
      return `${use(emitter, "slice")}(${emit(emitter, expr.object)}, ${bounds.join(", ")})`;
    }
    case "invalid":
      return `${use(emitter, "fail")}()`;
  }
}

/** The truth of a value, as Python has it. */
function emitTruth(emitter: Emitter, expr: Expr): string {
  const code = emit(emitter, expr);
  switch (typeIn(emitter, expr)) {
    case "bool":
      return code;
    case "str":
      return `(${code} !== "")`;
    case "int":
    case "float":
      return `(${code} !== 0)`;
    case "none":
    case "list":
    case "json":
    case "unknown":
      return `${use(emitter, "truthy")}(${code})`;
  }
}

/** A chain evaluates each operand once, and none behind the first link that is false. */
function emitComparison(emitter: Emitter, first: Expr, rest: readonly Comparison[]): string {
  let left = emit(emitter, first);
  let leftExpr = first;
  const links = rest.map(({ operator, operand }, i) => {
    const code = emit(emitter, operand);
    const isShared = i < rest.length - 1 && operand.kind !== "name" && literalOf(operand) === undefined;
    const name = isShared ? variable(emitter) : code;
    const right = isShared ? `(${name} = ${code})` : code;
    const link = emitLink(emitter, operator, [leftExpr, left], [operand, right]);
    left = name;
    leftExpr = operand;
    return link;
  });
  return links.length === 1 ? (links[0] ?? "") : `(${links.join(" && ")})`;
}

function variable(emitter: Emitter): string {
  const name = `v${emitter.variables.length + 1}`;
  emitter.variables.push(name);
  return name;
}

type Operand = readonly [expr: Expr, code: string];

function emitLink(
  emitter: Emitter,
  operator: ComparisonOperator,
  [left, a]: Operand,
  [right, b]: Operand,
): string {
  const [one, other] = [typeIn(emitter, left), typeIn(emitter, right)];
  switch (operator) {
    case "==":
    case "!=": {
      const sign = operator === "==" ? "" : "!";
      return isIdentity(one, other)
        ? `(${a} ${operator}= ${b})`
        : `${sign}${use(emitter, "equal")}(${a}, ${b})`;
    }
    case "in":
      return emitMembership(emitter, [left, a], [right, b]);
    case "not in":
      return `!${emitMembership(emitter, [left, a], [right, b])}`;
    case "<":
    case "<=":
    case ">":
    case ">=":
      return familyOf(one, other) === "numbers"
        ? `(${a} ${operator} ${b})`
        : `(${use(emitter, "order")}(${a}, ${b}) ${operator} 0)`;
  }
}

function emitMembership(emitter: Emitter, [left, a]: Operand, [right, b]: Operand): string {
  const type = typeIn(emitter, left);
  if (typeIn(emitter, right) === "str") {
    return `${b}.includes(${type === "str" ? a : `${use(emitter, "string")}(${a})`})`;
  }
  const isPlain =
    right.kind === "list" && right.items.every((item) => isIdentity(type, typeIn(emitter, item)));
  return isPlain ? `${b}.includes(${a})` : `${use(emitter, "contains")}(${b}, ${a})`;
}

/** An operand that has to be a number; a truth value counts as one. */
function emitOperand(emitter: Emitter, expr: Expr): string {
  const code = emit(emitter, expr);
  return isNumeric(typeIn(emitter, expr)) ? code : `${use(emitter, "number")}(${code})`;
}

/** A result in the range of its kind, or an error. */
function emitNumber(emitter: Emitter, expr: Expr, code: string): string {
  return `${use(emitter, typeIn(emitter, expr) === "int" ? "integer" : "finite")}(${code})`;
}

function emitArithmetic(emitter: Emitter, expr: Extract<Expr, { kind: "arithmetic" }>): string {
  const { operator, left, right } = expr;
  const type = typeIn(emitter, expr);
  if (operator === "+" && type !== "int" && type !== "float") {
    const operands = [emit(emitter, left), emit(emitter, right)] as const;
    const areTexts = typeIn(emitter, left) === "str" && typeIn(emitter, right) === "str";
    return areTexts ? `(${operands.join(" + ")})` : `${use(emitter, "add")}(${operands.join(", ")})`;
  }
  const [a, b] = [emitOperand(emitter, left), emitOperand(emitter, right)];
  switch (operator) {
    case "+":
    case "-":
    case "*":
      return emitNumber(emitter, expr, `${a} ${operator} ${b}`);
    case "/":
      return emitNumber(emitter, expr, `${a} / ${use(emitter, "divisor")}(${b})`);
    case "//":
      return emitNumber(emitter, expr, `${use(emitter, "divmod")}(${a}, ${b})[0]`);
    case "%":
      return emitNumber(emitter, expr, `${use(emitter, "divmod")}(${a}, ${b})[1]`);
  }
}

function emitText(emitter: Emitter, expr: Expr | undefined): string {
  if (expr === undefined) return `${use(emitter, "fail")}()`;
  const code = emit(emitter, expr);
  return typeIn(emitter, expr) === "str" ? code : `${use(emitter, "string")}(${code})`;
}

function emitCall(emitter: Emitter, expr: Extract<Expr, { kind: "call" }>): string {
  const [first, second] = expr.args;
  if (first === undefined) return `${use(emitter, "fail")}()`;
  const text = (): string => emitText(emitter, first);
  switch (expr.name) {
    case "has":
      return `(${emitPath(emitter, first, second)} !== undefined)`;
    case "json_len":
      return `${use(emitter, "jsonLength")}(${emitPath(emitter, first, second)})`;
    case "contains":
      return `${text()}.includes(${emitText(emitter, second)})`;
    case "count":
      return `${use(emitter, "count")}(${text()}, ${emitText(emitter, second)})`;
    case "regex":
      return emitSearch(emitter, second?.kind === "string" ? second.value : "", text());
    case "len": {
      const measure = typeIn(emitter, first) === "str" ? "length" : "size";
      return `${use(emitter, measure)}(${emit(emitter, first)})`;
    }
    case "lines":
    case "words":
      return `${use(emitter, expr.name)}(${text()})`;
    default:
      return `${use(emitter, "fail")}()`;
  }
}

/** What stands at a path of a value; the path is read now, step by step. */
function emitPath(emitter: Emitter, root: Expr, path: Expr | undefined): string {
  const value = emitDocument(emitter, root);
  if (path?.kind !== "string") return value;
  return stepsOfPath(path.value).reduce((code, { key, index }) => {
    const place = index === undefined ? "" : `, ${index}`;
    return `${use(emitter, "at")}(${code}, ${javascriptString(key)}${place})`;
  }, value);
}

/** An output is parsed once, and a text inside a value never. */
function emitDocument(emitter: Emitter, root: Expr): string {
  if (!isText(emitter.predicate.input)) return emit(emitter, root);
  const parsed = `${use(emitter, "json")}(${emitText(emitter, root)})`;
  if (root.kind !== "name") return parsed;
  if (!emitter.variables.includes("json")) emitter.variables.push("json");
  return `(json ??= ${parsed})`;
}

/** The search for a pattern: a constant that stands before the function. */
function emitSearch(emitter: Emitter, pattern: string, text: string): string {
  const search = searchOf(pattern);
  if (search.walker === undefined) return `${text}.includes(${search.text})`;
  const name = `$${emitter.functionName}Pattern${emitter.constants.length + 1}`;
  const native = nativeRegExp(pattern);
  if (native !== undefined) {
    emitter.constants.push(`const ${name} = ${String(native)}; // ${javascriptString(pattern)}`);
    return `${name}.test(${text})`;
  }
  use(emitter, search.walker);
  emitter.constants.push(`const ${name} = ${search.code}; // ${javascriptString(pattern)}`);
  return `${name}(${text})`;
}

/** For each pattern a JavaScript function that searches a text for it as a guard does, and what they call. */
export function emitJavaScriptSearches(patterns: readonly string[]): {
  readonly codes: readonly string[];
  readonly runtime: string;
} {
  const searches = patterns.map(searchOf);
  const walkers = new Set(searches.flatMap(({ walker }) => walker ?? []));
  const codes = searches.map((search) =>
    search.walker === undefined ? `(text) => text.includes(${search.text})` : search.code,
  );
  return { codes, runtime: runtimeFor(walkers) };
}

/** The table of a pattern with its walker, or the literal that it is. */
function searchOf(
  pattern: string,
):
  | { readonly walker: "states" | "bits"; readonly code: string }
  | { readonly walker: undefined; readonly text: string } {
  const table = checkedTable(pattern);
  if (table.text !== undefined) return { walker: undefined, text: javascriptString(table.text) };
  const walker = walkerOf(table);
  const data = `${javascriptString(table.required)}, ${javascriptString(table.numbers)}`;
  return { walker, code: `$${walker}(${data})` };
}

function emitMethod(emitter: Emitter, expr: Extract<Expr, { kind: "method" }>): string {
  const object = emitText(emitter, expr.object);
  const argument = (): string => emitText(emitter, expr.args[0]);
  switch (expr.name) {
    case "lower":
      return `${object}.toLowerCase()`;
    case "upper":
      return `${object}.toUpperCase()`;
    case "strip":
      return `${use(emitter, "strip")}(${object})`;
    case "startswith":
      return `${object}.startsWith(${argument()})`;
    case "endswith":
      return `${object}.endsWith(${argument()})`;
    case "count":
    case "find":
      return `${use(emitter, expr.name)}(${object}, ${argument()})`;
    default:
      return `${use(emitter, "fail")}()`;
  }
}
