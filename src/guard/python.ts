import type { Comparison, Expr } from "../../grammar/guard.ts";
import type { Predicate } from "../ir/guard.ts";
import { pythonString } from "../language/python.ts";
import { checkedTable, walkerOf } from "./pattern.ts";
import { runtimeFor } from "./python-runtime.ts";
import { typeOf, typeOfInput } from "./types.ts";

/** A translated guard: the function, and the support functions that it uses. */
export interface EmittedGuard {
  readonly code: string;
  readonly runtime: string;
}

/**
 * A Python 3.10 function that answers as the guard does, with the standard library only. Operations on texts and
 * numbers are Python's own, since the guard language means what Python means; values of JSON go through checks.
 */
export function emitPython(predicate: Predicate, functionName: string): EmittedGuard {
  const emitter: Emitter = { predicate, functionName, used: new Set(["_text"]), constants: [], variables: 0 };
  const isText = typeOfInput(predicate.input) === "str";
  const body = emit(emitter, predicate.expr);
  const input = isText ? "_text(x)" : `${use(emitter, "_json")}(_text(x))`;
  const code = [
    ...emitter.constants.map((line) => `${line}\n`),
    ...(emitter.constants.length === 0 ? [] : [""]),
    `def ${functionName}(x):`,
    "    try:",
    `        x = ${input}`,
    `        return bool(${body})`,
    "    except Exception:",
    "        return False",
    "",
  ].join("\n");
  return { code, runtime: runtimeFor(emitter.used) };
}

/** A Python expression for a function that searches a text for a pattern of the subset. */
export function emitPythonSearch(pattern: string): EmittedGuard {
  const table = checkedTable(pattern);
  if (table.text !== undefined)
    return { code: `lambda text: ${pythonString(table.text)} in text`, runtime: "" };
  const walker = `_${walkerOf(table)}`;
  const code = `${walker}(${pythonString(table.required)}, ${pythonString(table.numbers)})`;
  return { code, runtime: runtimeFor(new Set([walker])) };
}

interface Emitter {
  readonly predicate: Predicate;
  readonly functionName: string;
  readonly used: Set<string>;
  /** Lines before the function: its patterns. */
  readonly constants: string[];
  variables: number;
}

function use(emitter: Emitter, name: string): string {
  emitter.used.add(name);
  return name;
}

/** The expression between parentheses wherever it is not one atom. */
function emit(emitter: Emitter, expr: Expr): string {
  switch (expr.kind) {
    case "name":
      return "x";
    case "string":
      return pythonString(expr.value);
    case "number":
      return expr.float ? `float(${pythonString(String(expr.value))})` : String(expr.value);
    case "bool":
      return expr.value ? "True" : "False";
    case "none":
      return "None";
    case "list":
      return `[${expr.items.map((item) => emit(emitter, item)).join(", ")}]`;
    case "or":
    case "and":
      return `(${expr.operands.map((operand) => emitTruth(emitter, operand)).join(` ${expr.kind} `)})`;
    case "not":
      return `(not ${emit(emitter, expr.operand)})`;
    case "compare":
      return emitComparison(emitter, expr.first, expr.rest);
    case "negate":
      return emitNumber(emitter, expr, `-${emitOperand(emitter, expr.operand)}`);
    case "arithmetic":
      return emitArithmetic(emitter, expr);
    case "call":
      return emitCall(emitter, expr);
    case "method":
      return emitMethod(emitter, expr);
    case "index":
      return `${use(emitter, "_item")}(${emit(emitter, expr.object)}, ${emit(emitter, expr.index)})`;
    case "slice": {
      const bound = (part: Expr | undefined): string => (part === undefined ? "None" : emit(emitter, part));
      const given = [expr.from, expr.to].map((part) => (part === undefined ? "False" : "True")).join(", ");
      return `${use(emitter, "_slice")}(${emit(emitter, expr.object)}, ${bound(expr.from)}, ${bound(expr.to)}, ${given})`;
    }
    case "invalid":
      return `${use(emitter, "_fail")}()`;
  }
}

/** `and` and `or` give an operand only where its truth counts, so each is made a truth value. */
function emitTruth(emitter: Emitter, expr: Expr): string {
  const text = emit(emitter, expr);
  return typeOf(expr, emitter.predicate.input) === "bool" ? text : `bool(${text})`;
}

const numeric = new Set(["int", "float", "bool"]);

/** Python chains comparisons itself; where a side is a value of JSON, each step is a checked call. */
function emitComparison(emitter: Emitter, first: Expr, rest: readonly Comparison[]): string {
  const { input } = emitter.predicate;
  const kinds = [first, ...rest.map(({ operand }) => operand)].map((operand) => typeOf(operand, input));
  const native = rest.every(({ operator }, i) =>
    isNative(operator, kinds[i] ?? "unknown", kinds[i + 1] ?? "unknown"),
  );
  if (native) {
    const steps = rest.map(({ operator, operand }) => `${operator} ${emit(emitter, operand)}`);
    return `(${[emit(emitter, first), ...steps].join(" ")})`;
  }
  let left = emit(emitter, first);
  const steps = rest.map(({ operator, operand }, i) => {
    const isLast = i === rest.length - 1;
    const name = `_v${emitter.variables++}`;
    const right = isLast ? emit(emitter, operand) : `(${name} := ${emit(emitter, operand)})`;
    const step = `${use(emitter, "_compare")}(${pythonString(operator)}, ${left}, ${right})`;
    left = name;
    return step;
  });
  return `(${steps.join(" and ")})`;
}

function isNative(operator: Comparison["operator"], a: string, b: string): boolean {
  switch (operator) {
    case "==":
    case "!=":
      return true;
    case "in":
    case "not in":
      return (b === "str" && a === "str") || b === "list";
    case "<":
    case "<=":
    case ">":
    case ">=":
      return (numeric.has(a) && numeric.has(b)) || (a === "str" && b === "str");
  }
}

/** An operand of arithmetic: a number as it is, a value of JSON as a double. */
function emitOperand(emitter: Emitter, expr: Expr): string {
  const text = emit(emitter, expr);
  return numeric.has(typeOf(expr, emitter.predicate.input)) ? text : `${use(emitter, "_number")}(${text})`;
}

/** A result in the range of its kind, or an error. */
function emitNumber(emitter: Emitter, expr: Expr, text: string): string {
  const integer = typeOf(expr, emitter.predicate.input) === "int";
  return `${use(emitter, integer ? "_integer" : "_finite")}(${text})`;
}

function emitArithmetic(emitter: Emitter, expr: Extract<Expr, { kind: "arithmetic" }>): string {
  const { input } = emitter.predicate;
  const [a, b] = [typeOf(expr.left, input), typeOf(expr.right, input)];
  if (expr.operator === "+" && !(numeric.has(a) || numeric.has(b))) {
    if (a === "str" && b === "str") return `(${emit(emitter, expr.left)} + ${emit(emitter, expr.right)})`;
    return `${use(emitter, "_add")}(${emit(emitter, expr.left)}, ${emit(emitter, expr.right)})`;
  }
  const text = `${emitOperand(emitter, expr.left)} ${expr.operator} ${emitOperand(emitter, expr.right)}`;
  return emitNumber(emitter, expr, text);
}

function emitCall(emitter: Emitter, expr: Extract<Expr, { kind: "call" }>): string {
  const [first, second] = expr.args;
  if (first === undefined) return `${use(emitter, "_fail")}()`;
  const opens = typeOfInput(emitter.predicate.input) === "str";
  const path = second?.kind === "string" ? pythonString(second.value) : "None";
  const value = (): string =>
    opens ? `${use(emitter, "_open")}(${emit(emitter, first)})` : emit(emitter, first);
  const text = (part: Expr | undefined): string => (part === undefined ? "None" : emitText(emitter, part));
  switch (expr.name) {
    case "has":
      return `(${use(emitter, "_at")}(${value()}, ${path}) is not _MISSING)`;
    case "json_len":
      return `${use(emitter, "_json_len")}(${value()}, ${path})`;
    case "contains":
      return `(${text(second)} in ${text(first)})`;
    case "count":
      return `${text(first)}.count(${text(second)})`;
    case "regex":
      return emitSearch(emitter, second?.kind === "string" ? second.value : "", text(first));
    case "len":
      return typeOf(first, emitter.predicate.input) === "str"
        ? `len(${emit(emitter, first)})`
        : `${use(emitter, "_len")}(${emit(emitter, first)})`;
    case "lines":
      return `len(${text(first)}.splitlines())`;
    case "words":
      return `len(${text(first)}.split())`;
    default:
      return `${use(emitter, "_fail")}()`;
  }
}

/** The search for a pattern: a call of a constant that stands before the function. */
function emitSearch(emitter: Emitter, pattern: string, text: string): string {
  const table = checkedTable(pattern);
  if (table.text !== undefined) return `(${pythonString(table.text)} in ${text})`;
  const name = `_${emitter.functionName.toUpperCase()}_PATTERN_${emitter.constants.length + 1}`;
  const walker = use(emitter, `_${walkerOf(table)}`);
  const data = `${pythonString(table.required)}, ${pythonString(table.numbers)}`;
  emitter.constants.push(`# ${pythonString(pattern)}\n${name} = ${walker}(${data})`);
  return `${name}(${text})`;
}

function emitText(emitter: Emitter, expr: Expr): string {
  const text = emit(emitter, expr);
  return typeOf(expr, emitter.predicate.input) === "str" ? text : `${use(emitter, "_str")}(${text})`;
}

function emitMethod(emitter: Emitter, expr: Extract<Expr, { kind: "method" }>): string {
  const args = expr.args.map((arg) => emitText(emitter, arg)).join(", ");
  return `${emitText(emitter, expr.object)}.${expr.name}(${args})`;
}
