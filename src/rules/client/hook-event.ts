import { entryOf } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import { nearest } from "../../report/near.ts";
import type { Rule } from "../rule.ts";
import { form } from "./values.ts";

const diagnostics = defineDiagnostics({
  "client/hook-event": {
    severity: "warning",
    message: (p: { event: string; near: string | undefined; form: string }) =>
      p.form === ""
        ? `The hook event \`${p.event}\` is none that Claude Code has, so the hook never runs.`
        : `The \`hooks\` are ${p.form}; they have to be a mapping of events, so nothing reads them.`,
    help: (p: { near: string | undefined; form: string }) =>
      p.form === ""
        ? `Write \`${p.near ?? "PreToolUse"}\`${p.near === undefined ? " or another event of the documentation" : ""}.`
        : "Write `hooks: {PreToolUse: [{matcher: Bash, hooks: [{type: command, command: …}]}]}`.",
    docs: `
\`hooks\` maps events to commands, and this is no event.

The events are the 30 of Claude Code, the one client that reads hooks in the front matter of a skill: \`PreToolUse\`,
\`PostToolUse\`, \`Stop\`, \`SessionStart\` and so on, in exactly this spelling. A hook of an unknown event is kept and never
called, so a check that should refuse a dangerous call does nothing. Source: the Claude Code documentation on hooks, and
the list of events in its agent SDK.

Wrong:

\`\`\`yaml
hooks:
  PreToolUser:
    - matcher: Bash
      hooks: [{type: command, command: ./check.sh}]
\`\`\`

Right:

\`\`\`yaml
hooks:
  PreToolUse:
    - matcher: Bash
      hooks: [{type: command, command: ./check.sh}]
\`\`\`

To fix it, correct the name of the event.
`,
  },
});

/** The events of Claude Code, from its agent SDK, 2026-08. */
const events = [
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "Notification",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "SessionStart",
  "SessionEnd",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "PostCompact",
  "PermissionRequest",
  "PermissionDenied",
  "Setup",
  "TeammateIdle",
  "TaskCreated",
  "TaskCompleted",
  "Elicitation",
  "ElicitationResult",
  "ConfigChange",
  "WorktreeCreate",
  "WorktreeRemove",
  "InstructionsLoaded",
  "CwdChanged",
  "FileChanged",
  "MessageDisplay",
];

/** The names of hook events. */
export const clientHookEvent: Rule = {
  id: "client/hook-event",
  summary: "The hooks of a skill are of events that there are.",
  declared: diagnostics.declared,
  *check({ manifest: { frontMatter } }) {
    const entry = entryOf(frontMatter, "hooks");
    if (entry === undefined || (entry.value.kind === "scalar" && entry.value.value === null)) return;
    if (entry.value.kind !== "map") {
      const parameters = { event: "", near: undefined, form: form(entry.value) };
      yield diagnostics.create("client/hook-event", entry.key.span, parameters);
      return;
    }
    for (const { key } of entry.value.entries) {
      if (events.includes(key.text)) continue;
      const near = nearest(key.text, events);
      const parameters = { event: key.text, near, form: "" };
      const fix =
        near === undefined
          ? undefined
          : {
              title: `Write \`${near}\``,
              safety: "unsafe" as const,
              edits: [{ span: key.span, replacement: near }],
            };
      yield diagnostics.create("client/hook-event", key.span, parameters, { fix });
    }
  },
};
