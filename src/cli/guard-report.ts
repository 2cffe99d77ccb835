import { printGuard } from "../../grammar/print.ts";
import { showBound } from "../guard/cost.ts";
import type { Explanation, Outcome } from "../guard/explain.ts";
import type { guard } from "../guard/guard.ts";
import type { Mutant, MutationReport } from "../guard/mutate.ts";
import { positionAt } from "../report/source.ts";

type Checked = ReturnType<typeof guard>;

/** The tree of a guard, a line a part: what it is, its type, its steps and, for an input, its value. */
export function explanationText(whole: Explanation): string {
  const rows = rowsOf(whole, "", "");
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = [width(0), width(1), width(2)];
  const lines = rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

function rowsOf(part: Explanation, lead: string, below: string): string[][] {
  const row = [`${lead}${part.text}`, part.type, showBound(part.steps), outcomeText(part)];
  return [
    row,
    ...part.parts.flatMap((inner, i) => {
      const last = i === part.parts.length - 1;
      return rowsOf(inner, `${below}${last ? "└ " : "├ "}`, `${below}${last ? "  " : "│ "}`);
    }),
  ];
}

function outcomeText({ outcome, decides }: Explanation): string {
  if (outcome === undefined) return "";
  return `${valueText(outcome)}${decides ? "  decides" : ""}`;
}

// Enough to recognise a value by; a text that is a whole document is not repeated.
const longestValue = 40;

function valueText(outcome: Outcome): string {
  if ("error" in outcome) return outcome.error;
  const { value } = outcome;
  const text =
    typeof value === "boolean" ? (value ? "True" : "False") : value === null ? "None" : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}

/** The same as data. A part that was not reached, or without an input, has no value. */
export function explanationJson({ text, type, steps, outcome, decides, parts }: Explanation): object {
  return {
    text,
    type,
    steps: showBound(steps),
    ...outcome,
    decides,
    parts: parts.map(explanationJson),
  };
}

/** What mutants tell of the samples: each survivor with the guard that nobody would have noticed. */
export function mutationText({ misjudged, mutants, survivors }: MutationReport, checked: Checked): string {
  const wrong = misjudged.map(
    ({ name, accepted }) => `${name}: the guard ${accepted ? "refuses" : "accepts"} this sample\n`,
  );
  if (wrong.length > 0) return wrong.join("");
  const lines = survivors.map(
    (mutant) =>
      `${placeText(mutant, checked)}: nobody notices a guard that ${mutant.what}: ${printGuard(mutant.expr)}\n`,
  );
  return `${lines.join("")}${mutants - survivors.length} of ${mutants} mutants are noticed by the samples\n`;
}

function placeText({ start }: Mutant, { file }: Checked): string {
  const { line, column } = positionAt(file, start);
  return `${line}:${column}`;
}

/** The same as data, with places in the guard. */
export function mutationJson({ misjudged, mutants, survivors }: MutationReport, { file }: Checked): object {
  return {
    misjudged: misjudged.map(({ name, accepted }) => ({ sample: name, accepted: !accepted })),
    mutants,
    survivors: survivors.map(({ what, start, end, expr }) => ({
      what,
      guard: printGuard(expr),
      ...positionAt(file, start),
      end: positionAt(file, end).column,
    })),
  };
}
