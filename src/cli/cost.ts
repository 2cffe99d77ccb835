import { check } from "../compile.ts";
import { boundOf } from "../ir/bound.ts";
import type { CountTokens } from "../ir/estimate.ts";
import { gradeOf } from "../ir/estimate.ts";
import type { Limit } from "../ir/grade.ts";
import type { Program } from "../ir/program.ts";
import { remounted } from "../portability/variant.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { compareText } from "../report/diagnostic.ts";
import { firstLine } from "../report/source.ts";
import { runRecordDiagnostics } from "../rules/cost/run-record.ts";
import type { InputOptions } from "./config.ts";
import { loadRun } from "./config.ts";
import type { Estimate, Fit } from "./cost-fit.ts";
import { fitRuns, wilson } from "./cost-fit.ts";
import type { Run } from "./cost-records.ts";
import { readRuns } from "./cost-records.ts";
import { loadFile } from "./load.ts";
import { diagnosticsJson, hasErrors, printJson, printProblems } from "./output.ts";
import { print } from "./print.ts";

export interface CostFlags extends InputOptions {
  readonly format: "text" | "json";
  readonly quiet: boolean;
}

/** `skillc cost learn`: hints for the skills of recorded runs, as YAML to paste. Exit status 1 with a line that is no run. */
export async function runLearn(path: string, flags: Omit<CostFlags, keyof InputOptions>): Promise<number> {
  const { value: runs, diagnostics } = readRuns(loadFile(path));
  const fits = [...bySkill(runs)].map(([skill, own]) => ({ skill, fit: fitRuns(own) }));
  if (flags.format === "json") {
    const skills = fits.map(({ skill, fit }) => ({ skill, ...fit, money: fit.money ?? null }));
    await printJson({ version: 1, skills, ...diagnosticsJson(diagnostics) });
  } else {
    printProblems(diagnostics, flags.quiet);
    await print(fits.map(({ skill, fit }) => hintText(skill, fit)).join("\n"));
  }
  return hasErrors(diagnostics) ? 1 : 0;
}

function bySkill(runs: readonly Run[]): ReadonlyMap<string, readonly Run[]> {
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    const group = groups.get(run.skill);
    if (group === undefined) groups.set(run.skill, [run]);
    else group.push(run);
  }
  return new Map([...groups].toSorted(([a], [b]) => compareText(a, b)));
}

function hintText(skill: string, fit: Fit): string {
  const rows = (["tokens", "latency", "money", "p_useful", "p_fatal"] as const).flatMap((key) => {
    const estimate = fit[key];
    return estimate === undefined ? [] : [[`${key}: ${figure(estimate.value)}`, estimate] as const];
  });
  const width = Math.max(...rows.map(([text]) => text.length));
  const lines = rows.map(
    ([text, { low, high }]) => `    ${text.padEnd(width)}  # 95 %: ${figure(low)} to ${figure(high)}\n`,
  );
  const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;
  // A name from a record stands in a comment; no line end may end it.
  const name = skill.replaceAll(/\p{C}/gu, "�");
  return `# ${name}: ${count(fit.runs, "run")}, ${count(fit.attempts, "attempt")}\ninterface:\n  cost_hint:\n${lines.join("")}`;
}

function figure(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** One comparison of a skill's runs with what was expected of them. */
interface Comparison {
  readonly skill: string;
  readonly part: "tokens" | "latency" | "money" | "p" | "p_fatal";
  readonly expected: number;
  readonly measured: Estimate;
  readonly isOff: boolean;
}

/** `skillc cost validate`: prediction against record. Exit status 1 where one is more than twice the other. */
export async function runValidate(path: string, paths: readonly string[], flags: CostFlags): Promise<number> {
  const { countTokens } = await import("./tokens.ts");
  const file = loadFile(path);
  const { value: runs, diagnostics } = readRuns(file);
  const { loaded, inputs } = await loadRun(paths, flags);
  const analysis = await check(loaded.files, { ...inputs, rules: [], knownTargets: [] });
  const alone = analysis.programs.filter(({ whole }) => whole === undefined);
  const comparisons: Comparison[] = [];
  const problems: Diagnostic[] = [
    ...diagnostics,
    ...loaded.diagnostics,
    ...analysis.diagnostics.filter(({ severity }) => severity === "error"),
  ];
  for (const [name, own] of bySkill(runs)) {
    const program = alone.find((candidate) => candidate.skills[0]?.name === name);
    if (program === undefined) {
      const parameters = { name, runs: own.length };
      problems.push(runRecordDiagnostics.create("cost/run-unknown-skill", firstLine(file), parameters));
      continue;
    }
    const found = comparisonsOf(program, name, own, countTokens);
    comparisons.push(...found);
    problems.push(...found.filter(({ isOff }) => isOff).map((one) => problemOf(program, one)));
    problems.push(...aboveBound(program, name, own));
  }
  if (flags.format === "json") {
    await printJson({ version: 1, comparisons, ...diagnosticsJson(problems) });
  } else {
    printProblems(problems, flags.quiet);
    await print(comparisonText(comparisons));
  }
  return hasErrors(problems) ? 1 : 0;
}

// Twice, or half: less is the noise of a few runs, more is another skill than the one that was described.
const most = 2;

function comparisonsOf(
  program: Program,
  skill: string,
  runs: readonly Run[],
  countTokens: CountTokens,
): readonly Comparison[] {
  const fit = fitRuns(runs);
  const whole = gradeOf(program.term, countTokens);
  // A grade pays for every attempt; a run pays for those that it makes. So costs are compared for one attempt.
  const once = gradeOf(attemptOf(program).term, countTokens);
  const costs = (["tokens", "latency", "money"] as const).flatMap((part): Comparison[] => {
    const measured = fit[part];
    if (measured === undefined) return [];
    const expected = once[part];
    const isOff = measured.value > most * expected || most * measured.value < expected;
    return [{ skill, part, expected, measured, isOff }];
  });
  const chance = (part: "p" | "p_fatal", outcome: Run["outcome"], expected: number): Comparison => {
    const measured = wilson(runs.filter((run) => run.outcome === outcome).length, runs.length);
    // Of a chance of success, what is told apart is how often it does not succeed.
    const [seen, said] = part === "p" ? [1 - measured.value, 1 - expected] : [measured.value, expected];
    const isOutside = expected < measured.low || expected > measured.high;
    return {
      skill,
      part,
      expected,
      measured,
      isOff: isOutside && (seen > most * said || most * seen < said),
    };
  };
  return [...costs, chance("p", "useful", whole.p), chance("p_fatal", "fatal", whole.p_fatal)];
}

function attemptOf(program: Program): Program {
  return remounted(program, {
    skills: program.skills.map((skill) => ({ ...skill, guard: skill.guard && { ...skill.guard, retry: 0 } })),
  });
}

const words: Readonly<Record<Comparison["part"], readonly [string, string]>> = {
  tokens: ["The number of tokens of one attempt", ""],
  latency: ["The time of one attempt", " s"],
  money: ["The price of one attempt", " USD"],
  p: ["The chance of success", ""],
  p_fatal: ["The chance of a fatal error", ""],
};

function problemOf(program: Program, { skill, part, expected, measured }: Comparison): Diagnostic {
  const [what, unit] = words[part];
  const parameters = {
    name: skill,
    what,
    measured: `${figure(measured.value)}${unit}`,
    expected: `${figure(expected)}${unit}`,
  };
  return runRecordDiagnostics.create("cost/prediction", hintPlace(program), parameters);
}

function hintPlace({ skills, agent }: Program): Diagnostic["span"] {
  const place = skills[0]?.spans.costHint ?? agent.span;
  if (place === undefined) throw new Error("skillc: a program without a skill was compared");
  return place;
}

function aboveBound(program: Program, name: string, runs: readonly Run[]): readonly Diagnostic[] {
  const bound = boundOf(program.term);
  const parts: readonly (readonly [Limit, (run: Run) => number | undefined, string])[] = [
    [bound.tokens, ({ tokens }) => tokens, "tokens"],
    [bound.money, ({ money }) => money, "USD"],
  ];
  return parts.flatMap(([limit, of, what]) => {
    const largest = runs.reduce((before, run) => Math.max(before, of(run) ?? 0), 0);
    if (limit === "unbounded" || largest <= limit) return [];
    const parameters = { name, what, measured: figure(largest), bound: figure(limit) };
    return [runRecordDiagnostics.create("cost/bound-exceeded", hintPlace(program), parameters)];
  });
}

function comparisonText(comparisons: readonly Comparison[]): string {
  const rows = [
    ["skill", "part", "expected", "measured", "95 %", ""],
    ...comparisons.map(({ skill, part, expected, measured, isOff }) => [
      skill,
      part,
      figure(expected),
      figure(measured.value),
      `${figure(measured.low)} to ${figure(measured.high)}`,
      isOff ? "off" : "",
    ]),
  ];
  const widths = [0, 1, 2, 3, 4, 5].map((i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
