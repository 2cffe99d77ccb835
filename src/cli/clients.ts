import type { Client, ClientVerdict, Listing, Verdict } from "../clients/client.ts";
import { gates } from "../clients/facts.ts";
import { clients } from "../clients/index.ts";
import { isHidden } from "../clients/listing.ts";
import { staleAfter } from "../clients/stale.ts";
import type { Analysis } from "../compile.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { firstLine } from "../report/source.ts";
import { clientRefusedDiagnostics } from "../rules/client/refused.ts";
import { writtenEntry, textOfValue } from "../rules/written.ts";
import type { ListingReport, LoadedSkill } from "./listing.ts";
import { listingReport, listingText } from "./listing.ts";
import { paint } from "./output.ts";
import { known } from "./usage.ts";

/** What each client does with each SKILL.md of a run. */
export interface ClientReport {
  readonly verdicts: readonly (ClientVerdict & { readonly file: string; readonly client: Client["name"] })[];
  readonly listings: readonly ListingReport[];
  /** Clients whose facts are older than they should be on the day of the run. */
  readonly stale: readonly Client[];
}

/** The clients that `--client` names; `all` is every one. */
export function clientsNamed(names: readonly string[]): readonly Client[] {
  return names.includes("all") ? clients : [...new Set(names)].map((name) => known("client", name, clients));
}

// The context of the models that these clients use most, in tokens.
const usualContext = 200_000;

export interface ClientOptions {
  /** Of the model that the lists stand before, in tokens. */
  readonly context?: number | undefined;
  readonly countTokens: (text: string) => number;
  /** The day of the run, as `2026-11-30`. */
  readonly today?: string | undefined;
}

/** Asks each client about the bytes of each SKILL.md; a skill without one is no skill to a client. */
export function reportClients(
  { subjects }: Analysis,
  asked: readonly Client[],
  { context = usualContext, countTokens, today }: ClientOptions,
): ClientReport {
  const entries = subjects.flatMap(({ manifest: { source } }) => {
    const folderName = source.folder.slice(source.folder.lastIndexOf("/") + 1);
    return source.skillMd === undefined ? [] : [{ file: source.skillMd, folderName }];
  });
  const verdicts = entries.flatMap((entry) =>
    asked.map((client) => ({ ...client.load(entry), file: entry.file.path, client: client.name })),
  );
  const tokensOf = remembered(countTokens);
  const listings = asked.flatMap((client) => {
    const { listing } = client;
    if (listing === undefined) return [];
    const skills = listedBy(client, listing, verdicts, subjects);
    return [listingReport(client, listing, skills, context, tokensOf)];
  });
  const stale = today === undefined ? [] : asked.filter((client) => today > staleAfter(client));
  return { verdicts, listings, stale };
}

/** What keeps a client from loading a skill, where no other error of the file says so already. */
export function refusalsOf(
  { verdicts }: ClientReport,
  { subjects }: Analysis,
  found: readonly Diagnostic[],
): readonly Diagnostic[] {
  const explained = new Set(
    found.filter(({ severity }) => severity === "error").map(({ span }) => span.file.path),
  );
  const files = new Map(subjects.map(({ manifest: { source } }) => [source.skillMd?.path, source.skillMd]));
  return verdicts.flatMap(({ file, client, verdict, reason }) => {
    const source = files.get(file);
    if (verdict.startsWith("loads") || explained.has(file) || source === undefined) return [];
    const parameters = { client, does: words[verdict], reason };
    return [clientRefusedDiagnostics.create("client/refused", firstLine(source), parameters)];
  });
}

/** Several clients write one entry in the same form; it is counted once. */
function remembered(countTokens: ClientOptions["countTokens"]): ClientOptions["countTokens"] {
  const known = new Map<string, number>();
  return (text) => {
    const tokens = known.get(text) ?? countTokens(text);
    known.set(text, tokens);
    return tokens;
  };
}

function listedBy(
  client: Client,
  { hiddenBy }: Listing,
  verdicts: ClientReport["verdicts"],
  subjects: Analysis["subjects"],
): readonly LoadedSkill[] {
  const hidden = new Set(
    hiddenBy === undefined
      ? []
      : subjects
          .filter(({ manifest }) => isHidden(textOfValue(writtenEntry(manifest, hiddenBy)?.value)))
          .map(({ manifest }) => manifest.source.skillMd?.path),
  );
  return verdicts
    .filter((entry) => entry.client === client.name && entry.verdict.startsWith("loads"))
    .filter(({ file }) => !hidden.has(file))
    .map(({ name = "", description = "", file }) => ({ name, description, file }));
}

/** The JSON form: without the words that are for people. */
export function clientsJson({ verdicts, listings }: ClientReport): object {
  return {
    clients: verdicts.map(({ file, client, verdict, silent, name, description, lost }) => ({
      file,
      client,
      verdict,
      silent,
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      lost,
    })),
    listing: listings,
  };
}

const words: Readonly<Record<Verdict, string>> = {
  loads: "loads",
  "loads-with-loss": "loses",
  dropped: "drops",
  rejected: "rejects",
  crashes: "crashes",
};

/** One row a file, one column a client; then why, wherever a client does not load a file whole. */
export function clientsText({ verdicts, listings, stale }: ClientReport): string {
  const files = [...new Set(verdicts.map(({ file }) => file))];
  const names = [...new Set(verdicts.map(({ client }) => client))];
  const cell = (file: string, name: string): string => {
    const found = verdicts.find((entry) => entry.file === file && entry.client === name);
    return found === undefined
      ? ""
      : `${words[found.verdict]}${found.silent && found.verdict !== "loads" ? "!" : ""}`;
  };
  // Clients across and files down fits a terminal for few clients; for many, one line a file says what differs.
  const matrix =
    names.length <= 6
      ? table([["file", ...names], ...files.map((file) => [file, ...names.map((name) => cell(file, name))])])
      : "";
  const reasons = files.map((file) => reasonsText(file, verdicts)).filter((text) => text !== "");
  const budgets = listings.map(listingText);
  const legend = "! says nothing to the user\n";
  const ages = stale.map(
    (client) =>
      `${client.name}: what is known of it was read on ${client.date} and is due for another look since ${staleAfter(client)}\n`,
  );
  const conditions = names.flatMap((name) => {
    const gate = gates[name];
    return gate === undefined ? [] : [`${name}: ${gate}\n`];
  });
  return [matrix, ...reasons, legend, ...budgets, ...conditions, ...ages]
    .filter((text) => text !== "")
    .join("\n");
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((text, i) => text.padEnd(widths[i] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

/** Clients that do the same for the same reason share a line. */
function reasonsText(file: string, verdicts: ClientReport["verdicts"]): string {
  const groups = new Map<string, string[]>();
  const own = verdicts.filter((entry) => entry.file === file);
  for (const { client, verdict, silent, lost, reason } of own.filter((entry) => entry.verdict !== "loads")) {
    const fields = lost.length === 0 ? "" : ` (${lost.join(", ")})`;
    const line = `${words[verdict]}${silent ? "!" : ""}${fields}: ${reason}`;
    groups.set(line, [...(groups.get(line) ?? []), client]);
  }
  if (groups.size === 0) return "";
  const loading = own.filter(({ verdict }) => verdict === "loads").length;
  const head = `${paint("strong", file)}: ${loading} of ${own.length} clients load it whole\n`;
  return head + [...groups].map(([line, names]) => `  ${names.join(", ")} ${line}\n`).join("");
}
