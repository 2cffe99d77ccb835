import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a hook says of a call; `none` where it has no decision. */
export type Decision = "ask" | "deny" | "none";

/** Runs a hook as Claude Code does, a process for each call, and gives back the whole of what it prints. */
export async function runHook(
  script: string,
  inputs: readonly (string | Uint8Array)[],
): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "skillc-hook-"));
  try {
    const path = join(folder, "hook.cjs");
    writeFileSync(path, script);
    const answers: string[] = [];
    const queue = inputs.entries();
    const worker = async (): Promise<void> => {
      for (const [i, input] of queue) answers[i] = await runOnce(path, input);
    };
    await Promise.all([worker(), worker(), worker()]);
    return answers;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runOnce(path: string, input: string | Uint8Array): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [path], { stdio: ["pipe", "pipe", "pipe"] });
    let text = "";
    let errors = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
    // A hook that has seen enough closes its input.
    child.stdin.on("error", () => undefined);
    child.on("close", (code) => {
      if (code === 0 && errors === "") done(text);
      else fail(new Error(`the hook ended with ${String(code)}: ${errors}`));
    });
    child.stdin.end(input);
  });
}

const driver = `
const { inputs, script } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const { EventEmitter } = require("node:events");
const compiled = new (require("node:vm").Script)("(function (process, setTimeout, clearTimeout) {" + script + "\\n})");
const run = compiled.runInThisContext();
const answers = inputs.map((input) => {
  const stdin = new EventEmitter();
  stdin.destroy = () => undefined;
  let text = "";
  run({ stdin, stdout: { write: (part) => (text += part) } }, () => 0, () => undefined);
  stdin.emit("data", Buffer.from(input, "base64"));
  stdin.emit("end");
  return text;
});
process.stdout.write(JSON.stringify(answers));
`;

/** As `runHook`, for many calls: the same text in one process, its streams stood in for. */
export function runHookOften(script: string, inputs: readonly (string | Uint8Array)[]): readonly string[] {
  const data = { script, inputs: inputs.map((input) => Buffer.from(input).toString("base64")) };
  const run = spawnSync(process.execPath, ["-e", driver], {
    input: JSON.stringify(data),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (run.status !== 0) throw new Error(run.stderr.slice(-4000));
  return JSON.parse(run.stdout) as string[];
}

/** The decision in what a hook prints; anything that Claude Code would not take for an answer raises an error. */
export function decisionIn(text: string): Decision {
  const answer = JSON.parse(text) as Record<string, unknown>;
  if (Object.keys(answer).length === 0) return "none";
  const { hookSpecificOutput, ...rest } = answer;
  const { hookEventName, permissionDecision, permissionDecisionReason, ...more } =
    hookSpecificOutput as Record<string, unknown>;
  const isRight =
    hookEventName === "PreToolUse" &&
    typeof permissionDecisionReason === "string" &&
    permissionDecisionReason !== "" &&
    Object.keys({ ...rest, ...more }).length === 0;
  if (!isRight || (permissionDecision !== "ask" && permissionDecision !== "deny"))
    throw new Error(`no answer of a hook: ${text}`);
  return permissionDecision;
}

/** A call of Bash as Claude Code hands it to a hook. */
export function bashCall(command: unknown): string {
  return toolCall("Bash", { command, description: "Runs it" });
}

export function toolCall(name: unknown, input: unknown): string {
  return JSON.stringify({
    session_id: "abc",
    transcript_path: "/home/user/.claude/projects/x.jsonl",
    cwd: "/home/user/project",
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: name,
    tool_input: input,
    tool_use_id: "toolu_1",
  });
}
