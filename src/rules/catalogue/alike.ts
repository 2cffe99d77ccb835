import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule, Subject } from "../rule.ts";
import { byScope } from "./scope.ts";
import { alikePairs } from "./similarity.ts";
import { stemsOf } from "./words.ts";

// On a thousand public skills nine of ten pairs above it are ones that a reader would confuse too.
const least = 0.55;
// A long list of places helps nobody.
const mostRelated = 5;

const diagnostics = defineDiagnostics({
  "catalogue/alike": {
    severity: "info",
    message: (p: { other: string; more: string; percent: number }) =>
      `The \`description\` reads much like that of \`${p.other}\`${p.more} (${p.percent} % by shared words, a proxy), so a model may choose either.`,
    help: (p: { name: string; other: string }) =>
      `Say in both what only \`${p.name}\` and only \`${p.other}\` is for: \`Not for …: use ${p.other}.\``,
    docs: `
Two skills of one folder have descriptions that are hard to tell apart.

A model chooses a skill by its description alone. Where two say nearly the same, it takes one or the other by chance, or
loads both. The number is a proxy: how much of its rarer words, reduced to stems and weighted by BM25, each description
finds in the other, blended with the runs of characters that they share. No model is asked. Descriptions that each name
something of their own which is also in the skill's name, such as \`aws-review\` and \`azure-review\`, are not reported.
Source: Agent Skills documentation, on optimizing descriptions, where near misses are what a description is tested with.

Wrong:

\`\`\`yaml
# careful/SKILL.md
description: Safety checks for destructive commands. Use when deleting files.
# guard/SKILL.md
description: Safety checks before destructive commands. Use when files are deleted.
\`\`\`

Right:

\`\`\`yaml
# careful/SKILL.md
description: Asks before every destructive command. Use when deleting files by hand.
# guard/SKILL.md
description: Locks edits to one folder. Use when working beside code that must not change.
\`\`\`

To fix it, say in each what it is for and what it is not for, or join the two skills.
`,
  },
});

/** Descriptions of one folder can be told apart; a proxy. */
export const catalogueAlike: Rule = {
  id: "catalogue/alike",
  summary: "Descriptions in one folder differ enough to choose between them.",
  declared: diagnostics.declared,
  *checkAll(subjects) {
    for (const scope of byScope(subjects).values()) {
      for (const { subject, others, score } of clusters(scope)) {
        const other = others[0]?.skill.name ?? "";
        const more = others.length > 1 ? ` and ${others.length - 1} more` : "";
        yield diagnostics.create(
          "catalogue/alike",
          subject.skill.spans.description,
          { name: subject.skill.name, other, more, percent: Math.floor(score * 100) },
          {
            related: others.slice(0, mostRelated).map(({ skill }) => ({
              message: `The description of \`${skill.name}\`.`,
              span: skill.spans.description,
            })),
          },
        );
      }
    }
  },
};

interface Cluster {
  readonly subject: Subject;
  readonly others: readonly Subject[];
  /** Of the subject and the first of the others. */
  readonly score: number;
}

/** Each skill with the later ones that it is like, where it is not itself one of an earlier skill's. */
function clusters(scope: readonly Subject[]): readonly Cluster[] {
  const listed = scope.filter(({ skill }) => skill.description.trim() !== "");
  if (listed.length < 2) return [];
  const stems = new Map<string, string>();
  const found = new Map<number, { others: Subject[]; score: number }>();
  const headOf = new Map<number, number>();
  const pairs = alikePairs(
    listed.map(({ skill }) => skill.description),
    least,
  ).toSorted((a, b) => a.first - b.first || a.second - b.second);
  for (const { first, second, score } of pairs) {
    const [one, other] = [listed[first], listed[second]];
    if (one === undefined || other === undefined || headOf.has(second)) continue;
    if (one.skill.name === other.skill.name || areToldApart(one, other, stems)) continue;
    const head = headOf.get(first) ?? first;
    headOf.set(second, head);
    const cluster = found.get(head);
    if (cluster === undefined) found.set(head, { others: [other], score });
    else cluster.others.push(other);
  }
  return [...found].flatMap(([head, { others, score }]) => {
    const subject = listed[head];
    return subject === undefined ? [] : [{ subject, others, score }];
  });
}

/** True where each has a word in its name and description that is neither in the name nor the description of the other. */
function areToldApart(one: Subject, other: Subject, known: Map<string, string>): boolean {
  const texts = [one, other].map(({ skill }) => ({
    name: stemsOf(skill.name, known),
    description: new Set(stemsOf(skill.description, known)),
  }));
  const [a, b] = texts;
  if (a === undefined || b === undefined) return false;
  const hasOwn = (self: typeof a, rival: typeof a): boolean =>
    self.name.some(
      (stem) => self.description.has(stem) && !rival.description.has(stem) && !rival.name.includes(stem),
    );
  return hasOwn(a, b) && hasOwn(b, a);
}
