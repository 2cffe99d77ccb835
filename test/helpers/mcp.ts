import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./command.ts";

export const entry = join(root, "dist/cli/main.js");

interface Answered {
  readonly id: string | number | null;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface Served {
  readonly status: number | null;
  readonly answers: readonly Answered[];
  readonly stderr: string;
}

/** Runs `skillc serve` with everything on its input at once, and reads each line of its output as JSON. */
export function serve(input: string | Buffer, paths: readonly string[] = ["examples"], cwd = root): Served {
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, "serve", ...paths, "--stdio"], {
    cwd,
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    timeout: 60_000,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
  });
  const lines = stdout.split("\n");
  if (lines.pop() !== "") throw new Error("the last line has no end");
  return { status, answers: lines.map((line) => JSON.parse(line) as Answered), stderr };
}

/** A request, or a notification where there is no id, on a line of its own. */
export function call(id: string | number | undefined, method: string, params?: object): string {
  return `${JSON.stringify({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), method, params })}\n`;
}

/** What a client of revision 2026-07-28 puts into every request. */
export const envelope = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};
