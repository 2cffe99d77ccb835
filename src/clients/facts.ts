import type { ClientName } from "./client.ts";

/**
 * Facts of clients that rules read in every run, apart from the models, which are heavy. Read on 2026-08-20 in the
 * sources that each client's own file names.
 */

/** Gates that refuse a key beside the six of the format. */
export const sixKeyClients: ReadonlySet<string> = new Set<ClientName>([
  "claude-api",
  "quick-validate",
  "reference",
]);

/** Gates that refuse `claude` and `anthropic` in a name. */
export const reservedNameClients: ReadonlySet<string> = new Set<ClientName>(["claude-api"]);

/** Clients that call a skill by themselves although it has `disable-model-invocation: true`. */
export const flagIgnorers: readonly ClientName[] = [
  "codex",
  "gemini-cli",
  "goose",
  "opencode",
  "roo",
  "uctoo",
  "vibe",
];

/** Who fills in a variable of the body; everywhere else the model reads it as it stands. */
export const substituters = {
  "claude-code": ["claude-code"],
  openclaw: ["openclaw"],
} as const satisfies Readonly<Record<string, readonly ClientName[]>>;

/** Clients that read bodies: gates and installers hand them on as they are. */
export const bodyReaders: readonly ClientName[] = [
  "claude-code",
  "claude-api",
  "codex",
  "gemini-cli",
  "vscode",
  "cursor",
  "opencode",
  "goose",
  "openclaw",
  "roo",
  "pi",
  "mux",
  "vibe",
  "uctoo",
];

/** Where a client looks for the skills of a project, and how many folders below it looks. */
interface Reach {
  /** Folders, as the last part of a path. */
  readonly roots: readonly string[];
  /** 1: only the folders directly in a root. */
  readonly depth: number;
}

/** Clients whose search ends at a depth; the others that are known search without end, or do not say. */
export const reach: Readonly<Partial<Record<ClientName, Reach>>> = {
  "claude-code": { roots: [".claude/skills"], depth: 1 },
  codex: { roots: [".agents/skills", ".codex/skills"], depth: 6 },
  "gemini-cli": { roots: [".gemini/skills", ".agents/skills"], depth: 1 },
  openclaw: { roots: [".agents/skills"], depth: 6 },
  uctoo: { roots: ["skills"], depth: 1 },
  vscode: { roots: [".github/skills", ".agents/skills", ".claude/skills"], depth: 1 },
};

/** What besides the file decides whether a client loads the skills of a project. */
export const gates: Readonly<Partial<Record<ClientName, string>>> = {
  "gemini-cli": "loads the skills of a project only in a folder that the user has trusted",
};
