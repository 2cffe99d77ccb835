import type { DeclaredDiagnostic, Diagnostic, Fix, Severity } from "./diagnostic.ts";
import type { Span } from "./source.ts";
import { positionAt, textOf } from "./source.ts";
import { fnv1a } from "./hash.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * One SARIF 2.1.0 log of one run.
 * Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html; columns count UTF-16 units (§3.14.17).
 */
export function toSarif(
  diagnostics: readonly Diagnostic[],
  tool: { readonly version: string; readonly declared: readonly DeclaredDiagnostic[] },
): Json {
  const used = [...new Set(diagnostics.map(({ code }) => code))].toSorted();
  const fingerprints = fingerprintsOf(diagnostics);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "skillc",
            semanticVersion: tool.version,
            rules: used.map((code) => ruleOf(code, tool.declared)),
          },
        },
        columnKind: "utf16CodeUnits",
        results: diagnostics.map((diagnostic, i) => ({
          ...resultOf(diagnostic),
          ruleIndex: used.indexOf(diagnostic.code),
          partialFingerprints: { "skillc/v1": fingerprints[i] },
        })),
      },
    ],
  };
}

function ruleOf(code: string, declared: readonly DeclaredDiagnostic[]): Json {
  const entry = declared.find((candidate) => candidate.code === code);
  const first = entry?.docs.trim().split(/\n\s*\n/)[0] ?? code;
  return {
    id: code,
    shortDescription: { text: first.replaceAll(/\s+/g, " ").replaceAll("`", "") },
    ...(entry === undefined
      ? {}
      : {
          help: { text: entry.docs.trim(), markdown: entry.docs.trim() },
          defaultConfiguration: { level: levelOf(entry.severity) },
        }),
  };
}

function resultOf(diagnostic: Diagnostic): Json {
  const { code, severity, message, help, span, related, fix } = diagnostic;
  return {
    ruleId: code,
    level: levelOf(severity),
    message: { text: help === undefined ? message : `${message} ${help}` },
    locations: [{ physicalLocation: locationOf(span) }],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((entry, id) => ({
            id,
            message: { text: entry.message },
            physicalLocation: locationOf(entry.span),
          })),
        }),
    // A change of encoding is no change of text, and SARIF has no word for it.
    ...(fix === undefined || fix.edits.length === 0 ? {} : { fixes: [fixOf(fix)] }),
  };
}

function fixOf(fix: Fix): Json {
  const files = [...new Set(fix.edits.map(({ span }) => span.file))];
  return {
    description: { text: fix.title },
    artifactChanges: files.map((file) => ({
      artifactLocation: { uri: uriOf(file.path) },
      replacements: fix.edits
        .filter(({ span }) => span.file === file)
        .map(({ span, replacement }) => ({
          deletedRegion: regionOf(span),
          insertedContent: { text: replacement },
        })),
    })),
  };
}

function locationOf(at: Span): Json {
  return { artifactLocation: { uri: uriOf(at.file.path) }, region: regionOf(at) };
}

function regionOf(at: Span): Json {
  const start = positionAt(at.file, at.start);
  const end = positionAt(at.file, at.end);
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/** A relative reference of RFC 3986; `:` in the first segment would read as a scheme. */
function uriOf(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

function levelOf(severity: Severity): string {
  return severity === "info" ? "note" : severity;
}

/**
 * What stays the same when lines move: file, code, the text under the caret, and which of several equal ones it is.
 */
function fingerprintsOf(diagnostics: readonly Diagnostic[]): readonly string[] {
  const seen = new Map<string, number>();
  return diagnostics.map(({ code, span }) => {
    const key = `${span.file.path}\0${code}\0${textOf(span)}`;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return `${fnv1a(key)}:${count}`;
  });
}
