import { targets } from "../../targets/index.ts";
import { compile } from "../compile.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { renderLines } from "../report/text.ts";
import { rules } from "../rules/index.ts";
import type { InputOptions } from "./config.ts";
import { loadRun } from "./config.ts";
import { lineReader } from "./mcp/lines.ts";
import type { Id } from "./mcp/message.ts";
import { answerTo, codes, failure } from "./mcp/message.ts";
import { methodsOf, skillsExtension } from "./mcp/methods.ts";
import type { Server } from "./mcp/server.ts";
import { createServer } from "./mcp/server.ts";
import { servedSkills, servedTargets } from "./mcp/skills.ts";
import { hasErrors, headline, paint } from "./output.ts";
import { print } from "./print.ts";
import { UsageError } from "./usage.ts";

export interface ServeFlags extends InputOptions {
  readonly stdio: boolean;
  readonly quiet: boolean;
}

/**
 * `skillc serve`: the skills as an MCP server on standard input and output, until the input ends. What is wrong with skills
 * goes to stderr; those without errors are served.
 */
export async function runServe(paths: readonly string[], flags: ServeFlags): Promise<number> {
  if (!flags.stdio) throw new UsageError("say how to serve: --stdio");
  const { loaded, inputs } = await loadRun(paths, flags);
  const { analysis, files } = await compile(loaded.files, {
    ...inputs,
    rules,
    knownTargets: targets,
    targets: servedTargets,
    layOut: false,
  });
  const diagnostics = [...loaded.diagnostics, ...analysis.diagnostics];
  report(diagnostics, analysis.subjects.length, flags);
  const server = createServer({
    capabilities: { tools: {}, resources: {}, extensions: { [skillsExtension]: { directoryRead: true } } },
    instructions: "Each tool is a skill. Call it for its instructions, and follow them.",
    methods: methodsOf(servedSkills(analysis.programs, files)),
  });
  await serve(server);
  return hasErrors(diagnostics) ? 1 : 0;
}

/** Answers in the order of the requests; what came before the end of the input is answered. */
async function serve(server: Server): Promise<void> {
  const reader = lineReader();
  const answer = async (lines: readonly (Uint8Array | undefined)[]): Promise<void> => {
    for (const line of lines) await send(await server.receive(line));
  };
  for await (const chunk of process.stdin) await answer(reader.push(chunk as Uint8Array));
  await answer(reader.end());
  await send(server.end());
}

// Clients take 10 MB at a time, and end the connection for more.
const mostAnswered = 9_500_000;

async function send(messages: readonly unknown[]): Promise<void> {
  if (messages.length > 0) await print(messages.map((message) => `${wireText(message)}\n`).join(""));
}

function wireText(message: unknown): string {
  const text = JSON.stringify(message);
  if (Buffer.byteLength(text) <= mostAnswered) return text;
  const { id = null } = message as { readonly id?: Id | null };
  return JSON.stringify(answerTo(id, failure(codes.internal, "the answer is larger than clients accept")));
}

// A client may never read the messages, and a pipe that is full stops the server: some hold 16 kB.
const mostReported = 12_000;

function report(diagnostics: readonly Diagnostic[], skills: number, { quiet }: ServeFlags): void {
  const shown = diagnostics.filter(
    ({ severity }) => severity === "error" || (severity === "warning" && !quiet),
  );
  const lines: string[] = [];
  let length = 0;
  for (const diagnostic of shown) {
    const line = renderLines([diagnostic], paint);
    length += Buffer.byteLength(line);
    if (length > mostReported) {
      lines.push(`and ${shown.length - lines.length} more; \`skillc check\` shows all\n`);
      break;
    }
    lines.push(line);
  }
  if (!quiet) lines.push(`${headline(skills, diagnostics)}\n`);
  process.stderr.write(lines.join(""));
}
