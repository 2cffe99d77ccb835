import type { Program } from "../../src/ir/program.ts";
import type { NameUse, Restrict } from "../../src/ir/skill.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { defineDiagnostics } from "../../src/report/diagnostic.ts";
import { skillName } from "../../src/target/skill-md.ts";
import { namedBy } from "./tools.ts";

const diagnostics = defineDiagnostics({
  "target/claude-code-unknown-tool": {
    severity: "warning",
    message: (p: { tool: string; part: string }) =>
      `\`${p.tool}\` in \`${p.part}\` is no tool of Claude Code, so it stands for nothing there.`,
    help: "Name the tool as Claude Code does, for example `Read`, `Bash` or `mcp__server__tool`.",
    docs: `A restrict names tools by the names of a catalogue. For Claude Code, skillc writes the name that the same tool has there:
\`ReadFile\` becomes \`Read\`, \`ListFiles\` becomes \`Glob\`, \`server/tool\` becomes \`mcp__server__tool\`. A name that Claude Code
has no tool for is left out of the permission rules and of the hook.

In \`allow_tools\` that takes nothing away that was meant to stay: there is no such tool. A deny pattern that lists only
such names never applies.

\`\`\`yaml
restrict:
  allow_tools: [ReadFile, KBSearch]      # Claude Code has no KBSearch
\`\`\`

\`\`\`yaml
restrict:
  allow_tools: [ReadFile, knowledge/search]      # the tool search of the MCP server knowledge
\`\`\``,
  },
  "target/claude-code-renamed": {
    severity: "info",
    message: (p: { name: string; renamed: string; because: string }) =>
      `The skill \`${p.name}\` is called \`${p.renamed}\` in Claude Code, because ${p.because}.`,
    help: (p: { help: string }) => p.help,
    docs: `In Claude Code the folder of a skill is its command: \`.claude/skills/release-notes\` is \`/release-notes\`. The folder has to
have a name of lower-case letters, digits and single hyphens (Agent Skills specification, rules S4 to S8). A skill with
another name, or with the name of another skill of the run, keeps what is legal of it, and a short hash is added that is the
same in every run.

Use a name such as \`release-notes\` to keep it as it is.`,
  },
  "target/claude-code-no-agent": {
    severity: "info",
    message: (p: { agent: string }) =>
      `Claude Code takes the place of the agent \`${p.agent}\`; its system prompt and its model are not written.`,
    help: "Put what the system prompt says into `CLAUDE.md` of the project.",
    docs: `An \`agent.yml\` with \`skills:\` describes an agent: a model, a system prompt, tools, and the skills mounted on it. Claude Code is
an agent of its own. For it, skillc writes the skills and what the restricts take away, and leaves the rest to Claude Code:
instructions for a whole project stand in \`CLAUDE.md\`, the model is chosen in the settings.

\`\`\`yaml
name: teaching-assistant
systemPrompt: You help a teacher.      # not written
skills: [assignment-grader, {restrict: careful}]      # written
\`\`\``,
  },
});

/** The diagnostics of the claude-code target. */
export const claudeCodeDiagnostics = diagnostics;

/** What a program loses or what changes in Claude Code. */
export function* notesOf(program: Program): Iterable<Diagnostic> {
  const { agent, skills, whole } = program;
  if (whole === true) {
    if (agent.systemPrompt !== "" && agent.span !== undefined)
      yield diagnostics.create("target/claude-code-no-agent", agent.span, { agent: agent.name });
    return;
  }
  for (const { kind, name, restrict, spans } of skills) {
    if (kind === "restrict") {
      if (restrict !== undefined) yield* unknownTools(restrict);
      continue;
    }
    const renamed = skillName({ name }, program.name);
    if (renamed === name) continue;
    const why =
      name === program.name
        ? {
            because: "a name has 1 to 64 lower-case letters, digits and single hyphens",
            help: `Write \`name: ${renamed.replace(/-[0-9a-f]{8}$/, "")}\`.`,
          }
        : { because: "another skill has the same name", help: "Give one of them another name." };
    yield diagnostics.create("target/claude-code-renamed", spans.name, { name, renamed, ...why });
  }
}

function* unknownTools({ allowTools = [], denyPatterns }: Restrict): Iterable<Diagnostic> {
  yield* unknown(allowTools, "allow_tools");
  for (const { tools = [] } of denyPatterns) yield* unknown(tools, "tools");
}

function* unknown(uses: readonly NameUse[], part: string): Iterable<Diagnostic> {
  for (const { name, span } of uses) {
    if (namedBy(name) === undefined)
      yield diagnostics.create("target/claude-code-unknown-tool", span, { tool: name, part });
  }
}
