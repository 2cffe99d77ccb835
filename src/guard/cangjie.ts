import type { Comparison, Expr } from "../../grammar/guard.ts";
import type { Predicate } from "../ir/guard.ts";
import { cangjieString } from "../language/cangjie.ts";
import { patternSupports } from "./cangjie-pattern.ts";
import { checkedTable, walkerOf } from "./pattern.ts";
import { typeOf, typeOfInput } from "./types.ts";

/**
 * A pure Cangjie function that answers as the guard does, or the reason why there is none yet. Narrow: guards on texts
 * with `and or not in`, comparisons of lengths and counts, `contains`, `regex`, `startswith`, `endswith`, joined texts.
 */
export function emitCangjie(
  predicate: Predicate,
  functionName: string,
): { readonly code: string; readonly runtime: string } | { readonly because: string } {
  if (typeOfInput(predicate.input) !== "str")
    return { because: "guards on JSON values are not written for Cangjie yet" };
  const emitter: Emitter = { predicate, functionName, because: undefined, used: new Set(), constants: [] };
  const body = emitTruth(emitter, predicate.expr);
  if (emitter.because !== undefined) return { because: emitter.because };
  const code = `${emitter.constants.join("")}func ${functionName}(x: String): Bool {\n    return ${body}\n}\n`;
  const runtime = [...emitter.used]
    .toSorted()
    .map((name) => supports[name] ?? "")
    .join("\n");
  return { code, runtime };
}

interface Emitter {
  readonly predicate: Predicate;
  readonly functionName: string;
  because: string | undefined;
  readonly used: Set<string>;
  /** Declarations before the function: its patterns. */
  readonly constants: string[];
}

// The line ends of str.splitlines and the white space of str.isspace in Python 3.11, as ranges.
const lineEnds = [[0x0a, 0x0d], [0x1c, 0x1e], [0x85], [0x2028, 0x2029]] as const;
const blanks = [
  [0x09, 0x0d],
  [0x1c, 0x20],
  [0x85],
  [0xa0],
  [0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f],
  [0x205f],
  [0x3000],
] as const;

function within(name: string, ranges: readonly (readonly [number, number?])[]): string {
  return ranges
    .map(([low, high]) =>
      high === undefined ? `${name} == ${low}` : `(${name} >= ${low} && ${name} <= ${high})`,
    )
    .join(" || ");
}

/** `String.size` counts bytes; `runes()` walks characters. */
const supports: Readonly<Record<string, string>> = {
  ...patternSupports,
  lengthOf: `func lengthOf(text: String): Int64 {
    var count = 0
    for (_ in text.runes()) {
        count++
    }
    return count
}
`,
  linesOf: `func linesOf(text: String): Int64 {
    var count = 0
    var isOpen = false
    var afterReturn = false
    for (rune in text.runes()) {
        let code = UInt32(rune)
        let isSecond = afterReturn && code == 10
        afterReturn = code == 13
        let isEnd = ${within("code", lineEnds)}
        if (isEnd && !isSecond) {
            count++
        }
        isOpen = !isEnd
    }
    if (isOpen) {
        count++
    }
    return count
}
`,
  wordsOf: `func wordsOf(text: String): Int64 {
    var count = 0
    var inWord = false
    for (rune in text.runes()) {
        let code = UInt32(rune)
        let isBlank = ${within("code", blanks)}
        if (!isBlank && !inWord) {
            count++
        }
        inWord = !isBlank
    }
    return count
}
`,
  countOf: `func countOf(text: String, part: String): Int64 {
    return text.split(part).size - 1
}
`,
};

function refuse(emitter: Emitter, what: string): string {
  emitter.because ??= `${what} is not written for Cangjie yet`;
  return "false";
}

function emitTruth(emitter: Emitter, expr: Expr): string {
  switch (expr.kind) {
    case "or":
      return `(${expr.operands.map((operand) => emitTruth(emitter, operand)).join(" || ")})`;
    case "and":
      return `(${expr.operands.map((operand) => emitTruth(emitter, operand)).join(" && ")})`;
    case "not":
      return `!(${emitTruth(emitter, expr.operand)})`;
    case "bool":
      return String(expr.value);
    case "compare":
      return emitComparison(emitter, expr.first, expr.rest);
    case "call":
      if (expr.name === "contains") return emitContains(emitter, expr.args[0], expr.args[1]);
      return expr.name === "regex" ? emitSearch(emitter, expr) : emitOperandTruth(emitter, expr);
    case "method":
      return emitTest(emitter, expr);
    default:
      return emitOperandTruth(emitter, expr);
  }
}

function emitOperandTruth(emitter: Emitter, expr: Expr): string {
  switch (typeOf(expr, emitter.predicate.input)) {
    case "str":
      return `!${emitText(emitter, expr)}.isEmpty()`;
    case "int":
      return `(${emitInteger(emitter, expr)} != 0)`;
    default:
      return refuse(emitter, expr.kind === "call" ? `\`${expr.name}\`` : "this condition");
  }
}

function emitTest(emitter: Emitter, expr: Extract<Expr, { kind: "method" }>): string {
  const [arg] = expr.args;
  if (arg === undefined || (expr.name !== "startswith" && expr.name !== "endswith"))
    return refuse(emitter, `\`${expr.name}\``);
  const name = expr.name === "startswith" ? "startsWith" : "endsWith";
  return `${emitText(emitter, expr.object)}.${name}(${emitText(emitter, arg)})`;
}

function emitComparison(emitter: Emitter, first: Expr, rest: readonly Comparison[]): string {
  // Operands have no effects and cannot fail, so the middle of a chain may be evaluated twice.
  const steps = rest.map((step, i) => emitStep(emitter, rest[i - 1]?.operand ?? first, step));
  return steps.length === 1 ? steps.join("") : `(${steps.join(" && ")})`;
}

function emitStep(emitter: Emitter, first: Expr, { operator, operand }: Comparison): string {
  const kinds = [first, operand].map((part) => typeOf(part, emitter.predicate.input));
  if (operator === "in") return emitContains(emitter, operand, first);
  if (operator === "not in") return `!${emitContains(emitter, operand, first)}`;
  if (kinds.every((kind) => kind === "str") && (operator === "==" || operator === "!=")) {
    return `(${emitText(emitter, first)} ${operator} ${emitText(emitter, operand)})`;
  }
  if (kinds.every((kind) => kind === "int"))
    return `(${emitInteger(emitter, first)} ${operator} ${emitInteger(emitter, operand)})`;
  return refuse(emitter, `\`${operator}\` on these values`);
}

function emitContains(emitter: Emitter, text: Expr | undefined, part: Expr | undefined): string {
  if (text === undefined || part === undefined) return refuse(emitter, "`in`");
  if (typeOf(text, emitter.predicate.input) !== "str") return refuse(emitter, "`in` on a list");
  return `${emitText(emitter, text)}.contains(${emitText(emitter, part)})`;
}

function emitSearch(emitter: Emitter, { args: [text, pattern] }: Extract<Expr, { kind: "call" }>): string {
  if (text === undefined || pattern?.kind !== "string") return refuse(emitter, "`regex`");
  const subject = emitText(emitter, text);
  const table = checkedTable(pattern.value);
  if (table.text !== undefined) return `${subject}.contains(${cangjieString(table.text)})`;
  const name = `${emitter.functionName}Pattern${emitter.constants.length + 1}`;
  const [search, read] =
    walkerOf(table) === "states" ? ["searchStates", "statesOf"] : ["searchBits", "tableOf"];
  emitter.used.add("tableOf").add(search);
  const data = `${table.size}, ${cangjieString(table.numbers)}`;
  emitter.constants.push(`// ${cangjieString(pattern.value)}\nlet ${name} = ${read}(${data})\n\n`);
  const walk = `${search}(${name}, ${subject})`;
  return table.required === "" ? walk : `(${subject}.contains(${cangjieString(table.required)}) && ${walk})`;
}

function emitText(emitter: Emitter, expr: Expr): string {
  if (expr.kind === "name") return "x";
  if (expr.kind === "arithmetic" && expr.operator === "+")
    return `(${emitText(emitter, expr.left)} + ${emitText(emitter, expr.right)})`;
  return expr.kind === "string"
    ? cangjieString(expr.value)
    : refuse(emitter, `\`${expr.kind === "method" ? expr.name : expr.kind}\``);
}

const measures: ReadonlyMap<string, string> = new Map([
  ["len", "lengthOf"],
  ["lines", "linesOf"],
  ["words", "wordsOf"],
]);

function emitInteger(emitter: Emitter, expr: Expr): string {
  if (expr.kind === "number") return String(expr.value);
  if (expr.kind === "negate" && expr.operand.kind === "number") return `(-${expr.operand.value})`;
  const [text, part] = expr.kind === "call" ? expr.args : [];
  if (expr.kind !== "call" || text === undefined) return refuse(emitter, "arithmetic");
  const support = measures.get(expr.name);
  if (support !== undefined) {
    emitter.used.add(support);
    return `${support}(${emitText(emitter, text)})`;
  }
  // Splitting at the empty text means something else there.
  if (expr.name === "count" && part?.kind === "string" && part.value !== "") {
    emitter.used.add("countOf");
    return `countOf(${emitText(emitter, text)}, ${emitText(emitter, part)})`;
  }
  return refuse(emitter, `\`${expr.name}\``);
}
