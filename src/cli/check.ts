import type { Client } from "../clients/client.ts";
import type { Analysis } from "../compile.ts";
import { check } from "../compile.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { sortDiagnostics } from "../report/diagnostic.ts";
import { renderText } from "../report/text.ts";
import { rules } from "../rules/index.ts";
import type { InputOptions } from "./config.ts";
import { loadRun, targetsFor } from "./config.ts";
import type { FixFlags, Mended } from "./fix.ts";
import { diffOf, mend, writeMended } from "./fix.ts";
import { diagnosticsJson, hasErrors, headline, paint, print, printJson } from "./output.ts";

export interface CheckFlags extends InputOptions, FixFlags {
  readonly format: "text" | "json" | "sarif" | "github";
  readonly quiet: boolean;
  readonly maxWarnings?: number | undefined;
  /** Make the baselines accept what is reported now. */
  readonly updateBaseline: boolean;
  /** Clients whose reading is shown too; `all` for every one. */
  readonly client: readonly string[];
  /** Tokens of context that the clients' lists of skills stand in. */
  readonly context?: number | undefined;
}

/**
 * `skillc check`: every rule on every skill. Exit status 1 with an error, or with more warnings than allowed. With
 * `--fix` what is left is reported, with `--diff` what would be left.
 */
export async function runCheck(paths: readonly string[], flags: CheckFlags): Promise<number> {
  const asked = flags.client.length === 0 ? [] : await clientsAsked(flags.client);
  const { loaded, inputs } = await loadRun(paths, flags);
  // The matrix of all clients is a table to read, not a question about one of them.
  const named = flags.client.includes("all") ? [] : flags.client;
  const options = { ...inputs, rules, knownTargets: await targetsFor(inputs), clients: named };
  const mended = await mend(loaded.files, async (files) => check(files, options), flags);
  const { subjects } = mended.analysis;
  if (flags.fix && !flags.diff) writeMended(mended);
  const found = flags.updateBaseline ? await writeBaselines(mended.analysis) : mended.analysis.diagnostics;
  if (flags.diff) await printDiff(mended, flags);
  const day = { context: flags.context, today: inputs.today };
  const clients = asked.length === 0 ? undefined : await askClients(mended.analysis, asked, day);
  const diagnostics = [...loaded.diagnostics, ...withRefusals(found, named, clients)];
  await report(subjects.length, diagnostics, flags, clients);
  if (flags.fix || flags.diff) summarise(mended, flags);
  const warnings = diagnostics.filter(({ severity }) => severity === "warning").length;
  return hasErrors(diagnostics) || warnings > (flags.maxWarnings ?? Infinity) ? 1 : 0;
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

async function report(
  skills: number,
  diagnostics: readonly Diagnostic[],
  flags: CheckFlags,
  clients: ClientAnswer | undefined,
): Promise<void> {
  const shown = flags.quiet ? diagnostics.filter(({ severity }) => severity === "error") : diagnostics;
  switch (flags.format) {
    case "json":
      return printJson({ version: 1, skills, ...diagnosticsJson(shown), ...clients?.json });
    case "github": {
      const { toGithub } = await import("../report/github.ts");
      return print(toGithub(shown));
    }
    case "sarif": {
      const [{ toSarif }, { allDiagnostics }, { version }] = await Promise.all([
        import("../report/sarif.ts"),
        import("./catalogue.ts"),
        import("./version.ts"),
      ]);
      return printJson(toSarif(shown, { version, declared: allDiagnostics }));
    }
    case "text": {
      const parts = [renderText(shown, paint), clients?.text ?? "", `${headline(skills, diagnostics)}\n`];
      return print(parts.filter((part) => part !== "").join("\n"));
    }
  }
}
