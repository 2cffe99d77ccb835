import { host } from "../../ir/effect.ts";
import type { Effect, NameSet } from "../../ir/effect.ts";
import { hostsOf } from "../../ir/infer.ts";
import { finite, leq, minus, pure } from "../../ir/lattice.ts";
import type { EffectHint, NameUse, Skill } from "../../ir/skill.ts";
import type { Catalogue } from "../../ir/tool.ts";
import { agentTerm } from "../../lower/agent-term.ts";
import { effectOfHint } from "../../lower/effect.ts";
import type { Cause } from "../../portability/causes.ts";
import { causesOf } from "../../portability/causes.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule, Setting } from "../rule.ts";
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

/** A word of the declaration that is no effect has been reported; then nothing is below or above it. */
function isUnderstood(hint: EffectHint): boolean {
  return hint.kind === "level" || (hint.kind === "record" && hint.io.every(({ name }) => isCapability(name)));
}

function hostsIn({ agent, catalogue }: Setting): NameSet {
  return agent.span === undefined ? finite([host]) : hostsOf(agentTerm(agent, catalogue));
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
