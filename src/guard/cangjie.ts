import type { Expr } from "../../grammar/guard.ts";
import type { Predicate } from "../ir/guard.ts";
import { cangjieString } from "../language/cangjie.ts";
import { anywhere } from "./features.ts";
import { caseReason, caseSupports, dependsOnCase } from "./cangjie-case.ts";
import { jsonSupports } from "./cangjie-json.ts";
import { numberSupports } from "./cangjie-numbers.ts";
import type { CangjieSupport } from "./cangjie-support.ts";
import type { Term } from "./cangjie-term.ts";
import { floatLiteral, isNumeric, numberOf, textOf, truthOf, valueOf } from "./cangjie-term.ts";
import { textSupports } from "./cangjie-texts.ts";
import { valueSupports } from "./cangjie-values.ts";
import { checkedTable, walkerOf } from "./pattern.ts";
import { neededSupports } from "./support.ts";
import { typeOf, typeOfInput } from "./types.ts";

/**
 * A pure Cangjie function that answers as the guard does. Values of JSON are those of `stdx.encoding.json`, all numbers
 * of arithmetic doubles. The reason why not where the case of letters beyond ASCII would count.
 */
export function emitCangjie(
  predicate: Predicate,
  functionName: string,
): { readonly code: string; readonly runtime: string } | { readonly because: string } {
  if (dependsOnCase(predicate.expr)) return { because: caseReason };
  const isText = typeOfInput(predicate.input) === "str";
  const emitter: Emitter = {
    predicate,
    functionName,
    subject: isText ? { kind: "text", code: "x" } : { kind: "value", code: "value" },
    used: new Set(),
    patterns: [],
    chains: [],
  };
  const body = truthOf(termOf(emitter, predicate.expr), emitter.used);
  const lines = isText ? [`return ${body}`] : ["let value = jsonIn(x)", `return ${body}`];
  if (!isText) emitter.used.add("jsonIn");
  const needed = neededSupports(emitter.used, supports).map(([, support]) => support);
  const canFail = [...emitter.used].some((name) => !cannotFail.has(name));
  const code = [
    ...emitter.patterns,
    ...emitter.chains,
    `func ${functionName}(x: String): Bool {\n${canFail ? guarded(lines) : indented(lines, 1)}}\n`,
  ].join("");
  const imports = [...new Set(needed.flatMap((support) => support.imports))].toSorted();
  const runtime = [
    ...(imports.length === 0 ? [] : [imports.map((name) => `import ${name}\n`).join("")]),
    ...needed.map((support) => support.code),
  ].join("\n");
  return { code, runtime };
}

const supports: Readonly<Record<string, CangjieSupport>> = {
  ...sorted({ ...textSupports, ...caseSupports }),
  ...numberSupports,
  ...valueSupports,
  ...jsonSupports,
};

function sorted(table: Readonly<Record<string, CangjieSupport>>): Readonly<Record<string, CangjieSupport>> {
  return Object.fromEntries(Object.entries(table).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const cannotFail: ReadonlySet<string> = new Set([
  ...Object.keys(textSupports),
  ...Object.keys(caseSupports),
  "truthNumber",
  "truthOf",
  "equalValues",
]);

function indented(lines: readonly string[], depth: number): string {
  return lines.map((line) => `${"    ".repeat(depth)}${line}\n`).join("");
}

/** What throws has no value, and the guard is false as a whole. */
function guarded(lines: readonly string[]): string {
  return `    try {\n${indented(lines, 2)}    } catch (_: Exception) {\n        return false\n    }\n`;
}

interface Emitter {
  readonly predicate: Predicate;
  readonly functionName: string;
  /** What `x` is in the function. */
  readonly subject: Term;
  readonly used: Set<string>;
  /** Declarations before the function. */
  readonly patterns: string[];
  /** Functions for chains whose operands are dear. */
  readonly chains: string[];
}

function call(emitter: Emitter, name: string, ...args: readonly string[]): string {
  emitter.used.add(name);
  return `${name}(${args.join(", ")})`;
}

function asTruth(emitter: Emitter, expr: Expr): string {
  return truthOf(termOf(emitter, expr), emitter.used);
}

function asText(emitter: Emitter, expr: Expr | undefined): string {
  return expr === undefined ? '""' : textOf(termOf(emitter, expr), emitter.used);
}

function termOf(emitter: Emitter, expr: Expr): Term {
  switch (expr.kind) {
    case "name":
      return emitter.subject;
    case "string":
      return { kind: "text", code: cangjieString(expr.value) };
    case "number":
      return expr.float
        ? { kind: "number", code: floatLiteral(expr.value) }
        : { kind: "count", code: String(expr.value), literal: expr.value };
    case "bool":
      return { kind: "truth", code: String(expr.value) };
    case "none":
      emitter.used.add("equalValues");
      return { kind: "value", code: "JsonNull()" };
    case "list":
      return listTerm(emitter, expr.items);
    case "or":
    case "and": {
      const joint = expr.kind === "or" ? " || " : " && ";
      return { kind: "truth", code: `(${expr.operands.map((part) => asTruth(emitter, part)).join(joint)})` };
    }
    case "not":
      return { kind: "truth", code: `!(${asTruth(emitter, expr.operand)})` };
    case "compare":
      return { kind: "truth", code: comparison(emitter, expr) };
    case "negate":
    case "arithmetic":
      return arithmetic(emitter, expr);
    case "call":
      return callTerm(emitter, expr);
    case "method":
      return methodTerm(emitter, expr);
    case "index":
    case "slice":
      return partTerm(emitter, expr);
    case "invalid":
      return { kind: "truth", code: "false" };
  }
}

function listTerm(emitter: Emitter, items: readonly Expr[]): Term {
  const values = items.map((item) => valueOf(termOf(emitter, item), emitter.used));
  const adds = values.map((value) => `.add(${value})`).join("");
  emitter.used.add("equalValues");
  return { kind: "value", code: `JsonArray()${adds}` };
}

type Compare = Extract<Expr, { kind: "compare" }>;

function comparison(emitter: Emitter, expr: Compare): string {
  const operands = [expr.first, ...expr.rest.map(({ operand }) => operand)];
  const middle = operands.slice(1, -1);
  // Operands have no effects, so a plain one in the middle may be written twice; a chain in it would double each time.
  const isPlain = !middle.some((operand) => anywhere(operand, (part) => part.kind === "compare"));
  const terms = operands.map((operand) => termOf(emitter, operand));
  if (isPlain) {
    const steps = linksOf(emitter, expr, terms);
    return steps.length === 1 ? steps.join("") : `(${steps.join(" && ")})`;
  }
  const names = terms.map((_, i) => `operand${i}`);
  const links = linksOf(
    emitter,
    expr,
    terms.map(({ kind }, i) => ({ kind, code: names[i] ?? "" })),
  );
  const lines = links.flatMap((link, i) => [
    ...(i === 0 ? [`let ${names[0]} = ${terms[0]?.code}`] : []),
    `let ${names[i + 1]} = ${terms[i + 1]?.code}`,
    ...(i === links.length - 1 ? [`return ${link}`] : [`if (!${link}) {`, "    return false", "}"]),
  ]);
  const name = `${emitter.functionName}Chain${emitter.chains.length + 1}`;
  const { kind, code } = emitter.subject;
  const type = kind === "text" ? "String" : "JsonValue";
  emitter.chains.push(`func ${name}(${code}: ${type}): Bool {\n${indented(lines, 1)}}\n\n`);
  return `${name}(${code})`;
}

function linksOf(emitter: Emitter, { rest }: Compare, terms: readonly Term[]): readonly string[] {
  return rest.map(({ operator }, i) => {
    const [left, right] = [terms[i], terms[i + 1]];
    if (left === undefined || right === undefined) return "false";
    if (operator === "in") return membership(emitter, right, left);
    if (operator === "not in") return `!${membership(emitter, right, left)}`;
    return link(emitter, operator, left, right);
  });
}

function membership(emitter: Emitter, container: Term, item: Term): string {
  if (container.kind === "text") return `${container.code}.contains(${textOf(item, emitter.used)})`;
  return call(emitter, "isIn", valueOf(container, emitter.used), valueOf(item, emitter.used));
}

function link(
  emitter: Emitter,
  operator: "==" | "!=" | "<" | "<=" | ">" | ">=",
  left: Term,
  right: Term,
): string {
  const { used } = emitter;
  if (left.kind === "count" && right.kind === "count") return `(${left.code} ${operator} ${right.code})`;
  if (left.kind === "text" && right.kind === "text") {
    return operator === "==" || operator === "!="
      ? `(${left.code} ${operator} ${right.code})`
      : `(${call(emitter, "textOrder", left.code, right.code)} ${operator} 0)`;
  }
  if (isNumeric(left) && isNumeric(right))
    return `(${numberOf(left, used)} ${operator} ${numberOf(right, used)})`;
  const values = [valueOf(left, used), valueOf(right, used)];
  if (operator === "==") return call(emitter, "equalValues", ...values);
  if (operator === "!=") return `!${call(emitter, "equalValues", ...values)}`;
  return `(${call(emitter, "orderOf", ...values)} ${operator} 0)`;
}

function arithmetic(emitter: Emitter, expr: Extract<Expr, { kind: "negate" | "arithmetic" }>): Term {
  const { used } = emitter;
  const range = typeOf(expr, emitter.predicate.input) === "int" ? "integerOf" : "finiteOf";
  if (expr.kind === "negate") {
    const operand = termOf(emitter, expr.operand);
    if (operand.literal !== undefined) {
      const literal = -operand.literal;
      return { kind: "count", code: literal < 0 ? `(${literal})` : String(literal), literal };
    }
    return { kind: "number", code: call(emitter, range, `-${numberOf(operand, used)}`) };
  }
  const [left, right] = [termOf(emitter, expr.left), termOf(emitter, expr.right)];
  if (expr.operator === "+") {
    if (left.kind === "text" || right.kind === "text")
      return { kind: "text", code: `(${textOf(left, used)} + ${textOf(right, used)})` };
    if (left.kind === "value" && right.kind === "value")
      return { kind: "value", code: call(emitter, "addValues", left.code, right.code) };
  }
  const numbers = [numberOf(left, used), numberOf(right, used)] as const;
  return { kind: "number", code: call(emitter, range, calculation(emitter, expr.operator, numbers)) };
}

function calculation(
  emitter: Emitter,
  operator: Extract<Expr, { kind: "arithmetic" }>["operator"],
  [a, b]: readonly [string, string],
): string {
  switch (operator) {
    case "+":
    case "-":
    case "*":
      return `${a} ${operator} ${b}`;
    case "/":
      return call(emitter, "quotientOf", a, b);
    case "//":
      return call(emitter, "floorQuotient", a, b);
    case "%":
      return call(emitter, "floorRemainder", a, b);
  }
}

function callTerm(emitter: Emitter, expr: Extract<Expr, { kind: "call" }>): Term {
  const [first, second] = expr.args;
  if (first === undefined) return { kind: "truth", code: "false" };
  switch (expr.name) {
    case "has":
      return {
        kind: "truth",
        code: `${call(emitter, "valueAt", opened(emitter, first), pathOf(second))}.isSome()`,
      };
    case "json_len":
      return { kind: "count", code: call(emitter, "itemsAt", opened(emitter, first), pathOf(second)) };
    case "contains":
      return { kind: "truth", code: `${asText(emitter, first)}.contains(${asText(emitter, second)})` };
    case "count":
      return countTerm(emitter, first, second);
    case "regex":
      return { kind: "truth", code: search(emitter, asText(emitter, first), second) };
    case "len": {
      const term = termOf(emitter, first);
      return {
        kind: "count",
        code:
          term.kind === "text" ? call(emitter, "lengthOf", term.code) : call(emitter, "measureOf", term.code),
      };
    }
    case "lines":
      return { kind: "count", code: call(emitter, "linesOf", asText(emitter, first)) };
    default:
      return { kind: "count", code: call(emitter, "wordsOf", asText(emitter, first)) };
  }
}

function countTerm(emitter: Emitter, text: Expr, part: Expr | undefined): Term {
  // Splitting at the empty text means something else there.
  const name = part?.kind === "string" && part.value !== "" ? "countOf" : "countIn";
  return { kind: "count", code: call(emitter, name, asText(emitter, text), asText(emitter, part)) };
}

/** The value that a path goes into: the text is read where `x` is the text. */
function opened(emitter: Emitter, expr: Expr): string {
  const term = termOf(emitter, expr);
  return emitter.subject.kind === "text" && term.kind === "text"
    ? call(emitter, "jsonIn", term.code)
    : valueOf(term, emitter.used);
}

function pathOf(path: Expr | undefined): string {
  const parts = path?.kind === "string" ? path.value.split(".") : [];
  return parts.length === 0 ? "Array<String>()" : `[${parts.map(cangjieString).join(", ")}]`;
}

function search(emitter: Emitter, subject: string, pattern: Expr | undefined): string {
  if (pattern?.kind !== "string") return "false";
  const name = `${emitter.functionName}Pattern${emitter.patterns.length + 1}`;
  const { declaration, test, used } = searchOf(pattern.value, name, subject);
  if (declaration !== "") emitter.patterns.push(declaration);
  for (const each of used) emitter.used.add(each);
  return test;
}

/** A search for a pattern in `subject`: the table that it walks, if it needs one, under a name. */
function searchOf(
  pattern: string,
  name: string,
  subject: string,
): { readonly declaration: string; readonly test: string; readonly used: readonly string[] } {
  const table = checkedTable(pattern);
  if (table.text !== undefined) {
    return { declaration: "", test: `${subject}.contains(${cangjieString(table.text)})`, used: [] };
  }
  const [walker, read] =
    walkerOf(table) === "states" ? ["searchStates", "statesOf"] : ["searchBits", "tableOf"];
  const data = `${table.size}, ${cangjieString(table.numbers)}`;
  const walk = `${walker}(${name}, ${subject})`;
  return {
    declaration: `// ${cangjieString(pattern)}\nlet ${name} = ${read}(${data})\n\n`,
    test: table.required === "" ? walk : `(${subject}.contains(${cangjieString(table.required)}) && ${walk})`,
    used: ["tableOf", walker],
  };
}

/** A Cangjie function that searches a text for a pattern of the subset. */
export function emitCangjieSearch(
  pattern: string,
  functionName: string,
): { readonly code: string; readonly runtime: string } {
  const { declaration, test, used } = searchOf(pattern, `${functionName}Table`, "text");
  const needed = neededSupports(new Set(used), supports).map(([, support]) => support.code);
  const code = `${declaration}func ${functionName}(text: String): Bool {\n    return ${test}\n}\n`;
  return { code, runtime: needed.join("\n") };
}

function methodTerm(emitter: Emitter, expr: Extract<Expr, { kind: "method" }>): Term {
  const [part] = expr.args;
  const text = asText(emitter, expr.object);
  switch (expr.name) {
    case "lower":
      return { kind: "text", code: call(emitter, "lowerOf", text) };
    case "upper":
      return { kind: "text", code: call(emitter, "upperOf", text) };
    case "strip":
      return { kind: "text", code: call(emitter, "strippedOf", text) };
    case "startswith":
      return { kind: "truth", code: `${text}.startsWith(${asText(emitter, part)})` };
    case "endswith":
      return { kind: "truth", code: `${text}.endsWith(${asText(emitter, part)})` };
    case "count":
      return countTerm(emitter, expr.object, part);
    default:
      return { kind: "count", code: call(emitter, "findIn", text, asText(emitter, part)) };
  }
}

function partTerm(emitter: Emitter, expr: Extract<Expr, { kind: "index" | "slice" }>): Term {
  const object = termOf(emitter, expr.object);
  const { used } = emitter;
  if (expr.kind === "slice") {
    const from = expr.from === undefined ? "0" : position(emitter, termOf(emitter, expr.from));
    // Beyond every text and list.
    const to = expr.to === undefined ? "4503599627370496" : position(emitter, termOf(emitter, expr.to));
    return object.kind === "text"
      ? { kind: "text", code: call(emitter, "partOf", object.code, from, to) }
      : { kind: "value", code: call(emitter, "sliceOf", valueOf(object, used), from, to) };
  }
  const index = termOf(emitter, expr.index);
  if (object.kind === "text")
    return { kind: "text", code: call(emitter, "characterAt", object.code, position(emitter, index)) };
  const value = valueOf(object, used);
  if (index.kind === "text") return { kind: "value", code: call(emitter, "memberOf", value, index.code) };
  if (index.kind === "count") return { kind: "value", code: call(emitter, "itemAt", value, index.code) };
  return { kind: "value", code: call(emitter, "itemOf", value, valueOf(index, used)) };
}

function position(emitter: Emitter, term: Term): string {
  if (term.kind === "count") return term.code;
  if (term.kind === "number") return call(emitter, "positionOf", term.code);
  return call(emitter, "positionIn", valueOf(term, emitter.used));
}
