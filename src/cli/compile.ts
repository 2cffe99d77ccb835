import { join } from "node:path";
import { targets } from "../../targets/index.ts";
import type { EmittedFile } from "../compile.ts";
import { compile } from "../compile.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { rules } from "../rules/index.ts";
import type { Loss } from "../target/loss.ts";
import { lossFile } from "../target/loss.ts";
import type { Target } from "../target/target.ts";
import type { Graph } from "./build-graph.ts";
import { depfileText, metafileText, writeGraph } from "./build-graph.ts";
import type { InputOptions } from "./config.ts";
import { loadRun } from "./config.ts";
import { diagnosticsJson, hasErrors, headline, printJson, printProblems } from "./output.ts";
import { print } from "./print.ts";
import { removeStale, runKey } from "./stale.ts";
import { known, UsageError } from "./usage.ts";
import { outputPath, verifyFiles, writeFiles } from "./write.ts";

export interface CompileFlags extends InputOptions {
  readonly format: "text" | "json";
  readonly quiet: boolean;
  readonly target: readonly string[];
  readonly client: readonly string[];
  readonly out: string;
  readonly verify: boolean;
  /** Where to write which inputs each output has: as rules of make, and as JSON. */
  readonly depfile?: string | undefined;
  readonly metafile?: string | undefined;
}

/** `skillc compile`: writes `out/<target>/<skill>/…`, or with `--verify` compares instead. */
export async function runCompile(paths: readonly string[], flags: CompileFlags): Promise<number> {
  const wanted = await targetsOf(flags);
  const run = await loadRun(paths, flags);
  const { analysis, files, losses } = await compile(run.loaded.files, {
    ...run.inputs,
    rules,
    knownTargets: targets,
    targets: wanted,
  });
  const accounts = wanted.map((target) => accountOf(target, losses));
  const all = [...files, ...accounts];
  const diagnostics = [...run.loaded.diagnostics, ...analysis.diagnostics];
  const written = writeOutputs(all, runsOf(wanted, paths, all), hasErrors(diagnostics), flags);
  writeGraphs({ run, programs: analysis.programs, files: all, out: flags.out }, flags);
  await printCompiled(
    { skills: analysis.subjects.length, diagnostics, files, accounts, losses, ...written },
    flags,
  );
  return hasErrors(diagnostics) || written.differing.length > 0 ? 1 : 0;
}

/** What became of the files. */
interface Written {
  /** With `--verify`: those that are not on disk as they should be. */
  readonly differing: readonly string[];
  /** What an earlier run wrote and this one does not. */
  readonly removed: readonly string[];
}

function writeOutputs(
  files: readonly EmittedFile[],
  runs: Readonly<Record<string, readonly string[]>>,
  isBroken: boolean,
  { out, verify }: CompileFlags,
): Written {
  if (verify) return { differing: verifyFiles(files, out), removed: [] };
  writeFiles(files, out);
  // A skill that is broken for now keeps what was made of it.
  return { differing: [], removed: isBroken ? [] : removeStale(out, runs) };
}

function writeGraphs(graph: Graph, { depfile, metafile }: CompileFlags): void {
  if (depfile !== undefined) writeGraph(depfile, depfileText(graph));
  if (metafile !== undefined) writeGraph(metafile, metafileText(graph));
}

interface Compiled extends Written {
  readonly skills: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly EmittedFile[];
  readonly accounts: readonly EmittedFile[];
  readonly losses: readonly Loss[];
}

async function printCompiled(compiled: Compiled, flags: CompileFlags): Promise<void> {
  if (flags.format === "json") return printJson(compiledJson(compiled, flags));
  printProblems(compiled.diagnostics, flags.quiet);
  return print(compiledText(compiled, flags));
}

function compiledJson(
  { files, accounts, losses, differing, removed, diagnostics }: Compiled,
  flags: CompileFlags,
): object {
  return {
    version: 1,
    files: files.map((file) => ({ ...placeOf(file, flags.out), skill: file.skill })),
    losses: accounts.map((file) => ({
      ...placeOf(file, flags.out),
      count: losses.filter(({ target }) => target === file.target).length,
    })),
    ...(flags.verify ? { differing } : {}),
    ...(removed.length > 0 ? { removed } : {}),
    ...diagnosticsJson(diagnostics),
  };
}

function compiledText(compiled: Compiled, { out, verify, quiet }: CompileFlags): string {
  const { skills, diagnostics, files, differing, removed } = compiled;
  const all = [...files, ...compiled.accounts];
  const changes = verify
    ? differing.map((path) => `differs ${path}\n`)
    : [
        ...all.map((file) => `wrote ${outputPath(file, out)}\n`),
        ...removed.map((path) => `removed ${join(out, path)}\n`),
      ];
  const programs = new Set(files.map(({ skill }) => skill)).size;
  const counts = `${counted(all.length, "file")} of ${counted(programs, "program")}`;
  const verified = differing.length === 0 ? "as on disk" : `${differing.length} differ`;
  return `${quiet ? "" : changes.join("")}${headline(skills, diagnostics)}; ${counts} ${verify ? verified : "written"}\n`;
}

/** The targets that are named; with `--client` in the form for each of the clients. */
async function targetsOf({ target, client }: CompileFlags): Promise<readonly Target[]> {
  if (target.length === 0) {
    throw new UsageError(`name a target with --target: ${targets.map(({ name }) => name).join(", ")}`);
  }
  const named = [...new Set(target)].map((name) => known("target", name, targets));
  if (client.length === 0) return named;
  const { forClients } = await import("./client-forms.ts");
  return forClients(named, client);
}

function runsOf(
  wanted: readonly Target[],
  paths: readonly string[],
  files: readonly EmittedFile[],
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    wanted.map(({ name }) => [
      runKey(name, paths),
      files
        .filter(({ target }) => target === name)
        .map(({ path }) => `${name}/${path}`)
        .toSorted(),
    ]),
  );
}

/** Beside the files of a target stands one that says what they do not hold; it belongs to no program. */
function accountOf(target: Target, losses: readonly Loss[]): EmittedFile {
  return { ...lossFile(target, losses), target: target.name, skill: "" };
}

function placeOf(file: EmittedFile, out: string): { readonly target: string; readonly path: string } {
  return { target: file.target, path: outputPath(file, out) };
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
