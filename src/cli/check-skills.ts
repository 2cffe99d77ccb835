import type { Client } from "../clients/client.ts";
import type { Analysis } from "../compile.ts";
import { check } from "../compile.ts";
import type { Shard } from "../lower/shard.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { sortDiagnostics } from "../report/diagnostic.ts";
import { renderText } from "../report/text.ts";
import { rules } from "../rules/index.ts";
import type { CacheFlags } from "./cache.ts";
import type { InputOptions, ListedRun, Run } from "./config.ts";
import { targetsFor } from "./config.ts";
import type { FixFlags, Mended } from "./fix.ts";
import { diffOf, mend, writeMended } from "./fix.ts";
import { loaded } from "./load.ts";
import { diagnosticsJson, hasErrors, headline, jsonText, paint } from "./output.ts";
import { print } from "./print.ts";
import type { Answer, Memory } from "./remember.ts";

export interface CheckFlags extends InputOptions, FixFlags, CacheFlags {
  readonly format: "text" | "json" | "sarif" | "github";
  readonly quiet: boolean;
  readonly maxWarnings?: number | undefined;
  /** The part of the skills that this run takes. */
  readonly shard?: Shard | undefined;
  /** Make the baselines accept what is reported now. */
  readonly updateBaseline: boolean;
  /** Clients whose reading is shown too; `all` for every one. */
  readonly client: readonly string[];
  /** Tokens of context that the clients' lists of skills stand in. */
  readonly context?: number | undefined;
}

/** Checks what was listed, prints the answer, keeps it where there is a memory, and returns the exit status. */
export async function checkSkills(
  listed: ListedRun,
  flags: CheckFlags,
  memory: Memory | undefined,
): Promise<number> {
  const { inputs } = listed;
  const read = memory?.read ?? inputs.read;
  const run = { loaded: loaded(listed.listed), inputs: { ...inputs, read } };
  const { answer, mended } = await answerTo(run, flags);
  if (flags.fix && !flags.diff) writeMended(mended);
  if (flags.diff) await printDiff(mended, flags);
  await print(answer.text);
  if (flags.fix || flags.diff) summarise(mended, flags);
  memory?.keep(answer, run.loaded.files);
  return answer.status;
}

interface Answered {
  readonly answer: Answer;
  readonly mended: Mended;
}

/** What is found in the skills of a run, as it is printed. */
export async function answerTo(run: Run, flags: CheckFlags): Promise<Answered> {
  const asked = flags.client.length === 0 ? [] : await clientsAsked(flags.client);
  const mended = await mendedRun(run, flags);
  const found = flags.updateBaseline ? await writeBaselines(mended.analysis) : mended.analysis.diagnostics;
  const day = { context: flags.context, today: run.inputs.today };
  const clients = asked.length === 0 ? undefined : await askClients(mended.analysis, asked, day);
  const bare = flags.shard === undefined || flags.shard.index === 1 ? run.loaded.diagnostics : [];
  const diagnostics = sortDiagnostics([...bare, ...withRefusals(found, namedClients(flags), clients)]);
  const text = await reportOf(mended.analysis.subjects.length, diagnostics, flags, clients);
  return { answer: { text, status: statusOf(diagnostics, flags) }, mended };
}

async function mendedRun({ loaded: { files }, inputs }: Run, flags: CheckFlags): Promise<Mended> {
  const knownTargets = await targetsFor(inputs);
  const options = { ...inputs, rules, knownTargets, clients: namedClients(flags), shard: flags.shard };
  return mend(files, async (current) => check(current, options), flags);
}

/** The matrix of all clients is a table to read, not a question about one of them. */
function namedClients({ client }: CheckFlags): readonly string[] {
  return client.includes("all") ? [] : client;
}

function statusOf(diagnostics: readonly Diagnostic[], { maxWarnings = Infinity }: CheckFlags): number {
  const warnings = diagnostics.filter(({ severity }) => severity === "warning").length;
  return hasErrors(diagnostics) || warnings > maxWarnings ? 1 : 0;
}

/** A client that was named and does not load a skill is an error of its own. */
function withRefusals(
  found: readonly Diagnostic[],
  named: readonly string[],
  clients: ClientAnswer | undefined,
): readonly Diagnostic[] {
  if (named.length === 0 || clients === undefined) return found;
  return sortDiagnostics([...found, ...clients.refusals(found)]);
}

/** What the baselines, written anew, do not accept. */
async function writeBaselines(analysis: Analysis): Promise<readonly Diagnostic[]> {
  const { updateBaselines } = await import("./baseline.ts");
  const { changed, accepted, left } = updateBaselines(analysis);
  process.stderr.write(
    `${accepted} ${accepted === 1 ? "problem is" : "problems are"} accepted; ${changed} ${changed === 1 ? "baseline" : "baselines"} changed\n`,
  );
  return left;
}

/** Machine-readable answers stay one document: the diff goes to stderr there. */
async function printDiff(mended: Mended, { format }: CheckFlags): Promise<void> {
  const text = await diffOf(mended);
  if (format === "text") await print(text);
  else process.stderr.write(text);
}

function summarise({ fixes, changed }: Mended, { diff }: CheckFlags): void {
  const what = `${fixes} ${fixes === 1 ? "problem" : "problems"} in ${changed.length} ${changed.length === 1 ? "file" : "files"}`;
  process.stderr.write(`${diff ? "would mend" : "mended"} ${what}\n`);
}

/** The models of clients are loaded only where they are asked for. */
async function clientsAsked(names: readonly string[]): Promise<readonly Client[]> {
  const { clientsNamed } = await import("./clients.ts");
  return clientsNamed(names);
}

interface ClientAnswer {
  readonly json: object;
  readonly text: string;
  /** One error for each skill that a client does not load and of which nothing else says why. */
  readonly refusals: (found: readonly Diagnostic[]) => readonly Diagnostic[];
}

async function askClients(
  analysis: Analysis,
  asked: readonly Client[],
  options: { readonly context: number | undefined; readonly today: string | undefined },
): Promise<ClientAnswer> {
  const [{ clientsJson, clientsText, refusalsOf, reportClients }, { countTokens }] = await Promise.all([
    import("./clients.ts"),
    import("./tokens.ts"),
  ]);
  const answer = reportClients(analysis, asked, { ...options, countTokens });
  return {
    json: clientsJson(answer),
    text: clientsText(answer),
    refusals: (found) => refusalsOf(answer, analysis, found),
  };
}

async function reportOf(
  skills: number,
  diagnostics: readonly Diagnostic[],
  flags: CheckFlags,
  clients: ClientAnswer | undefined,
): Promise<string> {
  const shown = flags.quiet ? diagnostics.filter(({ severity }) => severity === "error") : diagnostics;
  switch (flags.format) {
    case "json":
      return jsonText({
        version: 1,
        skills,
        ...(flags.shard === undefined ? {} : { shard: flags.shard }),
        ...diagnosticsJson(shown),
        ...clients?.json,
      });
    case "github": {
      const { toGithub } = await import("../report/github.ts");
      return toGithub(shown);
    }
    case "sarif": {
      const [{ toSarif }, { allDiagnostics }, { version }] = await Promise.all([
        import("../report/sarif.ts"),
        import("./catalogue.ts"),
        import("./version.ts"),
      ]);
      return jsonText(toSarif(shown, { version, declared: allDiagnostics }));
    }
    case "text": {
      const parts = [renderText(shown, paint), clients?.text ?? "", `${headline(skills, diagnostics)}\n`];
      return parts.filter((part) => part !== "").join("\n");
    }
  }
}
