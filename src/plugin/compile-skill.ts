import { compile } from "../compile.ts";
import type { Program } from "../ir/program.ts";
import { gradeOf } from "../ir/estimate.ts";
import { loadRun } from "../cli/config.ts";
import { shown } from "../cli/load.ts";
import { countTokens } from "../cli/tokens.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import { rules } from "../rules/index.ts";
import type { Target } from "../target/target.ts";
import { targets } from "../../targets/index.ts";
import type { CompiledSkill, ToolFiles } from "./compiled-skill.ts";
import { compiledSkill } from "./compiled-skill.ts";

/** What every bundler is told: the same options for all. */
export interface PluginOptions {
  /** Targets whose tool definitions stand in `tools`; none by default. */
  readonly targets?: readonly string[];
  /** Folders and files whose skills stand in `~skillc/registry`; by default those of the configuration, else the working directory. */
  readonly sources?: readonly string[];
  /** Whether `.skillc/types` is written; true by default. */
  readonly types?: boolean;
}

/** A skill that was compiled with its program, from which a module is written. */
export interface CompiledProgram {
  readonly program: Program;
  readonly skill: CompiledSkill;
}

/** What one run of the compiler found: the skills without errors, the problems, and the files that were read. */
export interface CompiledRun {
  readonly skills: readonly CompiledProgram[];
  readonly diagnostics: readonly Diagnostic[];
  /** Relative to the working directory; a change of any of them may change the answer. */
  readonly inputs: readonly string[];
}

/** Compiles the skills below some paths. Throws `UsageError` for a path that does not exist. */
export async function compileSkills(
  paths: readonly string[],
  options: PluginOptions = {},
): Promise<CompiledRun> {
  const { loaded, inputs } = await loadRun(paths, {});
  const read = new Set<string>();
  const { analysis, files } = await compile(loaded.files, {
    ...inputs,
    read: (file) => {
      read.add(file.path);
      return inputs.read?.(file);
    },
    rules,
    knownTargets: targets,
    targets: (options.targets ?? []).map(targetNamed),
  });
  const diagnostics = [...loaded.diagnostics, ...analysis.diagnostics];
  const broken = new Set(
    diagnostics.filter(({ severity }) => severity === "error").map(({ span }) => span.file.path),
  );
  const alone = analysis.programs.filter(({ whole }) => whole === undefined);
  const skills = alone
    .filter((program) => !program.skills.some((skill) => skill.files.some((path) => broken.has(path))))
    .flatMap((program) => {
      const [skill] = program.skills;
      if (skill === undefined) return [];
      const tools = toolFilesOf(files.filter((file) => file.skill === program.name));
      const grade = gradeOf(program.term, countTokens);
      return [{ program, skill: compiledSkill(skill, program, grade, tools) }];
    });
  const named = [inputs.config, inputs.agent, inputs.tools, ...(inputs.devices ?? [])];
  return {
    skills,
    diagnostics,
    inputs: inputsOf(loaded.files, read, named),
  };
}

function inputsOf(
  files: readonly SourceFile[],
  read: ReadonlySet<string>,
  named: readonly (SourceFile | undefined)[],
): readonly string[] {
  const paths = files.filter(({ bytes, path }) => bytes !== undefined || read.has(path));
  const all = [...paths, ...named.filter((file) => file !== undefined)].map(({ path }) => shown(path));
  return [...new Set(all)].toSorted();
}

function toolFilesOf(
  files: readonly { readonly target: string; readonly path: string; readonly text: string }[],
): ToolFiles {
  const found: Record<string, Record<string, unknown>> = {};
  for (const { target, path, text } of files) {
    const name = /([^/]+)\.json$/.exec(path)?.[1];
    if (name !== undefined && name !== "loss") (found[target] ??= {})[name] = JSON.parse(text);
  }
  return found;
}

function targetNamed(name: string): Target {
  const target = targets.find((candidate) => candidate.name === name);
  if (target !== undefined) return target;
  throw new RangeError(
    `skillc has no target ${name}. The targets are ${targets.map((known) => known.name).join(", ")}.`,
  );
}
