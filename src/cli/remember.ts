import pc from "picocolors";
import type { SourceEntry, SourceFile } from "../report/source.ts";
import { digestOf, readEntry, startOf, writeEntry } from "./cache.ts";
import type { CacheFlags } from "./cache.ts";
import type { ListedRun } from "./config.ts";
import { bytesOfSibling, shown } from "./load.ts";

/** What a check prints on stdout, and its exit status. */
export interface Answer {
  readonly text: string;
  readonly status: number;
}

/**
 * An answer with what it depends on beside its key. The key stands for everything that is known before the run: options,
 * names, sizes and modes of all files, and the bytes of manifests. Only the run shows which other files are read, so
 * their hash stands inside. All of it is content: no time of a file is trusted.
 */
interface Entry {
  /** Places of the siblings that were read, in the list of files. */
  readonly read: readonly number[];
  /** True where another day could have another answer. */
  readonly daily: boolean;
  /** Hash of the siblings that were read and, where it matters, of the day. */
  readonly content: string;
  readonly status: number;
}

/** The memory of one run. */
export interface Memory {
  /** What the same run answered before. */
  readonly recall: () => Answer | undefined;
  /** Stands in for `inputs.read`, and takes note of what is read. */
  readonly read: (file: SourceFile) => SourceFile | undefined;
  readonly keep: (answer: Answer, files: readonly SourceFile[]) => void;
}

/** Of the flags of a check all count, but for those that say where entries are. */
interface MemoryFlags extends CacheFlags {
  readonly format: string;
  readonly client: readonly string[];
}

/** The memory of a run, with its entries in a folder. */
export function memoryOf(
  folder: string,
  run: ListedRun,
  paths: readonly string[],
  flags: MemoryFlags,
): Memory {
  const { entries } = run.listed;
  const key = keyOf(run, paths, flags);
  const siblings = new Map<string, SourceFile | undefined>();
  const contentOf = (read: readonly number[], day: string, bytesOf: typeof bytesOfSibling): string => {
    const parts = read.flatMap((i) => {
      const bytes = bytesOf(entries[i] ?? nothing);
      return bytes === undefined ? ["no text"] : ["text", bytes];
    });
    return digestOf([day, JSON.stringify(read), ...parts]);
  };
  const dayWhere = (daily: boolean): string => (daily ? (run.inputs.today ?? "") : "");
  return {
    recall: () => {
      const text = readEntry(folder, key);
      if (text === undefined) return undefined;
      const end = text.indexOf("\n");
      const { read, daily, content, status } = JSON.parse(text.slice(0, end)) as Entry;
      if (contentOf(read, dayWhere(daily), bytesOfSibling) !== content) return undefined;
      return { text: text.slice(end + 1), status };
    },
    read: (file) => {
      const read = run.inputs.read?.(file);
      siblings.set(file.path, read);
      return read;
    },
    keep: ({ text, status }, files) => {
      const read = entries.flatMap(({ path }, i) => (siblings.has(path) ? [i] : []));
      // What is not in the list could not be looked at again.
      if (read.length !== siblings.size) return;
      const texts = [...filesBeside(run), ...files, ...siblings.values()];
      const daily = flags.client.length > 0 || texts.some(mayExpire);
      const content = contentOf(read, dayWhere(daily), ({ path }) => siblings.get(path)?.bytes);
      const entry: Entry = { read, daily, content, status };
      writeEntry(folder, key, `${JSON.stringify(entry)}\n${text}`);
    },
  };
}

/** Only a comment with a last day, which few files hold, makes an answer depend on the day. */
function mayExpire(file: SourceFile | undefined): boolean {
  return file?.text.includes("skillc-ignore") === true;
}

const nothing: SourceEntry = { path: "" };

function filesBeside({ inputs }: Pick<ListedRun, "inputs">): readonly (SourceFile | undefined)[] {
  return [inputs.config, inputs.agent, inputs.tools, ...(inputs.devices ?? [])];
}

function keyOf({ listed, inputs }: ListedRun, paths: readonly string[], flags: MemoryFlags): string {
  const { cache: _cache, cacheDir: _dir, ...others } = flags;
  const isColoured = flags.format === "text" && pc.isColorSupported;
  const entries = [...filesBeside({ inputs }).map((file) => file ?? nothing), ...listed.entries];
  const head = {
    build: startOf()?.build,
    node: process.version,
    flags: others,
    isColoured,
    paths: paths.map(shown),
    read: inputs.reach?.paths,
    bare: listed.bare,
    // Paths of a configuration are told from where it lies.
    folder: inputs.config === undefined ? "" : process.cwd(),
  };
  const bytes = entries.flatMap((entry) => (entry.bytes === undefined ? [] : [entry.bytes]));
  return digestOf([JSON.stringify(head), entries.map(factsOf).join(""), ...bytes]);
}

/** What is known of a file before it is read; no path holds a NUL. */
function factsOf({ path, kind, mode, size, bytes }: SourceEntry): string {
  return `${path}\0${kind ?? ""}\0${mode ?? ""}\0${size ?? ""}\0${bytes === undefined ? "" : "read"}\0`;
}
