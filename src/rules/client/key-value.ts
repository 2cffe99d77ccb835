import { yamlString } from "../../language/yaml.ts";
import type { Entry } from "../../manifest/node.ts";
import { entryOf, get } from "../../manifest/node.ts";
import type { Severity } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import { textOf } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { textOfValue } from "../written.ts";
import type { Flaw, ValueCheck } from "./values.ts";
import { model, oneOf, textUpTo, texts } from "./values.ts";

const diagnostics = defineDiagnostics({
  "client/key-value": {
    severity: "warning",
    message: (p: { key: string; flaw: string }) => `The value of \`${p.key}\` ${p.flaw}.`,
    help: (p: { key: string; write: string }) =>
      p.write === "" ? undefined : `Write \`${p.key}: ${p.write}\`.`,
    docs: `
A key that only some clients read has a value that they do not take.

The keys are those that Claude Code, VS Code, Mux and OpenClaw document beside the six of the open format. A client passes
over a value that it does not know, so the skill loads and behaves as if the key were not there; Mux refuses the skill,
and Copilot refuses one whose \`argument-hint\` is no text. Known values are \`context: fork\`, \`effort: low|medium|high|xhigh|max\`,
\`shell: bash|powershell\`, \`model\` as an alias (\`sonnet\`, \`opus\`, \`haiku\`, \`inherit\`) or the full name of a Claude model,
\`argument-hint\` as a text of at most 200 characters, \`when_to_use\` of at most 1,024, and \`paths\`, \`arguments\` and
\`disallowed-tools\` as a text or a list of texts. \`agent\` counts only beside \`context: fork\`. Source: the Claude Code
documentation on skills, the sources of Mux (\`agentSkill.ts\`) and VS Code, and the OpenClaw documentation on skills.

Wrong:

\`\`\`yaml
context: inherit
argument-hint: [file]
\`\`\`

Right:

\`\`\`yaml
context: fork
argument-hint: "[file]"
\`\`\`

To fix it, write one of the values, or remove the key: without it a client does what it does by default.
`,
  },
});

interface KeyCheck {
  readonly check: ValueCheck;
  readonly severity?: Severity;
}

const checks: Readonly<Record<string, KeyCheck>> = {
  context: { check: oneOf("Claude Code", ["fork"]) },
  effort: { check: oneOf("Claude Code", ["low", "medium", "high", "xhigh", "max"]) },
  shell: { check: oneOf("Claude Code", ["bash", "powershell"]) },
  model: { check: model },
  paths: { check: texts },
  arguments: { check: texts },
  "disallowed-tools": { check: texts },
  "argument-hint": { check: textUpTo("Mux", 200) },
  when_to_use: { check: textUpTo("Mux", 1024), severity: "info" },
  "when-to-use": { check: textUpTo("Mux", 1024), severity: "info" },
  "command-dispatch": { check: oneOf("OpenClaw", ["tool"]) },
  "command-arg-mode": { check: oneOf("OpenClaw", ["raw"]) },
};

/** The values of keys that only some clients read. */
export const clientKeyValue: Rule = {
  id: "client/key-value",
  summary: "A key that a client reads has a value that the client takes.",
  declared: diagnostics.declared,
  *check({ manifest: { frontMatter } }) {
    for (const { key, value } of frontMatter?.entries ?? []) {
      const known = Object.hasOwn(checks, key.text) ? checks[key.text] : undefined;
      if (known === undefined || (value.kind === "scalar" && value.value === null)) continue;
      const flaw = known.check(value);
      if (flaw !== undefined) yield report({ key, value }, flaw, known.severity);
    }
    const agent = entryOf(frontMatter, "agent");
    if (agent === undefined || textOfValue(get(frontMatter, "context")) === "fork") return;
    // Other products have a key `agent` of their own; beside a word for another context it is Claude Code's.
    if (get(frontMatter, "context") === undefined) return;
    yield report(agent, { flaw: "counts only beside `context: fork`, so nothing reads it here" }, "info");
  },
};

function report(entry: Entry, { flaw, write, at, quote }: Flaw, severity: Severity | undefined) {
  const { key, value } = entry;
  const source = textOf(value.span);
  const isLine = source !== "" && !/[\r\n]/.test(source);
  const quoted = quote === true && isLine ? yamlString(source) : undefined;
  const place = (at ?? value).span;
  return diagnostics.create(
    "client/key-value",
    /[\r\n]/.test(textOf(place)) ? key.span : place,
    { key: key.text, flaw, write: write ?? quoted ?? "" },
    {
      ...(severity === undefined ? {} : { severity }),
      fix:
        quoted === undefined
          ? undefined
          : {
              title: "Put the value in quotes",
              safety: "unsafe",
              edits: [{ span: value.span, replacement: quoted }],
            },
    },
  );
}
