import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A call that the model of a session makes. */
export type ToolCall = readonly [name: string, input: Readonly<Record<string, unknown>>];

export interface Session {
  /** The tools that the client offers its model. */
  readonly tools: readonly string[];
  /** What the client says before the first call: its prompts, as JSON. */
  readonly prompt: string;
  /** What became of each call, as JSON. */
  readonly results: readonly string[];
}

interface Request {
  readonly model: string;
  readonly tools?: readonly { readonly name: string }[];
  readonly messages: readonly { readonly content: unknown }[];
}

/**
 * Runs Claude Code in a project, without a network: a server on this machine stands in for the model, and makes the given
 * calls. No permission is asked for, so that what is refused is refused by the project's settings.
 */
export async function runClaudeCode(
  command: string,
  project: string,
  calls: readonly ToolCall[],
): Promise<Session> {
  const requests: Request[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      const isMessage = (request.url ?? "").split("?")[0] === "/v1/messages";
      const data = isMessage ? (JSON.parse(body) as Request) : undefined;
      // Beside the session itself the client asks small questions, without tools.
      const isSession = (data?.tools ?? []).length > 0;
      if (data !== undefined && isSession) requests.push(data);
      answer(response, data?.model, requests.length, isSession ? calls[requests.length - 1] : undefined);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const home = mkdtempSync(join(tmpdir(), "skillc-claude-"));
  try {
    await run(command, project, home, (server.address() as AddressInfo).port);
  } finally {
    server.close();
    rmSync(home, { recursive: true, force: true });
  }
  const [first] = requests;
  return {
    tools: (first?.tools ?? []).map(({ name }) => name),
    prompt: JSON.stringify(first ?? {}),
    results: calls.map((_, i) => JSON.stringify(requests[i + 1]?.messages.slice(-2) ?? [])),
  };
}

async function run(command: string, project: string, home: string, port: number): Promise<void> {
  const [program = "", ...args] = command.split(" ");
  const child = spawn(program, [...args, "-p", "go", "--dangerously-skip-permissions"], {
    cwd: project,
    stdio: ["ignore", "ignore", "ignore"],
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      IS_SANDBOX: "1",
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
    timeout: 90_000,
  });
  await new Promise((done) => child.on("close", done));
}

function answer(
  response: ServerResponse,
  model: string | undefined,
  count: number,
  call: ToolCall | undefined,
): void {
  const block =
    call === undefined
      ? { type: "text", text: "" }
      : { type: "tool_use", id: `toolu_${count}`, name: call[0], input: {} };
  const delta =
    call === undefined
      ? { type: "text_delta", text: "Done." }
      : { type: "input_json_delta", partial_json: JSON.stringify(call[1]) };
  const message = {
    id: `msg_${count}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
  const events = [
    { type: "message_start", message: { ...message, usage: { input_tokens: 1, output_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: call === undefined ? "end_turn" : "tool_use", stop_sequence: null },
      usage: { output_tokens: 1 },
    },
    { type: "message_stop" },
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));
}
