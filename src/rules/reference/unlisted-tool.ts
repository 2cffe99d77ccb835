import { grantList } from "../../lower/grant-list.ts";
import { get } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import { span } from "../../report/source.ts";
import type { Rule } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "reference/unlisted-tool": {
    severity: "info",
    message: (p: { tool: string }) =>
      `The body tells the agent to use \`${p.tool}\`, which \`allowed-tools\` does not list, so the user is asked for it.`,
    help: (p: { tool: string }) => `Add \`${p.tool}\` to \`allowed-tools\` if it should run without asking.`,
    docs: `
The skill has an \`allowed-tools\`, and its body names a tool that is not in it.

\`allowed-tools\` is the list of tools that may run without asking. A tool that the instructions use and the list leaves out
still works, but stops at a question in the middle of the work, and fails where nobody is there to answer. Only tools
that Claude Code asks for count (\`Bash\`, \`Edit\`, \`WebFetch\`, …), and only where the text calls one a tool or tells the
agent to use it. Source: Agent Skills
specification, the field \`allowed-tools\` (rule S14).

Wrong:

\`\`\`markdown
---
allowed-tools: Read
---
Use the Bash tool to run the tests.
\`\`\`

Right:

\`\`\`markdown
---
allowed-tools: Read Bash(npm test:*)
---
Use the Bash tool to run the tests.
\`\`\`

To fix it, add the tool, or leave it out on purpose and silence this with
\`<!-- skillc-ignore reference/unlisted-tool: the user decides -->\`.
`,
  },
});

/** A name, with backticks or without, that the text calls a tool or tells the agent to use. */
const mention =
  /\b(?:use|using|call|calling|invoke|invoking|via|with|through)[ \t]+(?:the[ \t]+)?(?:`([A-Z][A-Za-z]{2,40})`|([A-Z][A-Za-z]{2,40})[ \t]+tool\b)/gi;

/** Tools that the body uses are approved where the skill approves any. */
export const referenceUnlistedTool: Rule = {
  id: "reference/unlisted-tool",
  summary: "Tools that the body tells the agent to use are in allowed-tools, where the skill has one.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const { body, frontMatter } = manifest;
    const grants = grantList(get(frontMatter, "allowed-tools"));
    if (body === undefined || grants.length === 0) return;
    const listed = new Set(grants.flatMap(({ name }) => namesOf(name)));
    if (listed.has("*")) return;
    const seen = new Set<string>();
    for (const match of body.text.matchAll(mention)) {
      const tool = match[1] ?? match[2] ?? "";
      if (!asksFirst.has(tool) || seen.has(tool) || listed.has(tool)) continue;
      if (isNegated(body.text, match.index)) continue;
      seen.add(tool);
      yield diagnostics.create("reference/unlisted-tool", placeOf(body.span, match, tool), { tool });
    }
  },
};

/**
 * Tools for which Claude Code, the client that acts on the field, asks the user. Source: its tool reference, 2026-08-20;
 * the others (`Read`, `Grep`, `Task`, …) run in any case.
 */
const asksFirst: ReadonlySet<string> = new Set([
  "Bash",
  "Edit",
  "MultiEdit",
  "NotebookEdit",
  "PowerShell",
  "Skill",
  "SlashCommand",
  "WebFetch",
  "WebSearch",
  "Write",
]);

/** `Edit` covers what `MultiEdit` and `NotebookEdit` do. */
function namesOf(name: string): readonly string[] {
  return name === "Edit" || name === "Write" ? [name, "MultiEdit", "NotebookEdit", "Edit"] : [name];
}

/** “Do not use the Bash tool”, “instead of using `Bash`”. */
function isNegated(text: string, at: number): boolean {
  const before =
    text
      .slice(Math.max(0, at - 60), at)
      .split(/[.\n;]/)
      .at(-1) ?? "";
  return /\b(?:not|never|avoid|don['’]t|without|instead of|rather than|cannot|can['’]t|no need)\b/i.test(
    before,
  );
}

function placeOf(body: Span, match: RegExpExecArray, tool: string): Span {
  const start = body.start + match.index + match[0].lastIndexOf(tool);
  return span(body.file, start, start + tool.length);
}
