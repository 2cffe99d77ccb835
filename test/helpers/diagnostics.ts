import { expect } from "vitest";
import type { Analysis } from "../../src/compile.ts";
import type { Diagnostic, Fix, Severity } from "../../src/report/diagnostic.ts";
import { fixedPaths, fixedText } from "../../src/report/fix.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { positionAt, textOf, textSource } from "../../src/report/source.ts";

/** What a test says of one diagnostic. The text under the caret is what counts, never an offset. */
export interface Expected {
  readonly code: string;
  readonly at: string;
  readonly line?: number;
  readonly file?: string;
  readonly severity?: Severity;
  /** A part of the message. */
  readonly message?: string;
  /** A part of the help. */
  readonly help?: string;
  /** The texts under the related places, in order. */
  readonly related?: readonly string[];
  /** True: it has a fix, and applying the fix removes it. */
  readonly fixed?: boolean;
}

/** As many diagnostics as expected, each of them matching, in any order. */
export function expectDiagnostics(found: readonly Diagnostic[], expected: readonly Expected[]): void {
  const report = `found:\n${found.map(show).join("\n") || "  nothing"}\n`;
  expect(found.length, `${report}expected ${expected.length} diagnostics`).toBe(expected.length);
  const left = [...found];
  for (const wanted of expected) {
    const index = left.findIndex((diagnostic) => matches(diagnostic, wanted));
    expect(index, `${report}expected:\n  ${JSON.stringify(wanted)}\n`).not.toBe(-1);
    left.splice(index, 1);
  }
}

function matches(diagnostic: Diagnostic, wanted: Expected): boolean {
  const { code, span, message, help, related, severity } = diagnostic;
  return (
    code === wanted.code &&
    textOf(span) === wanted.at &&
    (wanted.line ?? lineOf(diagnostic)) === lineOf(diagnostic) &&
    (wanted.file ?? span.file.path) === span.file.path &&
    (wanted.severity ?? severity) === severity &&
    message.includes(wanted.message ?? "") &&
    (help ?? "").includes(wanted.help ?? "") &&
    (wanted.related === undefined ||
      JSON.stringify(related.map((entry) => textOf(entry.span))) === JSON.stringify(wanted.related))
  );
}

/** Applies the fix of the first diagnostic with this code, compiles again, and expects that the code is gone there. */
export async function expectFix(
  files: readonly SourceFile[],
  code: string,
  check: (files: readonly SourceFile[]) => Promise<Pick<Analysis, "diagnostics">>,
): Promise<readonly SourceFile[]> {
  const before = (await check(files)).diagnostics.filter((diagnostic) => diagnostic.code === code);
  const first = before.find(({ fix }) => fix !== undefined);
  expect(first, `no ${code} with a fix among:\n${before.map(show).join("\n")}`).toBeDefined();
  const fixed = first?.fix === undefined ? files : applied(files, first.fix);
  const after = (await check(fixed)).diagnostics.filter((diagnostic) => diagnostic.code === code);
  const place = first?.span.file.path;
  const left = after.filter(({ span }) => span.file.path === place);
  const wasThere = before.filter(({ span }) => span.file.path === place);
  expect(left.length, `still there after the fix:\n${left.map(show).join("\n")}`).toBe(wasThere.length - 1);
  return fixed;
}

function applied(files: readonly SourceFile[], fix: Fix): readonly SourceFile[] {
  const paths = new Set(fixedPaths(fix));
  return files.map((file) => (paths.has(file.path) ? textSource(file.path, fixedText(file, [fix])) : file));
}

function lineOf({ span }: Diagnostic): number {
  return positionAt(span.file, span.start).line;
}

function show(diagnostic: Diagnostic): string {
  const { code, severity, span, message, help, related } = diagnostic;
  const place = `${span.file.path}:${lineOf(diagnostic)}`;
  const places = related.map((entry) => JSON.stringify(textOf(entry.span))).join(", ");
  return [
    `  ${severity}[${code}] at ${JSON.stringify(textOf(span))} (${place})`,
    `    ${message}`,
    ...(help === undefined ? [] : [`    help: ${help}`]),
    ...(places === "" ? [] : [`    related: ${places}`]),
  ].join("\n");
}
