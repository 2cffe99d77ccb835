import type { Diagnostic, Related } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";

/** One place of a skill that a rule of this area reports. */
export interface Finding {
  readonly span: Span;
  /** What the author wrote, short enough for a message. */
  readonly what: string;
  /** All of it. */
  readonly text: string;
}

// A reader who has seen these places knows what to look for.
const mostRelated = 8;

/** One diagnostic for what is written in the same words at several places. */
export function* grouped(
  found: readonly Finding[],
  create: (first: Finding, related: readonly Related[]) => Diagnostic,
): Iterable<Diagnostic> {
  const groups = new Map<string, Finding[]>();
  for (const finding of found) {
    const group = groups.get(finding.what);
    if (group === undefined) groups.set(finding.what, [finding]);
    else if (!group.some(({ span }) => isSamePlace(span, finding.span))) group.push(finding);
  }
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue;
    const related = others
      .slice(0, mostRelated)
      .map(({ span }) => ({ message: "It stands here too.", span }));
    yield create(first, related);
  }
}

function isSamePlace(a: Span, b: Span): boolean {
  return a.file.path === b.file.path && a.start === b.start && a.end === b.end;
}
