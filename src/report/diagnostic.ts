import type { ForeignEncoding } from "./encoding.ts";
import type { SourceFile, Span } from "./source.ts";

export type Severity = "error" | "warning" | "info";

export interface Related {
  readonly message: string;
  readonly span: Span;
}

export interface Edit {
  readonly span: Span;
  readonly replacement: string;
}

/**
 * A change that mends a diagnostic. `safe`: every reader that accepted the file before reads the same values after.
 */
export interface Fix {
  readonly title: string;
  readonly safety: "safe" | "unsafe";
  readonly edits: readonly Edit[];
  /** The file is not UTF-8: it is read in this encoding and written as UTF-8. Such a fix has no edits. */
  readonly encoding?: { readonly file: SourceFile; readonly from: ForeignEncoding };
}

export interface Diagnostic {
  /** `area/name`; stable. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence in present tense about the skill. */
  readonly message: string;
  /** Something that is absent points at the first line of the file. */
  readonly span: Span;
  readonly related: readonly Related[];
  /** What to do; starts with a verb. */
  readonly help?: string;
  readonly fix?: Fix;
}

/** What a pass returns: it never throws and never stops at the first problem. */
export interface Checked<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

type Parameters = Readonly<Record<string, string | number>>;

/** One entry of a table of diagnostics. `docs` is its page for `skillc explain`: Markdown, without a title. */
export interface Declaration<P> {
  readonly severity: Severity;
  readonly message: string | ((parameters: P) => string);
  readonly help?: string | ((parameters: P) => string | undefined);
  readonly docs: string;
}

interface Details {
  readonly related?: readonly Related[];
  readonly fix?: Fix | undefined;
  /** Replaces the declared help where only the reporting code can know it. */
  readonly help?: string | undefined;
  /** Where one code has two severities (a gap is an error only for a named device). */
  readonly severity?: Severity;
}

/** What the message and the help of a declaration together ask for. */
type ParametersOf<D> = ParametersIn<D, "message"> & ParametersIn<D, "help">;
type ParametersIn<D, Part extends string> =
  D extends Readonly<Record<Part, (parameters: infer P) => string | undefined>> ? P : unknown;

/** A declaration with its parameters forgotten: what the catalogue and `explain` need. */
export interface DeclaredDiagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly docs: string;
}

export interface DiagnosticTable<Table = unknown> {
  readonly declared: readonly DeclaredDiagnostic[];
  readonly create: <Code extends keyof Table & string>(
    code: Code,
    span: Span,
    parameters: ParametersOf<Table[Code]> & object,
    details?: Details,
  ) => Diagnostic;
}

/** Declares diagnostics beside the code that reports them; codes and parameters are checked by the type checker. */
export function defineDiagnostics<const Table extends Readonly<Record<string, Declaration<never>>>>(
  table: Table,
): DiagnosticTable<Table> {
  return {
    declared: Object.entries(table).map(([code, { severity, docs }]) => ({ code, severity, docs })),
    create(code, span, parameters, details = {}) {
      const declaration = table[code] as Declaration<Parameters>;
      const filled = parameters as Parameters;
      const help = details.help ?? fill(declaration.help, filled);
      return {
        code,
        severity: details.severity ?? declaration.severity,
        message: fill(declaration.message, filled) ?? "",
        span,
        related: details.related ?? [],
        ...(help === undefined ? {} : { help }),
        ...(details.fix === undefined ? {} : { fix: details.fix }),
      };
    },
  };
}

function fill(
  text: string | ((parameters: Parameters) => string | undefined) | undefined,
  parameters: Parameters,
): string | undefined {
  return typeof text === "function" ? text(parameters) : text;
}

/** By file, place, code: the order does not depend on the order of files or rules. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) =>
      compareText(a.span.file.path, b.span.file.path) ||
      a.span.start - b.span.start ||
      a.span.end - b.span.end ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}

/** By UTF-16 unit: the same in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
