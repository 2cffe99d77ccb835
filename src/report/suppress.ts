import type { Diagnostic } from "./diagnostic.ts";
import { defineDiagnostics } from "./diagnostic.ts";
import { nearest } from "./near.ts";
import type { SourceFile } from "./source.ts";
import type { SuppressedCode, Suppression } from "./suppression.ts";
import { covers, suppressionsIn } from "./suppression.ts";

const syntax =
  "`# skillc-ignore area/name: why` in YAML and scripts, `<!-- skillc-ignore area/name: why -->` in Markdown";

export const suppressDiagnostics = defineDiagnostics({
  "report/suppression-form": {
    severity: "warning",
    message: (p: { problem: string }) => `The comment silences nothing: ${p.problem}.`,
    help: `Write ${syntax}.`,
    docs: `
A comment that silences a diagnostic names the codes and says why:

    # skillc-ignore description/no-trigger: only ever called by its name
    <!-- skillc-ignore reference/missing-file until 2027-01-31: the file is generated at install time -->

It covers the entry, paragraph or fenced block below it, or its own line when it stands behind something. With
\`skillc-ignore-file\` it covers the whole file. With \`until\` it holds to the end of that day.

Without a code it would silence everything, and without a reason nobody can tell later whether it may go; such a comment
is reported and has no effect. A date is written as year, month, day: \`2027-01-31\`.
`,
  },
  "report/suppression-unused": {
    severity: "warning",
    message: (p: { code: string }) =>
      `Nothing here is reported as \`${p.code}\`, so the comment silences nothing.`,
    help: (p: { near: string | undefined }) =>
      p.near === undefined ? "Remove the comment." : `Write \`${p.near}\`, which is reported here.`,
    docs: `
The comment silences a code that is not reported in the lines it covers. Either the problem is mended, and the comment can
go, or the code is misspelt. A comment that is left behind would silence the next mistake of that kind without a word.

Wrong, in a skill whose description says when to use it:

    # skillc-ignore description/no-trigger: only ever called by its name

Codes of \`portability/\` and \`target/\` depend on the devices and targets of a run, and are not held against a comment.
`,
  },
  "report/suppression-expired": {
    severity: "warning",
    message: (p: { date: string }) => `The comment held until ${p.date}, and that day has passed.`,
    help: "Mend what it silenced, or write a later day and say why.",
    docs: `
The author gave the comment a last day, and it has passed. What it silenced is reported again.

    # skillc-ignore reference/unpinned-package until 2027-01-31: waiting for the next release
`,
  },
  "report/suppression-of-error": {
    severity: "warning",
    message: (p: { code: string }) => `\`${p.code}\` is an error here, which no comment can silence.`,
    help: "Mend the error, then remove the comment.",
    docs: `
Warnings and infos are opinions with a reason, and an author may know better. An error says that some loader drops the skill
or that it means something else than what it says; silencing it would not make the skill load.
`,
  },
});

/** One code of one comment, with what it covers. */
interface Use {
  readonly suppression: Suppression;
  readonly code: SuppressedCode;
  readonly found: readonly Diagnostic[];
}

/** What a run knows of comments. */
interface Hearing {
  /** A day as `2026-11-30`; without it no comment expires. */
  readonly today: string | undefined;
  /** True of codes that the configuration turns off: they are reported nowhere, so that a comment is not without use. */
  readonly isOff?: (code: string) => boolean;
}

/** Takes out what comments in the files silence, and reports comments that are malformed, out of date or without use. */
export function suppress(
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
  { today, isOff = () => false }: Hearing,
): readonly Diagnostic[] {
  const all = files.flatMap(suppressionsIn);
  if (all.length === 0) return diagnostics;
  const problems = all.flatMap((suppression) => problemsOf(suppression, today));
  const uses = all
    .filter((suppression) => problemsOf(suppression, today).length === 0)
    .flatMap((suppression) => suppression.codes.map((code) => useOf(suppression, code, diagnostics)));
  const silenced = new Set(uses.flatMap(({ found }) => found.filter(({ severity }) => severity !== "error")));
  return [
    ...diagnostics.filter((diagnostic) => !silenced.has(diagnostic)),
    ...problems,
    ...uses.filter(({ code }) => !isOff(code.code)).flatMap((use) => withoutEffect(use, diagnostics)),
  ];
}

function useOf(suppression: Suppression, code: SuppressedCode, diagnostics: readonly Diagnostic[]): Use {
  const found = diagnostics.filter(
    (diagnostic) => diagnostic.code === code.code && covers(suppression, diagnostic.span),
  );
  return { suppression, code, found };
}

function problemsOf(suppression: Suppression, today: string | undefined): Diagnostic[] {
  const { span, codes, reason, until } = suppression;
  const malformed = (problem: string, at = span): Diagnostic[] => [
    suppressDiagnostics.create("report/suppression-form", at, { problem }),
  ];
  if (codes.length === 0) return malformed("it names no code");
  if (reason === "") return malformed("it gives no reason");
  if (until === undefined) return [];
  if (!isDay(until.date)) return malformed(`\`${until.date}\` is no day`, until.span);
  if (today === undefined || today <= until.date) return [];
  return [suppressDiagnostics.create("report/suppression-expired", until.span, { date: until.date })];
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Codes that are reported only for some devices and targets say nothing about a comment when they are absent. */
const dependsOnRun = /^(?:portability|target)\//;

function withoutEffect(
  { suppression, code: { code, span }, found }: Use,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (found.some(({ severity }) => severity === "error")) {
    return [suppressDiagnostics.create("report/suppression-of-error", span, { code })];
  }
  if (found.length > 0 || dependsOnRun.test(code)) return [];
  const reported = diagnostics.filter((other) => covers(suppression, other.span)).map((other) => other.code);
  return [
    suppressDiagnostics.create("report/suppression-unused", span, {
      code,
      near: nearest(code, new Set(reported)),
    }),
  ];
}
