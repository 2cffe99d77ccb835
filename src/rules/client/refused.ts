import { defineDiagnostics } from "../../report/diagnostic.ts";

/** Reported where a run is asked about a client by name; the models of clients are no rules, they see bytes alone. */
export const clientRefusedDiagnostics = defineDiagnostics({
  "client/refused": {
    severity: "error",
    message: (p: { client: string; does: string; reason: string }) =>
      `\`${p.client}\` ${p.does} this skill: ${p.reason}`,
    docs: `
The run was asked about a client with \`--client\`, and that client does not load this skill.

skillc models what each client does with the bytes of a SKILL.md: its encoding, its fences, its YAML reader and its own
checks. The verdict and the reason are the client's, also where the format allows the skill. It is reported only where a
client is named (\`--client all\` shows the matrix and reports nothing), and not where another error of the file explains it
already. \`--client reference\` says what \`skills-ref validate\` says, which the format recommends to run (rule S20). Source: the
sources that the model of each client names, with their dates.

Wrong, for \`--client claude-api\`:

\`\`\`yaml
description: Converts <table> markup.
\`\`\`

Right:

\`\`\`yaml
description: Converts HTML tables.
\`\`\`

To fix it, change what the reason names, or leave the client out.
`,
  },
});
