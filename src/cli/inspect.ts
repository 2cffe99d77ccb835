import { printGuard } from "../../grammar/print.ts";
import type { Analysis } from "../compile.ts";
import { check } from "../compile.ts";
import { showBound, stepBound } from "../guard/cost.ts";
import { boundOf } from "../ir/bound.ts";
import { childrenOf } from "../ir/children.ts";
import type { Effect, NameSet } from "../ir/effect.ts";
import { host } from "../ir/effect.ts";
import type { CountTokens } from "../ir/estimate.ts";
import { gradeOf } from "../ir/estimate.ts";
import { finite, levelOf, pure } from "../ir/lattice.ts";
import { hostsOf } from "../ir/infer.ts";
import type { Guard } from "../ir/guard.ts";
import type { Program } from "../ir/program.ts";
import type { Skill } from "../ir/skill.ts";
import type { Term } from "../ir/term.ts";
import { termText } from "../ir/term-text.ts";
import { schemaOf, showType } from "../ir/type.ts";
import { reportedEffect } from "../lower/effect.ts";
import { causesOf, namesIn } from "../portability/causes.ts";
import { positionAt } from "../report/source.ts";
import { rules } from "../rules/index.ts";
import type { InputOptions } from "./config.ts";
import { loadRun, targetsFor } from "./config.ts";
import type {
  AgentReport,
  EffectReport,
  GuardReport,
  JsonSet,
  JsonTerm,
  SkillReport,
} from "./inspect-report.ts";
import { inspectText } from "./inspect-text.ts";
import { hasErrors, printJson, printProblems } from "./output.ts";
import { print } from "./print.ts";

export interface InspectFlags extends InputOptions {
  readonly format: "text" | "json";
  readonly quiet: boolean;
}

/** `skillc inspect`: type, effect, grade, bound and term of each skill, and of the agent that mounts them. */
export async function runInspect(paths: readonly string[], flags: InspectFlags): Promise<number> {
  const { loaded, inputs } = await loadRun(paths, flags);
  const analysis = await check(loaded.files, {
    ...inputs,
    inspected: true,
    rules,
    knownTargets: await targetsFor(inputs),
  });
  const { countTokens } = await import("./tokens.ts");
  const skills = skillReports(analysis, inputs.agent !== undefined, countTokens);
  const agent = agentReport(analysis, countTokens);
  const diagnostics = [...loaded.diagnostics, ...analysis.diagnostics];
  printProblems(
    diagnostics.filter(({ severity }) => severity !== "info"),
    flags.quiet,
  );
  if (flags.format === "json")
    await printJson({ version: 1, skills, ...(agent === undefined ? {} : { agent }) });
  else await print(inspectText(skills, agent));
  return hasErrors(diagnostics) ? 1 : 0;
}

function skillReports(
  { programs }: Analysis,
  withAgent: boolean,
  countTokens: CountTokens,
): readonly SkillReport[] {
  return programs
    .filter(({ whole }) => whole === undefined)
    .flatMap((program) => program.skills.map((skill) => skillReport(program, skill, withAgent, countTokens)));
}

function skillReport(
  program: Program,
  skill: Skill,
  withAgent: boolean,
  countTokens: CountTokens,
): SkillReport {
  const { term, catalogue } = program;
  const hosts = withAgent ? hostsOf(term) : finite([host]);
  const effect = reportedEffect(skill, catalogue, hosts);
  return {
    id: skill.id,
    name: skill.name,
    file: skill.file,
    kind: skill.kind,
    type: {
      input: schemaOf(skill.input),
      output: schemaOf(skill.output),
      text: `${showType(skill.input)} → ${showType(skill.output)}`,
    },
    effect: effectReport(effect, hosts),
    grade: gradeOf(term, countTokens),
    bound: boundOf(term),
    guards: [skill.guard, ...skill.steps.map(({ guard }) => guard)].flatMap((guard) =>
      guard === undefined ? [] : [guardReport(guard)],
    ),
    features: skill.features.map(({ feature }) => feature),
    term: termReport(term),
    evidence: skill.evidence.map(({ from, why, span }) => ({
      from,
      why,
      file: span.file.path,
      line: positionAt(span.file, span.start).line,
    })),
    origins: originsOf(skill, program, hosts),
    permissionDiff: program.permissionDiff,
  };
}

function guardReport(guard: Guard): GuardReport {
  if (guard.kind === "judge") return { kind: "judge", text: guard.rubric, model: guard.model };
  const { predicate } = guard;
  return { kind: "rule", text: printGuard(predicate.expr), steps: showBound(stepBound(predicate)) };
}

function agentReport({ programs }: Analysis, countTokens: CountTokens): AgentReport | undefined {
  const program = programs.find(({ whole }) => whole === true);
  if (program === undefined) return undefined;
  return {
    name: program.name,
    term: termReport(program.term),
    effect: effectReport(program.effect, hostsOf(program.term)),
    grade: gradeOf(program.term, countTokens),
    bound: boundOf(program.term),
    permissionDiff: program.permissionDiff,
  };
}

/** An effect as plain data, with its level. */
export function effectReport(effect: Effect, hosts: NameSet): EffectReport {
  return {
    level: levelOf(effect, hosts),
    llm: setReport(effect.llm),
    io: setReport(effect.io),
    state: setReport(effect.state),
  };
}

function setReport({ kind, names }: NameSet): JsonSet {
  return kind === "finite" ? names : { allBut: names };
}

function termReport(term: Term): JsonTerm {
  return {
    kind: term.kind,
    ...detailsOf(term),
    text: termText(term),
    children: childrenOf(term).map(termReport),
  };
}

function detailsOf(term: Term): Readonly<Record<string, unknown>> {
  switch (term.kind) {
    case "lam":
      return { name: term.name, model: term.model, tools: term.tools.map(({ name }) => name) };
    case "tool":
    case "skill":
    case "restrict":
      return { name: term.name };
    case "guard":
      return { retry: term.guard.retry, onFail: term.guard.onFail };
    case "memory":
      return { keys: term.keys };
    case "loop":
      return { maxSteps: term.maxSteps };
    case "route":
      return { labels: term.routes.map(({ label }) => label) };
    case "compose":
    case "pair":
    case "par":
    case "if":
      return {};
  }
}

/** Which source line puts which part of the effect there. */
function originsOf(skill: Skill, { catalogue }: Program, hosts: NameSet): SkillReport["origins"] {
  return causesOf(skill, catalogue, hosts).flatMap(({ effect, span }) => {
    const names = namesIn(effect, { ...pure, llm: hosts });
    const parts = names.length === 0 && effect.io.kind === "cofinite" ? ["anything"] : names;
    const { line } = positionAt(span.file, span.start);
    return parts.map((part) => ({ part, file: span.file.path, line }));
  });
}
