import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Inputs } from "../compile.ts";
import { namesAt, textAt } from "../lower/parts.ts";
import { readDataFile } from "../manifest/on-demand.ts";
import type { SourceFile } from "../report/source.ts";
import type { Target } from "../target/target.ts";
import { listSkills, loadFile, loaded, readSibling, shown } from "./load.ts";
import type { Listed, Loaded } from "./load.ts";
import { expectFiles } from "./tune.ts";

/** What the options of a command name; each comes before the same key of the configuration. */
export interface InputOptions {
  readonly agent?: string | undefined;
  readonly device?: readonly string[] | undefined;
  readonly tools?: string | undefined;
}

/** A run before its skills are decoded. */
export interface ListedRun {
  readonly listed: Listed;
  readonly inputs: Inputs;
}

export interface Run {
  readonly loaded: Loaded;
  readonly inputs: Inputs;
}

/** The skills of the paths, else of the configured sources, else of the working directory; and what stands beside them. */
export async function loadRun(paths: readonly string[], options: InputOptions): Promise<Run> {
  const { listed, inputs } = await listRun(paths, options);
  return { loaded: loaded(listed), inputs };
}

/** The same, not yet decoded. */
export async function listRun(paths: readonly string[], options: InputOptions): Promise<ListedRun> {
  const { inputs, sources, near } = await configured(options);
  const reach = (read: readonly string[]): Inputs["reach"] => ({
    near: (local) => shown(near(local)),
    paths: read.map(shown),
  });
  if (paths.length > 0 || sources.length === 0) {
    const listed = listSkills(paths);
    expectFiles(listed.entries.length);
    return { listed, inputs: { ...inputs, reach: reach(paths.length === 0 ? ["."] : paths) } };
  }
  // A source without skills is reported at its line of the configuration.
  const there = sources.filter((source) => existsSync(source));
  const entries = there.length === 0 ? [] : listSkills(there).entries;
  expectFiles(entries.length);
  return { listed: { entries, bare: [] }, inputs: { ...inputs, reach: reach(sources) } };
}

interface Configured {
  readonly inputs: Inputs;
  /** Paths of the configured sources. */
  readonly sources: readonly string[];
  /** A path that is written in the configuration. */
  readonly near: (local: string) => string;
}

/** The agent, devices and tools of a run: from the options, else from the nearest `skillc.config.yaml`. */
async function configured(options: InputOptions): Promise<Configured> {
  const path = findConfig();
  const config = path === undefined ? undefined : loadFile(path);
  const near = (local: string): string => (path === undefined ? local : join(dirname(path), local));
  const named = config === undefined ? nothingNamed : await namedIn(config);
  const agent = options.agent ?? mapped(named.agent, near);
  const tools = options.tools ?? mapped(named.tools, near);
  const devices = options.device ?? named.devices.map(near);
  return {
    inputs: {
      config,
      agent: agent === undefined ? undefined : loadFile(agent),
      tools: tools === undefined ? undefined : loadFile(tools),
      devices: devices.map(loadFile),
      read: readSibling,
      today: new Date().toISOString().slice(0, 10),
      tokenizer: async () => (await import("./tokens.ts")).countTokens,
    },
    sources: named.sources.map(near),
    near,
  };
}

/** Paths that a configuration names, as they are written. */
interface Named {
  readonly agent: string | undefined;
  readonly tools: string | undefined;
  readonly devices: readonly string[];
  readonly sources: readonly string[];
}

const nothingNamed: Named = { agent: undefined, tools: undefined, devices: [], sources: [] };

/** What is wrong with the file is reported by the compiler, which reads it too. */
async function namedIn(config: SourceFile): Promise<Named> {
  const { root } = (await readDataFile(config, "config")).value;
  return {
    agent: textAt(root, "agent"),
    tools: textAt(root, "tools"),
    devices: namesAt(root, "devices").map(({ name }) => name),
    sources: namesAt(root, "sources").map(({ name }) => name),
  };
}

/** The targets that devices may name. They hold every emitter, so they are loaded only where there is a device. */
export async function targetsFor({ devices = [] }: Inputs): Promise<readonly Target[]> {
  return devices.length === 0 ? [] : (await import("../../targets/index.ts")).targets;
}

function mapped(path: string | undefined, near: (path: string) => string): string | undefined {
  return path === undefined ? undefined : near(path);
}

function findConfig(): string | undefined {
  for (let folder = resolve("."); ; folder = dirname(folder)) {
    const path = join(folder, "skillc.config.yaml");
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) return undefined;
  }
}
