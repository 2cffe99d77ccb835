import { nearestOf } from "../../report/near.ts";
import type { Catalogue } from "../../ir/tool.ts";
import type { Grant } from "../../lower/grant-list.ts";
import { grantList } from "../../lower/grant-list.ts";
import { get } from "../../manifest/node.ts";
import type { Diagnostic, Fix } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "reference/unknown-allowed-tool": {
    severity: "info",
    message: (p: { tool: string }) =>
      `\`allowed-tools\` names \`${p.tool}\`, which is in no catalogue of tools, so nothing may be approved by it.`,
    help: (p: { tool: string }) =>
      `Write the name that the client uses, such as \`Bash\` or \`Read\`, or describe the tool in a catalogue: \`${p.tool}: {capabilities: [net], risk: low}\`.`,
    docs: `
\`allowed-tools\` names a tool that neither the built-in catalogue of the common clients nor the one given with \`--tools\`
knows.

A client compares the names letter by letter, so a misspelt name approves nothing: the user is asked every time, and the
author does not learn why. With a known name close by it is a warning, else only an information. Names of MCP tools
(\`mcp__server__tool\`, \`server/tool\`) and names with \`*\` are not looked up. Source: Agent Skills specification, the field
\`allowed-tools\` (rule S14); the names are those that the clients document.

Wrong:

\`\`\`yaml
allowed-tools: WebFecth Read
\`\`\`

Right:

\`\`\`yaml
allowed-tools: WebFetch Read
\`\`\`

To fix it, correct the name; \`--fix --unsafe-fixes\` writes the near one. A tool of your own goes into a \`tools.yml\`.
`,
  },
  "reference/unbalanced-grant": {
    severity: "warning",
    message: (p: { grant: string }) =>
      `The parentheses of \`${p.grant}\` in \`allowed-tools\` do not match, so clients disagree on where the tool ends.`,
    help: "Write the pattern between one `(` and one `)`, as in `Bash(git log:*)`.",
    docs: `
A pattern in \`allowed-tools\` opens a parenthesis that it does not close, or the other way round.

The pattern in parentheses says which calls are approved. Without its end a client takes the tools that follow for a part of
the pattern, or drops the entry.

Wrong:

\`\`\`yaml
allowed-tools: Bash(git log:* Read
\`\`\`

Right:

\`\`\`yaml
allowed-tools: Bash(git log:*) Read
\`\`\`

To fix it, write the missing parenthesis.
`,
  },
  "reference/repeated-grant": {
    severity: "info",
    message: (p: { grant: string }) => `\`allowed-tools\` names \`${p.grant}\` twice.`,
    help: "Remove one of the two.",
    docs: `
The same tool, with the same pattern, stands twice in \`allowed-tools\`.

It does no harm, but often one of the two was meant to be another tool.

Wrong:

\`\`\`yaml
allowed-tools: Read Grep Read
\`\`\`

Right:

\`\`\`yaml
allowed-tools: Read Grep
\`\`\`

To fix it, remove one, or write the tool that was meant.
`,
  },
  "reference/grants-everything": {
    severity: "warning",
    message: (p: { grant: string; what: string }) =>
      `\`${p.grant}\` in \`allowed-tools\` approves ${p.what} without asking.`,
    help: (p: { tool: string }) =>
      p.tool === "*"
        ? "Name the tools that the skill uses: `allowed-tools: Read Grep`."
        : `Name the commands that the skill uses, such as \`${p.tool}(git status:*)\`.`,
    docs: `
A pattern in \`allowed-tools\` is only a \`*\`, so it matches every call.

\`allowed-tools\` approves calls in advance. \`*\` approves every tool, and \`Bash(*)\` every shell command, including those that
a text which the skill reads may talk the model into. The user who installs the skill is never asked.

Wrong:

\`\`\`yaml
allowed-tools: Bash(*)
\`\`\`

Right:

\`\`\`yaml
allowed-tools: Bash(git status:*) Bash(git diff:*)
\`\`\`

To fix it, name what the skill runs. Where it has to run anything, leave the tool out, so that the user decides.
`,
  },
});

/** The tools that `allowed-tools` names, and their patterns. */
export const referenceAllowedTools: Rule = {
  id: "reference/allowed-tools",
  summary: "The entries of allowed-tools are known tools with whole, narrow patterns, each named once.",
  declared: diagnostics.declared,
  *check({ manifest }, { catalogue }) {
    const grants = grantList(get(manifest.frontMatter, "allowed-tools"));
    const first = new Map<string, Grant>();
    for (const grant of grants) {
      const earlier = first.get(grant.text);
      if (earlier !== undefined) {
        if (/\w/.test(grant.text)) yield repeated(grant, earlier);
        continue;
      }
      first.set(grant.text, grant);
      if (!grant.balanced)
        yield diagnostics.create("reference/unbalanced-grant", grant.span, { grant: grant.text });
      else yield* everything(grant);
      yield* unknown(grant, catalogue);
    }
  },
};

function repeated({ text, span }: Grant, earlier: Grant): Diagnostic {
  const related = [{ message: "It stands here first.", span: earlier.span }];
  return diagnostics.create("reference/repeated-grant", span, { grant: text }, { related });
}

/** `*`, `*(*)` and a program that may run anything: the other tools do one thing, whatever their arguments. */
function* everything({ name, pattern, text, span }: Grant): Iterable<Diagnostic> {
  const all = pattern === undefined || /^\s*(?:\*|:\*|\*:\*)?\s*$/.test(pattern);
  if (name === "*" && all) {
    yield diagnostics.create("reference/grants-everything", span, {
      grant: text,
      tool: name,
      what: "every tool",
    });
  } else if (pattern !== undefined && all && shells.has(name.toLowerCase())) {
    const parameters = { grant: text, tool: name, what: "every command" };
    yield diagnostics.create("reference/grants-everything", span, parameters);
  }
}

const shells = new Set([
  "bash",
  "shell",
  "powershell",
  "run_shell_command",
  "run_terminal_cmd",
  "execute_command",
]);

function* unknown({ name, nameSpan }: Grant, catalogue: Catalogue): Iterable<Diagnostic> {
  // Anything else is a name of an MCP tool, a variable or a pattern, and no name of a built-in tool.
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name) || /^mcp|__/i.test(name) || catalogue.has(name)) return;
  const near = nearestOf(name, catalogue.keys());
  if (near === undefined) {
    yield diagnostics.create("reference/unknown-allowed-tool", nameSpan, { tool: name });
    return;
  }
  const fix: Fix = {
    title: `Write \`${near.name}\``,
    safety: "unsafe",
    edits: [{ span: nameSpan, replacement: near.name }],
  };
  yield diagnostics.create(
    "reference/unknown-allowed-tool",
    nameSpan,
    { tool: name },
    { severity: "warning", help: `Write \`${near.name}\`.`, fix: near.certain ? fix : undefined },
  );
}
