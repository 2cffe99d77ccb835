import type { Program } from "../../src/ir/program.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { defineDiagnostics } from "../../src/report/diagnostic.ts";
import { configOf } from "./config.ts";
import { moduleName } from "./path.ts";

const diagnostics = defineDiagnostics({
  "target/lambdagent-config-guard": {
    severity: "info",
    message: (p: { name: string; because: string; module: string }) =>
      `The lambdagent configuration of \`${p.name}\` leaves this guard out, because ${p.because}.`,
    help: (p: { module: string }) => `Call \`build()\` of \`${p.module}\`, which carries every guard.`,
    docs: `The \`lambdagent\` target writes two forms of a skill: a Python module and an agent configuration for
\`from_config\`. A guard in a configuration is one expression over the raw text of the output. It may use \`and\`, \`or\`,
\`not\`, comparisons, \`in\`, arithmetic, indexing and \`len\`. Anything else would be false for ever there, so that every
answer would be thrown away. skillc therefore leaves such a guard out of the configuration, and never out of the module.

This guard fits a configuration:

\`\`\`yaml
guard: {predicate: "'verdict' in x and len(x) > 20"}
\`\`\`

This one does not, since \`regex\` is unknown there:

\`\`\`yaml
guard: {predicate: "regex(x, r'(?m)^verdict: ')"}
\`\`\`

Write the guard with the operators above, or run the skill through \`build()\` of the module.`,
  },
  "target/lambdagent-config-restrict": {
    severity: "info",
    message: (p: { name: string; module: string }) =>
      `The lambdagent configuration of \`${p.name}\` blocks dangerous commands by lambdagent's own list, not by these patterns.`,
    help: (p: { module: string }) =>
      `Use \`tool_guard(call)\` of \`${p.module}\`, which carries the patterns.`,
    docs: `A lambdagent configuration has no place for the \`deny_patterns\` of a restrict. It has two switches,
\`dangerousCommandBlock\` and \`highRiskConfirmation\`, which put every tool behind lambdagent's own list of dangerous
commands. skillc sets the first where a skill has deny patterns, and the second where one of them asks.

The patterns themselves are in the Python module, in \`tool_guard(call)\`, and \`build()\` puts every tool behind it.
Tools that \`allow_tools\` or \`effect_ceiling\` take away are gone from both forms.

\`\`\`python
module.tool_guard({"name": "Bash", "arguments": {"command": "rm -rf build"}})   # 'ask'
\`\`\``,
  },
  "target/lambdagent-no-config": {
    severity: "info",
    message: (p: { name: string; because: string; module: string }) =>
      `No lambdagent configuration is written for \`${p.name}\`, because ${p.because}.`,
    help: (p: { module: string }) => `Call \`build()\` of \`${p.module}\`, which has the whole term.`,
    docs: `The \`lambdagent\` target writes an agent configuration where the configuration form can say what the skill is:
one prompt, a chain of prompts, prompts side by side, or a router between prompts. Other terms, and an agent without a
system prompt, exist in the Python module only.

A restrict on its own is such a case: it takes ability away and has no prompt. Mount it on an agent to get a configuration:

\`\`\`yaml
name: assistant
systemPrompt: You help with releases.
skills: [release-notes, {restrict: careful}]
\`\`\``,
  },
});

/** The diagnostics of the lambdagent target. */
export const lambdagentDiagnostics = diagnostics;

/** What the configuration of a program leaves to its module. */
export function* notesOf(program: Program): Iterable<Diagnostic> {
  const { name, skills } = program;
  const module = moduleName(program);
  const { data, because, lostGuards, restricts } = configOf(program);
  const [first] = skills;
  if (data === undefined) {
    const at =
      program.agent.skills === undefined ? first?.spans.whole : (program.agent.span ?? first?.spans.whole);
    // A restrict by itself has nothing that a configuration could hold; that is no news.
    if (at !== undefined && skills.some(({ kind }) => kind === "skill")) {
      yield diagnostics.create("target/lambdagent-no-config", at, { name, because: because ?? "", module });
    }
    return;
  }
  for (const lost of lostGuards) {
    yield diagnostics.create("target/lambdagent-config-guard", lost.guard.span, {
      name,
      because: lost.because,
      module,
    });
  }
  for (const { denyPatterns } of restricts) {
    const [pattern] = denyPatterns;
    if (pattern !== undefined) {
      yield diagnostics.create("target/lambdagent-config-restrict", pattern.span, { name, module });
    }
  }
}
