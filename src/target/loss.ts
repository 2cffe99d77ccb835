import type { SourceField } from "../ir/field.ts";
import type { Skill } from "../ir/skill.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { compareText, defineDiagnostics } from "../report/diagnostic.ts";
import type { TargetOptions } from "./options.ts";
import type { OutputFile, Target } from "./target.ts";

const diagnostics = defineDiagnostics({
  "target/not-carried": {
    severity: "info",
    message: (p: { target: string; name: string; fields: readonly string[] }) =>
      `The files for \`${p.target}\` leave out ${listed(p.fields)} of \`${p.name}\`.`,
    help: (p: { target: string }) => `Look into \`${p.target}/loss.json\`, which gives the reason for each.`,
    docs: `A target writes what its runtime has a place for. What a skill says beyond that is not in the files, and is listed in
\`out/<target>/loss.json\`: one entry for each part of a source, with the reason.

\`\`\`json
[
  { "skill": "make-pdf", "field": "license", "reason": "a function has no place for it" },
  { "skill": "make-pdf", "field": "./scripts/render.mjs", "reason": "the host runs the skill from its own folder" }
]
\`\`\`

A field is a path of keys (\`metadata.owner\`), \`prompt\` for the instructions, or the path of a bundled file. \`*\` is the
whole skill, where it is not emitted: it has errors, is not enabled, or needs something that the target cannot carry. The
file is written in every run; where nothing is lost its list is empty. \`enabled\` is never listed, since skillc acts on it.

To keep a part, compile for a target that carries it as well: \`agent-skills\` copies the files and keeps every key.`,
  },
});

/** The diagnostics of loss accounting. */
export const lossDiagnostics = diagnostics;

/** One part of a source that is not in the files of a target. */
export interface Loss {
  readonly target: string;
  /** The program of the skill, as in the path of its files. */
  readonly skill: string;
  /** The path of a `SourceField`, or `*` for all of the skill. */
  readonly field: string;
  /** Fits after “because”. */
  readonly reason: string;
}

/** A skill as loss is counted. */
export interface Accounted {
  readonly name: string;
  readonly skill: Skill;
  readonly fields: readonly SourceField[];
  /** Why the target has no file of it at all. */
  readonly leftOut: string | undefined;
}

/** What a target loses of a skill. A skill that is left out as a whole has been reported where that was decided. */
export function lossesOf(
  target: Target,
  { name, skill, fields, leftOut }: Accounted,
  options?: TargetOptions,
): { readonly losses: readonly Loss[]; readonly notes: readonly Diagnostic[] } {
  const loss = (field: string, reason: string): Loss => ({ target: target.name, skill: name, field, reason });
  if (leftOut !== undefined) return { losses: [loss("*", leftOut)], notes: [] };
  const lost = fields.flatMap((field) => {
    const carried = field.because ?? target.carries?.(field.path, skill, options) ?? true;
    return carried === true ? [] : [{ field, loss: loss(field.path, carried) }];
  });
  const [first] = lost;
  if (first === undefined) return { losses: [], notes: [] };
  const note = diagnostics.create("target/not-carried", first.field.span, {
    target: target.name,
    name: skill.name,
    fields: lost.map(({ field }) => field.path),
  });
  return { losses: lost.map((each) => each.loss), notes: [note] };
}

/** `loss.json` of a target: one entry a line, sorted, so that two versions differ in the lines of what changed. */
export function lossFile(target: Target, losses: readonly Loss[]): OutputFile {
  const lines = losses
    .filter((loss) => loss.target === target.name)
    .toSorted((a, b) => compareText(a.skill, b.skill) || compareText(a.field, b.field))
    .map(({ skill, field, reason }) => {
      const [name, path, why] = [skill, field, reason].map((text) => JSON.stringify(text));
      return `  { "skill": ${name}, "field": ${path}, "reason": ${why} }`;
    });
  const text = lines.length === 0 ? "[]\n" : `[\n${lines.join(",\n")}\n]\n`;
  return { path: "loss.json", text, layout: "verbatim" };
}

/** As many as fit into a sentence. */
const mostNamed = 3;

function listed(fields: readonly string[]): string {
  const names = fields.slice(0, mostNamed).map((field) => `\`${field}\``);
  const more = fields.length - names.length;
  if (more > 0) return `${names.join(", ")} and ${more} more ${more === 1 ? "part" : "parts"}`;
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}
