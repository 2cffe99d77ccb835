import type { EmittedFile } from "../../src/compile.ts";
import { compile } from "../../src/compile.ts";
import type { Loss } from "../../src/target/loss.ts";
import { lossFile } from "../../src/target/loss.ts";
import type { Target } from "../../src/target/target.ts";
import { targets } from "../../targets/index.ts";
import type { MarkedSkill } from "./marked.ts";

/** What `lossMistakes` looked at, so that a test can tell that it looked at something. */
export interface LossCount {
  carried: number;
  lost: number;
  leftOut: number;
}

/**
 * Compiles marked skills and looks for their words in the files of each target. A mistake is a field that is neither
 * whole in the files nor in `loss.json`, or one that stands in both.
 */
export async function lossMistakes(
  skills: readonly MarkedSkill[],
  wanted: readonly Target[],
): Promise<{ readonly mistakes: readonly string[]; readonly counts: ReadonlyMap<string, LossCount> }> {
  const { analysis, files, losses } = await compile(
    skills.flatMap((skill) => skill.files),
    { rules: [], knownTargets: targets, targets: wanted },
  );
  const programOf = new Map(
    analysis.programs.flatMap(({ name, skills: [skill] }) =>
      skill === undefined ? [] : [[skill.file, name]],
    ),
  );
  const mistakes: string[] = [];
  const counts = new Map<string, LossCount>();
  for (const target of wanted) {
    const count: LossCount = { carried: 0, lost: 0, leftOut: 0 };
    counts.set(target.name, count);
    const emitted = files.filter((file) => file.target === target.name);
    const lost = lossesBySkill(lossFile(target, losses).text);
    for (const skill of skills) {
      const name = programOf.get(manifestOf(skill)) ?? "";
      const own = emitted.filter((file) => file.skill === name);
      const found = [...mistakesOf(skill, own, lost.get(name) ?? new Map<string, string>(), count)];
      mistakes.push(...found.map((mistake) => `${target.name}: ${manifestOf(skill)}: ${mistake}`));
    }
  }
  return { mistakes, counts };
}

function manifestOf({ files }: MarkedSkill): string {
  return files.find(({ path }) => /(?:SKILL\.md|skill\.yml)$/.test(path))?.path ?? "";
}

function lossesBySkill(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const bySkill = new Map<string, Map<string, string>>();
  for (const { skill, field, reason } of JSON.parse(text) as Omit<Loss, "target">[]) {
    const fields = bySkill.get(skill) ?? new Map<string, string>();
    bySkill.set(skill, fields.set(field, reason));
  }
  return bySkill;
}

function* mistakesOf(
  { files, words }: MarkedSkill,
  own: readonly EmittedFile[],
  lost: ReadonlyMap<string, string>,
  count: LossCount,
): Iterable<string> {
  if (lost.has("*")) {
    count.leftOut++;
    if (own.length > 0) yield "is left out, and there are files of it";
    return;
  }
  const text = own.map((file) => file.text).join("\n");
  const copied = new Set(own.map(({ copyOf }) => copyOf));
  const folder = files[0]?.path.replace(/[^/]*$/, "") ?? "";
  const isThere = new Map<string, boolean>();
  for (const [field, marks] of words)
    isThere.set(
      field,
      marks.every((word) => text.includes(word)),
    );
  for (const { path } of files.slice(1)) isThere.set(`./${path.slice(folder.length)}`, copied.has(path));
  for (const [field, there] of isThere) {
    const reason = lost.get(field);
    if (there) count.carried++;
    else count.lost++;
    if (!there && reason === undefined) yield `\`${field}\` is lost without a word`;
    if (there && reason !== undefined) yield `\`${field}\` is there, and reported lost, because ${reason}`;
  }
  for (const field of lost.keys())
    if (!isThere.has(field)) yield `\`${field}\` is reported, and the source has none`;
}
