import type { Checked, Diagnostic } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import { span } from "../report/source.ts";
import { runRecordDiagnostics } from "../rules/cost/run-record.ts";
import { endOfJson } from "./json-place.ts";

/** One recorded run of a skill. Figures are of all its attempts together. */
export interface Run {
  readonly skill: string;
  readonly outcome: "useful" | "useless" | "fatal";
  readonly attempts: number;
  readonly tokens: number;
  /** Seconds. */
  readonly latency: number;
  /** USD. */
  readonly money: number | undefined;
}

/** Reads JSON Lines. A line that is no record is reported and left out; empty lines are passed over. */
export function readRuns(file: SourceFile): Checked<readonly Run[]> {
  const diagnostics: Diagnostic[] = [];
  const runs: Run[] = [];
  let start = file.text.startsWith("\ufeff") ? 1 : 0;
  while (start < file.text.length) {
    const found = file.text.indexOf("\n", start);
    const end = found === -1 ? file.text.length : found;
    const line = file.text.slice(start, end).replace(/\r$/, "");
    if (line.trim() !== "") {
      const run = runOf(line);
      if ("why" in run) {
        const at = start + Math.min(run.at, Math.max(0, line.length - 1));
        const place = span(file, at, Math.max(at + 1, start + (run.end ?? line.length)));
        diagnostics.push(runRecordDiagnostics.create("cost/run-record", place, { why: run.why }));
      } else runs.push(run);
    }
    start = end + 1;
  }
  return { value: runs, diagnostics };
}

/** Why a line is no record, and where in it: offsets. */
interface Problem {
  readonly why: string;
  readonly at: number;
  readonly end?: number;
}

const outcomes = ["useful", "useless", "fatal"] as const;

function runOf(line: string): Run | Problem {
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    return { why: "it is no JSON from here on", at: endOfJson(line) };
  }
  if (typeof data !== "object" || data === null || Array.isArray(data))
    return { why: "it is no object", at: line.search(/\S/) };
  const fields = new Map<string, unknown>(Object.entries(data));
  const problem = firstProblem(fields, line);
  if (problem !== undefined) return problem;
  const number = (key: string): number => Number(fields.get(key));
  return {
    skill: String(fields.get("skill")),
    outcome: outcomes.find((name) => name === fields.get("outcome")) ?? "useless",
    attempts: fields.has("attempts") ? number("attempts") : 1,
    tokens: number("tokens"),
    latency: number("latency"),
    money: fields.has("money") ? number("money") : undefined,
  };
}

interface Form {
  readonly key: string;
  readonly isRequired: boolean;
  readonly what: string;
  readonly fits: (value: unknown) => boolean;
}

const isAmount = (value: unknown): boolean =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;
const forms: readonly Form[] = [
  {
    key: "skill",
    isRequired: true,
    what: "the name of a skill",
    fits: (value) => typeof value === "string" && value !== "",
  },
  {
    key: "outcome",
    isRequired: true,
    what: "`useful`, `useless` or `fatal`",
    fits: (value) => outcomes.some((name) => name === value),
  },
  {
    key: "attempts",
    isRequired: false,
    what: "a whole number from 1",
    fits: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  },
  { key: "tokens", isRequired: true, what: "a number from 0", fits: isAmount },
  { key: "latency", isRequired: true, what: "a number from 0", fits: isAmount },
  { key: "money", isRequired: false, what: "a number from 0", fits: isAmount },
];

function firstProblem(fields: ReadonlyMap<string, unknown>, line: string): Problem | undefined {
  for (const { key, isRequired, what, fits } of forms) {
    if (!fields.has(key)) {
      if (isRequired) return { why: `\`${key}\` is missing`, at: line.search(/\S/) };
    } else if (!fits(fields.get(key))) {
      const at = Math.max(0, line.lastIndexOf(`"${key}"`));
      return { why: `\`${key}\` is not ${what}`, at, end: at + key.length + 2 };
    }
  }
  return undefined;
}
