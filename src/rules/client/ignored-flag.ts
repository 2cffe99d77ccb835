import { flagIgnorers } from "../../clients/facts.ts";
import { has } from "../../ir/lattice.ts";
import type { Skill } from "../../ir/skill.ts";
import { entryOf } from "../../manifest/node.ts";
import { markdownOf } from "../../manifest/markdown.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule, Setting, Subject } from "../rule.ts";
import { listed } from "../written.ts";

const diagnostics = defineDiagnostics({
  "client/ignored-flag": {
    severity: "info",
    message: (p: { clients: string }) =>
      `Not every client obeys \`disable-model-invocation\`: ${p.clients} may call this skill by themselves, and it runs commands.`,
    help: (p: { codex: boolean }) =>
      p.codex
        ? "Begin the body with `Ask the user before you run anything.`, and for Codex write `policy: {allow_implicit_invocation: false}` into `agents/openai.yaml`."
        : "Begin the body with `Ask the user before you run anything.`",
    docs: `
The skill has \`disable-model-invocation: true\`, so only users are to call it, and it runs commands or writes files.

Claude Code, VS Code, Cursor, OpenClaw, pi and Mux obey the flag. Codex has a key of its own for it
(\`policy.allow_implicit_invocation\` in \`agents/openai.yaml\`); Gemini CLI, OpenCode, Goose, Roo Code, Mistral Vibe and the
UCToo runtime ignore it, and the model there may start the skill without being asked. It is a note, and an error where the
run is asked about one of these clients with \`--client\`. Source: the sources of these clients; the Agent Skills client guide
asks them to hide such a skill (rule G9).

Risky in Gemini CLI:

\`\`\`yaml
name: deploy-site
disable-model-invocation: true
\`\`\`

Safe everywhere: the same, with a body that asks first.

To fix it, let the body ask for a confirmation, or install the skill only in clients that obey the flag.
`,
  },
});

/** A flag that keeps models from calling a skill, on a skill for which that matters. */
export const clientIgnoredFlag: Rule = {
  id: "client/ignored-flag",
  summary: "A skill that only users should call is not called by models anywhere.",
  declared: diagnostics.declared,
  *check(subject, setting) {
    const entry = entryOf(subject.manifest.frontMatter, "disable-model-invocation");
    if (entry?.value.kind !== "scalar" || entry.value.value !== true || !acts(subject)) return;
    const codexObeys = hasCodexPolicy(subject, setting);
    const ignoring = flagIgnorers.filter((client) => client !== "codex" || !codexObeys);
    const asked = ignoring.filter((client) => setting.clients.has(client));
    const named = asked.length > 0 ? asked : ignoring;
    yield diagnostics.create(
      "client/ignored-flag",
      entry.key.span,
      { clients: listed(named), codex: named.includes("codex") },
      { severity: asked.length > 0 ? "error" : "info" },
    );
  },
};

const shells = new Set(["sh", "bash", "zsh", "shell", "console", "powershell", "ps1"]);
const strong = ["exec", "net", "fs.write"];
const strongTools = new Set(["Bash", "Write", "Edit", "MultiEdit", "NotebookEdit", "PowerShell"]);

/** Whether following the skill changes something: it has scripts, shell code, or tools that write. */
function acts({ manifest, skill }: Subject): boolean {
  if (skill.scripts.length > 0 || hasStrongEvidence(skill)) return true;
  if (skill.allowedTools?.some(({ name }) => strongTools.has(name)) === true) return true;
  return markdownOf(manifest).fences.some(({ language }) => shells.has(language));
}

function hasStrongEvidence({ evidence }: Skill): boolean {
  return evidence.some(({ effect }) => strong.some((name) => has(effect.io, name)));
}

function hasCodexPolicy({ manifest: { source } }: Subject, { read }: Setting): boolean {
  const listedFile = source.siblings.find(({ path }) => path === "agents/openai.yaml")?.file;
  const text = listedFile === undefined ? undefined : read(listedFile)?.text;
  return text !== undefined && /\ballow_implicit_invocation:[ \t]*false\b/.test(text);
}
