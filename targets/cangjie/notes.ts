import type { Program } from "../../src/ir/program.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { defineDiagnostics } from "../../src/report/diagnostic.ts";
import { guardFile } from "./guard.ts";
import type { EmitGuard } from "./guard.ts";
import { obstaclesOf } from "./obstacle.ts";
import { toolsOf } from "./package.ts";

const diagnostics = defineDiagnostics({
  "target/cangjie-no-package": {
    severity: "warning",
    message: (p: { name: string; because: string }) =>
      `No Cangjie package is written for \`${p.name}\`, because ${p.because}.`,
    help: "Compile it with `--target lambdagent`, which carries every term.",
    docs: `The \`cangjie\` target writes the whole program or nothing: a package without the deny patterns of a restrict would be
another program that looks like this one.

Most of what cannot be carried is known beforehand, from the features that a skill uses, and is reported as
\`portability/unsupported\`. This diagnostic is about one agent whose form has no Cangjie text, such as

\`\`\`yaml
type: parallel        # agents side by side give a list of outputs
\`\`\`

Change the place that it points at, or compile the skill for another target.`,
  },
  "target/cangjie-guard": {
    severity: "warning",
    message: (p: { name: string; guard: string; because: string }) =>
      `The function \`${p.guard}\` of the Cangjie package \`${p.name}\` throws until the host writes it, because ${p.because}.`,
    help: "Compare the text with letters of ASCII, `x.lower() == 'pass'`, or write the body of the function in `src/guard.cj`.",
    docs: `A guard becomes a function of the package that answers as the guard does. One kind of guard has no Cangjie text: \`lower\`
and \`upper\` change the letters of ASCII there, so a guard whose answer depends on the case of other letters would mean
something else. Such a guard is never left out. The package declares its function, with the guard in a comment, and the
function throws an exception, so that no output seems to have passed.

This guard has a Cangjie text, since only letters of ASCII are compared:

\`\`\`yaml
guard: {predicate: "'verdict' in x.lower()"}
\`\`\`

This one does not:

\`\`\`yaml
guard: {predicate: "'résumé' in x.lower()"}
\`\`\`

Write the function by hand after each compilation, or write the guard with what has a Cangjie text:
\`'résumé' in x or 'Résumé' in x\`.`,
  },
  "target/cangjie-renamed-tool": {
    severity: "info",
    message: (p: { tool: string; renamed: string }) =>
      `The tool \`${p.tool}\` is the function \`${p.renamed}\` in Cangjie, because the name of a tool is an identifier of its own there.`,
    docs: `In Cangjie a tool is a function, and the model calls it by the name of the function. That name is an ASCII identifier; it
is no keyword, no name that the macros use, and no name that the package declares twice. \`github/search\` becomes
\`github_search\`, and \`Skill\` becomes \`Skill_\`.

A prompt that calls the tool by its name in the catalogue is not changed. Models find the function all the same when its
description says what it does. Rename the tool in \`tools.yml\` to have one name everywhere:

\`\`\`yaml
github_search: {capabilities: [net], risk: low}
\`\`\``,
  },
});

/** The diagnostics of the cangjie target. */
export const cangjieDiagnostics = diagnostics;

/** What the package of a program lacks or renames. */
export function* notesOf(program: Program, emitGuard: EmitGuard): Iterable<Diagnostic> {
  const [first] = program.skills;
  const at =
    program.agent.skills === undefined ? first?.spans.whole : (program.agent.span ?? first?.spans.whole);
  const [obstacle] = obstaclesOf(program);
  if (obstacle !== undefined) {
    const span = obstacle.span ?? at;
    const { because } = obstacle;
    if (span !== undefined) {
      yield diagnostics.create("target/cangjie-no-package", span, { name: program.name, because });
    }
    return;
  }
  const guards = guardFile(program.term, emitGuard);
  for (const { guard, name, because } of guards.open) {
    yield diagnostics.create("target/cangjie-guard", guard.span, {
      name: program.name,
      guard: name,
      because,
    });
  }
  const { functions } = toolsOf(program, guards);
  for (const { tool, identifier } of functions) {
    const uses = program.skills.flatMap(usesOf);
    const span = uses.find(({ name }) => name === tool.name)?.span ?? at;
    if (identifier !== tool.name && span !== undefined) {
      yield diagnostics.create("target/cangjie-renamed-tool", span, {
        tool: tool.name,
        renamed: identifier,
      });
    }
  }
}

function usesOf({ tools, steps }: Program["skills"][number]): Program["skills"][number]["tools"] {
  return [...tools, ...steps.flatMap((step) => step.tools)];
}
