import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { EmittedFile } from "../compile.ts";
import type { Program } from "../ir/program.ts";
import type { Run } from "./config.ts";
import { jsonText } from "./output.ts";
import { cannotWrite, outputPath } from "./write.ts";

// What a build system asks of a compiler: which files an answer depends on, and which output depends on which.

/** A file that a run depends on. */
export interface InputFile {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  /** In bytes; absent where the file cannot be read. */
  readonly bytes?: number;
}

/** Every file below the skills of a run, and what the configuration or the options name. A name in a folder counts, too. */
export function inputFiles({ loaded, inputs }: Run): readonly InputFile[] {
  const named = [inputs.config, inputs.agent, inputs.tools, ...(inputs.devices ?? [])];
  const files = [...loaded.files, ...named.filter((file) => file !== undefined)];
  const byPath = new Map(files.map(({ path, kind, size }) => [path, { path, ...sizeOf(kind, size) }]));
  return [...byPath.keys()].toSorted().map((path) => byPath.get(path) ?? { path });
}

function sizeOf(kind: string, size: number): { readonly bytes?: number } {
  return kind === "file" ? { bytes: size } : {};
}

/** The inputs of each output: the files of the program's skills, and what is no skill's. */
function inputsOf(
  file: EmittedFile,
  programs: readonly Program[],
  inputs: readonly InputFile[],
): readonly string[] {
  const skills = programs.flatMap((program) => program.skills);
  const own = programs.find(({ name }) => name === file.skill)?.skills ?? skills;
  const ours = new Set(own.flatMap(({ files }) => files));
  const owned = new Set(skills.flatMap(({ files }) => files));
  return inputs.map(({ path }) => path).filter((path) => ours.has(path) || !owned.has(path));
}

/** What a compilation made of what. */
export interface Graph {
  readonly run: Run;
  readonly programs: readonly Program[];
  readonly files: readonly EmittedFile[];
  readonly out: string;
}

/** A rule of make for each output, as gcc writes them: ninja and make read which inputs it has. */
export function depfileText({ run, programs, files, out }: Graph): string {
  const inputs = inputFiles(run);
  return files
    .map((file) => {
      const needed = inputsOf(file, programs, inputs).map((path) => ` \\\n  ${escaped(path)}`);
      return `${escaped(outputPath(file, out))}:${needed.join("")}\n`;
    })
    .join("");
}

/** make splits at blanks, and reads `$` and `#`. */
function escaped(path: string): string {
  return path.replaceAll("$", "$$$$").replaceAll(/[ #]/g, "\\$&");
}

/** Inputs and outputs in the form of esbuild's metafile, with the target and the program of each output. */
export function metafileText({ run, programs, files, out }: Graph): string {
  const inputs = inputFiles(run);
  const outputs = files.map((file) => {
    const needed = inputsOf(file, programs, inputs);
    const bytes = file.copyOf === undefined ? Buffer.byteLength(file.text) : undefined;
    const { target, skill } = file;
    return [outputPath(file, out), { target, skill, bytes, inputs: needed }] as const;
  });
  return jsonText({
    version: 1,
    inputs: Object.fromEntries(inputs.map(({ path, bytes }) => [path, { bytes }])),
    outputs: Object.fromEntries(outputs),
  });
}

/** Writes one of the two, making its folder where there is none. */
export function writeGraph(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}
