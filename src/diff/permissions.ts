import type { Effect, NameSet } from "../ir/effect.ts";
import { host } from "../ir/effect.ts";
import { effectOfTool } from "../ir/infer.ts";
import { finite, join, minus } from "../ir/lattice.ts";
import type { NameUse, Restrict, Skill } from "../ir/skill.ts";
import type { Catalogue } from "../ir/tool.ts";
import { toolNamed } from "../ir/tool.ts";
import { ceilingOf, effectOfSkill, requiredTools } from "../lower/effect.ts";
import { includes, witness } from "../regex/language.ts";
import type { Change } from "./change.ts";
import { diffDiagnostics } from "./diagnostics.ts";
import { shown } from "./interface.ts";

const hosts = finite([host]);

/** Tools, grants and effects: what an owner has to agree to before the new version may run. */
export function permissionChanges(before: Skill, after: Skill, catalogue: Catalogue): readonly Change[] {
  const tools = newTools(before, after);
  const effects = [before, after].map((skill) => effectOfSkill(skill, catalogue, hosts));
  const [old = effects[0], now = effects[1]] = effects;
  if (old === undefined || now === undefined) return [];
  // What a new tool brings is said with the tool.
  const told = join(old, ...tools.map(({ name }) => effectOfTool(toolNamed(name, catalogue))));
  const { name } = after;
  const wider = named(minus(now, told));
  const narrower = named(minus(old, now));
  return [
    ...tools.map((tool): Change => {
      const may = named(effectOfTool(toolNamed(tool.name, catalogue))) ?? "do nothing of its own";
      const parameters = { name, tool: tool.name, may };
      return { bump: "major", diagnostic: diffDiagnostics.create("diff/new-tool", tool.span, parameters) };
    }),
    ...newNames(before.allowedTools ?? [], after.allowedTools ?? []).map((tool): Change => {
      const parameters = { name, tool: tool.name };
      return { bump: "major", diagnostic: diffDiagnostics.create("diff/new-grant", tool.span, parameters) };
    }),
    ...(wider === undefined
      ? []
      : [
          {
            bump: "major" as const,
            diagnostic: diffDiagnostics.create("diff/wider-effect", causeOf(before, after), {
              name,
              may: wider,
            }),
          },
        ]),
    ...(narrower === undefined
      ? []
      : [
          {
            bump: "minor" as const,
            diagnostic: diffDiagnostics.create("diff/narrower-effect", after.spans.whole, {
              name,
              may: narrower,
            }),
          },
        ]),
    ...restrictChanges(before, after, catalogue),
  ];
}

function newTools(before: Skill, after: Skill): readonly NameUse[] {
  const all = (skill: Skill): readonly NameUse[] => [
    ...requiredTools(skill),
    ...skill.optionalTools,
    ...skill.mcpScopes,
  ];
  return newNames(all(before), all(after));
}

function newNames(before: readonly NameUse[], after: readonly NameUse[]): readonly NameUse[] {
  const known = new Set(before.map(({ name }) => name));
  return after.filter(({ name }) => !known.has(name) && known.add(name));
}

/** The script, key or judge that is new, or the first line of the skill. */
function causeOf(before: Skill, after: Skill): Skill["spans"]["whole"] {
  const old = new Set(before.evidence.map(({ why }) => why));
  const evidence = after.evidence.find(({ why }) => !old.has(why));
  const [key] = newNames(before.stateKeys, after.stateKeys);
  return (
    evidence?.span ?? key?.span ?? (after.guard?.kind === "judge" ? after.guard.span : after.spans.whole)
  );
}

/** An effect as the end of “may …”; undefined where it is nothing. */
function named({ io, llm, state }: Effect): string | undefined {
  const part = (verb: string, set: NameSet): string[] => {
    const list = set.names.map((name) => `\`${name}\``).join(", ");
    if (set.kind === "cofinite") return [list === "" ? `${verb} anything` : `${verb} anything but ${list}`];
    return list === "" ? [] : [`${verb} ${list}`];
  };
  const parts = [
    ...part("use", io),
    ...part("ask", { ...llm, names: llm.names.filter((model) => model !== host) }),
    ...part("keep", state),
  ];
  return parts.length === 0 ? undefined : parts.join(" and ");
}

function restrictChanges(before: Skill, after: Skill, catalogue: Catalogue): readonly Change[] {
  const [old, now] = [before.restrict, after.restrict];
  if (old === undefined && now === undefined) return [];
  const none: Restrict = {
    ceiling: undefined,
    allowTools: undefined,
    denyPatterns: [],
    span: after.spans.whole,
  };
  const { name } = after;
  const span = now?.span ?? after.spans.whole;
  const looser = (how: string, text?: string): Change => ({
    bump: "major",
    diagnostic: diffDiagnostics.create("diff/looser-restrict", span, { name, how }),
    ...(text === undefined ? {} : { witness: { value: text } }),
  });
  const tighter = (how: string, text?: string): Change => ({
    bump: "minor",
    diagnostic: diffDiagnostics.create("diff/tighter-restrict", span, { name, how }),
    ...(text === undefined ? {} : { witness: { value: text } }),
  });
  const [was, is] = [old ?? none, now ?? none].map((restrict) => ({
    restrict,
    ceiling: ceilingOf(restrict, catalogue, hosts),
  }));
  if (was === undefined || is === undefined) return [];
  return [
    ...ceilingChange(minus(is.ceiling, was.ceiling), looser, "it leaves an agent that may"),
    ...ceilingChange(minus(was.ceiling, is.ceiling), tighter, "it leaves no agent that may"),
    ...allowed(was.restrict, is.restrict).map((tool) => looser(`it leaves the tool \`${tool}\``)),
    ...allowed(is.restrict, was.restrict).map((tool) => tighter(`it takes the tool \`${tool}\``)),
    ...denied(was.restrict, is.restrict).map(({ regex, text }) =>
      looser(
        text === undefined ? `nothing stands for \`${regex}\`` : `${shown(text)} is no longer stopped`,
        text,
      ),
    ),
    ...denied(is.restrict, was.restrict).map(({ regex, text }) =>
      tighter(text === undefined ? `\`${regex}\` is new` : `${shown(text)} is stopped`, text),
    ),
  ];
}

function ceilingChange(difference: Effect, change: (how: string) => Change, how: string): readonly Change[] {
  const may = named(difference);
  return may === undefined ? [] : [change(`${how} ${may}`)];
}

/** Tools that the second list leaves and the first does not. Without a list all are left. */
function allowed(before: Restrict, after: Restrict): readonly string[] {
  if (before.allowTools === undefined) return [];
  const known = new Set(before.allowTools.map(({ name }) => name));
  if (after.allowTools === undefined) return ["*"];
  return after.allowTools.map(({ name }) => name).filter((name) => !known.has(name));
}

/** Patterns of the first that no pattern of the second, for as many tools and as strict, stands for; with a text. */
function denied(
  before: Restrict,
  after: Restrict,
): readonly { readonly regex: string; readonly text: string | undefined }[] {
  return before.denyPatterns.flatMap((pattern) => {
    const scope = after.denyPatterns.filter(
      (other) =>
        other.field === pattern.field &&
        (other.action === pattern.action || other.action === "deny") &&
        (other.tools === undefined ||
          pattern.tools?.every(({ name }) => other.tools?.some((tool) => tool.name === name)) === true),
    );
    let text: string | undefined;
    for (const { regex } of scope) {
      if (regex === pattern.regex) return [];
      const verdict = includes(pattern.regex, regex);
      if (typeof verdict === "object" && "holds" in verdict) return [];
      if (typeof verdict === "object" && "witness" in verdict) text = verdict.witness;
    }
    if (scope.length === 0) {
      const found = witness(pattern.regex);
      text = found === "unknown" ? undefined : found.text;
    }
    return [{ regex: pattern.regex, text: scope.length > 1 ? undefined : text }];
  });
}
