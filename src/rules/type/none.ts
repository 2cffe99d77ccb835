import { typesIn } from "../../ir/type.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import { textOf } from "../../report/source.ts";
import type { Rule } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "type/none": {
    severity: "warning",
    message:
      "`None` is the type without any value, so nothing can be passed here; it is not the type of `null`.",
    help: 'Write `{type: "null"}` for `null`, or leave the type out.',
    docs: `
\`None\` stands in an input or output type. It is the empty type: no value has it.

In Python \`None\` is a value, and people write it to say “nothing is returned”. Here a skill with \`output_type: None\` is
one that never answers, its output fits every input, and its guard is never asked. The type whose only value is \`null\`
is the JSON Schema \`{type: "null"}\`.

Wrong:

\`\`\`yaml
interface: {output_type: "Union[Str, None]"}
\`\`\`

Right:

\`\`\`yaml
interface:
  output_type: {type: [string, "null"]}
\`\`\`

To fix it, write the schema, or leave the type out if the skill answers with text.
`,
  },
});

/** The empty type is rarely what is meant. */
export const typeNone: Rule = {
  id: "type/none",
  summary: "None is the empty type, not the type of null.",
  declared: diagnostics.declared,
  *check({ skill }) {
    for (const [type, span] of [
      [skill.input, skill.spans.input],
      [skill.output, skill.spans.output],
    ] as const) {
      if ([...typesIn(type)].some(({ kind }) => kind === "none"))
        yield diagnostics.create("type/none", wordIn(span), {});
    }
  },
};

/** Of a composed type the word itself. */
function wordIn(span: Span): Span {
  const index = textOf(span).search(/\bNone\b/);
  return index === -1 ? span : { ...span, start: span.start + index, end: span.start + index + 4 };
}
