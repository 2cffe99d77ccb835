import type { Expr } from "../../grammar/guard.ts";
import type { Guard } from "../ir/guard.ts";
import { mapChildren } from "../ir/children.ts";
import type { Term } from "../ir/term.ts";

/** Guard(term, P), or the term itself where no guard is declared. */
export function guardTerm(term: Term, guard: Guard | undefined): Term {
  return guard === undefined ? term : { kind: "guard", guard, term };
}

/**
 * Guards marked `merge: and` that meet on one agent become one: a conjunction with the larger retry, instead of nested
 * retries that multiply. Guards of different kinds, or on outputs of different types, stay nested.
 */
export function mergeGuards(term: Term): Term {
  const inside = mapChildren(term, mergeGuards);
  if (inside.kind !== "skill" || inside.term.kind !== "guard") return inside;
  const outer = inside.term;
  const inner = innermostSkill(outer.term);
  if (inner === undefined || inner.term.kind !== "guard") return inside;
  const merged = conjunction(inner.term.guard, outer.guard);
  if (merged === undefined) return inside;
  const withoutInner = replaceSkill(outer.term, { ...inner, term: inner.term.term });
  return { ...inside, term: { kind: "guard", guard: merged, term: withoutInner } };
}

type SkillTerm = Extract<Term, { kind: "skill" }>;

/** The next skill inside, where only Memory stands between. */
function innermostSkill(term: Term): SkillTerm | undefined {
  if (term.kind === "skill") return term;
  return term.kind === "memory" ? innermostSkill(term.term) : undefined;
}

function replaceSkill(term: Term, skill: SkillTerm): Term {
  return term.kind === "skill" ? skill : mapChildren(term, (child) => replaceSkill(child, skill));
}

function conjunction(inner: Guard, outer: Guard): Guard | undefined {
  if (inner.kind !== "rule" || outer.kind !== "rule") return undefined;
  if (inner.merge !== "and" || outer.merge !== "and") return undefined;
  const left = inner.predicate;
  const right = outer.predicate;
  if (left.input.kind !== right.input.kind || left.input.kind === "invalid") return undefined;
  // An operand may be an `or`, which binds looser; the text has to say what the tree says.
  const shift = 1 + left.source.text.length + joiner.length;
  const text = `(${left.source.text}${joiner}${right.source.text})`;
  const expr: Expr = {
    kind: "and",
    operands: [shifted(left.expr, 1), shifted(right.expr, shift)],
    start: 0,
    end: text.length,
  };
  const at: typeof left.source.at = (start, end) =>
    start < shift
      ? left.source.at(Math.max(0, start - 1), Math.min(Math.max(0, end - 1), left.source.text.length))
      : right.source.at(start - shift, Math.min(end - shift, right.source.text.length));
  return {
    ...outer,
    retry: Math.max(inner.retry, outer.retry),
    // Either author's wish for an error is kept.
    onFail: inner.onFail === "error" || outer.onFail === "error" ? "error" : "last",
    predicate: { source: { text, at }, expr, input: left.input, sound: left.sound && right.sound },
  };
}

const joiner = ") and (";

/** The same expression at another place of a longer text. */
function shifted<T>(node: T, by: number): T {
  if (Array.isArray(node)) return node.map((item: unknown) => shifted(item, by)) as T;
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      (key === "start" || key === "end") && typeof value === "number"
        ? value + by
        : shifted(value as unknown, by),
    ]),
  ) as T;
}
