import { typeNames, typesIn } from "../../ir/type.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import { nearest } from "../../report/near.ts";
import type { Rule } from "../rule.ts";

/** What other languages call these types. */
const foreign: Readonly<Record<string, string>> = {
  string: "Str",
  str: "Str",
  text: "Str",
  integer: "Int",
  number: "Float",
  double: "Float",
  boolean: "Bool",
  object: "Json",
  dict: "Json",
  map: "Json",
  list: "{type: array}",
  array: "{type: array}",
};

const diagnostics = defineDiagnostics({
  "type/name": {
    severity: "error",
    message: (p: { written: string }) => `\`${p.written}\` is not a type.`,
    help: (p: { written: string }) => {
      const lower = p.written.toLowerCase();
      const near = Object.hasOwn(foreign, lower) ? foreign[lower] : nearest(p.written, typeNames);
      return near === undefined
        ? "Use `Str`, `Int`, `Float`, `Bool`, `Json`, `Any`, `Tuple[…]`, `Union[…]` or a JSON Schema."
        : `Write \`${near}\`.`;
    },
    docs: `
\`input_type\` or \`output_type\` holds something that is not a type.

A type is one of \`Str\`, \`Int\`, \`Float\`, \`Bool\`, \`Json\`, \`Any\`, \`None\`, a \`Tuple[…]\` or \`Union[…]\` of types, or a
JSON Schema. The guard of a skill, its composition with others and the tool that is made from it all follow from its
types; none of them can be worked out here.

Wrong:

\`\`\`yaml
interface: {output_type: List[Str]}
\`\`\`

Right:

\`\`\`yaml
interface:
  output_type: {type: array, items: {type: string}}
\`\`\`

To fix it, write one of the names above, with its capital letter, or say it as a JSON Schema.
`,
  },
});

/** The types of a skill can be read. */
export const typeName: Rule = {
  id: "type/name",
  summary: "Input and output types are types.",
  declared: diagnostics.declared,
  *check({ skill }) {
    for (const type of [...typesIn(skill.input), ...typesIn(skill.output)]) {
      if (type.kind === "invalid")
        yield diagnostics.create("type/name", type.span, { written: type.written });
    }
  },
};
