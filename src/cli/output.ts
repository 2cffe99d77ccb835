import pc from "picocolors";
import type { Diagnostic } from "../report/diagnostic.ts";
import type { JsonSummary } from "../report/json.ts";
import { summaryOf, toJson } from "../report/json.ts";
import type { Paint } from "../report/text.ts";
import { renderCounts, renderLines, renderText } from "../report/text.ts";
import { print } from "./print.ts";

const styles: Readonly<Record<Parameters<Paint>[0], (text: string) => string>> = {
  error: (text) => pc.bold(pc.red(text)),
  warning: (text) => pc.bold(pc.yellow(text)),
  info: (text) => pc.bold(pc.cyan(text)),
  place: pc.blue,
  help: (text) => pc.bold(pc.green(text)),
  strong: pc.bold,
};

/** picocolors honours NO_COLOR, FORCE_COLOR and whether a terminal listens. */
export const paint: Paint = (style, text) => styles[style](text);

export async function printJson(value: unknown): Promise<void> {
  await print(jsonText(value));
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The part of every JSON document that lists diagnostics. */
export function diagnosticsJson(diagnostics: readonly Diagnostic[]): {
  readonly diagnostics: readonly ReturnType<typeof toJson>[];
  readonly summary: JsonSummary;
} {
  return { diagnostics: diagnostics.map(toJson), summary: summaryOf(diagnostics) };
}

/** Diagnostics on stderr, for commands whose answer is on stdout; infos take a line each. */
export function printProblems(diagnostics: readonly Diagnostic[], quiet: boolean): void {
  const framed = diagnostics.filter(
    ({ severity }) => severity === "error" || (severity === "warning" && !quiet),
  );
  const infos = quiet ? [] : diagnostics.filter(({ severity }) => severity === "info");
  const blocks = [renderText(framed, paint), renderLines(infos, paint)].filter((block) => block !== "");
  if (blocks.length > 0) process.stderr.write(`${blocks.join("\n")}\n`);
}

/** `7 skills: 2 errors, 1 warning`. */
export function headline(skills: number, diagnostics: readonly Pick<Diagnostic, "severity">[]): string {
  const counts = renderCounts(diagnostics);
  return `${skills} ${skills === 1 ? "skill" : "skills"}: ${counts === "" ? "no problems" : counts}`;
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}
