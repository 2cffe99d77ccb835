import type { ScalarNode } from "../../manifest/node.ts";
import { find } from "../../manifest/node.ts";

import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Diagnostic } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { interfaceOf, scalarOf } from "../written.ts";

const amounts = ["tokens", "latency", "money"] as const;
const probabilities = ["p_useful", "p_fatal"] as const;

const diagnostics = defineDiagnostics({
  "cost/hint-range": {
    severity: "error",
    message: (p: { key: string; written: string; probability: boolean }) =>
      p.probability
        ? `\`${p.key}\` is a probability, from 0 to 1, and \`${p.written}\` is not in that range.`
        : `\`${p.key}\` is an amount, 0 or more, and \`${p.written}\` is not.`,
    help: (p: { key: string; written: string; probability: boolean }) => {
      const percent = Number(p.written);
      return p.probability && percent > 1 && percent <= 100
        ? `Write \`${p.key}: ${percent / 100}\`.`
        : undefined;
    },
    docs: `
A number of \`cost_hint\` lies outside its range.

\`tokens\`, \`latency\` (seconds) and \`money\` (USD) are amounts: 0 or more. \`p_useful\` and \`p_fatal\` are probabilities: from
0 to 1. The cost of a whole agent is worked out from these numbers, and one that makes no sense makes every total
meaningless.

Wrong:

\`\`\`yaml
cost_hint: {tokens: 1200, p_useful: 85}
\`\`\`

Right:

\`\`\`yaml
cost_hint: {tokens: 1200, p_useful: 0.85}
\`\`\`

To fix it, write a percentage as a fraction, and an amount without a sign.
`,
  },
  "cost/hint-sum": {
    severity: "error",
    message: (p: { useful: string; fatal: string }) =>
      `\`p_useful\` and \`p_fatal\` add up to more than 1 (${p.useful} and ${p.fatal}); an attempt is useful or fatal, not both.`,
    help: (p: { useful: string }) =>
      `Write \`p_fatal: ${round(1 - Number(p.useful))}\` or less, or a smaller \`p_useful\`.`,
    docs: `
\`p_useful\` and \`p_fatal\` add up to more than 1.

Each attempt has one of three outcomes: a useful answer, a fatal error, or an answer that is neither and may be tried
again. Their probabilities add up to 1, so the first two add up to at most 1.

Wrong:

\`\`\`yaml
cost_hint: {p_useful: 0.9, p_fatal: 0.2}
\`\`\`

Right:

\`\`\`yaml
cost_hint: {p_useful: 0.9, p_fatal: 0.02}
\`\`\`

To fix it, lower one of the two. \`p_fatal\` counts only errors after which it is no use to try again.
`,
  },
});

/** The numbers of a cost hint are in their ranges. */
export const costHintRange: Rule = {
  id: "cost/hint-range",
  summary: "The numbers of a cost hint are in range.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const hint = find(interfaceOf(manifest), "cost_hint");
    if (hint?.kind !== "map") return;
    const outOfRange = [
      ...amounts.flatMap((key) => rangeProblem(key, scalarOf(hint, key), Infinity)),
      ...probabilities.flatMap((key) => rangeProblem(key, scalarOf(hint, key), 1)),
    ];
    yield* outOfRange;
    const useful = scalarOf(hint, "p_useful");
    const fatal = scalarOf(hint, "p_fatal");
    if (outOfRange.length > 0 || useful === undefined || fatal === undefined) return;
    // The sum of two decimals such as 0.9 and 0.1 may be off by one unit in the last place.
    if (Number(useful.value) + Number(fatal.value) <= 1 + Number.EPSILON) return;
    yield diagnostics.create(
      "cost/hint-sum",
      fatal.span,
      { useful: useful.text, fatal: fatal.text },
      { related: [{ message: "The probability of a useful answer.", span: useful.span }] },
    );
  },
};

/** Values that are not numbers are the business of `manifest/keys`. */
function rangeProblem(key: string, node: ScalarNode | undefined, most: number): readonly Diagnostic[] {
  if (node === undefined || typeof node.value !== "number") return [];
  if (node.value >= 0 && node.value <= most && Number.isFinite(node.value)) return [];
  return [
    diagnostics.create("cost/hint-range", node.span, { key, written: node.text, probability: most === 1 }),
  ];
}

function round(value: number): number {
  return Math.max(0, Math.round(value * 1e6) / 1e6);
}
