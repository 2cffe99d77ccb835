import type { Effect, NameSet } from "../../ir/effect.ts";
import { leq, minus, pure } from "../../ir/lattice.ts";
import type { EffectHint, NameUse, Skill } from "../../ir/skill.ts";
import type { Catalogue } from "../../ir/tool.ts";
import { effectOfHint } from "../../lower/effect.ts";
import type { Cause } from "../../portability/causes.ts";
import { causesOf } from "../../portability/causes.ts";
import type { Diagnostic } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule, Setting } from "../rule.ts";
import { listed } from "../written.ts";
import { declaredEffect, hostsIn, isUnderstood } from "./declared.ts";

const diagnostics = defineDiagnostics({
  "effect/declared-below-inferred": {
    severity: "error",
    message: (p: { declared: string; excess: string }) =>
      `The skill declares the effect \`${p.declared}\`, but it also uses ${p.excess}.`,
    docs: `
The declared effect of a skill is less than what its tools, its memory, its judge or its scripts do.

\`effect_hint\` is an upper bound that readers, devices and agents rely on: whoever mounts a skill that declares
\`{io: [fs.read]}\` expects that it changes no file. So the declaration is checked and never taken on trust. A tool with
\`exec\` counts as one that also reaches files, the network and the environment, unless its catalogue entry says
\`confined: true\`. The agent's own model is never part of the declaration; a judge with a model of its own is. A tool that
is in no catalogue is reported by \`reference/unknown-tool\` instead.

Wrong:

\`\`\`yaml
requires: {tools: [ReadFile, WriteFile]}
interface: {effect_hint: {io: [fs.read]}}
\`\`\`

Right:

\`\`\`yaml
requires: {tools: [ReadFile, WriteFile]}
interface: {effect_hint: {io: [fs.read, fs.write]}}
\`\`\`

To fix it, declare what the skill uses, as the help writes it, or remove the tool that needs it. A plain \`effect_hint: io\`
allows every capability but no other model.
`,
  },
  "effect/evidence-beyond-declared": {
    severity: "error",
    message: (p: { what: string; why: string; excess: string; by: string }) =>
      `The ${p.what} ${p.why}, which uses ${p.excess}: ${p.by} of the skill does not allow that.`,
    help: (p: { excess: string }) => `Declare ${p.excess}, or take this out.`,
    docs: `
A bundled script, or a shell command that the skill tells to run, does what the skill says that it does not do.

What a skill declares is its \`effect_hint\`; without one, what its tools may do: those of \`requires.tools\` and of
\`allowed-tools\`. Whoever mounts a skill that only reads files has agreed to no more. Shell, Python, JavaScript and
TypeScript are read by a parser, so a name in a comment or in a text is no evidence, nor is a function of the script that
happens to be called \`fetch\`. A process counts as one that also reaches files, the network and the environment.

Wrong:

\`\`\`yaml
interface: {effect_hint: {io: [fs.read]}}   # and scripts/sync.py calls requests.post
\`\`\`

Right:

\`\`\`yaml
interface: {effect_hint: {io: [fs.read, net]}}
\`\`\`

To fix it, declare what the code uses, or remove the code. \`skillc inspect\` lists every line that counts.
`,
  },
});

/** What a cause does beyond the declaration. */
interface Excess extends Cause {
  readonly beyond: Effect;
}

/** `effect_hint` is an upper bound of what the skill is inferred to do. */
export const effectDeclaredBelowInferred: Rule = {
  id: "effect/declared-below-inferred",
  summary: "A declared effect covers everything that the skill uses.",
  declared: diagnostics.declared,
  *check({ skill }, setting) {
    yield* scriptsBeyond(skill, setting);
    const hint = skill.effectHint;
    if (hint === undefined || !isUnderstood(hint)) return;
    const hosts = hostsIn(setting);
    const declared = effectOfHint(hint, hosts);
    const excesses = causesOf(checkable(skill, hint, setting.catalogue), setting.catalogue, hosts)
      .map((cause): Excess => ({ ...cause, beyond: minus(cause.effect, declared) }))
      .filter(({ beyond }) => !leq(beyond, pure));
    if (excesses.length === 0) return;
    yield diagnostics.create(
      "effect/declared-below-inferred",
      hint.span,
      { declared: showHint(hint), excess: listed([...new Set(excesses.flatMap((e) => namesIn(e.beyond)))]) },
      {
        related: excesses.map((excess) => ({ message: reasonOf(excess), span: excess.span })),
        help: `Write \`effect_hint: ${sufficientHint(hint, excesses)}\`.`,
      },
    );
  },
};

/**
 * Code that does what the declaration leaves out, at its line. A skill that only pre-approves tools has promised nothing
 * of what its fences show. Code that cannot be analysed has a rule of its own.
 */
function* scriptsBeyond(skill: Skill, setting: Setting): Iterable<Diagnostic> {
  const declared = skill.kind === "restrict" ? undefined : declaredEffect(skill, setting);
  if (declared === undefined) return;
  const told = new Set<string>();
  for (const { effect, why, from, unanalysable, span } of skill.evidence) {
    if (unanalysable === true || from === "prose" || from === "hook") continue;
    if (from === "fence" && skill.effectHint === undefined) continue;
    const names = namesIn(minus(effect, declared.effect));
    const fresh = names.filter((name) => !told.has(`${span.file.path} ${name}`));
    if (fresh.length === 0) continue;
    for (const name of fresh) told.add(`${span.file.path} ${name}`);
    yield diagnostics.create(
      "effect/evidence-beyond-declared",
      span,
      { what: from === "script" ? "script" : "code", why, excess: listed(fresh), by: declared.by },
      { related: [{ message: `${declared.by} allows less.`, span: declared.span }] },
    );
  }
}

/**
 * The skill without what other rules report: tools of no catalogue, which may do anything, and the state keys of a
 * skill that is declared pure.
 */
function checkable(skill: Skill, hint: EffectHint, catalogue: Catalogue): Skill {
  const known = (tools: readonly NameUse[]): readonly NameUse[] =>
    tools.filter(({ name }) => catalogue.has(name));
  const isPure = hint.kind === "level" && hint.level === "pure";
  return {
    ...skill,
    // Scripts are told at their own lines.
    evidence: skill.evidence.filter(({ from }) => from === "hook"),
    tools: known(skill.tools),
    steps: skill.steps.map((step) => ({ ...step, tools: known(step.tools) })),
    stateKeys: isPure ? [] : skill.stateKeys,
  };
}

function reasonOf({ why, beyond }: Excess): string {
  return beyond.state.names.length > 0
    ? `${why} is kept in memory.`
    : `${why} uses ${listed(namesIn(beyond))}.`;
}

/** The names of an effect in words; a set that has no end has a word of its own. */
function namesIn({ llm, io, state }: Effect): readonly string[] {
  return [...namesOf(io, "any capability"), ...namesOf(state, "any memory"), ...namesOf(llm, "any model")];
}

function namesOf({ kind, names }: NameSet, all: string): readonly string[] {
  return kind === "finite" ? names : [all];
}

/** The least declaration of the same form that covers everything. */
function sufficientHint(hint: EffectHint, excesses: readonly Excess[]): string {
  const beyonds = excesses.map((excess) => excess.beyond);
  const isAll = (part: keyof Effect): boolean => beyonds.some((effect) => effect[part].kind === "cofinite");
  const named = (part: keyof Effect): readonly string[] => beyonds.flatMap((effect) => effect[part].names);
  if (isAll("llm")) return "llm";
  if (hint.kind === "record" && !isAll("io") && !isAll("state")) {
    return showRecord({
      io: [...hint.io.map(({ name }) => name), ...named("io")],
      state: [...hint.state.map(({ name }) => name), ...named("state")],
      llm: [...hint.llm.map(({ name }) => name), ...named("llm")],
    });
  }
  if (named("llm").length > 0) return "llm";
  return isAll("io") || named("io").length > 0 ? "io" : "state";
}

function showHint(hint: EffectHint): string {
  switch (hint.kind) {
    case "level":
      return hint.level;
    case "invalid":
      return hint.written;
    case "record":
      return showRecord({
        io: hint.io.map(({ name }) => name),
        state: hint.state.map(({ name }) => name),
        llm: hint.llm.map(({ name }) => name),
      });
  }
}

/** In flow style; a name with a colon needs quotes there. */
function showRecord(record: Readonly<Record<string, readonly string[]>>): string {
  const parts = Object.entries(record)
    .filter(([, names]) => names.length > 0)
    .map(([part, names]) => `${part}: [${[...new Set(names)].map(quoteName).join(", ")}]`);
  return `{${parts.join(", ")}}`;
}

function quoteName(name: string): string {
  return /^[A-Za-z][\w.-]*$/.test(name) ? name : `"${name}"`;
}
