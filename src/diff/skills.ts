import type { Grade } from "../ir/grade.ts";
import type { Skill } from "../ir/skill.ts";
import type { Catalogue } from "../ir/tool.ts";
import { promptText } from "../lower/wrapper.ts";
import type { Change } from "./change.ts";
import { diffDiagnostics } from "./diagnostics.ts";
import { guardChanges } from "./guards.ts";
import { typeChanges } from "./interface.ts";
import { permissionChanges } from "./permissions.ts";

/** One skill with what a run of it is expected to cost. */
export interface Version {
  readonly skill: Skill;
  readonly grade: Grade;
  /** Of all its files together; equal texts are one version. */
  readonly content: string;
}

/** Everything that is otherwise for whoever uses the skill. Where nothing is, but its files changed, that. */
export function skillChanges(before: Version, after: Version, catalogue: Catalogue): readonly Change[] {
  if (before.content === after.content) return [];
  const [old, now] = [before.skill, after.skill];
  const found = [
    ...nameChanges(old, now),
    ...invocationChanges(old, now),
    ...typeChanges(old, now),
    ...permissionChanges(old, now, catalogue),
    ...guardChanges(old, now),
    ...gradeChanges(before, after),
  ];
  const textOf = (skill: Skill): string =>
    [promptText(skill.prompt), ...skill.steps.map(({ name, prompt }) => `${name}\n${prompt}`)].join("\n");
  if (textOf(old) !== textOf(now)) found.push(other(now, "prompt"));
  return found.length > 0 ? found : [other(now, "text")];
}

function other({ name, spans }: Skill, what: string): Change {
  return { bump: "patch", diagnostic: diffDiagnostics.create("diff/prompt", spans.prompt, { name, what }) };
}

function nameChanges(before: Skill, after: Skill): readonly Change[] {
  if (before.name === after.name) return [];
  const parameters = { before: before.name, after: after.name };
  return [
    { bump: "major", diagnostic: diffDiagnostics.create("diff/renamed", after.spans.name, parameters) },
  ];
}

function invocationChanges(before: Skill, after: Skill): readonly Change[] {
  const change = (how: string, breaks: boolean, span = after.spans.whole): Change => ({
    bump: breaks ? "major" : "minor",
    diagnostic: diffDiagnostics.create(
      "diff/invocation",
      span,
      { name: after.name, how },
      { severity: breaks ? "warning" : "info" },
    ),
  });
  const found: Change[] = [];
  if (before.description !== after.description)
    found.push(change("its description changed", false, after.spans.description));
  if (before.enabled !== after.enabled)
    found.push(change(`\`enabled: ${String(after.enabled)}\``, before.enabled));
  for (const { key, opensWith } of flags) {
    const [was, is] = [flagOf(before, key), flagOf(after, key)];
    const [old, now] = [was ?? opensWith, is ?? opensWith];
    if (old === now) continue;
    const field = after.about.others.find((entry) => entry.key === key);
    found.push(change(`\`${key}: ${now}\``, old === opensWith, field?.span));
  }
  return found;
}

/** Keys that decide who can call a skill, and the value with which everybody can. */
const flags = [
  { key: "disable-model-invocation", opensWith: "false" },
  { key: "user-invocable", opensWith: "true" },
] as const;

function flagOf({ about }: Skill, key: string): string | undefined {
  return about.others.find((entry) => entry.key === key)?.text.trim();
}

// Below these differences a change of the text alone would be reported.
const least = { share: 0.1, probability: 0.01 };

function gradeChanges(before: Version, after: Version): readonly Change[] {
  const { name, spans } = after.skill;
  const [old, now] = [before.grade, after.grade];
  const parts = [
    ["tokens", "takes", "tokens"],
    ["latency", "takes", "s"],
    ["money", "costs", "USD"],
  ] as const;
  const change = (isDearer: boolean, what: string, was: string, is: string): Change => ({
    bump: isDearer ? "minor" : "patch",
    diagnostic: diffDiagnostics.create(isDearer ? "diff/dearer" : "diff/cheaper", spans.costHint, {
      name,
      what,
      before: was,
      after: is,
    }),
  });
  const costs = parts.flatMap(([key, verb, unit]) => {
    const difference = now[key] - old[key];
    if (Math.abs(difference) <= least.share * old[key]) return [];
    return [change(difference > 0, verb, `${figure(old[key])} ${unit}`, `${figure(now[key])} ${unit}`)];
  });
  const chances = (
    [
      ["p", "succeeds with a probability of", -1],
      ["p_fatal", "fails fatally with a probability of", 1],
    ] as const
  ).flatMap(([key, verb, sign]) => {
    const difference = now[key] - old[key];
    if (Math.abs(difference) <= least.probability) return [];
    return [change(difference * sign > 0, verb, figure(old[key]), figure(now[key]))];
  });
  return [...costs, ...chances];
}

function figure(value: number): string {
  return String(Number(value.toPrecision(4)));
}
