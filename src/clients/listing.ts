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

/** A client by its name and the way it lists. */
export type Lister = Pick<Client, "name" | "listing">;

/**
 * Fits the skills into the client's list. The order of `skills` is the order of the list; where the client lets the
 * least used go first, that is the end of the list, since nothing is known of use.
 */
export function listingOf(
  { name, listing }: Lister,
  skills: readonly ListedSkill[],
  contextTokens: number,
): ListingResult {
  const shown = listing === undefined ? undefined : shownTexts(listing, skills, contextTokens);
  const lost = skills.filter((skill, index) => shown !== undefined && shown[index] !== skill.description);
  return {
    client: name,
    context: contextTokens,
    kept: skills.length - lost.length,
    lost: lost.map((skill) => skill.name),
  };
}

/** The text that the list shows of each skill: whole, a part, empty; undefined where the skill is left out. */
export function shownTexts(
  listing: Listing,
  skills: readonly ListedSkill[],
  contextTokens: number,
): readonly (string | undefined)[] {
  const texts = skills.map(({ description }) => head(description, listing.longest));
  return yielding[listing.yields]({ listing, skills, budget: listing.budget(contextTokens) }, texts);
}

/** What the list costs when it shows these texts, in the unit of its budget. */
export function costOf(
  listing: Listing,
  skills: readonly ListedSkill[],
  shown: readonly (string | undefined)[],
): number {
  return skills.reduce((sum, { name }, index) => {
    const text = shown[index];
    return text === undefined ? sum : sum + listing.cost(listing.entry(name, text));
  }, 0);
}

/** True of the texts that clients take for yes. */
export function isHidden(text: string | undefined): boolean {
  return text !== undefined && /^(?:true|yes|on)$/i.test(text);
}

interface Fitting {
  readonly listing: Listing;
  readonly skills: readonly ListedSkill[];
  readonly budget: number;
}

type Texts = readonly (string | undefined)[];

const yielding: Readonly<Record<Listing["yields"], (fitting: Fitting, texts: Texts) => Texts>> = {
  "drop-text": (fitting, texts) => replaceFromEnd(fitting, texts, ""),
  shorten,
  omit: (fitting, texts) => replaceFromEnd(fitting, texts, undefined),
};

/** Takes texts from the end until the rest fits. Names that stay can be more than the budget. */
function replaceFromEnd({ listing, skills, budget }: Fitting, texts: Texts, instead: "" | undefined): Texts {
  const shown = [...texts];
  let total = costOf(listing, skills, texts);
  for (let i = skills.length - 1; i >= 0 && total > budget; i--) {
    const [skill, text] = [skills[i], shown[i]];
    if (skill === undefined || text === undefined || text === instead) continue;
    const rest = instead === undefined ? 0 : listing.cost(listing.entry(skill.name, instead));
    total -= listing.cost(listing.entry(skill.name, text)) - rest;
    shown[i] = instead;
  }
  return shown;
}

/** The longest common length at which all fit; without any text, what still does not fit is left out. */
function shorten(fitting: Fitting, texts: Texts): Texts {
  const { listing, skills, budget } = fitting;
  if (costOf(listing, skills, texts) <= budget) return texts;
  const cutTo = (length: number): Texts => texts.map((text) => head(text ?? "", length));
  let low = 0;
  let high = listing.longest;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (costOf(listing, skills, cutTo(middle)) <= budget) low = middle;
    else high = middle - 1;
  }
  return low > 0 ? cutTo(low) : replaceFromEnd(fitting, cutTo(0), undefined);
}

/** The first code points of a text. */
function head(text: string, length: number): string {
  if (text.length <= length) return text;
  return /[\ud800-\udfff]/.test(text) ? Array.from(text).slice(0, length).join("") : text.slice(0, length);
}
