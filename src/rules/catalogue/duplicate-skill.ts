import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Diagnostic } from "../../report/diagnostic.ts";
import type { Rule, Subject } from "../rule.ts";
import { anchorsOf, lineHashes, sharedPart } from "./lines.ts";
import { inOrder } from "./scope.ts";

// Below this part of common lines two skills of one template are different skills.
const least = 0.9;
// In a body of fewer lines one other line is a large part, so that only equal bodies are copies.
const fewestLines = 6;
// A shorter body is a stub, or refers to another file.
const fewestCharacters = 40;
// By so many of its rarest headings each body is looked up.
const lookedUp = 4;
// A heading in more bodies than this is boilerplate.
const mostSharing = 24;
// A long list of places helps nobody.
const mostRelated = 5;

const diagnostics = defineDiagnostics({
  "catalogue/duplicate-skill": {
    severity: "info",
    message: (p: { other: string; folder: string; more: string; percent: number }) =>
      p.percent === 100
        ? `The body is the same as that of \`${p.other}\` in \`${p.folder}\`${p.more}, under another name.`
        : `The body shares ${p.percent} % of its lines with that of \`${p.other}\` in \`${p.folder}\`${p.more}, under another name.`,
    help: "Keep one of them, or move what they share into a file that all refer to.",
    docs: `
Two skills of one run have different names and the same body, or one in which at least nine of ten lines are the same.
Indentation and blank lines do not count.

Such pairs come from copying a skill to start a new one, or from renaming one and leaving the old folder behind. The model
sees both in its list and may load either; a correction that is made in one is missing in the other. Copies under the same
name are reported as \`name/duplicate\`. Source: Agent Skills client guide (rule G3), which knows collisions by name only.

Wrong: \`skills/news-watch/SKILL.md\` and \`skills/topic-monitor/SKILL.md\` with one text.

Right: one skill, whose description has the words of both.

To fix it, remove one of the two, or keep what differs in each and the rest in a file that both refer to.
`,
  },
});

/** A body stands under one name. */
export const catalogueDuplicateSkill: Rule = {
  id: "catalogue/duplicate-skill",
  summary: "Two skills of different names do not have one body.",
  declared: diagnostics.declared,
  *checkAll(subjects) {
    const bodies = inOrder(subjects).flatMap(bodyOf);
    if (bodies.length < 2) return;
    const sharing = new Map<number, number>();
    for (const { anchors } of bodies) {
      for (const anchor of anchors) sharing.set(anchor, (sharing.get(anchor) ?? 0) + 1);
    }
    const known: Known = { equal: new Map(), byAnchor: new Map() };
    const firstOf = new Map<Body, Body>();
    const copies = new Map<Body, Copy[]>();
    for (const body of bodies) {
      const original = originalOf(body, known, rarest(body, sharing));
      if (original === undefined) continue;
      // A copy of a copy counts with the first.
      const first = firstOf.get(original.body) ?? original.body;
      firstOf.set(body, first);
      const found = copies.get(first);
      const copy = { body, part: original.part };
      if (found === undefined) copies.set(first, [copy]);
      else found.push(copy);
    }
    for (const [first, found] of copies) yield report(first, found);
  },
};

interface Body {
  readonly subject: Subject;
  readonly text: string;
  readonly anchors: readonly number[];
  /** Worked out when they are first asked for. */
  readonly lines: () => readonly number[];
}

function bodyOf(subject: Subject): readonly Body[] {
  const text = (subject.manifest.body?.text ?? "").trim();
  if (text.length < fewestCharacters) return [];
  let lines: readonly number[] | undefined;
  return [{ subject, text, anchors: anchorsOf(text), lines: () => (lines ??= lineHashes(text)) }];
}

/** The headings that fewest other bodies have; one that no other has finds nothing. */
function rarest({ anchors }: Body, sharing: ReadonlyMap<number, number>): readonly number[] {
  const count = (anchor: number): number => sharing.get(anchor) ?? 0;
  return anchors
    .filter((anchor) => count(anchor) > 1 && count(anchor) <= mostSharing)
    .toSorted((a, b) => count(a) - count(b) || a - b)
    .slice(0, lookedUp);
}

interface Copy {
  readonly body: Body;
  readonly part: number;
}

/** The bodies before one. */
interface Known {
  readonly equal: Map<string, Body>;
  readonly byAnchor: Map<number, Body[]>;
}

/** An earlier body of another name that is equal, else the one with the most lines in common; it becomes known itself. */
function originalOf(body: Body, { equal, byAnchor }: Known, anchors: readonly number[]): Copy | undefined {
  // A cheap key stands for the text, which is compared where the keys are equal.
  const key = `${body.text.length} ${body.anchors[0]} ${body.anchors.at(-1)}`;
  const known = equal.get(key);
  const twin = known?.text === body.text ? known : undefined;
  if (known === undefined) equal.set(key, body);
  const near = twin === undefined ? nearestCopy(body, anchors, byAnchor) : undefined;
  for (const anchor of anchors) {
    const there = byAnchor.get(anchor);
    if (there === undefined) byAnchor.set(anchor, [body]);
    else there.push(body);
  }
  if (twin === undefined) return near;
  return twin.subject.skill.name === body.subject.skill.name ? undefined : { body: twin, part: 1 };
}

function nearestCopy(
  body: Body,
  anchors: readonly number[],
  byAnchor: ReadonlyMap<number, readonly Body[]>,
): Copy | undefined {
  const candidates = new Set(anchors.flatMap((anchor) => byAnchor.get(anchor) ?? []));
  let best: Copy | undefined;
  for (const other of candidates) {
    if (other.subject.skill.name === body.subject.skill.name || !mayBeCopy(body, other)) continue;
    if (body.lines().length < fewestLines) return undefined;
    const part = sharedPart(body.lines(), other.lines());
    if (part >= least && part > (best?.part ?? 0)) best = { body: other, part };
  }
  return best;
}

/** Cheap signs first: nearly the same length, and most headings in common. */
function mayBeCopy(one: Body, other: Body): boolean {
  const [short, long] = [
    Math.min(one.text.length, other.text.length),
    Math.max(one.text.length, other.text.length),
  ];
  return short > 0.8 * long && sharedPart(one.anchors, other.anchors) > 0.7;
}

function report({ subject, text }: Body, copies: readonly Copy[]): Diagnostic {
  const other = copies[0]?.body;
  const fewest = copies.reduce((part, copy) => Math.min(part, copy.part), 1);
  // Lines are compared by samples, so that only equal texts are called the same.
  const same = copies.every(({ body }) => body.text === text);
  return diagnostics.create(
    "catalogue/duplicate-skill",
    subject.skill.spans.name,
    {
      other: other?.subject.skill.name ?? "",
      folder: other?.subject.skill.id ?? "",
      more: copies.length > 1 ? ` and ${copies.length - 1} more` : "",
      percent: same ? 100 : Math.min(99, Math.floor(fewest * 100)),
    },
    {
      related: copies.slice(0, mostRelated).map(({ body }) => ({
        message: "The same body.",
        span: body.subject.skill.spans.name,
      })),
    },
  );
}
