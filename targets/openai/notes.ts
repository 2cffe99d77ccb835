import type { Program } from "../../src/ir/program.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { defineDiagnostics } from "../../src/report/diagnostic.ts";
import { openaiTools } from "./tool.ts";

/** Chat Completions refuses a longer description. In characters. */
const longestDescription = 1024;

const diagnostics = defineDiagnostics({
  "target/openai-not-strict": {
    severity: "info",
    message: (p: { name: string; reason: string; place: string; more: number }) =>
      `The OpenAI function of \`${p.name}\` is not strict, because ${p.reason}${p.place === "" ? "" : ` at \`${p.place}\``}${
        p.more === 0 ? "" : ` (and ${p.more} more)`
      }.`,
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
  "target/openai-renamed": {
    severity: "info",
    message: (p: { name: string; renamed: string }) =>
      `The OpenAI function of \`${p.name}\` is called \`${p.renamed}\`, because the name of a function has 1 to 64 letters, digits, \`_\` and \`-\`, and only once.`,
    docs: `OpenAI accepts a function name of at most 64 ASCII letters, digits, underscores and hyphens, and each name once in a
request. A skill with another name keeps what is legal of it, and a short hash of the whole name is added, so that two
names never become one. The hash is the same in every run.

Use a name such as \`release-notes\` to keep it as it is.`,
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
  for (const { skill, name, problems } of openaiTools(program)) {
    const { spans, description } = skill;
    const [problem, ...more] = problems;
    if (problem !== undefined) {
      yield diagnostics.create("target/openai-not-strict", spans.input, {
        name: skill.name,
        reason: problem.reason,
        place: problem.path,
        more: more.length,
      });
    }
    if (name !== skill.name) {
      yield diagnostics.create("target/openai-renamed", spans.name, { name: skill.name, renamed: name });
    }
    const length = [...description].length;
    if (length > longestDescription) {
      yield diagnostics.create("target/openai-long-description", spans.description, {
        name: skill.name,
        length,
      });
    }
  }
}
