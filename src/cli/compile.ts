import { targets } from "../../targets/index.ts";
import { compile } from "../compile.ts";
import { rules } from "../rules/index.ts";
import type { InputOptions } from "./config.ts";
import { loadRun } from "./config.ts";
import { diagnosticsJson, hasErrors, headline, printJson, printProblems } from "./output.ts";
import { print } from "./print.ts";
import { known, UsageError } from "./usage.ts";
import { outputPath, verifyFiles, writeFiles } from "./write.ts";

export interface CompileFlags extends InputOptions {
  readonly format: "text" | "json";
  readonly quiet: boolean;
  readonly target: readonly string[];
  readonly client: readonly string[];
  readonly out: string;
  readonly verify: boolean;
}

/** `skillc compile`: writes `out/<target>/<skill>/…`, or with `--verify` compares instead. */
export async function runCompile(paths: readonly string[], flags: CompileFlags): Promise<number> {
  if (flags.target.length === 0) {
    throw new UsageError(`name a target with --target: ${targets.map(({ name }) => name).join(", ")}`);
  }
  const named = [...new Set(flags.target)].map((name) => known("target", name, targets));
  const wanted =
    flags.client.length === 0 ? named : (await import("./client-forms.ts")).forClients(named, flags.client);
  const { loaded, inputs } = await loadRun(paths, flags);
  const { analysis, files } = await compile(loaded.files, {
    ...inputs,
    rules,
    knownTargets: targets,
    targets: wanted,
  });
  const diagnostics = [...loaded.diagnostics, ...analysis.diagnostics];
  const differing = flags.verify ? verifyFiles(files, flags.out) : [];
  if (!flags.verify) writeFiles(files, flags.out);
  const listed = files.map((file) => ({
    target: file.target,
    path: outputPath(file, flags.out),
    skill: file.skill,
  }));
  if (flags.format === "json") {
    await printJson({
      version: 1,
      files: listed,
      ...(flags.verify ? { differing } : {}),
      ...diagnosticsJson(diagnostics),
    });
  } else {
    printProblems(diagnostics, flags.quiet);
    const list = flags.verify
      ? differing.map((path) => `differs ${path}\n`)
      : listed.map(({ path }) => `wrote ${path}\n`);
    const programs = new Set(files.map(({ skill }) => skill)).size;
    const verb = flags.verify
      ? differing.length === 0
        ? "as on disk"
        : `${differing.length} differ`
      : "written";
    await print(
      `${flags.quiet ? "" : list.join("")}${headline(analysis.subjects.length, diagnostics)}; ` +
        `${counted(files.length, "file")} of ${counted(programs, "program")} ${verb}\n`,
    );
  }
  return hasErrors(diagnostics) || differing.length > 0 ? 1 : 0;
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
