import type { Program } from "../../src/ir/program.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { defineDiagnostics } from "../../src/report/diagnostic.ts";
import { because, changesOf, reasonsOf } from "../../src/target/function-notes.ts";
import type { Reasons } from "../../src/target/function-notes.ts";
import { mostTools, openaiTools } from "./tool.ts";

/** Chat Completions refuses a longer description. In characters. */
const longestDescription = 1024;

const diagnostics = defineDiagnostics({
  "target/openai-not-strict": {
    severity: "info",
    message: (p: Reasons) => `The OpenAI function of \`${p.name}\` is not strict, ${because(p)}.`,
    docs: `With \`strict: true\` OpenAI guarantees that the arguments of a call fit the schema. It accepts only part of JSON
Schema for that: every object is closed with \`additionalProperties: false\` and requires all its properties, every list
has one \`items\`, every value has a \`type\`, there is no \`oneOf\`, \`allOf\` or \`not\`, a format is one of nine, and a
pattern does not look ahead or behind. One schema that breaks a rule makes OpenAI refuse the whole request.

skillc never changes the meaning of an input schema to make it strict. Where a rule is broken it writes
\`strict: false\` and says which rule. The function works; the model may send arguments that do not fit.

Not strict, since \`state\` is optional:

\`\`\`yaml
input_schema:
  type: object
  properties: {query: {type: string}, state: {type: string}}
  required: [query]
  additionalProperties: false
\`\`\`

Strict: what may be absent is required and may be null.

\`\`\`yaml
input_schema:
  type: object
  properties: {query: {type: string}, state: {type: [string, "null"]}}
  required: [query, state]
  additionalProperties: false
\`\`\``,
  },
  "target/openai-many-functions": {
    severity: "warning",
    message: (p: { name: string; count: number }) =>
      `\`${p.name}\` has ${p.count} OpenAI functions, and a request has at most ${mostTools}.`,
    help: `Mount at most ${mostTools} skills, or send only some of the functions with each request.`,
    docs: `OpenAI refuses a request with more than 128 functions. Each skill of an agent is one.

Send only the functions that a request may need, or split the agent in two.`,
  },
  "target/openai-no-output": {
    severity: "info",
    message: (p: { name: string }) =>
      `The output of \`${p.name}\` is not described in \`responses.json\`, because OpenAI has no words for its schema.`,
    docs: `\`output_schema\` of a function in the Responses API says what its output looks like. The program that answers a call sends
the output of the skill as it is, so a schema is given only where it fits the output as it is: not for a list with a schema
for each place, for example, which OpenAI refuses.

Nothing breaks; the model reads the output without having been told its form. An object with a property for each place can be
described.`,
  },
  "target/openai-recoded": {
    severity: "info",
    message: (p: Reasons) =>
      `The arguments of the OpenAI function of \`${p.name}\` are to be decoded with \`codec.json\`, ${because(p)}.`,
    docs: `OpenAI refuses a list with a schema for each place. Such a list is carried as an object with a property for each place, and
\`codec.json\` beside the functions restores it.

\`\`\`js
import { decode } from "skillc";
const input = decode(codecs[call.name], JSON.parse(call.arguments));
\`\`\`

Take an object in place of the list, and the arguments are the input of the skill:

\`\`\`yaml
properties: {name: {type: string}, count: {type: integer}}
\`\`\``,
  },
  "target/openai-renamed": {
    severity: "info",
    message: (p: { name: string; renamed: string }) =>
      `The OpenAI function of \`${p.name}\` is called \`${p.renamed}\`, because the name of a function has 1 to 64 letters, digits, \`_\` and \`-\`, and only once.`,
    docs: `OpenAI accepts a function name of at most 64 ASCII letters, digits, underscores and hyphens, and each name once in a
request. A skill with another name keeps what is legal of it, and a short hash of the whole name is added, so that two
names never become one. The hash is the same in every run.

Use a name such as \`release-notes\` to keep it as it is.`,
  },
  "target/openai-wider": {
    severity: "info",
    message: (p: Reasons) =>
      `The parameters of the OpenAI function of \`${p.name}\` accept more than the skill does, ${because(p)}.`,
    docs: `OpenAI refuses some rules of a schema even where a function is not strict: \`oneOf\`, \`propertyNames\`, a pattern that looks
ahead or behind, a format that it does not know. Of schemas in \`oneOf\` that overlap only \`anyOf\` remains; the other rules stand in
the description, where the model reads them. It may still send arguments that break them.

Check the arguments of a call against \`input_schema\` of the skill before the skill runs.`,
  },
  "target/openai-long-description": {
    severity: "warning",
    message: (p: { name: string; length: number }) =>
      `The description of \`${p.name}\` has ${p.length} characters, and OpenAI Chat Completions refuses a function whose description has more than ${longestDescription}.`,
    help: `Shorten the description to ${longestDescription} characters, or send \`responses.json\` only.`,
    docs: `Chat Completions answers with an error when the description of a function is longer than 1,024 characters, and the
error is for the whole request, not for the one function. skillc never cuts a description, since its end often says when
the skill is not to be used.

Shorten the description, or use \`responses.json\` with the Responses API.`,
  },
});

/** The diagnostics of the openai target. */
export const openaiDiagnostics = diagnostics;

/** What a program's functions lose or change. */
export function* notesOf(program: Program): Iterable<Diagnostic> {
  const { create } = diagnostics;
  const tools = openaiTools(program);
  for (const tool of tools) {
    const { spans, name, description } = tool.skill;
    const strict = reasonsOf(tool, tool.problems);
    if (strict !== undefined) yield create("target/openai-not-strict", spans.input, strict);
    const wider = changesOf(tool, "wider");
    if (wider !== undefined) yield create("target/openai-wider", spans.input, wider);
    const recoded = changesOf(tool, "carried");
    if (recoded !== undefined) yield create("target/openai-recoded", spans.input, recoded);
    if (tool.output.isLost) yield create("target/openai-no-output", spans.output, { name });
    if (tool.name !== name) yield create("target/openai-renamed", spans.name, { name, renamed: tool.name });
    const length = [...description].length;
    if (length > longestDescription) {
      yield create("target/openai-long-description", spans.description, { name, length });
    }
  }
  const [first] = tools;
  if (first !== undefined && tools.length > mostTools) {
    const at = program.agent.span ?? first.skill.spans.whole;
    yield create("target/openai-many-functions", at, { name: program.name, count: tools.length });
  }
}
