import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { listed } from "../written.ts";

const diagnostics = defineDiagnostics({
  "effect/state-contradiction": {
    severity: "error",
    message: (p: { keys: string }) =>
      `The skill is declared \`pure\`, yet it keeps ${p.keys} in memory: a pure skill has no state.`,
    help: "Write `effect_hint: state`, or `state_keys: []` if nothing is kept.",
    docs: `
\`effect_hint: pure\` says that a skill reads and writes nothing outside its own answer. \`state_keys\` says that it keeps
values in the agent's memory. One of the two is wrong.

A pure skill may be run twice, in parallel or from a cache, and nobody notices. A skill with state may not: its second
answer can differ from its first. Whoever trusts the declaration gets wrong results.

Wrong:

\`\`\`yaml
interface:
  effect_hint: pure
  state_keys: [history]
\`\`\`

Right:

\`\`\`yaml
interface:
  effect_hint: state
  state_keys: [history]
\`\`\`

To fix it, declare \`state\`, or the keys themselves (\`effect_hint: {state: [history]}\`), or remove \`state_keys\`.
`,
  },
});

/** A pure skill keeps no state. */
export const effectStateContradiction: Rule = {
  id: "effect/state-contradiction",
  summary: "A skill declared pure has no state keys.",
  declared: diagnostics.declared,
  *check({ skill: { effectHint, stateKeys } }) {
    if (effectHint?.kind !== "level" || effectHint.level !== "pure" || stateKeys.length === 0) return;
    yield diagnostics.create(
      "effect/state-contradiction",
      effectHint.span,
      { keys: listed(stateKeys.map(({ name }) => name)) },
      { related: stateKeys.map(({ name, span }) => ({ message: `\`${name}\` is kept in memory.`, span })) },
    );
  },
};
