import { readFileSync } from "node:fs";
import type { Shard } from "../lower/shard.ts";
import { compareText } from "../report/diagnostic.ts";
import type { JsonDiagnostic } from "../report/json.ts";
import { summaryOf } from "../report/json.ts";
import { headline, jsonText } from "./output.ts";
import { print } from "./print.ts";
import { UsageError } from "./usage.ts";

/** What `check --shard i/n --format json` prints. */
interface Report {
  readonly skills: number;
  readonly shard: Shard;
  readonly diagnostics: readonly JsonDiagnostic[];
}

/** `skillc report merge`: the reports of all shards as that of a single run. Exit status 1 with an error in it. */
export async function runMerge(
  paths: readonly string[],
  { format }: { readonly format: "text" | "json" },
): Promise<number> {
  const reports = paths.map(readReport);
  checkShards(reports);
  const skills = reports.reduce((sum, report) => sum + report.skills, 0);
  const diagnostics = reports.flatMap((report) => report.diagnostics).toSorted(compareDiagnostics);
  const summary = summaryOf(diagnostics);
  if (format === "json") await print(jsonText({ version: 1, skills, diagnostics, summary }));
  else await print(`${diagnostics.map(lineOf).join("")}${headline(skills, diagnostics)}\n`);
  return summary.errors > 0 ? 1 : 0;
}

function readReport(path: string): Report {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new UsageError(`there is no file ${JSON.stringify(path)}`);
  }
  const report = parsed(text);
  if (isReport(report)) return report;
  throw new UsageError(
    `${JSON.stringify(path)} is no report of a shard; \`skillc check --shard 1/2 --format json\` prints one`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isReport(value: unknown): value is Report {
  if (typeof value !== "object" || value === null) return false;
  const { version, skills, shard, diagnostics } = value as Partial<Record<string, unknown>>;
  return version === 1 && typeof skills === "number" && isShard(shard) && Array.isArray(diagnostics);
}

function isShard(value: unknown): value is Shard {
  if (typeof value !== "object" || value === null) return false;
  const { index, count } = value as Partial<Record<string, unknown>>;
  return typeof index === "number" && typeof count === "number";
}

/** A part that is missing would look like skills without problems. */
function checkShards(reports: readonly Report[]): void {
  const counts = [...new Set(reports.map(({ shard }) => shard.count))];
  const [count = 0] = counts;
  if (counts.length > 1) throw new UsageError(`the reports are parts of ${counts.join(" and of ")}`);
  for (let index = 1; index <= count; index++) {
    const found = reports.filter(({ shard }) => shard.index === index).length;
    if (found === 0) throw new UsageError(`the report of shard ${index}/${count} is missing`);
    if (found > 1) throw new UsageError(`the report of shard ${index}/${count} is given ${found} times`);
  }
}

/** In the order of a single run. */
function compareDiagnostics(a: JsonDiagnostic, b: JsonDiagnostic): number {
  return (
    compareText(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    a.endLine - b.endLine ||
    a.endColumn - b.endColumn ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

function lineOf({ severity, code, file, line, column, message }: JsonDiagnostic): string {
  return `${severity}[${code}] ${file}:${line}:${column}: ${message}\n`;
}
