import { entryOf } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { guardsOf, scalarOf, textOfValue } from "../written.ts";

const diagnostics = defineDiagnostics({
  "guard/judge-without-rubric": {
    severity: "error",
    message: "The judge has no `rubric`, so nothing says by what it judges an answer.",
    help: "Add `rubric: The answer names every file that it changed.`.",
    docs: `
A guard of kind \`judge\` asks a model whether an answer is acceptable. The \`rubric\` is what it is asked.

Without a rubric every judge would apply a standard of its own, and the \`threshold\` would be compared with a number that
means nothing.

Wrong:

\`\`\`yaml
guard: {kind: judge, threshold: 0.7}
\`\`\`

Right:

\`\`\`yaml
guard:
  kind: judge
  rubric: Every criterion has a quotation from the assignment and a number of points.
  threshold: 0.7
\`\`\`

To fix it, write down what a good answer has. If it can be seen in the text, a guard of kind \`rule\` is cheaper and gives
the same answer every time: \`{kind: rule, predicate: "'verdict' in x"}\`.
`,
  },
});

/** A judge has something to judge by. */
export const guardJudgeWithoutRubric: Rule = {
  id: "guard/judge-without-rubric",
  summary: "A judge has a rubric.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    for (const guard of guardsOf(manifest)) {
      const kind = scalarOf(guard, "kind");
      if (kind?.text !== "judge") continue;
      const rubric = entryOf(guard, "rubric");
      if (rubric !== undefined && textOfValue(rubric.value)?.trim() !== "") continue;
      yield diagnostics.create("guard/judge-without-rubric", rubric?.key.span ?? kind.span, {});
    }
  },
};
