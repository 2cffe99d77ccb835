import type { InputOptions } from "./config.ts";
import { loadRun } from "./config.ts";
import { inputFiles } from "./build-graph.ts";
import { printJson } from "./output.ts";
import { print } from "./print.ts";

/** Variables that change what is printed or where answers are kept; none changes what is emitted. */
const environment = [
  { name: "NO_COLOR", changes: "colours of what is printed" },
  { name: "FORCE_COLOR", changes: "colours of what is printed" },
  { name: "XDG_CACHE_HOME", changes: "where answers are kept" },
  { name: "SKILLC_NO_CACHE", changes: "whether answers are kept" },
  { name: "NODE_COMPILE_CACHE", changes: "where compiled code is kept" },
] as const;

export interface InputsFlags extends InputOptions {
  readonly format: "text" | "json";
}

/** `skillc inputs`: the files and variables that a run depends on, for a build system that asks. */
export async function runInputs(paths: readonly string[], flags: InputsFlags): Promise<number> {
  const files = inputFiles(await loadRun(paths, flags));
  if (flags.format === "json") await printJson({ version: 1, files, environment });
  else await print(files.map(({ path }) => `${path}\n`).join(""));
  return 0;
}
