import type { ClientName, ListedSkill, Listing } from "../../clients/client.ts";
import { costOf, isHidden, shownTexts } from "../../clients/listing.ts";
import { claudeCodeListing, codexListing, openclawListing } from "../../clients/listings.ts";
import { scopeFolder, scopes } from "../../clients/scopes.ts";
import { isBelow } from "../../lower/policy.ts";
import type { Policy } from "../../lower/policy.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule, Subject } from "../rule.ts";
import { textOfValue, writtenEntry } from "../written.ts";
import { byScope, inOrder } from "./scope.ts";

// The context of the models that these clients use most, in tokens.
const contextTokens = 200_000;
// A long list of places helps nobody; `check --client` prints every name.
const mostRelated = 10;

const diagnostics = defineDiagnostics({
  "catalogue/budget": {
    severity: "warning",
    message: (p: { count: number; folder: string; losses: string }) =>
      `The ${p.count} skills in \`${p.folder}\` are more than clients list in a context of 200,000 tokens: ${p.losses}.`,
    help: "Shorten the descriptions, or move skills that are seldom used to another folder.",
    docs: `
The descriptions of one skills folder are longer together than a client's list may be. The places named are the skills that
lose their text.

Each client has its own formula, and this is it, worked out for a context of 200,000 tokens:

- Claude Code gives the list one per cent of the context at four characters a token, 8,000 characters, and cuts an entry at
  1,536. Names are always kept; the skills that were used least lose their description whole. Since nothing is known of
  use, the last of the list are counted.
- Codex gives it two per cent, 16,000 bytes, or 8,000 where the context is not known; it shortens all descriptions to one
  length, and then leaves skills out.
- OpenClaw gives it 18,000 characters and leaves out whole skills.

A skill without its description is not chosen by the model, and no client says which ones have lost it. Folders of clients
(\`.claude/skills\`, \`.agents/skills\`, …) are checked by the clients that search them, and the folders that \`sources\` in
\`skillc.config.yaml\` names by all three. \`skillc check --client all --context n\` prints the lists for other contexts, and
what each entry costs. Source: the Claude Code documentation on skills, the sources of Codex and OpenClaw.

Wrong: 300 skills in \`.claude/skills\` with descriptions of 900 characters.

Right: 40 skills with descriptions of 150.

To fix it, shorten descriptions to what the skill does and “Use when …”, or install fewer skills together.
`,
  },
});

interface Lister {
  readonly name: ClientName;
  readonly title: string;
  readonly listing: Listing;
  /** What becomes of the skills that lose. */
  readonly loses: (count: number) => string;
}

const listers: readonly Lister[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    listing: claudeCodeListing,
    loses: (count) => `${count} lose their description`,
  },
  {
    name: "codex",
    title: "Codex",
    listing: codexListing,
    loses: (count) => `${count} lose a part of their description`,
  },
  {
    name: "openclaw",
    title: "OpenClaw",
    listing: openclawListing,
    loses: (count) => `${count} are left out`,
  },
];

/** The descriptions of one folder fit into the lists of the clients that read it. */
export const catalogueBudget: Rule = {
  id: "catalogue/budget",
  summary: "The descriptions of a skills folder fit into clients' lists.",
  declared: diagnostics.declared,
  *checkAll(subjects, { policy }) {
    for (const { folder, group, clients } of groups(subjects, policy)) {
      const losses = clients.flatMap((lister) => lossOf(lister, group));
      const first = losses[0]?.lost[0];
      if (first === undefined) continue;
      const losing = new Set(losses.flatMap(({ lost }) => lost));
      const lost = group.filter((subject) => losing.has(subject));
      yield diagnostics.create(
        "catalogue/budget",
        first.skill.spans.description,
        { count: group.length, folder, losses: losses.map(({ text }) => text).join("; ") },
        {
          related: lost.slice(0, mostRelated).map(({ skill }) => ({
            message: `\`${skill.name}\` loses text.`,
            span: skill.spans.description,
          })),
        },
      );
    }
  },
};

interface Group {
  readonly folder: string;
  readonly group: readonly Subject[];
  readonly clients: readonly Lister[];
}

/** Configured sources, for every client; else the folders that clients search, for those clients. */
function* groups(subjects: readonly Subject[], { sources }: Policy): Iterable<Group> {
  for (const { name, folder, isRead } of sources) {
    if (!isRead) continue;
    const group = inOrder(subjects).filter(({ manifest }) => isBelow(manifest.source.folder, folder));
    yield { folder: name, group, clients: listers };
  }
  for (const [scope, group] of byScope(subjects)) {
    const place = scopeFolder(scope);
    // Many repositories have a folder `skills` that no client reads in its place.
    if (place === undefined || place.folder === "skills") continue;
    if (sources.some(({ folder }) => isBelow(scope, folder))) continue;
    const clients = listers.filter(({ name }) => scopes[name]?.project.includes(place.folder) === true);
    if (clients.length > 0) yield { folder: scope, group, clients };
  }
}

/** Skills that only users call are not in the list of a client that knows of it. */
function isListed({ skill, manifest }: Subject, { hiddenBy }: Listing): boolean {
  if (!skill.enabled || skill.kind !== "skill") return false;
  return hiddenBy === undefined || !isHidden(textOfValue(writtenEntry(manifest, hiddenBy)?.value));
}

interface Loss {
  readonly lost: readonly Subject[];
  readonly text: string;
}

function lossOf({ listing, title, loses }: Lister, all: readonly Subject[]): readonly Loss[] {
  const group = all.filter((subject) => isListed(subject, listing));
  const skills: readonly ListedSkill[] = group.map(({ skill }) => ({
    name: skill.name,
    description: skill.description.trim(),
  }));
  const whole = skills.map(({ description }) => description.slice(0, listing.longest));
  const cost = costOf(listing, skills, whole);
  const budget = listing.budget(contextTokens);
  if (cost <= budget) return [];
  const shown = shownTexts(listing, skills, contextTokens);
  const lost = group.filter((_, index) => shown[index] !== skills[index]?.description);
  if (lost.length === 0) return [];
  return [
    {
      lost,
      text: `${title} gives them ${budget} of the ${cost} characters they need, so ${loses(lost.length)}`,
    },
  ];
}
