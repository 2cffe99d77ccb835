import type { Expr } from "../../grammar/guard.ts";
import { partsOf } from "../../grammar/parts.ts";
import { compilePredicate } from "../guard/evaluate.ts";
import { asLanguage } from "../guard/languages.ts";
import type { Predicate } from "../ir/guard.ts";
import { schemaOf } from "../ir/type.ts";
import { firstText, witness } from "../regex/language.ts";
import { candidates } from "../types/candidates.ts";

/** A text that one guard accepts and the other refuses; `none` is proved, `unknown` is not. */
export type Separating = { readonly text: string } | "none" | "unknown";

/** A text that the first predicate accepts and the second refuses. The answer is checked by evaluating both. */
export function separatingText(accepting: Predicate, refusing: Predicate): Separating {
  const [accepts, refuses] = [compilePredicate(accepting), compilePredicate(refusing)];
  const separates = (text: string): boolean => accepts(text).value && !refuses(text).value;
  const exact = byAutomata(accepting, refusing);
  if (typeof exact === "object" && separates(exact.text)) return exact;
  if (exact === "none") return "none";
  const text = textsFor(accepting, refusing).find(separates);
  return text === undefined ? "unknown" : { text };
}

// More patterns than these make automata that nobody waits for.
const mostAtoms = 8;

/** Both predicates as conditions on patterns of `x`; `unknown` where one says something that no pattern says. */
function byAutomata(accepting: Predicate, refusing: Predicate): Separating {
  const patterns: string[] = [];
  const yes = conditionOf(accepting.expr, accepting, patterns);
  const no = conditionOf(refusing.expr, refusing, patterns);
  if (yes === undefined || no === undefined || patterns.length > mostAtoms) return "unknown";
  const found = firstText(patterns, (inside) => yes(inside) && !no(inside));
  if (found === "unknown") return "unknown";
  return found.text === undefined ? "none" : { text: found.text };
}

type Condition = (inside: readonly boolean[]) => boolean;

function conditionOf(expr: Expr, predicate: Predicate, patterns: string[]): Condition | undefined {
  switch (expr.kind) {
    case "bool":
      return () => expr.value;
    case "not": {
      const inner = conditionOf(expr.operand, predicate, patterns);
      return inner && ((inside) => !inner(inside));
    }
    case "and":
    case "or": {
      const parts = expr.operands.map((operand) => conditionOf(operand, predicate, patterns));
      if (!parts.every((part) => part !== undefined)) return undefined;
      return expr.kind === "and"
        ? (inside) => parts.every((part) => part(inside))
        : (inside) => parts.some((part) => part(inside));
    }
    default: {
      const language = asLanguage(expr, predicate);
      if (language?.subject !== "x") return undefined;
      const place = patterns.push(language.pattern) - 1;
      return (inside) => (inside[place] === true) !== language.negated;
    }
  }
}

// Enough for the texts, numbers and patterns of a guard that a person wrote, joined in pairs.
const mostPieces = 24;
const mostTexts = 6000;

/** Texts built from what the two guards speak of: their texts, patterns, numbers as lengths and counts, and JSON. */
function textsFor(a: Predicate, b: Predicate): readonly string[] {
  const all = [...new Set([...inside(a.expr), ...inside(b.expr)])];
  const pieces = [...new Set(all.flatMap(piecesOf))].slice(0, mostPieces);
  const numbers = [
    ...new Set(
      all.flatMap((expr) => (expr.kind === "number" ? [expr.value - 1, expr.value, expr.value + 1] : [])),
    ),
  ].filter((number) => Number.isInteger(number) && number >= 0 && number <= 10_000);
  const joined = pieces.flatMap((left) =>
    pieces.flatMap((right) => [`${left}${right}`, `${left} ${right}`, `${left}\n${right}`]),
  );
  const texts = ["", "a", "1", "\n", ...pieces, pieces.join(" "), pieces.join("\n"), ...joined];
  const sized = numbers.flatMap((number) =>
    ["", ...pieces].flatMap((piece) => [
      piece + "a".repeat(Math.max(0, number - [...piece].length)),
      `${piece} `.repeat(number),
      `${piece}\n`.repeat(number),
      "a".repeat(number),
      `${piece === "" ? "a" : piece} ${"a ".repeat(Math.max(0, number - 1))}`,
      `${piece}${"\na".repeat(Math.max(0, number - 1))}`,
      `[${Array.from({ length: number }, () => "1").join(",")}]`,
      String(number),
    ]),
  );
  const values = [a, b].flatMap(({ input }) =>
    candidates(schemaOf(input), {}).map(({ value }) => JSON.stringify(value) ?? ""),
  );
  const objects = pieces.flatMap((key) => [
    JSON.stringify({ [key]: 1 }),
    JSON.stringify({ [key]: "a" }),
    ...pieces.map((value) => JSON.stringify({ [key]: value })),
    ...numbers.slice(0, 6).map((number) => JSON.stringify({ [key]: number })),
  ]);
  return [...new Set([...texts, ...sized, ...values, ...objects])].slice(0, mostTexts);
}

function inside(expr: Expr): readonly Expr[] {
  return [expr, ...partsOf(expr).flatMap(inside)];
}

/** The texts that an expression speaks of; of a pattern, one that it finds. */
function piecesOf(expr: Expr): readonly string[] {
  if (expr.kind === "string") return [expr.value, expr.value.toUpperCase()];
  if (expr.kind !== "call" || expr.name !== "regex") return [];
  const pattern = expr.args[1];
  if (pattern?.kind !== "string") return [];
  const found = witness(pattern.value);
  return found === "unknown" || found.text === undefined ? [] : [found.text];
}
