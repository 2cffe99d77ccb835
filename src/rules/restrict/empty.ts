import { entryOf } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import { interfaceOf } from "../written.ts";
import type { Rule } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "restrict/empty": {
    severity: "warning",
    message: "This `restrict` takes nothing away: every effect, every tool and every call stays allowed.",
    help: "Add `effect_ceiling: io`, `allow_tools: [ReadFile]` or `deny_patterns`.",
    docs: `
A \`restrict\` without a ceiling below \`llm\`, without \`allow_tools\` and without \`deny_patterns\` lets everything through.

Whoever mounts a restricting skill believes that the agent can do less with it. The ceiling \`llm\` is the top of the chain
\`pure\`, \`state\`, \`io\`, \`llm\`, so it forbids nothing. An empty list \`allow_tools: []\` is different: it takes away every
tool.

Wrong:

\`\`\`yaml
interface:
  restrict: {effect_ceiling: llm}
\`\`\`

Right:

\`\`\`yaml
interface:
  restrict:
    allow_tools: [ReadFile, ListFiles]
\`\`\`

To fix it, say what is to be taken away, or remove the skill.
`,
  },
});

/** A restriction restricts. */
export const restrictEmpty: Rule = {
  id: "restrict/empty",
  summary: "A restriction takes something away.",
  declared: diagnostics.declared,
  *check({ manifest, skill }) {
    const { restrict } = skill;
    const written = entryOf(interfaceOf(manifest), "restrict");
    // A restriction made from hooks has no `interface.restrict`; what it holds is the hooks' affair.
    if (restrict === undefined || written === undefined) return;
    const { ceiling, allowTools, denyPatterns } = restrict;
    const isOpen = ceiling === undefined || (ceiling.kind === "level" && ceiling.level === "llm");
    // Patterns that could not be read have been reported, and are meant to take something away.
    const hasPatterns = written.value.kind === "map" && entryOf(written.value, "deny_patterns") !== undefined;
    if (!isOpen || allowTools !== undefined || denyPatterns.length > 0 || hasPatterns) return;
    yield diagnostics.create("restrict/empty", written.key.span, {});
  },
};
