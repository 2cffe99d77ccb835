import type { Client, ClientVerdict, ListedSkill, Verdict } from "../clients/client.ts";
import { clients } from "../clients/index.ts";
import type { ListingResult } from "../clients/listing.ts";
import { listingOf } from "../clients/listing.ts";
import type { Analysis } from "../compile.ts";
import { paint } from "./output.ts";
import { known } from "./usage.ts";

/** What each client does with each SKILL.md of a run. */
export interface ClientReport {
  readonly verdicts: readonly (ClientVerdict & { readonly file: string; readonly client: Client["name"] })[];
  readonly listings: readonly ListingResult[];
}

/** The clients that `--client` names; `all` is every one. */
export function clientsNamed(names: readonly string[]): readonly Client[] {
  return names.includes("all") ? clients : [...new Set(names)].map((name) => known("client", name, clients));
}

// The context of the models that these clients use most, in tokens.
const contextTokens = 200_000;

/** Asks each client about the bytes of each SKILL.md; a skill without one is no skill to a client. */
export function reportClients({ subjects }: Analysis, asked: readonly Client[]): ClientReport {
  const entries = subjects.flatMap(({ manifest: { source } }) => {
    const folderName = source.folder.slice(source.folder.lastIndexOf("/") + 1);
    return source.skillMd === undefined ? [] : [{ file: source.skillMd, folderName }];
  });
  const verdicts = entries.flatMap((entry) =>
    asked.map((client) => ({ ...client.load(entry), file: entry.file.path, client: client.name })),
  );
  const listings = asked
    .filter(({ listing }) => listing !== undefined)
    .map((client) => listingOf(client, listedBy(client, verdicts), contextTokens));
  return { verdicts, listings };
}

function listedBy(client: Client, verdicts: ClientReport["verdicts"]): readonly ListedSkill[] {
  return verdicts
    .filter((entry) => entry.client === client.name && entry.verdict.startsWith("loads"))
    .map(({ name = "", description = "" }) => ({ name, description }));
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
export function clientsText({ verdicts, listings }: ClientReport): string {
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
  const budgets = listings
    .filter(({ lost }) => lost.length > 0)
    .map(
      ({ client, context, kept, lost }) =>
        `${client}: in a context of ${context} tokens ${kept} skills are listed whole, and ${lost.length} lose text: ${lost.slice(0, 8).join(", ")}${lost.length > 8 ? ", …" : ""}\n`,
    );
  const legend = "! says nothing to the user\n";
  return [matrix, ...reasons, legend, ...budgets].filter((text) => text !== "").join("\n");
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
