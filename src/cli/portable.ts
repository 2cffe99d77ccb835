import { targets } from "../../targets/index.ts";
import { portable } from "../compile.ts";
import type { Judgement } from "../portability/judgement.ts";
import { placeOf } from "../report/json.ts";
import { positionAt } from "../report/source.ts";
import { rules } from "../rules/index.ts";
import type { InputOptions } from "./config.ts";
import { loadRun } from "./config.ts";
import { hasErrors, paint, printJson, printProblems } from "./output.ts";
import { print } from "./print.ts";
import { known, UsageError } from "./usage.ts";

export interface PortableFlags extends InputOptions {
  readonly format: "text" | "json";
  readonly quiet: boolean;
  readonly target?: string | undefined;
}

/** `skillc portable`: the matrix of skills and devices, then every gap. Exit status 1 with one cell that says no. */
export async function runPortable(paths: readonly string[], flags: PortableFlags): Promise<number> {
  const { loaded, inputs } = await loadRun(paths, flags);
  if ((inputs.devices ?? []).length === 0) throw new UsageError("name a device with --device FILE");
  const target = flags.target === undefined ? undefined : known("target", flags.target, targets);
  const { results, analysis } = await portable(loaded.files, {
    ...inputs,
    rules,
    knownTargets: targets,
    target,
  });
  const diagnostics = [...loaded.diagnostics, ...analysis.diagnostics];
  if (flags.format === "json") {
    await printJson({ version: 1, results: results.map(judgementJson) });
    printProblems(
      diagnostics.filter(({ severity }) => severity === "error"),
      flags.quiet,
    );
  } else {
    printProblems(diagnostics, flags.quiet);
    await print(`${matrix(results)}\n${flags.quiet ? "" : details(results)}`);
  }
  return hasErrors(diagnostics) || results.some((result) => !result.portable) ? 1 : 0;
}

function judgementJson({
  skill,
  device,
  target,
  portable: answer,
  notes,
  gaps,
  repairs,
}: Judgement): unknown {
  const at = (span: Judgement["gaps"][number]["span"]): { file: string; line: number } => {
    const { file, line } = placeOf(span);
    return { file, line };
  };
  return {
    skill,
    device,
    target: target ?? null,
    portable: answer,
    notes,
    gaps: gaps.map(({ kind, detail, span }) => ({ kind, detail, ...at(span) })),
    repairs: repairs.map(({ moves }) => ({
      moves: moves.map(({ kind, from, to, loses, span }) => ({ kind, from, to, loses, ...at(span) })),
    })),
  };
}

/** One row a skill, one column a device. */
function matrix(results: readonly Judgement[]): string {
  const skills = [...new Set(results.map(({ skill }) => skill))];
  const devices = [...new Set(results.map(({ device }) => device))];
  const cell = (skill: string, device: string): string => {
    const result = results.find((candidate) => candidate.skill === skill && candidate.device === device);
    return result?.portable === true ? "yes" : [...new Set(result?.gaps.map(({ kind }) => kind))].join(" ");
  };
  const rows: readonly [readonly string[], ...(readonly string[])[]] = [
    ["skill", ...devices],
    ...skills.map((skill) => [skill, ...devices.map((device) => cell(skill, device))]),
  ];
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((text, i) => text.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

/** What to change, and what the skill gives up for it. */
function repairText({ moves }: Judgement["repairs"][number], index: number): string {
  const steps = moves.map(
    ({ kind, from, to, loses }) => `    ${kind}: ${from} becomes ${to}\n      loses: ${loses}\n`,
  );
  return `  ${paint("help", `repair ${index + 1}`)}:\n${steps.join("")}`;
}

/** Every gap at its source line with the repairs of the skill, then each note of a target once. */
function details(results: readonly Judgement[]): string {
  const refused = results.filter(({ gaps }) => gaps.length > 0);
  const blocks = refused.map(({ skill, device, target, gaps, repairs }) => {
    const head = `${skill} on ${device}${target === undefined ? "" : ` (${target})`}\n`;
    const lines = gaps.map(({ kind, detail, span }) => {
      const { line } = positionAt(span.file, span.start);
      return `  ${paint("error", kind)}: ${detail}\n    ${paint("place", "-->")} ${span.file.path}:${line}\n`;
    });
    return `${paint("strong", head)}${lines.join("")}${repairs.map(repairText).join("")}`;
  });
  const notes = new Set(results.filter((result) => result.portable).flatMap((result) => result.notes));
  return [...blocks, [...notes].map((note) => `note: ${note}\n`).join("")]
    .filter((block) => block !== "")
    .join("\n");
}
