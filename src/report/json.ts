import type { Diagnostic, Fix, Severity } from "./diagnostic.ts";
import type { Span } from "./source.ts";
import { positionAt } from "./source.ts";

/** A place in JSON: lines and columns from 1, columns in UTF-16 units, the end exclusive. */
export interface JsonPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

interface JsonFix {
  readonly title: string;
  readonly safety: Fix["safety"];
  readonly edits: readonly (JsonPlace & { readonly replacement: string })[];
  /** The file is read in another encoding and written as UTF-8. */
  readonly encoding?: { readonly file: string; readonly from: string; readonly to: "utf-8" };
}

export interface JsonDiagnostic extends JsonPlace {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help?: string;
  readonly fix?: JsonFix;
  readonly related: readonly (JsonPlace & { readonly message: string })[];
}

export interface JsonSummary {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

/** A diagnostic in the stable JSON form, version 1. */
export function toJson({ code, severity, message, span, related, help, fix }: Diagnostic): JsonDiagnostic {
  return {
    code,
    severity,
    message,
    ...placeOf(span),
    ...(help === undefined ? {} : { help }),
    ...(fix === undefined
      ? {}
      : {
          fix: {
            title: fix.title,
            safety: fix.safety,
            edits: fix.edits.map((edit) => ({ ...placeOf(edit.span), replacement: edit.replacement })),
            ...encodingOf(fix),
          },
        }),
    related: related.map((entry) => ({ message: entry.message, ...placeOf(entry.span) })),
  };
}

function encodingOf({ encoding }: Fix): Pick<JsonFix, "encoding"> {
  if (encoding === undefined) return {};
  return { encoding: { file: encoding.file.path, from: encoding.from, to: "utf-8" } };
}

export function summaryOf(diagnostics: readonly Pick<Diagnostic, "severity">[]): JsonSummary {
  const count = (severity: Severity): number =>
    diagnostics.filter((found) => found.severity === severity).length;
  return { errors: count("error"), warnings: count("warning"), infos: count("info") };
}

export function placeOf(at: Span): JsonPlace {
  const start = positionAt(at.file, at.start);
  const end = positionAt(at.file, at.end);
  return {
    file: at.file.path,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}
