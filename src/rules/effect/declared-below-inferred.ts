import type { Effect, NameSet } from "../../ir/effect.ts";
import type { Guard } from "../../ir/guard.ts";
import { finite, minus } from "../../ir/lattice.ts";
import type { EffectHint, Skill } from "../../ir/skill.ts";
import type { Catalogue } from "../../ir/tool.ts";
import { capabilitiesOf, effectOfHint, effectOfScope } from "../../lower/effect.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { toolUses } from "../tools.ts";
import { listed } from "../written.ts";
import { isCapability } from "./hint-unknown.ts";

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
});

interface Cause {
  readonly effect: Effect;
  readonly why: string;
  readonly span: Span;
}

/** What a cause does beyond the declaration. */
interface Excess extends Cause {
  readonly beyond: Effect;
}

/** `effect_hint` is an upper bound of what the skill is inferred to do. */
export const effectDeclaredBelowInferred: Rule = {
  id: "effect/declared-below-inferred",
  summary: "A declared effect covers everything that the skill uses.",
  declared: diagnostics.declared,
  *check({ skill }, { agent, catalogue }) {
    const hint = skill.effectHint;
    if (hint === undefined || !isUnderstood(hint)) return;
    const hosts = finite([agent.model]);
    const declared = effectOfHint(hint, hosts);
    const excesses = causesOf(skill, hint, catalogue)
      .map((cause): Excess => ({ ...cause, beyond: minus(cause.effect, declared) }))
      .filter((cause) => namesIn(cause.beyond).length > 0);
    if (excesses.length === 0) return;
    yield diagnostics.create(
      "effect/declared-below-inferred",
      hint.span,
      { declared: showHint(hint), excess: listed([...new Set(excesses.flatMap((e) => namesIn(e.beyond)))]) },
      {
        related: excesses.map((excess) => ({
          message: `${excess.why} uses ${listed(namesIn(excess.beyond))}.`,
          span: excess.span,
        })),
        help: `Write \`effect_hint: ${sufficientHint(hint, excesses)}\`.`,
      },
    );
  },
};

/** A word of the declaration that is no effect has been reported; then nothing is below or above it. */
function isUnderstood(hint: EffectHint): boolean {
  return hint.kind === "level" || (hint.kind === "record" && hint.io.every(({ name }) => isCapability(name)));
}

function causesOf(skill: Skill, hint: EffectHint, catalogue: Catalogue): readonly Cause[] {
  const required = [...skill.tools, ...skill.steps.flatMap(({ tools }) => tools)].filter(({ name }) =>
    catalogue.has(name),
  );
  const tools = [...toolUses(required)].map(([name, [{ span }]]) => ({
    effect: capabilitiesOf(name, catalogue),
    why: `\`${name}\``,
    span,
  }));
  const scopes = [...toolUses(skill.mcpScopes)].map(([name, [{ span }]]) => ({
    effect: effectOfScope(name, catalogue),
    why: `\`${name}\``,
    span,
  }));
  // A pure skill with state keys contradicts itself, which has a diagnostic of its own.
  const isPure = hint.kind === "level" && hint.level === "pure";
  const state = (isPure ? [] : skill.stateKeys).map(({ name, span }) => ({
    effect: { ...nothing, state: finite([name]) },
    why: `The state key \`${name}\``,
    span,
  }));
  const judges = [skill.guard, ...skill.steps.map(({ guard }) => guard)].flatMap(judgeOf);
  const evidence = skill.evidence.map(({ effect, why, span }) => ({ effect, why: `What it ${why}`, span }));
  return [...tools, ...scopes, ...state, ...judges, ...evidence];
}

function judgeOf(guard: Guard | undefined): readonly Cause[] {
  if (guard?.kind !== "judge" || guard.model === undefined) return [];
  return [{ effect: { ...nothing, llm: finite([guard.model]) }, why: "The judge", span: guard.span }];
}

const nothing: Effect = { llm: finite([]), io: finite([]), state: finite([]) };

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
