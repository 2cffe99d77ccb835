import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "restrict/opaque-hook": {
    severity: "info",
    message: (p: { event: string; because: string }) =>
      `The \`${p.event}\` hook counts as a program that may do anything, because ${p.because}.`,
    help: (p: { event: string }) =>
      p.event === "PreToolUse"
        ? "Search with `grep -qE '…'` and answer with `exit 2`, or write the patterns under `interface.restrict` in a `skill.yml`."
        : undefined,
    docs: `
A hook runs a command on the machine of the user whenever the agent does something. A \`PreToolUse\` hook that searches
the call for literal patterns and refuses it, or asks, is a restriction: it is read as \`deny_patterns\`, and every target that
can restrict tool calls carries it. This hook is more than that, so it counts as a process that may do whatever processes
may (\`exec\`), and only clients that run hooks themselves (Claude Code) carry it.

Read as patterns are shell programs of these statements: \`cmd=$(jq -r '.tool_input.command')\`, \`if echo "$cmd" | grep -qE
'pattern'; then … exit 2; fi\`, \`case "$cmd" in *"text"*) … exit 2 ;; esac\`, and \`… | grep -q 'pattern' && exit 2\`. Exit
status 2 and \`"permissionDecision": "deny"\` refuse; \`"permissionDecision": "ask"\` asks. The form of hooks is that of the
Claude Code documentation.

Opaque:

\`\`\`yaml
hooks:
  PreToolUse:
    - matcher: Bash
      hooks: [{type: command, command: "node check.mjs"}]
\`\`\`

Read as a restriction:

\`\`\`yaml
hooks:
  PreToolUse:
    - matcher: Bash
      hooks: [{type: command, command: "jq -r '.tool_input.command' | grep -qE 'rm +-rf' && exit 2 || exit 0"}]
\`\`\`
`,
  },
});

/** Hooks of which only the host knows what they do. */
export const restrictOpaqueHook: Rule = {
  id: "restrict/opaque-hook",
  summary: "A hook that is no list of literal patterns counts as a program that may do anything.",
  declared: diagnostics.declared,
  *check({ skill }) {
    for (const { event, because, span } of skill.hooks) {
      yield diagnostics.create("restrict/opaque-hook", span, { event, because });
    }
  },
};
