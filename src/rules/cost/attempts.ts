import type { Guard } from "../../ir/guard.ts";
import type { Skill } from "../../ir/skill.ts";
import type { Related } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule, Subject } from "../rule.ts";

/** Above this many attempts in all, cost and waiting time are rarely what the author meant. */
const most = 8;

const diagnostics = defineDiagnostics({
  "cost/attempts": {
    severity: "warning",
    message: (p: { attempts: number; where: string }) =>
      `${p.where} may ask the model ${p.attempts} times for one answer, since the attempts of nested guards multiply.`,
    help: "Lower `retry`, or write `merge: and` in the inner guard so that both are tried together.",
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
  *check({ skill }) {
    for (const step of [undefined, ...skill.steps]) {
      const guards = [step?.guard, skill.guard].filter((guard) => guard !== undefined);
      const attempts = attemptsOf(guards);
      const [inner, ...outer] = guards;
      if (inner === undefined || attempts <= most) continue;
      // The skill's own guard has been reported without any step.
      if (step !== undefined && attemptsOf([skill.guard].filter((guard) => guard !== undefined)) > most)
        continue;
      const where = step === undefined ? `\`${skill.name}\`` : `The step \`${step.name}\``;
      yield diagnostics.create(
        "cost/attempts",
        inner.span,
        { attempts, where },
        { related: outer.map(relatedOf) },
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
      { attempts: attemptsOf(guards), where: `The agent \`${agent.name}\`` },
      { related: guards.map(relatedOf) },
    );
  },
};

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
