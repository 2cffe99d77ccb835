import type { Expr, GuardSource } from "../../grammar/guard.ts";
import type { Predicate } from "../ir/guard.ts";
import type { Type } from "../ir/type.ts";
import type { Checked, Diagnostic, Fix } from "../report/diagnostic.ts";
import { guardDiagnostics } from "./diagnostics.ts";
import type { TypeFinding } from "./implied.ts";
import { typeFindings } from "./implied.ts";
import { typeProblems } from "./infer.ts";
import type { Finding } from "./vacuity.ts";
import { findingsOf } from "./vacuity.ts";

/** Checks names, arguments, types, patterns and paths, and whether the guard decides anything. */
export function checkPredicate(source: GuardSource, expr: Expr, input: Type): Checked<Predicate> {
  const problems = typeProblems(source, expr, input);
  const sound = !holdsInvalid(expr) && !problems.some(({ severity }) => severity === "error");
  const predicate: Predicate = { source, expr, input, sound };
  return {
    value: predicate,
    diagnostics: sound ? [...problems, ...remarksOn(predicate, problems)] : problems,
  };
}

function remarksOn(predicate: Predicate, problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const { source } = predicate;
  // Values that are never equal are the reason of a constant guard, and have been reported.
  const isReported = problems.some(({ code }) => code === "guard/never-equal");
  const findings = isReported ? [] : findingsOf(predicate);
  const decided = (expr: Expr): boolean =>
    isReported ||
    findings.some((finding) => finding.expr.start <= expr.start && expr.end <= finding.expr.end);
  const ofType = typeFindings(predicate).filter(
    (finding) => finding.kind === "unknown-path" || !decided(finding.expr),
  );
  return [
    ...findings.map((finding) => vacuous(source, finding)),
    ...ofType.map((finding) => fromType(source, finding)),
  ];
}

function fromType(source: GuardSource, finding: TypeFinding): Diagnostic {
  if (finding.kind === "unknown-path") {
    const { at, name, near } = finding;
    return guardDiagnostics.create(
      "guard/unknown-path",
      source.at(at.start, at.end),
      { name, near },
      { fix: near === undefined ? undefined : renamed(source, at.start, name, near) },
    );
  }
  const { expr, value, reason } = finding;
  const text = source.text.slice(expr.start, expr.end);
  return guardDiagnostics.create("guard/implied-by-type", source.at(expr.start, expr.end), {
    text,
    value,
    reason,
  });
}

/** Writes the near name where the guard has the other letter for letter. */
function renamed(source: GuardSource, from: number, name: string, near: string): Fix | undefined {
  const start = source.text.indexOf(name, from);
  // Behind at most `r` and a quote, and without what would need an escape.
  if (start < 0 || start > from + 2 || !/^[\w-]+$/.test(near)) return undefined;
  return {
    title: `Write \`${near}\``,
    safety: "unsafe",
    edits: [{ span: source.at(start, start + name.length), replacement: near }],
  };
}

function vacuous(source: GuardSource, finding: Finding): Diagnostic {
  const place = source.at(finding.expr.start, finding.expr.end);
  const text = source.text.slice(finding.expr.start, finding.expr.end);
  const { reason } = finding;
  switch (finding.kind) {
    case "constant":
      return guardDiagnostics.create(finding.value ? "guard/always-true" : "guard/always-false", place, {
        reason,
      });
    case "part":
      return guardDiagnostics.create(
        finding.value ? "guard/part-always-true" : "guard/part-always-false",
        place,
        {
          text,
          reason,
        },
      );
    case "redundant":
      return guardDiagnostics.create(
        "guard/redundant",
        place,
        { text, reason },
        { fix: withoutOperand(source, finding) },
      );
  }
}

/** Takes out an operand with the `and` or `or` beside it. */
function withoutOperand(
  source: GuardSource,
  { junction, index }: Extract<Finding, { kind: "redundant" }>,
): Fix {
  const { operands } = junction;
  const own = operands[index];
  const before = operands[index - 1];
  const after = operands[index + 1];
  const start = before === undefined ? (own?.start ?? 0) : before.end;
  const end = before === undefined ? (after?.start ?? junction.end) : (own?.end ?? junction.end);
  return {
    title: "Remove the operand",
    safety: "safe",
    edits: [{ span: source.at(start, end), replacement: "" }],
  };
}

function holdsInvalid(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsInvalid);
  if (typeof value !== "object" || value === null) return false;
  return ("kind" in value && value.kind === "invalid") || Object.values(value).some(holdsInvalid);
}
