import type { Program } from "../../src/ir/program.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { defineDiagnostics } from "../../src/report/diagnostic.ts";
import { because, changesOf, reasonsOf } from "../../src/target/function-notes.ts";
import type { Reasons } from "../../src/target/function-notes.ts";
import { anthropicTools } from "./tool.ts";

/** The diagnostics of the anthropic target. */
export const anthropicDiagnostics = defineDiagnostics({
  "target/anthropic-not-strict": {
    severity: "info",
    message: (p: Reasons) => `The Anthropic tool of \`${p.name}\` is not strict, ${because(p)}.`,
    docs: `With \`strict: true\` Anthropic guarantees that the input of a tool fits its schema. It accepts only part of JSON
Schema for that: every object is closed with \`additionalProperties: false\`, nothing is recursive, and there are no bounds on
numbers, on the length of texts or on the length of lists beyond \`minItems: 0\` and \`1\`. One schema outside that part makes
the API refuse the whole request. The strict tools of a request have room for 20 tools, 24 optional properties and 16
properties of several types together; skillc gives it to the first skills of an agent.

skillc never drops a rule of an input schema to make a tool strict. Where one is broken the tool has no \`strict\`. It works;
the model may send an input that does not fit.

Not strict, since \`count\` has bounds:

\`\`\`yaml
input_schema:
  type: object
  properties: {count: {type: integer, minimum: 1, maximum: 9}}
  required: [count]
  additionalProperties: false
\`\`\`

Strict: what may come is listed.

\`\`\`yaml
input_schema:
  type: object
  properties: {count: {type: integer, enum: [1, 3, 9]}}
  required: [count]
  additionalProperties: false
\`\`\``,
  },
  "target/anthropic-recoded": {
    severity: "info",
    message: (p: Reasons) =>
      `The input of the Anthropic tool of \`${p.name}\` is to be decoded with \`codec.json\`, ${because(p)}.`,
    docs: `Anthropic takes only keys of 1 to 64 letters, digits, \`_\`, \`.\` and \`-\` for the properties of an input. A key such as
\`filter[id]\` has another name in the tool, and \`codec.json\` beside it leads back.

\`\`\`js
import { decode } from "skillc";
const input = decode(codecs[call.name], call.input);
\`\`\`

Keep to such keys, and the input of the tool is the input of the skill.`,
  },
  "target/anthropic-renamed": {
    severity: "info",
    message: (p: { name: string; renamed: string }) =>
      `The Anthropic tool of \`${p.name}\` is called \`${p.renamed}\`, because the name of a tool has 1 to 64 letters, digits, \`_\` and \`-\`, and only once.`,
    docs: `Anthropic accepts a name of ASCII letters, digits, underscores and hyphens, and each name once in a request. The API takes
128 of them, other surfaces of Claude 64. A skill with another name keeps what is legal of it, and a short hash of the whole
name is added, so that two names never become one. The hash is the same in every run.

Use a name such as \`release-notes\` to keep it as it is.`,
  },
  "target/anthropic-wider": {
    severity: "info",
    message: (p: Reasons) =>
      `The input schema of the Anthropic tool of \`${p.name}\` accepts more than that of the skill, ${because(p)}.`,
    docs: `Some rules of a schema have no place in a tool: of schemas in \`oneOf\` that overlap only \`anyOf\` remains, and an \`anyOf\` that stands
outermost is said in the description. The model may then send an input that the skill does not take.

Check the input of a call against \`input_schema\` of the skill before the skill runs, or write schemas in \`oneOf\` that no
value fits twice, for example with a property that tells them apart:

\`\`\`yaml
oneOf:
  - {type: object, properties: {kind: {const: file}, path: {type: string}}, required: [kind, path]}
  - {type: object, properties: {kind: {const: url}, url: {type: string}}, required: [kind, url]}
\`\`\``,
  },
});

/** What a program's tools lose or change. */
export function* notesOf(program: Program): Iterable<Diagnostic> {
  const { create } = anthropicDiagnostics;
  for (const tool of anthropicTools(program)) {
    const { spans, name } = tool.skill;
    const strict = reasonsOf(tool, tool.problems);
    if (strict !== undefined) yield create("target/anthropic-not-strict", spans.input, strict);
    const wider = changesOf(tool, "wider");
    if (wider !== undefined) yield create("target/anthropic-wider", spans.input, wider);
    const recoded = changesOf(tool, "carried");
    if (recoded !== undefined) yield create("target/anthropic-recoded", spans.input, recoded);
    if (tool.name !== name)
      yield create("target/anthropic-renamed", spans.name, { name, renamed: tool.name });
  }
}
