import type { Expr } from "../../grammar/guard.ts";
import { partsOf } from "../../grammar/parts.ts";
import { compilePredicate } from "../guard/evaluate.ts";
import { asLanguage } from "../guard/languages.ts";
import type { Predicate } from "../ir/guard.ts";
import type { JsonSchema } from "../ir/type.ts";
import { schemaOf } from "../ir/type.ts";
import { firstText, witness } from "../regex/language.ts";
import { subtype } from "../types/subtype.ts";

/** A text that one guard accepts and the other refuses; `none` is proved, `unknown` is not. */
export type Separating = { readonly text: string } | "none" | "unknown";

/** A text that the first predicate accepts and the second refuses. The answer is checked by evaluating both. */
export function separatingText(accepting: Predicate, refusing: Predicate): Separating {
  const [accepts, refuses] = [compilePredicate(accepting), compilePredicate(refusing)];
  const separates = (text: string): boolean => accepts(text).value && !refuses(text).value;
  const exact = byAutomata(accepting, refusing);
  if (typeof exact === "object" && separates(exact.text)) return exact;
  if (exact === "none") return "none";
  let left = mostCharacters;
  for (const text of textsFor(accepting, refusing)) {
    if (separates(text)) return { text };
    left -= text.length + 1;
    if (left < 0) break;
  }
  return "unknown";
}

// More patterns than these make automata that nobody waits for.
const mostAtoms = 12;

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
      const known = patterns.indexOf(language.pattern);
      const place = known === -1 ? patterns.push(language.pattern) - 1 : known;
      return (inside) => (inside[place] === true) !== language.negated;
    }
  }
}

// Enough for the texts and patterns of a guard that a person wrote, joined in pairs.
const mostPieces = 24;
const longest = 10_000;
// Of all texts that are tried: a second or so, whatever the guards are.
const mostCharacters = 4_000_000;

/** Texts built from what the two guards speak of: their texts, patterns, numbers as lengths and counts, and JSON. */
function* textsFor(a: Predicate, b: Predicate): Iterable<string> {
  const all = [...new Set([...inside(a.expr), ...inside(b.expr)])];
  const pieces = [...new Set(all.flatMap(piecesOf))].slice(0, mostPieces);
  const numbers = [...new Set(all.flatMap(numbersOf))].toSorted((x, y) => x - y);
  yield* ["", "a", "1", "\n", ...pieces, pieces.join(" "), pieces.join("\n")];
  for (const { input } of [a, b]) yield valueOf(schemaOf(input));
  for (const left of pieces)
    for (const right of pieces) yield* [`${left}${right}`, `${left} ${right}`, `${left}\n${right}`];
  for (const key of pieces) {
    for (const value of [1, "a", true, null, [], ...pieces, ...numbers])
      yield JSON.stringify({ [key]: value });
  }
  for (const number of numbers) yield* textsOfSize(number, pieces);
}

/** A value of a type as a text: what is in it and not in nothing; the empty text where it has none. */
function valueOf(schema: JsonSchema): string {
  const { witness: value } = subtype(schema, false);
  return value === undefined ? "" : JSON.stringify(value);
}

/** The numbers of an expression, and those beside them: where a comparison turns. */
function numbersOf(expr: Expr): readonly number[] {
  if (expr.kind !== "number") return [];
  return [expr.value - 1, expr.value, expr.value + 1].filter(
    (number) => Number.isInteger(number) && number >= 0 && number <= longest,
  );
}

/** Texts of so many characters, words, lines or values, and texts in which a piece occurs so often. */
function* textsOfSize(number: number, pieces: readonly string[]): Iterable<string> {
  yield* [String(number), "a".repeat(number), `[${Array.from({ length: number }, () => "1").join(",")}]`];
  for (const piece of ["a", ...pieces]) {
    yield* [
      piece + "a".repeat(Math.max(0, number - [...piece].length)),
      `${piece} `.repeat(number),
      `${piece}\n`.repeat(number),
      `${piece} ${"a ".repeat(Math.max(0, number - 1))}`,
      `${piece}${"\na".repeat(Math.max(0, number - 1))}`,
    ];
  }
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
