import type { ClientName } from "./client.ts";

/** Where a client looks for skills, and which of two skills of one name it takes. */
export interface Scopes {
  /** Folders of a project, the strongest first where `within` is `first`. */
  readonly project: readonly string[];
  /** The same below the user's home. */
  readonly user: readonly string[];
  /** Of two folders of one project: the skill of the first folder, both, or what no source says. */
  readonly within: "first" | "both" | "unknown";
  /** Of a project and the user's own folders: the skill of one of them, both, or what no source says. */
  readonly across: "project" | "user" | "both" | "unknown";
}

/**
 * By client, for those that search folders. Read on 2026-08-20 in the sources that the client's own file names; where a
 * vendor publishes no order, nothing is guessed. This file is apart from them because rules read it in every run.
 */
export const scopes: Readonly<Partial<Record<ClientName, Scopes>>> = {
  "claude-code": { project: [".claude/skills"], user: [".claude/skills"], within: "unknown", across: "user" },
  codex: {
    project: [".agents/skills", ".codex/skills"],
    user: [".agents/skills", ".codex/skills"],
    within: "both",
    across: "both",
  },
  "gemini-cli": {
    project: [".agents/skills", ".gemini/skills"],
    user: [".gemini/skills", ".agents/skills"],
    within: "first",
    across: "project",
  },
  vscode: {
    project: [".github/skills", ".agents/skills", ".claude/skills"],
    user: [".copilot/skills", ".agents/skills", ".claude/skills"],
    within: "unknown",
    across: "unknown",
  },
  cursor: {
    project: [".cursor/skills", ".agents/skills", ".claude/skills", ".codex/skills"],
    user: [".cursor/skills", ".agents/skills", ".claude/skills", ".codex/skills"],
    within: "unknown",
    across: "unknown",
  },
  opencode: {
    project: [".opencode/skills", ".opencode/skill", ".claude/skills", ".agents/skills"],
    user: [".config/opencode/skills", ".claude/skills", ".agents/skills"],
    within: "unknown",
    across: "project",
  },
  goose: {
    project: [".agents/skills", ".goose/skills", ".claude/skills"],
    user: [".agents/skills", ".claude/skills", ".config/agents/skills"],
    within: "first",
    across: "project",
  },
  openclaw: {
    project: ["skills", ".agents/skills"],
    user: [".agents/skills"],
    within: "first",
    across: "project",
  },
  roo: {
    project: [".roo/skills", ".agents/skills"],
    user: [".roo/skills", ".agents/skills"],
    within: "first",
    across: "project",
  },
  pi: {
    project: [".pi/skills", ".agents/skills"],
    user: [".pi/agent/skills", ".agents/skills"],
    within: "first",
    across: "user",
  },
  mux: {
    project: [".mux/skills", ".agents/skills"],
    user: [".mux/skills"],
    within: "first",
    across: "project",
  },
  vibe: {
    project: [".vibe/skills", ".agents/skills"],
    user: [".vibe/skills"],
    within: "first",
    across: "project",
  },
};

/** A folder of a client, and what it lies in. */
export interface ScopeFolder {
  /** `.` for the working directory. */
  readonly root: string;
  readonly folder: string;
}

/** Reads `a/b/.claude/skills` as the folder `.claude/skills` of `a/b`; undefined for a folder of no client. */
export function scopeFolder(path: string): ScopeFolder | undefined {
  const dot = path.startsWith(".") && !path.startsWith("../") ? 0 : path.lastIndexOf("/.") + 1;
  const folder = path.slice(dot);
  if ((dot > 0 || path.startsWith(".")) && clientFolders().has(folder)) {
    return { root: dot === 0 ? "." : path.slice(0, dot - 1), folder };
  }
  if (path === "skills") return { root: ".", folder: "skills" };
  return path.endsWith("/skills") ? { root: path.slice(0, -"/skills".length), folder: "skills" } : undefined;
}

let known: ReadonlySet<string> | undefined;

function clientFolders(): ReadonlySet<string> {
  known ??= new Set(Object.values(scopes).flatMap(({ project, user }) => [...project, ...user]));
  return known;
}
