import type { Comparison, Expr } from "../../grammar/guard.ts";
import { partsOf } from "../../grammar/parts.ts";
import type { Predicate } from "../ir/guard.ts";
import { schemaOf } from "../ir/type.ts";
import { nearest } from "../report/near.ts";
import type { Outcome } from "./outcome.ts";
import { literalOf } from "./features.ts";
import { keyOutcome, placeText, sizeOutcome, valueOutcome } from "./outcome.ts";
import type { Facts, Step } from "./schema.ts";
import { factsOf, kindsOf, namesAt, stepInto } from "./schema.ts";
import { isText } from "./types.ts";

interface Range {
  readonly start: number;
  readonly end: number;
}

/** What the declared type says of a part of a guard. The type is not enforced, so this holds of valid outputs only. */
export type TypeFinding =
  | {
      readonly kind: "unknown-path";
      readonly at: Range;
      readonly name: string;
      readonly near: string | undefined;
    }
  | { readonly kind: "implied"; readonly expr: Expr; readonly value: boolean; readonly reason: string };

/** Paths that no valid output has, and conditions that all valid outputs meet, or none. */
export function typeFindings({ source, expr, input }: Predicate): readonly TypeFinding[] {
  if (isText(input)) return [];
  const facts = factsOf(schemaOf(input));
  if (facts === undefined) return [];
  const walk: Walk = { text: source.text, facts, findings: [], reported: new Set() };
  visit(walk, expr, false);
  return walk.findings;
}

interface Walk {
  /** The guard as it is written. */
  readonly text: string;
  readonly facts: Facts;
  readonly findings: TypeFinding[];
  /** Paths that have been reported; once is enough. */
  readonly reported: Set<string>;
}

function visit(walk: Walk, expr: Expr, negated: boolean): void {
  switch (expr.kind) {
    case "not":
      return visit(walk, expr.operand, !negated);
    case "or":
    case "and":
      for (const operand of expr.operands) visit(walk, operand, negated);
      return;
    case "compare":
      visitComparison(walk, expr, negated);
      break;
    case "call":
      if (expr.name === "has" || expr.name === "json_len") visitPathCall(walk, expr, negated);
      else if (expr.name === "regex" || expr.name === "contains") visitTextTest(walk, expr, expr.args[0]);
      break;
    case "method":
      if (expr.name === "startswith" || expr.name === "endswith") visitTextTest(walk, expr, expr.object);
      break;
    case "index":
      follow(walk, expr);
      return;
    default:
  }
  for (const part of partsOf(expr)) visit(walk, part, negated);
}

/** A step of a path, and where the guard writes it. */
type WrittenStep = Step & Range;

/** `x['a'][0]` as steps from the output; undefined for what is no such path. */
function stepsOf(expr: Expr): readonly WrittenStep[] | undefined {
  if (expr.kind === "name") return [];
  if (expr.kind !== "index") return undefined;
  const before = stepsOf(expr.object);
  if (before === undefined) return undefined;
  const { start, end } = expr.index;
  if (expr.index.kind === "string") return [...before, { kind: "key", name: expr.index.value, start, end }];
  if (expr.index.kind === "number" && Number.isInteger(expr.index.value))
    return [...before, { kind: "index", index: expr.index.value, start, end }];
  return undefined;
}

/** The words of a dotted path; each at its place where the literal writes its characters one for one. */
function wordsOf(path: Extract<Expr, { kind: "string" }>, { text }: Walk): readonly WrittenStep[] {
  // A quote in front, and perhaps `r`.
  const quote = [1, 2].find((length) => text.startsWith(path.value, path.start + length));
  let offset = path.start + (quote ?? 0);
  return path.value.split(".").map((name) => {
    const range = quote === undefined ? path : { start: offset, end: offset + name.length };
    offset += name.length + 1;
    return { kind: "word", name, start: range.start, end: range.end };
  });
}

interface Followed {
  /** Undefined where no valid output has it. */
  readonly facts: Facts | undefined;
  readonly isCertain: boolean;
  /** The first step that leads nowhere, and what is known where it is taken. */
  readonly lost?: { readonly step: WrittenStep; readonly from: Facts };
}

function followSteps(start: Facts, steps: readonly WrittenStep[]): Followed {
  let facts = start;
  let isCertain = true;
  for (const step of steps) {
    const next = stepInto(facts, step);
    if (next.presence === "never") return { facts: undefined, isCertain: false, lost: { step, from: facts } };
    isCertain &&= next.presence === "always";
    facts = next.facts;
  }
  return { facts, isCertain };
}

/** Follows a path, and reports where it leads nowhere. */
function follow(walk: Walk, expr: Expr): Followed | undefined {
  const steps = stepsOf(expr);
  if (steps !== undefined) {
    const followed = followSteps(walk.facts, steps);
    if (followed.lost !== undefined) reportLost(walk, followed.lost);
    return followed;
  }
  if (expr.kind === "index") {
    visit(walk, expr.object, false);
    visit(walk, expr.index, false);
  }
  return undefined;
}

function reportLost(walk: Walk, { step, from }: NonNullable<Followed["lost"]>): void {
  const name = step.kind === "index" ? String(step.index) : step.name;
  if (walk.reported.has(name)) return;
  walk.reported.add(name);
  const near = step.kind === "index" ? undefined : nearest(name, namesAt(from));
  walk.findings.push({ kind: "unknown-path", at: { start: step.start, end: step.end }, name, near });
}

function report(walk: Walk, expr: Expr, outcome: Outcome, facts: Facts): void {
  if (outcome.canBeTrue === outcome.canBeFalse) return;
  walk.findings.push({ kind: "implied", expr, value: outcome.canBeTrue, reason: placeText(facts) });
}

function visitPathCall(walk: Walk, call: Extract<Expr, { kind: "call" }>, negated: boolean): void {
  const [first, path] = call.args;
  const before = first && stepsOf(first);
  if (before === undefined || path?.kind !== "string") return;
  const followed = followSteps(walk.facts, [...before, ...wordsOf(path, walk)]);
  // A path of the first argument is reported when that is visited.
  if (followed.lost !== undefined && !before.includes(followed.lost.step)) {
    const isTest = call.name === "has" && negated;
    const { step, from } = followed.lost;
    const isNear = step.kind !== "index" && nearest(step.name, namesAt(from)) !== undefined;
    // Asking that something forbidden is not there has a meaning, since the type is not enforced.
    if (!isTest || isNear) reportLost(walk, followed.lost);
    else implied(walk, call, false, `the type allows no \`${path.value}\``);
  } else if (call.name === "has" && followed.facts !== undefined && followed.isCertain) {
    implied(walk, call, true, `the type requires \`${path.value}\``);
  }
}

function implied(walk: Walk, expr: Expr, value: boolean, reason: string): void {
  walk.findings.push({ kind: "implied", expr, value, reason });
}

/** `regex(x['score'], …)`: false where no text can stand there. */
function visitTextTest(walk: Walk, expr: Expr, subject: Expr | undefined): void {
  const steps = subject && stepsOf(subject);
  const facts = steps && followSteps(walk.facts, steps).facts;
  if (facts === undefined || facts.ways.some((way) => kindsOf(way).has("string"))) return;
  implied(walk, expr, false, placeText(facts));
}

type Compare = Extract<Expr, { kind: "compare" }>;

function visitComparison(walk: Walk, expr: Compare, negated: boolean): void {
  const [only] = expr.rest;
  if (expr.rest.length === 1 && only !== undefined && expr.first.kind === "string") {
    if (only.operator === "in" || only.operator === "not in") {
      visitKey(walk, expr, expr.first, only, negated);
      return;
    }
  }
  const subject = subjectOf(expr, walk);
  if (subject === undefined) return;
  const followed = subject.steps && followSteps(walk.facts, subject.steps);
  if (followed?.facts === undefined) return;
  const { facts } = followed;
  const outcome = chainOutcome(expr, subject.expr, (operator, literal) =>
    subject.size === undefined
      ? valueOutcome(facts, operator, literal)
      : sizeOutcome(facts, subject.size, operator, literal),
  );
  if (outcome === undefined) return;
  report(walk, expr, { ...outcome, canBeFalse: outcome.canBeFalse || !followed.isCertain }, facts);
}

/** `'verdict' in x`: like `has` where only objects can stand there. */
function visitKey(
  walk: Walk,
  expr: Compare,
  key: Extract<Expr, { kind: "string" }>,
  { operator, operand }: Comparison,
  negated: boolean,
): void {
  const steps = stepsOf(operand);
  if (steps === undefined) return;
  const followed = followSteps(walk.facts, steps);
  if (followed.facts === undefined) return;
  const outcome = keyOutcome(followed.facts, key.value);
  if (outcome === undefined || (outcome.canBeFalse && outcome.canBeTrue)) return;
  const isIn = operator === "in";
  if (outcome.canBeTrue) {
    if (followed.isCertain) implied(walk, expr, isIn, `the type requires \`${key.value}\``);
    return;
  }
  const near = nearest(key.value, namesAt(followed.facts));
  if (near !== undefined || isIn !== negated)
    reportLost(walk, {
      step: { kind: "key", name: key.value, start: key.start, end: key.end },
      from: followed.facts,
    });
  else if (isIn || followed.isCertain) implied(walk, expr, !isIn, `the type allows no \`${key.value}\``);
}

interface Subject {
  readonly expr: Expr;
  readonly steps: readonly WrittenStep[] | undefined;
  /** The function that measures it, where one does. */
  readonly size: "len" | "json_len" | undefined;
}

/** The one operand that is no literal. */
function subjectOf({ first, rest }: Compare, walk: Walk): Subject | undefined {
  const others = [first, ...rest.map(({ operand }) => operand)].filter(
    (operand) => operand.kind !== "list" && literalOf(operand) === undefined,
  );
  const [expr] = others;
  if (expr === undefined || others.length > 1) return undefined;
  if (expr.kind === "call" && (expr.name === "len" || expr.name === "json_len")) {
    const [measured, path] = expr.args;
    const before = measured && stepsOf(measured);
    const words = path?.kind === "string" ? wordsOf(path, walk) : [];
    return { expr, steps: before && [...before, ...words], size: expr.name };
  }
  return { expr, steps: stepsOf(expr), size: undefined };
}

/** All links have to hold. Undefined where one has no subject, or a list in another place than behind `in`. */
function chainOutcome(
  { first, rest }: Compare,
  subject: Expr,
  linkOutcome: (operator: Comparison["operator"], other: Expr) => Outcome | undefined,
): Outcome | undefined {
  let left = first;
  let canBeTrue = true;
  let canBeFalse = false;
  for (const { operator, operand } of rest) {
    const outcome =
      left === subject
        ? linkOutcome(operator, operand)
        : operand === subject && operator !== "in" && operator !== "not in"
          ? linkOutcome(flipped[operator], left)
          : undefined;
    if (outcome === undefined) return undefined;
    canBeTrue &&= outcome.canBeTrue;
    canBeFalse ||= outcome.canBeFalse;
    left = operand;
  }
  return { canBeTrue, canBeFalse };
}

const flipped = { "==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;
