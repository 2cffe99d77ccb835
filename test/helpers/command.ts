import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");
const entry = join(root, "dist/cli/main.js");

export interface Answer {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command, as a user does. */
export function skillc(
  args: readonly string[],
  options: { readonly cwd?: string; readonly input?: string } = {},
): Answer {
  if (!existsSync(entry)) throw new Error("the command is not built: npm run build");
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], {
    cwd: options.cwd ?? root,
    input: options.input ?? "",
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
  });
  return { status, stdout, stderr };
}

/** A folder that is removed after the test. */
export function withFolder<T>(run: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "skillc-test-"));
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
