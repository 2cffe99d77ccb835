import type { Skill } from "../ir/skill.ts";
import { schemaOf } from "../ir/type.ts";
import type { Type } from "../ir/type.ts";
import type { Span } from "../report/source.ts";
import { subtype } from "../types/subtype.ts";
import type { Change } from "./change.ts";
import { diffDiagnostics } from "./diagnostics.ts";

/** What a skill takes and gives. Inputs may grow and outputs may shrink; the other way round breaks somebody. */
export function typeChanges(before: Skill, after: Skill): readonly Change[] {
  const { name } = after;
  return [
    ...sideChanges(before.input, after.input, { name, side: "input", span: after.spans.input }),
    ...sideChanges(before.output, after.output, { name, side: "output", span: after.spans.output }),
  ];
}

interface Side {
  readonly name: string;
  readonly side: "input" | "output";
  readonly span: Span;
}

function sideChanges(before: Type, after: Type, place: Side): readonly Change[] {
  const [old, now] = [schemaOf(before), schemaOf(after)];
  const lost = subtype(old, now);
  const gained = subtype(now, old);
  const changes: Change[] = [];
  if (lost.verdict === "no") changes.push(witnessed(place, "narrowed", lost.witness));
  if (gained.verdict === "no") changes.push(witnessed(place, "widened", gained.witness));
  // Only the direction that could break somebody has to be decided.
  const decisive = place.side === "input" ? lost : gained;
  if (decisive.verdict === "unknown") {
    const reason = decisive.reason ?? "the schemas are too different";
    changes.push({
      bump: "major",
      diagnostic: diffDiagnostics.create("diff/type-undecided", place.span, { ...place, reason }),
    });
  } else if (changes.length === 0 && (lost.verdict === "unknown" || gained.verdict === "unknown")) {
    changes.push({
      bump: "minor",
      diagnostic: diffDiagnostics.create("diff/prompt", place.span, {
        name: place.name,
        what: `${place.side} type`,
      }),
    });
  }
  return changes;
}

function witnessed({ name, side, span }: Side, how: "narrowed" | "widened", witness: unknown): Change {
  const breaks = (side === "input") === (how === "narrowed");
  const parameters = { name, witness: shown(witness) };
  return {
    bump: breaks ? "major" : "minor",
    diagnostic: diffDiagnostics.create(`diff/${side}-${how}`, span, parameters),
    witness: { value: witness },
  };
}

// A witness is one line of a message; the JSON has all of it.
const longest = 80;

/** A value as one line. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  const points = [...text];
  return points.length > longest ? `${points.slice(0, longest).join("")}…` : text;
}
