import { lamsOf } from "../../src/ir/children.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Skill } from "../../src/ir/skill.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { defineDiagnostics } from "../../src/report/diagnostic.ts";
import type { Span } from "../../src/report/source.ts";
import { agentCard } from "./card.ts";
import { skillAlone } from "./class.ts";
import type { Choice } from "./dialect.ts";
import { obstaclesOf } from "./obstacle.ts";
import { descriptionOf, packageOf } from "./package.ts";
import type { Emitters, Package } from "./package.ts";
import { folderProblem } from "./skill-folder.ts";
import type { ToolFunction } from "./tool.ts";

const diagnostics = defineDiagnostics({
  "target/cangjie-no-package": {
    severity: "warning",
    message: (p: { name: string; because: string }) =>
      `No Cangjie package is written for \`${p.name}\`, because ${p.because}.`,
    help: "Compile it with `--target lambdagent`, which carries every term.",
    docs: `The \`cangjie\` target writes the whole program or nothing: a package with a part left out would be another program that
looks like this one.

Most of what cannot be carried is known beforehand, from the features that a skill uses, and is reported as
\`portability/unsupported\`. This diagnostic is about a form that has no Cangjie text, and about a tool that starts other programs, since HarmonyOS has no
permission for that:

\`\`\`yaml
type: parallel        # agents side by side give a list of outputs
\`\`\`

\`\`\`yaml
mcp: {localTools: [Bash]}
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
  "target/cangjie-plain-prompt": {
    severity: "info",
    message: (p: { name: string; because: string }) =>
      `The prompt of \`${p.name}\` becomes a plain \`@prompt\` in Cangjie, because ${p.because}.`,
    help: (p: { because: string }) =>
      p.because.startsWith("it is one text")
        ? "Write `prompt: {action: …, purpose: …, expectation: …}` in `skill.yml` to get `@prompt[pattern: APE]`."
        : undefined,
    docs: `CangjieMagic writes prompts in patterns. A skill whose prompt has the three parts action, purpose and expectation becomes
\`@prompt[pattern: APE]\`; a text becomes a plain \`@prompt\` with one literal for each line. Both say the same to the model. The
pattern keeps the parts apart in the source of the package, where people read and change them.

\`\`\`yaml
prompt:
  action: Grade each assignment by the rubric.
  purpose: Students learn from what is said about their work.
  expectation: A table with one row for each assignment, then a summary.
\`\`\`

The parts are kept apart where the skill is the only thing that the agent is told. An agent with a system prompt, or with
several skills, has them one after the other in one prompt.`,
  },
  "target/cangjie-parameter": {
    severity: "info",
    message: (p: { tool: string; parameter: string; problem: string }) =>
      `The parameter \`${p.parameter}\` of the tool \`${p.tool}\` ${p.problem}.`,
    docs: `A tool is a Cangjie function whose parameters have types: text, whole number, number, truth value, a list of such, an object
with named members, or one of these that may be absent. A parameter whose values have no such type, such as

\`\`\`yaml
parameters: {type: object, properties: {limit: {type: [integer, string]}}}
\`\`\`

is a text that holds JSON, and its description says so to the model. A parameter whose name is a keyword of Cangjie or no
identifier has another name; the tool guard still sees the name of the catalogue.

Give the parameter one type and a plain name in \`tools.yml\`:

\`\`\`yaml
parameters: {type: object, properties: {limit: {type: integer}}}
\`\`\``,
  },
  "target/cangjie-type": {
    severity: "info",
    message: (p: { name: string; side: "input" | "output"; because: string }) =>
      `The ${p.side} of \`${p.name}\` is JSON text in Cangjie, because ${p.because}.`,
    docs: `\`run\` of a package takes and gives types of Cangjie: an object with named members becomes a \`@jsonable\` class, a list an
\`Array\`. A schema that has no such type, such as a choice between schemas, leaves the value a text that holds JSON. The guard of the
skill is asked about the text in both cases.

This schema becomes a class:

\`\`\`yaml
output_schema: {type: object, properties: {verdict: {type: string}}, required: [verdict]}
\`\`\`

This one does not:

\`\`\`yaml
output_schema: {anyOf: [{type: object, properties: {a: {type: string}}}, {type: string}]}
\`\`\`

Name one type for each value, or read the JSON in the program that calls \`run\`.`,
  },
  "target/cangjie-skill-folder": {
    severity: "warning",
    message: (p: { name: string; because: string }) =>
      `The instructions of \`${p.name}\` stand in the prompt and not in \`skills/\`, because ${p.because}.`,
    docs: `With \`skills: folder\` in the options of the target, the instructions of a skill are files below \`skills/\` of the package, and
the agent has \`skillRoot: "./skills"\`. CangjieMagic of 2026 reads every folder there whose name is that of its skill. Where it could
not, the instructions stand in the prompt of the agent as they do without the option.

\`\`\`yaml
targets:
  cangjie: {dialect: magic, skills: folder}
\`\`\`

A skill with steps keeps them in the prompts of its agents. Rename a skill whose name has capitals or other letters, or take
the option away.`,
  },
  "target/cangjie-agent-card": {
    severity: "info",
    message: (p: { name: string; fields: string }) =>
      `The AgentCard of \`${p.name}\` has a shorter ${p.fields}, because a card holds 64 bytes of a name and 512 of a description.`,
    help: "Put what the agent is for into the first 500 bytes of the description.",
    docs: `\`agent_config.json\` of a package is the AgentCard by which HarmonyOS lists an agent. A card holds 64 bytes of the agent's name,
128 of a skill's name and 512 of a description, in UTF-8: 512 Latin letters, or 170 Chinese ones. What is longer is cut after a word,
with an ellipsis. The agent class has the whole text.

Write what the agent is for first, and when it is to be used after that.`,
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

/** What the package of a program lacks, renames or says otherwise. */
export function* notesOf(program: Program, emit: Emitters, choice: Choice): Iterable<Diagnostic> {
  const at = placeOf(program);
  const { name } = program;
  const [obstacle] = obstaclesOf(program);
  if (obstacle !== undefined) {
    const span = obstacle.span ?? (obstacle.tool === undefined ? at : useOf(obstacle.tool, program));
    const { because } = obstacle;
    if (span !== undefined) yield diagnostics.create("target/cangjie-no-package", span, { name, because });
    return;
  }
  const parts = packageOf(program, emit, choice);
  for (const { guard, name: function_, because } of parts.guards.open) {
    yield diagnostics.create("target/cangjie-guard", guard.span, { name, guard: function_, because });
  }
  for (const each of parts.functions) yield* notesOnTool(each, program);
  yield* notesOnTypes(parts, program);
  yield* notesOnPrompt(program, choice);
  const { cut } = agentCard(program, descriptionOf(program));
  if (cut.length > 0 && at !== undefined && parts.entry !== undefined) {
    yield diagnostics.create("target/cangjie-agent-card", at, { name, fields: cut.join(", ") });
  }
}

function placeOf({ agent, skills: [first] }: Program): Span | undefined {
  return agent.skills === undefined ? first?.spans.whole : (agent.span ?? first?.spans.whole);
}

/** Where a program asks for a tool: a skill, else its agent. */
function useOf(tool: string, program: Program): Span | undefined {
  const uses = program.skills.flatMap(({ tools, steps }) => [
    ...tools,
    ...steps.flatMap((step) => step.tools),
  ]);
  const use = [...uses, ...program.agent.tools].find(({ name }) => name === tool);
  return use?.span ?? placeOf(program);
}

function* notesOnTool(
  { tool, identifier, parameters }: ToolFunction,
  program: Program,
): Iterable<Diagnostic> {
  const span = useOf(tool.name, program);
  if (span === undefined) return;
  if (identifier !== tool.name) {
    yield diagnostics.create("target/cangjie-renamed-tool", span, { tool: tool.name, renamed: identifier });
  }
  for (const { name, renamedFrom, because } of parameters) {
    const parameter = renamedFrom ?? name;
    if (because !== undefined) {
      const problem = `is JSON text in Cangjie, because ${because}`;
      yield diagnostics.create("target/cangjie-parameter", span, { tool: tool.name, parameter, problem });
    }
    if (renamedFrom !== undefined) {
      const problem = `is \`${name}\` in Cangjie, because a parameter there is an identifier and no keyword`;
      yield diagnostics.create("target/cangjie-parameter", span, { tool: tool.name, parameter, problem });
    }
  }
}

function* notesOnTypes({ entry }: Package, { name, skills }: Program): Iterable<Diagnostic> {
  const spans = skills.find(({ kind }) => kind === "skill")?.spans;
  if (entry === undefined || spans === undefined) return;
  for (const side of ["input", "output"] as const) {
    const { because } = entry[side];
    if (because !== undefined) {
      yield diagnostics.create("target/cangjie-type", spans[side], { name, side, because });
    }
  }
}

function* notesOnPrompt(program: Program, choice: Choice): Iterable<Diagnostic> {
  const { name, skills } = program;
  const [skill] = skills.filter(({ kind }) => kind === "skill");
  if (skill === undefined) return;
  const folder = folderProblem(program, lamsOf(program.term).length, choice);
  if (folder !== undefined) {
    yield diagnostics.create("target/cangjie-skill-folder", skill.spans.whole, { name, because: folder });
  } else if (choice.inFolder) return;
  const because = plainReason(program, skill);
  if (because !== undefined) {
    yield diagnostics.create("target/cangjie-plain-prompt", skill.spans.prompt, { name, because });
  }
}

/** Why a prompt is not written with the pattern `APE`; undefined where it is, or where there is none. */
function plainReason(program: Program, { prompt }: Skill): string | undefined {
  if (prompt.kind === "text") {
    return prompt.text.trim() === "" ? undefined : "it is one text and not action, purpose and expectation";
  }
  if (skillAlone(program) !== undefined) return undefined;
  return "the agent has more to say than this one prompt";
}
