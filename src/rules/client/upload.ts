import { reservedNameClients, sixKeyClients } from "../../clients/facts.ts";
import { formatKeys } from "../../../grammar/schemas/skill.ts";
import type { Entry } from "../../manifest/node.ts";
import { entryOf } from "../../manifest/node.ts";
import type { Severity } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule, Setting } from "../rule.ts";
import { listed, textOfValue, valueSpan } from "../written.ts";
import { moveToMetadata } from "./move.ts";

const diagnostics = defineDiagnostics({
  "client/reserved-name": {
    severity: "info",
    message: (p: { name: string; word: string }) =>
      `The name \`${p.name}\` has the word \`${p.word}\` in it, which claude.ai and the Skills API reserve, so an upload is refused.`,
    help: "Choose a name without `claude` and `anthropic` where the skill is to be uploaded.",
    docs: `
The name holds \`claude\` or \`anthropic\`, which only the vendor may use in skills that are uploaded.

claude.ai and the Skills API refuse such a skill. Every client that reads skills from a folder takes the name, so it is a
note, and an error where the run is asked about \`--client claude-api\`. Source: the documentation of the Claude platform,
agent-skills/overview.

Wrong, for an upload:

\`\`\`yaml
name: claude-notes
\`\`\`

Right:

\`\`\`yaml
name: meeting-notes
\`\`\`

To fix it, rename the skill and its folder, or keep it for clients that read folders and silence the note.
`,
  },
  "client/upload-key": {
    severity: "info",
    message: (p: { keys: string; many: boolean }) =>
      p.many
        ? `The keys ${p.keys} are not among the six of the format, so an upload to claude.ai or the Skills API is refused.`
        : `The key ${p.keys} is not among the six of the format, so an upload to claude.ai or the Skills API is refused.`,
    help: (p: { first: string }) =>
      p.first === "" ? undefined : `Put it under \`metadata\`: \`metadata: {${p.first}: "…"}\`.`,
    docs: `
The front matter has keys beside \`name\`, \`description\`, \`license\`, \`compatibility\`, \`metadata\` and \`allowed-tools\`.

Clients that read skills from folders ignore keys that they do not know. An upload to claude.ai or to the Skills API,
\`package_skill.py\` and the reference validator refuse the whole skill. It is a note, because a skill for Claude Code may
well need such keys, and an error where the run is asked about \`--client claude-api\`, \`quick-validate\` or \`reference\`.
Source: the documentation of the Claude platform, agent-skills/overview; the reference library of Agent Skills.

Wrong, for an upload:

\`\`\`yaml
name: pdf-forms
version: 2.1.0
\`\`\`

Right:

\`\`\`yaml
name: pdf-forms
metadata:
  version: "2.1.0"
\`\`\`

To fix it, move what no client reads under \`metadata\`; \`--fix --unsafe-fixes\` does so for values on one line. Keys that
Claude Code reads (\`model\`, \`hooks\`, \`argument-hint\`, …) stay where they are, and the skill cannot be uploaded with them.
`,
  },
});

/** Keys that a client acts on at the top; under `metadata` they would do nothing. */
const acting: ReadonlySet<string> = new Set([
  "model",
  "effort",
  "context",
  "agent",
  "background",
  "hooks",
  "shell",
  "arguments",
  "argument-hint",
  "paths",
  "when_to_use",
  "when-to-use",
  "disallowed-tools",
  "disable-model-invocation",
  "user-invocable",
  "command-dispatch",
  "command-tool",
  "command-arg-mode",
  "advertise",
  "mode",
  "modeSlugs",
  "interface",
  "inputs",
  "outputs",
  "dependencies",
]);

/** What the strictest gates refuse: claude.ai, the Skills API and the validators that stand for them. */
export const clientUpload: Rule = {
  id: "client/upload",
  summary: "A skill can be uploaded to claude.ai and the Skills API.",
  declared: diagnostics.declared,
  *check({ manifest }, { clients }) {
    const name = entryOf(manifest.frontMatter, "name");
    const word = /claude|anthropic/.exec(textOfValue(name?.value) ?? "")?.[0];
    if (name !== undefined && word !== undefined) {
      const parameters = { name: textOfValue(name.value) ?? "", word };
      const severity = severityFor(clients, reservedNameClients);
      yield diagnostics.create("client/reserved-name", valueSpan(name), parameters, { severity });
    }
    const others = (manifest.frontMatter?.entries ?? []).filter(({ key }) => !isFormatKey(key.text));
    const [first] = others;
    if (first !== undefined) yield uploadKeys(manifest.frontMatter?.entries ?? [], others, first, clients);
  },
};

function uploadKeys(
  all: readonly Entry[],
  others: readonly Entry[],
  first: Entry,
  clients: Setting["clients"],
) {
  const movable = others.filter(({ key }) => !acting.has(key.text));
  return diagnostics.create(
    "client/upload-key",
    first.key.span,
    {
      keys: listed(others.map(({ key }) => key.text)),
      many: others.length > 1,
      first: movable[0]?.key.text ?? "",
    },
    { severity: severityFor(clients, sixKeyClients), fix: moveToMetadata(all, movable) },
  );
}

function isFormatKey(key: string): boolean {
  return (formatKeys as readonly string[]).includes(key);
}

function severityFor(asked: Setting["clients"], refusing: ReadonlySet<string>): Severity {
  return [...asked].some((client) => refusing.has(client)) ? "error" : "info";
}
