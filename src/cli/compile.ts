import { join } from "node:path";
import { targets } from "../../targets/index.ts";
import type { EmittedFile } from "../compile.ts";
import { compile } from "../compile.ts";
import { rules } from "../rules/index.ts";
import type { Loss } from "../target/loss.ts";
import { lossFile } from "../target/loss.ts";
import type { Target } from "../target/target.ts";
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
  const { loaded, inputs } = run;
  const { analysis, files, losses } = await compile(loaded.files, {
    ...inputs,
    rules,
    knownTargets: targets,
    targets: wanted,
  });
  const accounts = wanted.map((target) => accountOf(target, losses));
  const all = [...files, ...accounts];
  const diagnostics = [...loaded.diagnostics, ...analysis.diagnostics];
  const differing = flags.verify ? verifyFiles(all, flags.out) : [];
  if (!flags.verify) writeFiles(all, flags.out);
  // A skill that is broken for now keeps what was made of it.
  const isSound = !flags.verify && !hasErrors(diagnostics);
  const removed = isSound ? removeStale(flags.out, runsOf(wanted, paths, all)) : [];
  const graph = { run, programs: analysis.programs, files: all, out: flags.out };
  if (flags.depfile !== undefined) writeGraph(flags.depfile, depfileText(graph));
  if (flags.metafile !== undefined) writeGraph(flags.metafile, metafileText(graph));
  const listed = files.map((file) => ({ ...placeOf(file, flags.out), skill: file.skill }));
  if (flags.format === "json") {
    await printJson({
      version: 1,
      files: listed,
      losses: accounts.map((file) => ({
        ...placeOf(file, flags.out),
        count: losses.filter(({ target }) => target === file.target).length,
      })),
      ...(flags.verify ? { differing } : {}),
      ...(removed.length > 0 ? { removed } : {}),
      ...diagnosticsJson(diagnostics),
    });
  } else {
    printProblems(diagnostics, flags.quiet);
    const list = flags.verify
      ? differing.map((path) => `differs ${path}\n`)
      : [
          ...all.map((file) => `wrote ${outputPath(file, flags.out)}\n`),
          ...removed.map((path) => `removed ${join(flags.out, path)}\n`),
        ];
    const programs = new Set(files.map(({ skill }) => skill)).size;
    const verb = flags.verify
      ? differing.length === 0
        ? "as on disk"
        : `${differing.length} differ`
      : "written";
    await print(
      `${flags.quiet ? "" : list.join("")}${headline(analysis.subjects.length, diagnostics)}; ` +
        `${counted(all.length, "file")} of ${counted(programs, "program")} ${verb}\n`,
    );
  }
  return hasErrors(diagnostics) || differing.length > 0 ? 1 : 0;
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
