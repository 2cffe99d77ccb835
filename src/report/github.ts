import type { Diagnostic, Severity } from "./diagnostic.ts";
import { positionAt } from "./source.ts";

/**
 * One workflow command a line, which GitHub Actions shows beside the code.
 * Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions (`::error file=…::text`).
 */
export function toGithub(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => `${commandOf(diagnostic)}\n`).join("");
}

function commandOf({ code, severity, message, help, span }: Diagnostic): string {
  const start = positionAt(span.file, span.start);
  const end = positionAt(span.file, span.end);
  const properties = {
    file: span.file.path,
    line: start.line,
    // Columns are shown only for a range within one line; the end is exclusive here and inclusive there.
    ...(start.line === end.line
      ? { col: start.column, endColumn: Math.max(start.column, end.column - 1) }
      : { endLine: end.line }),
    title: code,
  };
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  const text = help === undefined ? message : `${message}\n${help}`;
  return `::${levelOf(severity)} ${list.join(",")}::${escapeData(text)}`;
}

function levelOf(severity: Severity): string {
  return severity === "info" ? "notice" : severity;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
