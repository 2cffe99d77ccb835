import type { Diagnostic, Severity } from "./diagnostic.ts";
import type { Span } from "./source.ts";
import { lineText, positionAt } from "./source.ts";

/** Colours a piece of text; the identity where there are no colours. */
export type Paint = (
  style: "error" | "warning" | "info" | "place" | "help" | "strong",
  text: string,
) => string;

const noPaint: Paint = (_, text) => text;

/** Diagnostics with code frames, one block each, with a blank line between. */
export function renderText(diagnostics: readonly Diagnostic[], paint: Paint = noPaint): string {
  return diagnostics.map((diagnostic) => `${renderOne(diagnostic, paint)}\n`).join("\n");
}

/** One line each, for what needs no frame: `info[code] file:line:column: message`. */
export function renderLines(diagnostics: readonly Diagnostic[], paint: Paint = noPaint): string {
  return diagnostics
    .map(({ severity, code, message, span }) => {
      const { line, column } = positionAt(span.file, span.start);
      const place = `${visible(span.file.path)}:${line}:${column}`;
      return `${paint(severity, `${severity}[${code}]`)} ${place}: ${visible(message)}\n`;
    })
    .join("");
}

/** `2 errors, 1 warning`; empty where there is nothing. */
export function renderCounts(diagnostics: readonly Pick<Diagnostic, "severity">[]): string {
  const count = (severity: Severity): number =>
    diagnostics.filter((found) => found.severity === severity).length;
  const parts = [
    [count("error"), "error", "errors"],
    [count("warning"), "warning", "warnings"],
    [count("info"), "info", "infos"],
  ] as const;
  return parts
    .filter(([n]) => n > 0)
    .map(([n, one, many]) => `${n} ${n === 1 ? one : many}`)
    .join(", ");
}

function renderOne(diagnostic: Diagnostic, paint: Paint): string {
  const { severity, code, message, span, related, help, fix } = diagnostic;
  return [
    `${paint(severity, `${severity}[${code}]`)}: ${paint("strong", visible(message))}`,
    ...frame(span, severity, paint),
    ...related.flatMap((entry) => [`  ${visible(entry.message)}`, ...frame(entry.span, "info", paint)]),
    ...(help === undefined ? [] : [`  ${paint("help", "help:")} ${visible(help)}`]),
    ...(fix === undefined || help !== undefined ? [] : [`  ${paint("help", "fix:")} ${visible(fix.title)}`]),
  ].join("\n");
}

function frame(at: Span, severity: Severity, paint: Paint): readonly string[] {
  const start = positionAt(at.file, at.start);
  const end = positionAt(at.file, at.end);
  const place = `${visible(at.file.path)}:${start.line}:${start.column}`;
  const number = String(start.line);
  const gutter = " ".repeat(number.length);
  const arrow = `${gutter}${paint("place", "-->")} ${place}`;
  const line = lineText(at.file, start.line);
  if (line.trim() === "" && at.end === at.start) return [arrow];
  const from = start.column - 1;
  const to = end.line === start.line ? end.column - 1 : line.length;
  const cut = window(line, from, Math.max(to, from + 1));
  const before = " ".repeat(width(cut.text.slice(0, cut.from)));
  const carets = "^".repeat(Math.max(1, width(cut.text.slice(cut.from, cut.to))));
  return [
    arrow,
    `${gutter} ${paint("place", "|")}`,
    `${number} ${paint("place", "|")} ${visible(cut.text)}`,
    `${gutter} ${paint("place", "|")} ${before}${paint(severity, carets)}`,
  ];
}

// A terminal is at least this wide beside the gutter.
const widest = 100;

/** The part of a long line around a range, with `…` where it is cut. */
function window(line: string, from: number, to: number): { text: string; from: number; to: number } {
  const end = Math.min(to, from + widest);
  if (line.length <= widest + 20) return { text: line, from, to: Math.min(to, line.length) };
  const start = wholeCharacter(line, Math.max(0, from - 30));
  const stop = wholeCharacter(line, Math.min(line.length, Math.max(end, start + widest)));
  const lead = start > 0 ? "…" : "";
  const text = `${lead}${line.slice(start, stop)}${stop < line.length ? "…" : ""}`;
  return { text, from: from - start + lead.length, to: Math.min(end, stop) - start + lead.length };
}

function wholeCharacter(line: string, at: number): number {
  const unit = line.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

/** Columns of a terminal: a tab is one blank, wide and emoji characters take two, marks none. */
function width(text: string): number {
  let columns = 0;
  for (const char of visible(text)) columns += columnsOf(char);
  return columns;
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

function columnsOf(char: string): number {
  if (/[\p{Mn}\p{Me}\u200d\ufe0f]/u.test(char)) return 0;
  return wide.test(char) ? 2 : 1;
}

/**
 * A terminal must not act on what a skill holds, and no skill may forge a line of the report: control characters, line
 * ends among them, are shown as pictures, bidirectional and invisible ones as U+FFFD.
 */
function visible(text: string): string {
  return text
    .replaceAll("\t", " ")
    .replaceAll(/[\u0000-\u001f]/g, (char) => String.fromCodePoint(0x2400 + char.charCodeAt(0)))
    .replaceAll(/[\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, "\u{fffd}");
}
