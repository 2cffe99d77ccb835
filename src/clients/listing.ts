import type { Client, ClientName, ListedSkill, Listing } from "./client.ts";

/** What one client's list of skills shows in a context of a given size. */
export interface ListingResult {
  readonly client: ClientName;
  /** In tokens. */
  readonly context: number;
  /** How many skills are listed with their whole text. */
  readonly kept: number;
  /** Names of the skills that lose their text or a part of it, or their place in the list, in the list's order. */
  readonly lost: readonly string[];
}

/**
 * Fits the skills into the client's list. The order of `skills` is the order of the list; where the client lets the
 * least used go first, that is the end of the list, since nothing is known of use.
 */
export function listingOf(
  client: Client,
  skills: readonly ListedSkill[],
  contextTokens: number,
): ListingResult {
  const lost = client.listing === undefined ? [] : lostOf(client.listing, skills, contextTokens);
  return { client: client.name, context: contextTokens, kept: skills.length - lost.length, lost };
}

function lostOf(listing: Listing, skills: readonly ListedSkill[], contextTokens: number): readonly string[] {
  const budget = listing.budget(contextTokens);
  const lost = new Set<number>();
  skills.forEach(({ description }, index) => {
    if (lengthOf(description) > listing.longest) lost.add(index);
  });
  for (const index of yielding[listing.yields](listing, skills, budget)) lost.add(index);
  return skills.flatMap(({ name }, index) => (lost.has(index) ? [name] : []));
}

const yielding: Readonly<
  Record<
    Listing["yields"],
    (listing: Listing, skills: readonly ListedSkill[], budget: number) => Iterable<number>
  >
> = { "drop-text": dropText, shorten, omit };

function dropText(listing: Listing, skills: readonly ListedSkill[], budget: number): readonly number[] {
  const dropped: number[] = [];
  let total = skills.reduce((sum, skill) => sum + fullCost(listing, skill), 0);
  for (let i = skills.length - 1; i >= 0 && total > budget; i--) {
    const skill = skills[i];
    if (skill === undefined || skill.description === "") continue;
    total -= fullCost(listing, skill) - listing.cost(listing.entry(skill.name, ""));
    dropped.push(i);
  }
  return dropped;
}

function omit(listing: Listing, skills: readonly ListedSkill[], budget: number): readonly number[] {
  const left: number[] = [];
  let total = skills.reduce((sum, skill) => sum + fullCost(listing, skill), 0);
  for (let i = skills.length - 1; i >= 0 && total > budget; i--) {
    const skill = skills[i];
    if (skill !== undefined) total -= fullCost(listing, skill);
    left.push(i);
  }
  return left;
}

/** The longest common length at which all fit; without any text, what still does not fit is left out. */
function shorten(listing: Listing, skills: readonly ListedSkill[], budget: number): readonly number[] {
  const costAt = (length: number): number =>
    skills.reduce(
      (sum, { name, description }) => sum + listing.cost(listing.entry(name, head(description, length))),
      0,
    );
  if (costAt(listing.longest) <= budget) return [];
  let low = 0;
  let high = listing.longest;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (costAt(middle) <= budget) low = middle;
    else high = middle - 1;
  }
  return skills.flatMap(({ description }, index) =>
    low === 0 || lengthOf(description) > low ? [index] : [],
  );
}

function fullCost(listing: Listing, { name, description }: ListedSkill): number {
  return listing.cost(listing.entry(name, head(description, listing.longest)));
}

function head(text: string, length: number): string {
  return text.length <= length ? text : Array.from(text).slice(0, length).join("");
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
