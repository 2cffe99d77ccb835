import type { Guard } from "../../ir/guard.ts";
import type { Skill } from "../../ir/skill.ts";
import type { SkillManifest } from "../../manifest/manifest.ts";
import type { Node } from "../../manifest/node.ts";
import { find } from "../../manifest/node.ts";
import type { Related } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import type { Rule, Subject } from "../rule.ts";
import { interfaceOf } from "../written.ts";

/** Above this many attempts in all, cost and waiting time are rarely what the author meant. */
const most = 8;

const diagnostics = defineDiagnostics({
  "cost/attempts": {
    severity: "warning",
    message: (p: { attempts: number; where: string; nested: boolean }) =>
      p.nested
        ? `${p.where} may ask the model ${p.attempts} times for one answer, since the attempts of nested guards multiply.`
        : `${p.where} may ask the model ${p.attempts} times for one answer.`,
    help: (p: { nested: boolean }) =>
      p.nested
        ? "Write a smaller `retry`, or `merge: and` in both guards so that they are tried together."
        : "Write `retry: 1`, and say in the prompt what the guard demands.",
    docs: `
The guards that lie around one answer allow more than 8 attempts in all.

A guard with \`retry: n\` makes up to n + 1 attempts. A guard inside another one multiplies: three attempts of a step inside
three attempts of the skill are nine. Tokens, waiting time and money grow by the same factor, and an answer that fails
eight times will hardly succeed at the ninth. Guards with \`merge: and\` are checked together and do not multiply.

Wrong:

\`\`\`yaml
interface:
  guard: {kind: rule, predicate: "'total' in x", retry: 9}
\`\`\`

Right:

\`\`\`yaml
interface:
  guard: {kind: rule, predicate: "'total' in x", retry: 1, on_fail: error}
\`\`\`

To fix it, lower \`retry\`. Say in the prompt what the guard demands, which helps more than a further attempt.
`,
  },
});

/** The attempts around one answer stay few. */
export const costAttempts: Rule = {
  id: "cost/attempts",
  summary: "The guards around one answer allow at most 8 attempts in all.",
  declared: diagnostics.declared,
  *check({ manifest, skill }) {
    const own = skill.guard === undefined ? [] : [skill.guard];
    const places = retriesOf(manifest);
    if (attemptsOf(own) > most) {
      const span = places.own ?? skill.spans.guard;
      const parameters = { attempts: attemptsOf(own), where: `\`${skill.name}\``, nested: false };
      yield diagnostics.create("cost/attempts", span, parameters);
      return;
    }
    for (const [i, { name, guard, span }] of skill.steps.entries()) {
      if (guard === undefined) continue;
      const attempts = attemptsOf([guard, ...own]);
      if (attempts <= most) continue;
      yield diagnostics.create(
        "cost/attempts",
        places.steps[i] ?? span,
        { attempts, where: `The step \`${name}\``, nested: own.some(({ retry }) => retry > 0) },
        { related: own.map(relatedOf) },
      );
    }
  },
  *checkAll(subjects, { agent }) {
    const guarded = (agent.skills ?? []).flatMap((entry) => {
      const guard = mounted(subjects, entry.name)?.guard;
      return guard === undefined ? [] : [{ entry, guard }];
    });
    const guards = guarded.map(({ guard }) => guard);
    const last = guarded.at(-1);
    if (last === undefined || attemptsOf(guards) <= most) return;
    if (guards.some((guard) => attemptsOf([guard]) > most)) return;
    yield diagnostics.create(
      "cost/attempts",
      last.entry.span,
      { attempts: attemptsOf(guards), where: `The agent \`${agent.name}\``, nested: true },
      { related: guards.map(relatedOf) },
    );
  },
};

/** Where the retries of the skill's guard and of the guards of its steps are written. */
function retriesOf(manifest: SkillManifest): {
  readonly own: Span | undefined;
  readonly steps: readonly (Span | undefined)[];
} {
  const steps = find(manifest.contract, "steps");
  return {
    own: retryOf(interfaceOf(manifest)),
    steps: (steps?.kind === "list" ? steps.items : []).filter(({ kind }) => kind === "map").map(retryOf),
  };
}

function retryOf(owner: Node | undefined): Span | undefined {
  const retry = owner?.kind === "map" ? find(owner, "guard", "retry") : undefined;
  return retry?.span;
}

/** Nested guards multiply; those with `merge: and` share the larger retry. */
function attemptsOf(guards: readonly Guard[]): number {
  const nested = guards.filter(({ merge }) => merge === "nest").map(({ retry }) => 1 + retry);
  const merged = guards.filter(({ merge }) => merge === "and").map(({ retry }) => 1 + retry);
  return nested.reduce((product, k) => product * k, Math.max(1, ...merged));
}

function mounted(subjects: readonly Subject[], name: string): Skill | undefined {
  return subjects.find(({ skill }) => skill.name === name)?.skill;
}

function relatedOf(guard: Guard): Related {
  return { message: `This guard makes up to ${1 + guard.retry} attempts.`, span: guard.span };
}
