import type { SourceFile } from "../report/source.ts";

export type ClientName =
  | "spec"
  | "reference"
  | "quick-validate"
  | "claude-code"
  | "claude-api"
  | "codex"
  | "gemini-cli"
  | "vscode"
  | "cursor"
  | "opencode"
  | "goose"
  | "openclaw"
  | "roo"
  | "pi"
  | "mux"
  | "vibe"
  | "uctoo"
  | "vercel-skills";

/** A skill as a client meets it on disk: the file's bytes and name, and the folder that it is in. */
export interface ClientEntry {
  readonly file: SourceFile;
  readonly folderName: string;
}

export type Verdict = "loads" | "loads-with-loss" | "dropped" | "rejected" | "crashes";

/** What a client does with one skill file. */
export interface ClientVerdict {
  readonly verdict: Verdict;
  /** True where something is lost or dropped and the user of the client sees no word of it; a log file is no word. */
  readonly silent: boolean;
  /** As the client reads it. */
  readonly name?: string;
  readonly description?: string;
  /** Fields that the client does not keep, or keeps only in part. */
  readonly lost: readonly string[];
  /** True where only a second, lenient reading made the file load. */
  readonly lenient: boolean;
  /** One sentence. */
  readonly reason: string;
}

/** A skill as it stands in the list that a client puts before its model. */
export interface ListedSkill {
  readonly name: string;
  readonly description: string;
}

/** How a client fits its list of skills into the context. */
export interface Listing {
  /** What the list may cost, in the unit of `cost`, for a context of this many tokens; infinite without a limit. */
  readonly budget: (contextTokens: number) => number;
  readonly cost: (entry: string) => number;
  /** The entry of one skill; `text` is its description, whole, shortened or empty. */
  readonly entry: (name: string, text: string) => string;
  /** Longest description that is shown, in characters. */
  readonly longest: number;
  /**
   * What gives way first: `drop-text` takes whole descriptions from the end of the list, `shorten` cuts all to one
   * length, `omit` leaves whole skills out from the end of the list.
   */
  readonly yields: "drop-text" | "shorten" | "omit";
  /** A key which, when it is true, keeps a skill out of the list. */
  readonly hiddenBy?: string;
}

/** An agent product that loads skills, or a validator that stands for a gate, as a function of the file alone. */
export interface Client {
  readonly name: ClientName;
  readonly title: string;
  /** How its behaviour is known: by running it, by reading its source, or from its vendor's documentation. */
  readonly read: "ran" | "source" | "documented";
  /** When, as YYYY-MM-DD. */
  readonly date: string;
  /** Repository, path and commit, or address. */
  readonly sources: readonly string[];
  readonly load: (entry: ClientEntry) => ClientVerdict;
  readonly listing?: Listing;
}
