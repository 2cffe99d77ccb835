import type { Program } from "../../src/ir/program.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { defineDiagnostics } from "../../src/report/diagnostic.ts";
import { because, changesOf } from "../../src/target/function-notes.ts";
import type { Reasons } from "../../src/target/function-notes.ts";
import { complexity, jsonSchemaTools, openApiTools } from "./tool.ts";

type InFile = Reasons & { readonly file: string };

/** The diagnostics of the gemini target. */
export const geminiDiagnostics = defineDiagnostics({
  "target/gemini-complex": {
    severity: "warning",
    message: (p: { name: string; reason: string }) =>
      `The Gemini function of \`${p.name}\` may be refused as too complex, because ${p.reason}.`,
    help: "Shorten the list or its names, or take a text and check it in the skill.",
    docs: `Gemini answers a request with “too many states for serving” when the schemas of its functions are too complex, and
refuses the whole request. No limit is documented; long enums, lists with a large \`maxItems\` and long schemas are what
such requests had.

Take a text where an enum has a hundred values, and check it in the skill:

\`\`\`yaml
input_schema:
  type: object
  properties: {country: {type: string, description: "An ISO 3166 code, such as DE."}}
  required: [country]
\`\`\``,
  },
  "target/gemini-no-output": {
    severity: "info",
    message: (p: { name: string; file: string }) =>
      `The output of \`${p.name}\` is not described in \`${p.file}\`, because the Gemini API has no words for its schema.`,
    docs: `A function declaration can say what its response looks like. The program that answers a call sends the output of the skill as
it is, so a schema is given only where it fits the output as it is: not for lists with a schema for each place in
\`openapi.json\`, for example, nor for properties without a type.

Nothing breaks; the model reads the output without having been told its form.`,
  },
  "target/gemini-recoded": {
    severity: "info",
    message: (p: InFile) =>
      `The arguments of the Gemini function of \`${p.name}\` are to be decoded with \`${p.file}\`, ${because(p)}.`,
    docs: `The Gemini API has no words for some schemas: every value has one type, a key is a plain word, and in the older form of
\`openapi.json\` an enum lists only texts and an object only properties that are declared. Such values are carried in another
form, for example any value as its JSON text and a map as a list of entries, and the codec beside the tools restores them.

\`\`\`js
import { decode } from "skillc";
const input = decode(codecs[call.name], call.args);
\`\`\`

Say the type of every property, and list only texts in an enum, to have the arguments as they are:

\`\`\`yaml
properties: {priority: {type: string, enum: [low, high]}}
\`\`\``,
  },
  "target/gemini-renamed": {
    severity: "info",
    message: (p: { name: string; renamed: string }) =>
      `The Gemini function of \`${p.name}\` is called \`${p.renamed}\`, because the name of a function starts with a letter or \`_\`, has at most 64 letters, digits, \`_\` and \`-\`, and comes only once.`,
    docs: `The Gemini API accepts a function name that starts with an ASCII letter or an underscore and has at most 64 letters, digits,
underscores and hyphens (dots and colons too, which no other API takes). A skill with another name keeps what is legal of it,
and a short hash of the whole name is added, so that two names never become one. The hash is the same in every run.

Use a name such as \`release-notes\` to keep it as it is.`,
  },
  "target/gemini-wider": {
    severity: "info",
    message: (p: InFile) =>
      `The schema of \`${p.name}\` in \`${p.file}\` accepts more than that of the skill, ${because(p)}.`,
    docs: `The Gemini API knows few rules for values: \`multipleOf\`, \`uniqueItems\`, \`pattern\` (outside \`openapi.json\`), \`not\` and others have no
place. They stand in the description, where the model reads them; it may still send arguments that break them.

Check the arguments of a call against \`input_schema\` of the skill before the skill runs.`,
  },
});

/** What a program's functions lose or change. */
export function* notesOf(program: Program): Iterable<Diagnostic> {
  const { create } = geminiDiagnostics;
  const own = openApiTools(program);
  for (const [i, tool] of jsonSchemaTools(program).entries()) {
    const { spans, name } = tool.skill;
    const reason = complexity(tool);
    if (reason !== undefined) yield create("target/gemini-complex", spans.input, { name, reason });
    if (tool.name !== name) yield create("target/gemini-renamed", spans.name, { name, renamed: tool.name });
    for (const [form, file, codec] of [
      [tool, "tools.json", "codec.json"],
      [own[i], "openapi.json", "openapi-codec.json"],
    ] as const) {
      if (form === undefined) continue;
      const wider = changesOf(form, "wider");
      if (wider !== undefined) yield create("target/gemini-wider", spans.input, { ...wider, file });
      const recoded = changesOf(form, "carried");
      if (recoded !== undefined)
        yield create("target/gemini-recoded", spans.input, { ...recoded, file: codec });
      if (form.output.isLost) yield create("target/gemini-no-output", spans.output, { name, file });
    }
  }
}
