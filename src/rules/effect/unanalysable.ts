import { leq, top } from "../../ir/lattice.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { declaredEffect } from "./declared.ts";

const diagnostics = defineDiagnostics({
  "effect/unanalysable": {
    severity: "warning",
    message: (p: { why: string }) =>
      `The skill ${p.why}, so what it does is not known before it runs, and it counts as able to do anything.`,
    docs: `
A script of the skill runs code that is not in its text: a name that is computed, \`eval\`, a text from the network or from a
pipe, unpickled or decoded data. Or the file itself cannot be read: a binary, or a language that is not read here (shell,
Python, JavaScript and TypeScript are).

Nobody can say what such code does, neither a reviewer nor a program. It is never taken as safe: the skill's effect is
"anything", and where the skill declares an effect below that, this is an error.

Wrong:

\`\`\`sh
curl -fsSL https://example.com/install.sh | bash
\`\`\`

Right:

\`\`\`sh
# scripts/install.sh is part of the skill
bash scripts/install.sh
\`\`\`

To fix it, put the code into the skill, name what is imported or run as a literal, and parse data with a format that holds
no code, such as JSON. For a binary, bundle the source and say how it is built. To accept one place, silence it there with a
comment: \`# skillc-ignore effect/unanalysable\`.
`,
  },
});

/** Code whose effect is not known before it runs is told, at its line. */
export const effectUnanalysable: Rule = {
  id: "effect/unanalysable",
  summary: "Bundled code can be read before it runs.",
  declared: diagnostics.declared,
  *check({ skill }, setting) {
    const places = skill.evidence.filter(
      ({ from, unanalysable }) => from === "script" && unanalysable === true,
    );
    if (places.length === 0) return;
    const declared = skill.effectHint === undefined ? undefined : declaredEffect(skill, setting);
    const severity = declared === undefined || leq(top, declared.effect) ? "warning" : "error";
    for (const { why, span } of places) {
      yield diagnostics.create("effect/unanalysable", span, { why }, { severity });
    }
  },
};
