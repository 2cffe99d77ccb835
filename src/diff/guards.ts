import type { Guard } from "../ir/guard.ts";
import type { Skill } from "../ir/skill.ts";
import type { Span } from "../report/source.ts";
import { printGuard } from "../../grammar/print.ts";
import type { Change } from "./change.ts";
import { diffDiagnostics } from "./diagnostics.ts";
import type { Separating } from "./guard-texts.ts";
import { separatingText } from "./guard-texts.ts";
import { shown } from "./interface.ts";

/** The guard of a skill and those of its steps, which are told apart by their names. */
export function guardChanges(before: Skill, after: Skill): readonly Change[] {
  const steps = new Map(before.steps.map((step) => [step.name, step]));
  return [
    ...pairChanges(before.guard, after.guard, { name: after.name, span: after.spans.guard }),
    ...after.steps.flatMap((step) => {
      const old = steps.get(step.name);
      if (old === undefined) return [];
      return pairChanges(old.guard, step.guard, { name: `${after.name}/${step.name}`, span: step.span });
    }),
  ];
}

interface Place {
  readonly name: string;
  readonly span: Span;
}

function pairChanges(before: Guard | undefined, after: Guard | undefined, place: Place): readonly Change[] {
  if (before === undefined && after === undefined) return [];
  if (after === undefined) return [weaker(place, "it is gone", refusedBy(before))];
  if (before === undefined)
    return [stronger({ ...place, span: after.span }, "there was none", refusedBy(after))];
  const at = { ...place, span: after.span };
  return [...conditionChanges(before, after, at), ...failureChanges(before, after, at)];
}

function conditionChanges(before: Guard, after: Guard, at: Place): readonly Change[] {
  if (before.kind === "judge" && after.kind === "judge") {
    if (after.threshold < before.threshold)
      return [weaker(at, `its threshold is ${after.threshold} instead of ${before.threshold}`, "unknown")];
    if (after.threshold > before.threshold)
      return [stronger(at, `its threshold is ${after.threshold} instead of ${before.threshold}`, "unknown")];
    return before.rubric === after.rubric ? [] : [changed(at, "and a judge is asked another question")];
  }
  if (before.kind !== "rule" || after.kind !== "rule")
    return [changed(at, `as a ${after.kind} instead of a ${before.kind}`)];
  if (printGuard(before.predicate.expr) === printGuard(after.predicate.expr)) return [];
  const newly = separatingText(after.predicate, before.predicate);
  const nolonger = separatingText(before.predicate, after.predicate);
  const found: Change[] = [];
  if (typeof newly === "object")
    found.push(weaker(at, `it accepts ${shown(newly.text)}, which it refused`, newly));
  if (typeof nolonger === "object")
    found.push(stronger(at, `it refuses ${shown(nolonger.text)}, which it accepted`, nolonger));
  if (found.length > 0) return found;
  const isProved = newly === "none" && nolonger === "none";
  return [
    isProved
      ? { ...changed(at, "and accepts the same texts"), bump: "patch" }
      : changed(at, "and no text was found that tells the two apart"),
  ];
}

/** What happens when every attempt fails: the last output, or an error. */
function failureChanges(before: Guard, after: Guard, at: Place): readonly Change[] {
  if (before.onFail === after.onFail) return [];
  if (after.onFail === "last")
    return [weaker(at, "an output that fails every attempt is handed on now", refusedBy(after))];
  return [
    {
      bump: "major",
      diagnostic: diffDiagnostics.create("diff/fails-with-error", at.span, { name: at.name }),
    },
  ];
}

function refusedBy(guard: Guard | undefined): Separating {
  if (guard?.kind !== "rule") return "unknown";
  const { predicate } = guard;
  const always = { kind: "bool", value: true, start: 0, end: 0 } as const;
  return separatingText({ ...predicate, expr: always }, predicate);
}

function weaker({ name, span }: Place, how: string, witness: Separating): Change {
  const diagnostic = diffDiagnostics.create("diff/weaker-guard", span, { name, how });
  return { bump: "major", diagnostic, ...boxed(witness) };
}

function stronger({ name, span }: Place, how: string, witness: Separating): Change {
  const diagnostic = diffDiagnostics.create("diff/stronger-guard", span, { name, how });
  return { bump: "minor", diagnostic, ...boxed(witness) };
}

function changed({ name, span }: Place, how: string): Change {
  return { bump: "minor", diagnostic: diffDiagnostics.create("diff/guard-changed", span, { name, how }) };
}

function boxed(witness: Separating): { readonly witness?: { readonly value: unknown } } {
  return typeof witness === "object" ? { witness: { value: witness.text } } : {};
}
