import type { Comparison, Expr } from "../../grammar/guard.ts";
import type { Predicate } from "../ir/guard.ts";
import { javascriptString } from "../language/javascript.ts";
import { runtimeFor } from "./javascript-runtime.ts";
import { checkedTable, walkerOf } from "./pattern.ts";
import { typeOf, typeOfInput } from "./types.ts";

/**
 * A JavaScript function (ES2022) that answers as the guard does, with nothing but the language. A pattern is a table
 * that is walked in linear time; no RegExp of the guard's author runs.
 */
export function emitJavaScript(
  predicate: Predicate,
  functionName: string,
): { readonly code: string; readonly runtime: string } {
  const emitter: Emitter = { predicate, functionName, used: new Set(["text", "truthy"]), constants: [] };
  const isText = typeOfInput(predicate.input) === "str";
  const body = emit(emitter, predicate.expr);
  const input = isText ? "$text(output)" : `${use(emitter, "json")}($text(output))`;
  const code = [
    ...emitter.constants,
    `function ${functionName}(output) {`,
    "  try {",
    `    const x = ${input};`,
    `    return $truthy(${body});`,
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
}

function use(emitter: Emitter, name: string): string {
  emitter.used.add(name);
  return `$${name}`;
}

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
    case "negate":
      return emitNumber(emitter, expr, `-${use(emitter, "number")}(${emit(emitter, expr.operand)})`);
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

function emitTruth(emitter: Emitter, expr: Expr): string {
  return `$truthy(${emit(emitter, expr)})`;
}

/** Each operand is a function, so that a chain evaluates it once, and not after the first step that is false. */
function emitComparison(emitter: Emitter, first: Expr, rest: readonly Comparison[]): string {
  const steps = rest.map(
    ({ operator, operand }) => `[${javascriptString(operator)}, () => ${emit(emitter, operand)}]`,
  );
  return `${use(emitter, "compare")}(${emit(emitter, first)}, [${steps.join(", ")}])`;
}

function emitNumber(emitter: Emitter, expr: Expr, text: string): string {
  const integer = typeOf(expr, emitter.predicate.input) === "int";
  return `${use(emitter, "range")}(${text}, ${String(integer)})`;
}

function emitArithmetic(emitter: Emitter, expr: Extract<Expr, { kind: "arithmetic" }>): string {
  const integer = typeOf(expr, emitter.predicate.input) === "int";
  const operands = `${emit(emitter, expr.left)}, ${emit(emitter, expr.right)}`;
  return `${use(emitter, "calculate")}(${javascriptString(expr.operator)}, ${operands}, ${String(integer)})`;
}

function emitCall(emitter: Emitter, expr: Extract<Expr, { kind: "call" }>): string {
  const [first, second] = expr.args;
  if (first === undefined) return `${use(emitter, "fail")}()`;
  const opens = typeOfInput(emitter.predicate.input) === "str";
  const path = second?.kind === "string" ? javascriptString(second.value) : "undefined";
  const value = (): string =>
    opens ? `${use(emitter, "open")}(${emit(emitter, first)})` : emit(emitter, first);
  const text = (part: Expr | undefined): string =>
    `${use(emitter, "string")}(${part === undefined ? "undefined" : emit(emitter, part)})`;
  switch (expr.name) {
    case "has":
      return `(${use(emitter, "at")}(${value()}, ${path}) !== undefined)`;
    case "json_len":
      return `${use(emitter, "jsonLength")}(${value()}, ${path})`;
    case "contains":
      return `${text(first)}.includes(${text(second)})`;
    case "count":
      return `${use(emitter, "count")}(${text(first)}, ${text(second)})`;
    case "regex":
      return emitSearch(emitter, second?.kind === "string" ? second.value : "", text(first));
    case "len":
      return `${use(emitter, "size")}(${emit(emitter, first)})`;
    case "lines":
    case "words":
      return `${use(emitter, expr.name)}(${text(first)})`;
    default:
      return `${use(emitter, "fail")}()`;
  }
}

/** The search for a pattern: a call of a constant that stands before the function. */
function emitSearch(emitter: Emitter, pattern: string, text: string): string {
  const search = searchOf(pattern);
  if (search.walker === undefined) return `${text}.includes(${search.text})`;
  const name = `$${emitter.functionName}Pattern${emitter.constants.length + 1}`;
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
  const text = (part: Expr): string => `${use(emitter, "string")}(${emit(emitter, part)})`;
  const object = text(expr.object);
  const [arg] = expr.args.map(text);
  switch (expr.name) {
    case "lower":
      return `${object}.toLowerCase()`;
    case "upper":
      return `${object}.toUpperCase()`;
    case "strip":
      return `${use(emitter, "strip")}(${object})`;
    case "startswith":
      return `${object}.startsWith(${arg ?? ""})`;
    case "endswith":
      return `${object}.endsWith(${arg ?? ""})`;
    case "count":
    case "find":
      return `${use(emitter, expr.name)}(${object}, ${arg ?? ""})`;
    default:
      return `${use(emitter, "fail")}()`;
  }
}
