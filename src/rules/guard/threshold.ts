import type { ScalarNode } from "../../manifest/node.ts";
import type { Fix } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { guardsOf, scalarOf } from "../written.ts";

const diagnostics = defineDiagnostics({
  "guard/threshold": {
    severity: "error",
    message: (p: { written: string; isAbove: boolean }) =>
      p.isAbove
        ? `No judgement reaches the threshold \`${p.written}\`: a judge answers with a number from 0 to 1.`
        : `Every judgement reaches the threshold \`${p.written}\`, so the guard accepts every answer.`,
    help: (p: { instead: string }) => `Write a number above 0 and up to 1: \`threshold: ${p.instead}\`.`,
    docs: `
The \`threshold\` of a judge is outside of its range. A judge reads an answer and says how well it meets the rubric, as a
number from 0 to 1; the answer is accepted from the threshold on.

With a threshold above 1 every answer is refused, and each attempt is paid for. With 0 or less every answer is accepted, and
the judge is paid for nothing.

Wrong:

\`\`\`yaml
guard: {kind: judge, rubric: Every claim has a source., threshold: 70}
\`\`\`

Right:

\`\`\`yaml
guard: {kind: judge, rubric: Every claim has a source., threshold: 0.7}
\`\`\`

To fix it, write the share as a number up to 1. Where a percentage is written, \`--fix --unsafe-fixes\` divides it by 100.
`,
  },
});

/** The threshold of a judge can be reached, and missed. */
export const guardThreshold: Rule = {
  id: "guard/threshold",
  summary: "The threshold of a judge is above 0 and at most 1.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    for (const guard of guardsOf(manifest)) {
      const node = scalarOf(guard, "threshold");
      if (typeof node?.value !== "number" || (node.value > 0 && node.value <= 1)) continue;
      const share = shareOf(node.value);
      const parameters = { written: node.text, isAbove: !(node.value <= 0), instead: share ?? "0.7" };
      yield diagnostics.create("guard/threshold", node.at(0, node.text.length), parameters, {
        fix: share === undefined ? undefined : fixOf(node, share),
      });
    }
  },
};

/** From 10 on a number is hardly anything but a percentage. */
function shareOf(value: number): string | undefined {
  return Number.isInteger(value) && value >= 10 && value <= 100 ? String(value / 100) : undefined;
}

function fixOf(node: ScalarNode, replacement: string): Fix {
  return {
    title: `Write \`${replacement}\``,
    safety: "unsafe",
    edits: [{ span: node.at(0, node.text.length), replacement }],
  };
}
