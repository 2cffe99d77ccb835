import type { Diagnostic } from "./diagnostic.ts";
import { compareText, defineDiagnostics } from "./diagnostic.ts";
import type { SourceFile } from "./source.ts";
import { firstLine, textOf } from "./source.ts";

/** The name of a baseline; it lies in the folder of its skill and travels with it. */
export const baselineName = ".skillc-baseline.json";

export const baselineDiagnostics = defineDiagnostics({
  "report/baseline-form": {
    severity: "warning",
    message: (p: { problem: string }) => `The baseline accepts nothing: ${p.problem}.`,
    help: "Write it anew with `skillc check --update-baseline`.",
    docs: `
A \`.skillc-baseline.json\` beside a skill lists the warnings and infos that were there when the baseline was made, so that
only new ones are reported. This one is no such list, so everything is reported.

Either it is no JSON, or it is not of this form:

    {"version": 1, "accepted": [{"code": "cost/body-length", "file": "SKILL.md", "text": "# Title"}]}
`,
  },
  "report/baseline-stale": {
    severity: "info",
    message: (p: { count: number; codes: string }) =>
      `The baseline accepts ${p.count} ${p.count === 1 ? "problem that is" : "problems that are"} no longer there: ${p.codes}.`,
    help: "Write it anew with `skillc check --update-baseline`, so that they are reported when they come back.",
    docs: `
A baseline accepts problems by their code, their file and the text they stand at. Some of those that this one lists are no
longer reported: they were mended, or the text was changed. Nothing is wrong with the skill; but the same mistake, made again
at the same text, would not be reported.
`,
  },
});

/** A problem that a baseline accepts. Line numbers are left out, so that an edit above it changes nothing. */
interface Accepted {
  readonly code: string;
  /** Relative to the folder of the skill. */
  readonly file: string;
  /** What stands under the caret. */
  readonly text: string;
}

/** The folder of a skill, the files that it is made of, and its baseline where it has one. */
export interface BaselineScope {
  readonly folder: string;
  readonly paths: ReadonlySet<string>;
  readonly baseline: SourceFile | undefined;
}

/** Splits diagnostics into those to report and those that the baselines accept. Errors are never accepted. */
export function applyBaselines(
  diagnostics: readonly Diagnostic[],
  scopes: readonly BaselineScope[],
): { readonly reported: readonly Diagnostic[]; readonly accepted: readonly Diagnostic[] } {
  let reported = diagnostics;
  const accepted: Diagnostic[] = [];
  for (const scope of scopes) {
    if (scope.baseline === undefined) continue;
    const split = applyBaseline(reported, scope, scope.baseline);
    reported = split.reported;
    accepted.push(...split.accepted);
  }
  return { reported, accepted };
}

function applyBaseline(
  diagnostics: readonly Diagnostic[],
  scope: BaselineScope,
  baseline: SourceFile,
): { readonly reported: readonly Diagnostic[]; readonly accepted: readonly Diagnostic[] } {
  const entries = readBaseline(baseline);
  if (typeof entries === "string") {
    const problem = baselineDiagnostics.create("report/baseline-form", firstLine(baseline), {
      problem: entries,
    });
    return { reported: [...diagnostics, problem], accepted: [] };
  }
  const left = countsOf(entries.map(keyOf));
  const take = (diagnostic: Diagnostic): boolean => {
    if (!canBeAccepted(diagnostic, scope)) return false;
    const key = keyOf(acceptedForm(diagnostic, scope));
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count > 0;
  };
  const taken = new Set(diagnostics.filter(take));
  const stale = entries.filter((entry) => (left.get(keyOf(entry)) ?? 0) > 0);
  const note =
    stale.length === 0
      ? []
      : [
          baselineDiagnostics.create("report/baseline-stale", firstLine(baseline), {
            count: [...left.values()].reduce((sum, count) => sum + count, 0),
            codes: [...new Set(stale.map(({ code }) => `\`${code}\``))].join(", "),
          }),
        ];
  return {
    reported: [...diagnostics.filter((diagnostic) => !taken.has(diagnostic)), ...note],
    accepted: [...taken],
  };
}

/** What can be accepted of a skill, and the text of the baseline that does; no text where there is nothing to accept. */
export function baselineText(
  all: readonly Diagnostic[],
  scope: BaselineScope,
): { readonly text: string | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics = all.filter((diagnostic) => canBeAccepted(diagnostic, scope));
  const accepted = diagnostics
    .map((diagnostic) => acceptedForm(diagnostic, scope))
    .toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
  const text = `${JSON.stringify({ version: 1, accepted }, undefined, 2)}\n`;
  return { text: accepted.length === 0 ? undefined : text, diagnostics };
}

/** What is wrong with a baseline itself is never accepted by it. */
function canBeAccepted({ severity, code, span }: Diagnostic, { paths }: BaselineScope): boolean {
  return severity !== "error" && !code.startsWith("report/baseline-") && paths.has(span.file.path);
}

// A description or a whole line is enough to tell two places apart.
const longestText = 200;

function acceptedForm({ code, span }: Diagnostic, { folder }: BaselineScope): Accepted {
  const { path } = span.file;
  return {
    code,
    file: folder === "." ? path : path.slice(folder.length + 1),
    text: textOf(span).slice(0, longestText),
  };
}

function keyOf({ code, file, text }: Accepted): string {
  return JSON.stringify([file, code, text]);
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The entries, or what is wrong, in words. */
function readBaseline({ text }: SourceFile): readonly Accepted[] | string {
  const data = parse(text);
  if (data === undefined) return "it is no JSON";
  if (!isRecord(data) || data["version"] !== 1) return 'it has no `"version": 1`';
  const accepted = data["accepted"];
  if (!Array.isArray(accepted) || !accepted.every(isAccepted)) {
    return "`accepted` is no list of objects with `code`, `file` and `text`";
  }
  return accepted;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

function isAccepted(entry: unknown): entry is Accepted {
  return isRecord(entry) && ["code", "file", "text"].every((key) => typeof entry[key] === "string");
}
