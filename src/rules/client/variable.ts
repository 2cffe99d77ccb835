import type { ClientName } from "../../clients/client.ts";
import { bodyReaders, substituters } from "../../clients/facts.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import { span } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { listed } from "../written.ts";

const diagnostics = defineDiagnostics({
  "client/variable": {
    severity: "info",
    message: (p: { variable: string; client: string; asked: string }) =>
      p.asked === ""
        ? `Only ${p.client} fills in \`${p.variable}\`; in every other client the model reads it as it stands.`
        : `Only ${p.client} fills in \`${p.variable}\`; in ${p.asked} the model reads it as it stands.`,
    help: (p: { variable: string; rest: string }) =>
      p.rest === "" ? undefined : `Write the path relative to the folder of the skill: \`${p.rest}\`.`,
    docs: `
The body uses a variable that one client fills in before the model reads it.

Claude Code fills in \`$ARGUMENTS\`, \`\${CLAUDE_SKILL_DIR}\`, \`\${CLAUDE_PROJECT_DIR}\`, \`\${CLAUDE_SESSION_ID}\`, \`\${CLAUDE_EFFORT}\`,
\`\${CLAUDE_PLUGIN_ROOT}\` and \`\${CLAUDE_PLUGIN_DATA}\`; OpenClaw fills in \`{baseDir}\`. Elsewhere the text stays, and a command
with it fails because there is no such folder. It is a note, and an error where the run is asked about a client that
leaves it (\`--client codex\`). Source: the documentation of both clients on skills.

Wrong outside of Claude Code:

    python \${CLAUDE_SKILL_DIR}/scripts/fill.py

Right:

    python scripts/fill.py

To fix it, write paths relative to the folder of the skill, as the format has them, and say so in one sentence. For a skill
that is for one client only, silence the note with a reason.
`,
  },
});

const variable =
  /\$\{CLAUDE_(?:SKILL_DIR|PROJECT_DIR|SESSION_ID|EFFORT|PLUGIN_ROOT|PLUGIN_DATA)\}|\{baseDir\}|\$ARGUMENTS\b/g;

/** Variables of one client in the body. */
export const clientVariable: Rule = {
  id: "client/variable",
  summary: "The body uses no variable that only one client fills in.",
  declared: diagnostics.declared,
  *check({ manifest: { body } }, { clients }) {
    if (body === undefined || !/\{baseDir\}|\$\{CLAUDE_|\$ARGUMENTS/.test(body.text)) return;
    const found = [...body.text.matchAll(variable)];
    for (const owner of ["claude-code", "openclaw"] as const) {
      const own = found.filter(([text]) => (text === "{baseDir}") === (owner === "openclaw"));
      const [first] = own;
      if (first === undefined) continue;
      const fills: readonly ClientName[] = substituters[owner];
      const asked = bodyReaders.filter((client) => clients.has(client) && !fills.includes(client));
      // Asked about this client alone, there is nothing to say.
      if (asked.length === 0 && fills.some((client) => clients.has(client))) continue;
      const places = own.map(({ index, 0: text }) => {
        const at = body.span.start + index;
        return span(body.span.file, at, at + text.length);
      });
      const [at, ...others] = places;
      if (at === undefined) continue;
      yield diagnostics.create(
        "client/variable",
        at,
        {
          variable: first[0],
          client: titles[owner],
          asked: asked.length === 0 ? "" : listed(asked),
          rest:
            /^\/([\w./-]+)/.exec(body.text.slice(first.index + first[0].length, first.index + 200))?.[1] ??
            "",
        },
        {
          severity: asked.length === 0 ? "info" : "error",
          related: others.slice(0, 8).map((place) => ({ message: "Here too.", span: place })),
        },
      );
    }
  },
};

const titles = { "claude-code": "Claude Code", openclaw: "OpenClaw" } as const;
