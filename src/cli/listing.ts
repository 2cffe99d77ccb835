import type { Client, ListedSkill, Listing } from "../clients/client.ts";
import type { ListingResult } from "../clients/listing.ts";
import { costOf, listingOf, shownTexts } from "../clients/listing.ts";

/** A skill that a client loads, as it reads it. */
export interface LoadedSkill extends ListedSkill {
  readonly file: string;
}

/** What one skill costs in a client's list, on every turn. */
interface EntryCost {
  readonly name: string;
  readonly file: string;
  /** Of the entry with its whole text, as UTF-16 units. */
  readonly characters: number;
  readonly tokens: number;
  readonly shown: "whole" | "part" | "name" | "nothing";
}

/** A client's list with what it costs. */
export interface ListingReport extends ListingResult {
  /** What the list may cost, in the client's own unit; absent where there is no limit. */
  readonly budget?: number;
  /** What it costs with every text whole, in the same unit. */
  readonly total: number;
  readonly entries: readonly EntryCost[];
}

export function listingReport(
  client: Client,
  listing: Listing,
  skills: readonly LoadedSkill[],
  contextTokens: number,
  countTokens: (text: string) => number,
): ListingReport {
  const shown = shownTexts(listing, skills, contextTokens);
  const budget = listing.budget(contextTokens);
  const whole = skills.map(({ description }) => description);
  return {
    ...listingOf(client, skills, contextTokens),
    ...(Number.isFinite(budget) ? { budget } : {}),
    total: costOf(listing, skills, whole),
    entries: skills.map(({ name, description, file }, index) => {
      const entry = listing.entry(name, description);
      return {
        name,
        file,
        characters: entry.length,
        tokens: countTokens(entry),
        shown: wordFor(shown[index], description),
      };
    }),
  };
}

function wordFor(text: string | undefined, description: string): EntryCost["shown"] {
  if (text === undefined) return "nothing";
  if (text === description) return "whole";
  return text === "" ? "name" : "part";
}

// More rows than this are for the JSON form.
const mostRows = 20;

/** What the list costs, then the dearest entries. */
export function listingText({ client, context, kept, lost, budget, total, entries }: ListingReport): string {
  if (entries.length === 0) return "";
  const tokens = entries.reduce((sum, entry) => sum + entry.tokens, 0);
  const limit = budget === undefined ? "" : `, of ${budget} in a context of ${context} tokens`;
  const head = `${client}: ${entries.length} ${entries.length === 1 ? "entry costs" : "entries cost"} ${total} characters and ${tokens} tokens on every turn${limit}\n`;
  const loss =
    lost.length === 0
      ? ""
      : `  ${kept} skills are listed whole, and ${lost.length} lose text: ${lost.slice(0, 8).join(", ")}${lost.length > 8 ? ", …" : ""}\n`;
  const dearest = entries.toSorted((a, b) => b.characters - a.characters).slice(0, mostRows);
  const width = String(dearest[0]?.characters ?? 0).length;
  const rows = dearest.map(
    (entry) =>
      `  ${String(entry.characters).padStart(width)} characters  ${String(entry.tokens).padStart(width)} tokens  ${entry.name}${shownText(entry.shown)}\n`,
  );
  const more =
    entries.length > mostRows ? `  … and ${entries.length - mostRows} more in --format json\n` : "";
  return head + loss + rows.join("") + more;
}

function shownText(shown: EntryCost["shown"]): string {
  if (shown === "whole") return "";
  if (shown === "part") return " (cut)";
  return shown === "name" ? " (its name alone is shown)" : " (left out)";
}
