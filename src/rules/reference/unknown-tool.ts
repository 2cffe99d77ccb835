import type { NameUse, Skill } from "../../ir/skill.ts";
import { yamlWord } from "../../language/yaml-word.ts";
import type { Fix } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import { nearestOf } from "../../report/near.ts";
import type { Rule } from "../rule.ts";
import { toolUses } from "../tools.ts";

const diagnostics = defineDiagnostics({
  "reference/unknown-tool": {
    severity: "warning",
    message: (p: { tool: string; near: string | undefined }) =>
      `The tool \`${p.tool}\` is in no catalogue, so it counts as one that may do anything.`,
    help: (p: { tool: string; near: string | undefined }) =>
      p.near === undefined
        ? `Describe it in a catalogue and name that with \`--tools tools.yml\`: \`${p.tool}: {capabilities: [fs.read], risk: low}\`.`
        : `Write \`${p.near}\`.`,
    docs: `
The skill names a tool that neither the built-in catalogue nor the one given with \`--tools\` knows.

What a skill may do is worked out from the tools that it uses. Nothing is known of this one, so the skill counts as one
that may do anything: \`portable\` refuses it on every device with a limit, and a declared \`effect_hint\` is checked only
against the other tools. In \`allow_tools\` an unknown name allows everything that such a tool might do. Names of MCP
tools (\`server/tool\`) belong in \`requires.mcp_scopes\` and are not looked up.

Wrong:

\`\`\`yaml
requires: {tools: [ReadFiel]}
\`\`\`

Right:

\`\`\`yaml
requires: {tools: [ReadFile]}
\`\`\`

To fix it, correct the name. For a tool of your own write an entry in a \`tools.yml\`, and name the file with
\`--tools tools.yml\` or in the config:

\`\`\`yaml
LookUpOrder: {capabilities: [net], risk: low}
\`\`\`
`,
  },
});

/** Every tool that a skill names is in a catalogue. MCP scopes name tools of servers, which no catalogue has to list. */
export const referenceUnknownTool: Rule = {
  id: "reference/unknown-tool",
  summary: "Every tool that a skill names is in a catalogue.",
  declared: diagnostics.declared,
  *check({ skill }, { catalogue }) {
    for (const [tool, [first, ...others]] of toolUses(namedTools(skill))) {
      if (catalogue.has(tool)) continue;
      const near = nearestOf(tool, catalogue.keys());
      yield diagnostics.create(
        "reference/unknown-tool",
        first.span,
        { tool, near: near?.name },
        {
          related: others.map(({ span }) => ({ message: "It is named here too.", span })),
          fix: near?.certain === true ? renaming([first, ...others], near.name) : undefined,
        },
      );
    }
  },
};

/** Unsafe: the skill then asks for another tool. */
function renaming(uses: readonly NameUse[], name: string): Fix {
  return {
    title: `Write \`${name}\``,
    safety: "unsafe",
    edits: uses.map(({ span }) => ({ span, replacement: yamlWord(name) })),
  };
}

/** `allowed-tools` is left out: it holds permission rules of one client, such as `Bash(git:*)`, not only names. */
function namedTools({ tools, optionalTools, steps, restrict }: Skill): readonly NameUse[] {
  return [
    ...tools,
    ...optionalTools,
    ...steps.flatMap((step) => step.tools),
    ...(restrict?.allowTools ?? []),
    ...(restrict?.denyPatterns ?? []).flatMap((pattern) => pattern.tools ?? []),
  ];
}
