import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Inputs } from "../compile.ts";
import { namesAt, textAt } from "../lower/parts.ts";
import { readData } from "../manifest/read.ts";
import { loadFile, readSibling } from "./load.ts";

/** What the options of a command name; each comes before the same key of the configuration. */
export interface InputOptions {
  readonly agent?: string | undefined;
  readonly device?: readonly string[] | undefined;
  readonly tools?: string | undefined;
}

/** The agent, devices and tools of a run: from the options, else from the nearest `skillc.config.yaml`. */
export function loadInputs(options: InputOptions): Inputs {
  const path = findConfig();
  const config = path === undefined ? undefined : loadFile(path);
  const near = (local: string): string => (path === undefined ? local : join(dirname(path), local));
  // What is wrong with the file is reported by the compiler, which reads it too.
  const root = config === undefined ? undefined : readData(config, "config").value.root;
  const agent = options.agent ?? mapped(textAt(root, "agent"), near);
  const tools = options.tools ?? mapped(textAt(root, "tools"), near);
  const devices = options.device ?? namesAt(root, "devices").map(({ name }) => near(name));
  return {
    config,
    agent: agent === undefined ? undefined : loadFile(agent),
    tools: tools === undefined ? undefined : loadFile(tools),
    devices: devices.map(loadFile),
    read: readSibling,
    today: new Date().toISOString().slice(0, 10),
    tokenizer: async () => (await import("./tokens.ts")).countTokens,
  };
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
