import type { Expr } from "../../grammar/guard.ts";
import { printGuard } from "../../grammar/print.ts";
import type { Predicate } from "../ir/guard.ts";
import { firstText } from "../regex/language.ts";
import { literalPattern } from "../regex/literal.ts";
import { checkPattern } from "../regex/pattern.ts";
import { isTotal } from "./total.ts";
import { typeOf } from "./types.ts";

/** The truth of each atom of a predicate, by the atom as it is printed. */
export type Valuation = ReadonlyMap<string, boolean>;

/** A condition on a text that a pattern says too: true where the pattern occurs in the text, or where it does not. */
export interface TextLanguage {
  /** What the condition is about, as it is printed. */
  readonly subject: string;
  readonly pattern: string;
  readonly negated: boolean;
}

/** The pattern that a condition on one text comes to; undefined where it comes to none of the subset. */
export function asLanguage(atom: Expr, predicate: Predicate): TextLanguage | undefined {
  const found = languageOf(atom);
  if (found === undefined) return undefined;
  const { subject, pattern, negated } = found;
  // Only a text that is always there has a language; a value of JSON may be of another kind.
  if (typeOf(subject, predicate.input) !== "str" || subject.kind === "string") return undefined;
  if (!isTotal(subject, predicate) || checkPattern(pattern).problem !== undefined) return undefined;
  return { subject: printGuard(subject), pattern, negated };
}

interface Found {
  readonly subject: Expr;
  readonly pattern: string;
  readonly negated: boolean;
}

function languageOf(atom: Expr): Found | undefined {
  switch (atom.kind) {
    case "name":
      return { subject: atom, pattern: anyCharacter, negated: false };
    case "compare":
      return atom.rest.length === 1 ? comparison(atom) : undefined;
    case "call": {
      const [subject, argument] = atom.args;
      if (subject === undefined || argument?.kind !== "string") return undefined;
      if (atom.name === "regex") return { subject, pattern: argument.value, negated: false };
      return atom.name === "contains"
        ? { subject, pattern: literalPattern(argument.value), negated: false }
        : undefined;
    }
    case "method": {
      const [argument] = atom.args;
      if (argument?.kind !== "string") return undefined;
      if (atom.name === "startswith")
        return { subject: atom.object, pattern: `^${literalPattern(argument.value)}`, negated: false };
      return atom.name === "endswith"
        ? { subject: atom.object, pattern: `${literalPattern(argument.value)}$`, negated: false }
        : undefined;
    }
    default:
      return undefined;
  }
}

const anyCharacter = "(?:.|\\n)";

/** `x == 'a'`, `'a' in x`, `x in ['a', 'b']`, and their negations. */
function comparison({ first, rest: [link] }: Extract<Expr, { kind: "compare" }>): Found | undefined {
  if (link === undefined) return undefined;
  const { operator, operand } = link;
  const negated = operator === "!=" || operator === "not in";
  if (operator === "==" || operator === "!=") {
    const [text, subject] = first.kind === "string" ? [first, operand] : [operand, first];
    return text.kind === "string" ? { subject, pattern: whole([text.value]), negated } : undefined;
  }
  if (operator !== "in" && operator !== "not in") return undefined;
  if (first.kind === "string") return { subject: operand, pattern: literalPattern(first.value), negated };
  if (operand.kind !== "list" || operand.items.length === 0) return undefined;
  const texts = operand.items.flatMap((item) => (item.kind === "string" ? [item.value] : []));
  return texts.length === operand.items.length
    ? { subject: first, pattern: whole(texts), negated }
    : undefined;
}

/** A pattern that is all of the text. */
function whole(texts: readonly string[]): string {
  return `^(?:${texts.map(literalPattern).join("|")})$`;
}

// With more conditions all combinations are taken for possible; 2^12 of them are as many as anyone looks at.
const mostTogether = 12;
// Enough for the patterns that people write; a guard is checked in milliseconds, whatever it says.
const mostStates = 2000;

/**
 * The joint truth values that conditions on one text can have: those for which there is a text. All of them where the
 * automata grow too large; undefined where there are too many conditions.
 */
export function feasibleTogether(
  atoms: readonly Expr[],
  predicate: Predicate,
): readonly Valuation[] | undefined {
  if (atoms.length > mostTogether) return undefined;
  const languages = atoms.flatMap((atom) => asLanguage(atom, predicate) ?? []);
  const seen = new Set<number>();
  const all = 2 ** languages.length;
  const answer = firstText(
    languages.map(({ pattern }) => pattern),
    (inside) => {
      seen.add(languages.reduce((bits, { negated }, i) => bits | (Number(inside[i] !== negated) << i), 0));
      return seen.size === all;
    },
    mostStates,
  );
  const combinations = Array.from({ length: all }, (_, bits) => bits);
  return combinations
    .filter((bits) => answer === "unknown" || seen.has(bits))
    .map((bits) => new Map(atoms.map((atom, i) => [printGuard(atom), (bits & (1 << i)) !== 0])));
}
