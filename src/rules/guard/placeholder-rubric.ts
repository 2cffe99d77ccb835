import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { guardsOf, scalarOf } from "../written.ts";

const diagnostics = defineDiagnostics({
  "guard/placeholder-rubric": {
    severity: "warning",
    message: (p: { rubric: string }) =>
      `The rubric \`${p.rubric}\` says nothing about an answer, so the judge applies a standard of its own.`,
    help: "Write what an acceptable answer has: `rubric: Every claim has a source.`",
    docs: `
The \`rubric\` of a judge is a placeholder that was never filled in, such as \`TODO\` or \`...\`.

The rubric is all that the judge is asked. With a placeholder it guesses what is wanted, accepts or refuses by that guess, and
is paid for each attempt.

Wrong:

\`\`\`yaml
guard: {kind: judge, rubric: TODO}
\`\`\`

Right:

\`\`\`yaml
guard: {kind: judge, rubric: Every claim has a source.}
\`\`\`

To fix it, write down what a good answer has.
`,
  },
});

// The whole rubric, and nothing beside it.
const placeholder =
  /^(?:todo|tbd|tba|fixme|xxx|n\/a|none|\.{2,}|…|-+|\?+|<[^<>\n]*>|\[[^[\]\n]*\]|\{\{[^{}\n]*\}\}|(?:your |the )?rubric(?: (?:here|goes here|text))?)[.:!]?$/i;

/** The rubric of a judge has been written. */
export const guardPlaceholderRubric: Rule = {
  id: "guard/placeholder-rubric",
  summary: "The rubric of a judge is no placeholder.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    for (const guard of guardsOf(manifest)) {
      const node = scalarOf(guard, "rubric");
      const rubric = node?.text.trim() ?? "";
      if (node === undefined || rubric.length > 60 || !placeholder.test(rubric)) continue;
      const start = node.text.indexOf(rubric);
      yield diagnostics.create("guard/placeholder-rubric", node.at(start, start + rubric.length), { rubric });
    }
  },
};
