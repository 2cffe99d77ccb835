/** The public API of skillc: the compiler with its own rules and targets, and the guard language by itself. */
import { targets } from "../targets/index.ts";
import * as compiler from "./compile.ts";
import type { Analysis, EmittedFile, Inputs } from "./compile.ts";
import type { Judgement } from "./portability/judgement.ts";
import type { Diagnostic } from "./report/diagnostic.ts";
import type { SourceFile } from "./report/source.ts";
import { rules } from "./rules/index.ts";
import type { Loss } from "./target/loss.ts";
import type { Codec, CodecTable } from "./target/schema/codec.ts";
import type { Target } from "./target/target.ts";

export { guard } from "./guard/guard.ts";
export { sourceFile, textSource } from "./report/source.ts";
export { decode } from "./target/schema/codec.ts";
export { subtype } from "./types/subtype.ts";
export type { Codec, CodecTable, Diagnostic, EmittedFile, Inputs, Judgement, Loss, SourceFile };

/** Checks skills by every rule. `skills` counts the skills that were found, readable or not. */
export async function check(
  files: readonly SourceFile[],
  inputs: Inputs = {},
): Promise<{ readonly skills: number; readonly diagnostics: readonly Diagnostic[] }> {
  return summary(await compiler.check(files, { ...inputs, rules, knownTargets: targets }));
}

/** Compiles skills for the targets that are named. A skill with errors is left out; the others are emitted. */
export async function compile(
  files: readonly SourceFile[],
  options: Inputs & { readonly targets: readonly string[] },
): Promise<{
  readonly skills: number;
  readonly files: readonly EmittedFile[];
  /** What of each skill is in no file of a target, and why. */
  readonly losses: readonly Loss[];
  readonly diagnostics: readonly Diagnostic[];
}> {
  const result = await compiler.compile(files, {
    ...options,
    rules,
    knownTargets: targets,
    targets: options.targets.map(targetNamed),
  });
  return { ...summary(result.analysis), files: result.files, losses: result.losses };
}

/** Judges every skill on every device. */
export async function portable(
  files: readonly SourceFile[],
  devices: readonly SourceFile[],
): Promise<{ readonly results: readonly Judgement[]; readonly diagnostics: readonly Diagnostic[] }> {
  const { results, analysis } = await compiler.portable(files, { devices, rules, knownTargets: targets });
  return { results, diagnostics: analysis.diagnostics };
}

function summary({ subjects, diagnostics }: Analysis): {
  readonly skills: number;
  readonly diagnostics: readonly Diagnostic[];
} {
  return { skills: subjects.length, diagnostics };
}

function targetNamed(name: string): Target {
  const target = targets.find((candidate) => candidate.name === name);
  if (target !== undefined) return target;
  throw new RangeError(
    `There is no target ${name}. The targets are ${targets.map((known) => known.name).join(", ")}.`,
  );
}
