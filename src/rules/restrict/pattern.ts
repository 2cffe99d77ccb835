import { checkPattern } from "../../regex/pattern.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "restrict/pattern": {
    severity: "error",
    message: (p: { regex: string; reason: string }) =>
      `The pattern \`${p.regex}\` cannot guard tool calls, because ${p.reason}.`,
    docs: `
The \`regex\` of a deny pattern is outside the subset of regular expressions that means the same on every host, or that
can be searched in linear time.

A deny pattern is checked on every tool call, by Python here and by JavaScript there. If the hosts read a pattern
differently, a call that one of them stops gets through on another; if a pattern backtracks without end, a long argument
hangs the agent. So the subset has no look-around, no back-references, no possessive quantifiers and no named groups,
and every \`{\`, \`}\` or \`]\` that is meant literally is escaped.

Wrong:

\`\`\`yaml
deny_patterns:
  - {regex: 'rm (?!-i)', action: deny}
\`\`\`

Right:

\`\`\`yaml
deny_patterns:
  - {regex: 'rm\\s+-[a-zA-Z]*[rf]', action: deny}
\`\`\`

To fix it, write what the pattern looks for without the construct that is marked. Two plain patterns in the list are
often clearer than one with a condition. A call that matches any of them is stopped.
`,
  },
});

/** Patterns on tool calls stay inside the portable subset. */
export const restrictPattern: Rule = {
  id: "restrict/pattern",
  summary: "The patterns of a restriction are in the portable, linear-time subset.",
  declared: diagnostics.declared,
  *check({ skill }) {
    for (const { regex, at } of skill.restrict?.denyPatterns ?? []) {
      const { problem } = checkPattern(regex);
      if (problem === undefined) continue;
      yield diagnostics.create(
        "restrict/pattern",
        at(problem.start, problem.end),
        { regex, reason: problem.reason },
        { help: problem.help },
      );
    }
  },
};
