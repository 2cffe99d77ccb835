import type { NameUse } from "../../ir/skill.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { toolUses } from "../tools.ts";

const diagnostics = defineDiagnostics({
  "restrict/high-risk": {
    severity: "warning",
    message: (p: { tool: string; agent: string }) =>
      p.agent === ""
        ? `The tool \`${p.tool}\` is of high risk, so mounting the skill does not grant it: the agent must have it already.`
        : `The tool \`${p.tool}\` is of high risk, so mounting the skill does not grant it, and the agent \`${p.agent}\` does not have it.`,
    help: (p: { tool: string }) =>
      `Grant it in the agent, where its owner sees it: \`mcp: {localTools: [${p.tool}]}\`.`,
    docs: `
The skill requires a tool that the catalogue marks \`risk: high\`, and the agent does not have that tool itself.

Mounting a skill gives the agent the tools that the skill requires, except those of high risk: a file that somebody
downloads must not be able to open a shell. Such a tool is withheld and listed in the permission diff; the skill then
runs without it. Only the agent can grant it.

Wrong: a skill with

\`\`\`yaml
requires: {tools: [Bash]}
\`\`\`

mounted on an agent that does not have \`Bash\`.

Right: the agent says so in its own file, which is then given with \`--agent agent.yml\`:

\`\`\`yaml
name: builder
mcp: {localTools: [Bash]}
skills: [make-pdf]
\`\`\`

To fix it, grant the tool in the agent, or let the skill do with a narrower tool. Where a tool is harmless in your
setting, say so in your own catalogue: \`Bash: {capabilities: [exec], risk: medium, confined: true}\`.
`,
  },
});

/** A high-risk tool is granted by the agent, never by mounting. */
export const restrictHighRisk: Rule = {
  id: "restrict/high-risk",
  summary: "A high-risk tool that a skill requires is granted by its agent.",
  declared: diagnostics.declared,
  *check({ skill }, { agent, catalogue }) {
    const granted = new Set(agent.tools.map(({ name }) => name));
    const required = toolUses([...skill.tools, ...skill.steps.flatMap(({ tools }) => tools)]);
    for (const [name, [first, ...others]] of required) {
      if (catalogue.get(name)?.risk !== "high" || granted.has(name)) continue;
      yield diagnostics.create(
        "restrict/high-risk",
        first.span,
        { tool: name, agent: agent.span === undefined ? "" : agent.name },
        { related: others.map((use: NameUse) => ({ message: "It is required here too.", span: use.span })) },
      );
    }
  },
};
