import type { FeatureUse, Support } from "../../ir/feature.ts";
import { supportOf } from "../../ir/feature.ts";
import type { Skill } from "../../ir/skill.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Diagnostic } from "../../report/diagnostic.ts";
import type { Target } from "../../target/target.ts";
import type { Rule } from "../rule.ts";
import { listed } from "../written.ts";

interface Parameters extends Readonly<Record<string, string>> {
  readonly skill: string;
  readonly target: string;
  readonly features: string;
  readonly because: string;
}

const diagnostics = defineDiagnostics({
  "portability/unsupported": {
    severity: "warning",
    message: ({ skill, target, features, because }: Parameters) =>
      `\`${skill}\` is left out of the target \`${target}\`, which cannot carry ${features}, because ${because}.`,
    docs: `
The skill uses a feature that a target of this run cannot carry, so it is not emitted for that target. The other skills
are, and so is this one for the other targets.

A restriction that is written down and not enforced would be worse than none, because somebody relies on it. So where a
target cannot carry a feature, the skill is left out and named here. The reason is the target's own. The exit status does
not change.

Example: a skill with \`interface.restrict\`, compiled with

\`\`\`sh
skillc compile careful --target openai --out out
\`\`\`

is left out, because a function schema restricts nobody. \`--target lambdagent\` carries it.

To fix it, leave the target out for this skill, or do without the feature.
`,
  },
  "portability/advisory": {
    severity: "info",
    message: ({ skill, target, features, because }: Parameters) =>
      `\`${target}\` carries ${features} of \`${skill}\` as advice only, because ${because}.`,
    docs: `
The skill uses a feature that a target of this run carries but does not enforce.

The skill is emitted, and the text that is emitted describes the feature; whether it holds is up to the host. The reason is
the target's own.

Example: a guard on a skill that is compiled with

\`\`\`sh
skillc compile assignment-grader --target openai --out out
\`\`\`

is not checked by the function schema; the program that calls the function has to run the guard itself.

Nothing has to be fixed. Where the feature must be enforced, choose a target that carries it fully.
`,
  },
});

/** What the targets of a compilation carry in part or not at all. */
export const portabilitySupports: Rule = {
  id: "portability/supports",
  summary: "The targets of a compilation carry every feature that a skill uses.",
  declared: diagnostics.declared,
  *check({ skill }, { targets, devices }) {
    if (!skill.enabled) return;
    for (const target of targets) {
      const { unsupported, advisory } = supportOf(skill.features, target.supports);
      // For a device with this target, the same lack is a gap and an error.
      const isJudged = devices.some((device) => device.target === target.name);
      if (!isJudged) yield* report("portability/unsupported", skill, target, unsupported);
      // A skill that is left out needs no advice.
      if (unsupported.length === 0) yield* report("portability/advisory", skill, target, advisory);
    }
  },
};

/** One diagnostic for each reason: features that lack the same thing are named together. */
function* report(
  code: "portability/unsupported" | "portability/advisory",
  skill: Skill,
  target: Target,
  uses: readonly FeatureUse[],
): Iterable<Diagnostic> {
  for (const [because, [first, ...others]] of byReason(uses, target)) {
    const features = [...new Set([first, ...others].map(({ feature }) => feature))];
    const related = others
      .filter((use) => use.span.start !== first.span.start || use.span.file !== first.span.file)
      .map(({ feature, span }) => ({ message: `\`${feature}\` is used here.`, span }));
    yield diagnostics.create(
      code,
      first.span,
      { skill: skill.name, target: target.name, features: listed(features), because },
      { related },
    );
  }
}

function byReason(
  uses: readonly FeatureUse[],
  { supports }: Target,
): ReadonlyMap<string, readonly [FeatureUse, ...FeatureUse[]]> {
  const reasons = new Map<string, [FeatureUse, ...FeatureUse[]]>();
  for (const use of uses) {
    const because = reasonOf(supports[use.feature]);
    const known = reasons.get(because);
    if (known === undefined) reasons.set(because, [use]);
    else known.push(use);
  }
  return reasons;
}

function reasonOf(support: Support): string {
  return support.level === "full" ? "" : support.because;
}
