import { schemaOf } from "../../ir/type.ts";
import type { JsonSchema } from "../../ir/type.ts";
import { parseType } from "../../ir/type-name.ts";
import { dataOf, find } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import { subtype } from "../../types/subtype.ts";
import type { Rule } from "../rule.ts";
import { interfaceOf } from "../written.ts";

const diagnostics = defineDiagnostics({
  "type/clash": {
    severity: "error",
    message: (p: { type: string; schema: string }) =>
      `\`${p.type}\` and \`${p.schema}\` describe different values.`,
    help: (p: { type: string }) => `Remove \`${p.type}\`, since the schema says more.`,
    docs: `
\`input_type\` and \`input_schema\`, or \`output_type\` and \`output_schema\`, both say what goes in or comes out, and they
disagree. Guards are checked against one and tools are made from the other, so the two must mean the same values.
\`Json\` beside a schema is no clash: it says only that there is a schema.

Wrong:

\`\`\`yaml
interface: {output_type: Str}
output_schema: {type: object}
\`\`\`

Right:

\`\`\`yaml
interface: {output_type: Json}
output_schema: {type: object}
\`\`\`

To fix it, remove one of the two, or write \`Json\`.
`,
  },
});

/** A type and a schema of the same side mean the same values. */
export const typeClash: Rule = {
  id: "type/clash",
  summary: "A type and a schema that stand side by side agree.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    for (const side of ["input", "output"] as const) {
      const written = find(interfaceOf(manifest), `${side}_type`);
      const schema = find(manifest.contract, `${side}_schema`);
      if (written === undefined || schema?.kind !== "map") continue;
      const type =
        written.kind === "scalar"
          ? schemaOf(parseType(written.text, written.at))
          : (dataOf(written) as JsonSchema);
      const other = dataOf(schema) as JsonSchema;
      const isJson = written.kind === "scalar" && (written.value === null || written.text === "Json");
      if (isJson || (subtype(type, other).verdict !== "no" && subtype(other, type).verdict !== "no"))
        continue;
      const names = { type: `${side}_type`, schema: `${side}_schema` };
      const related = [{ message: `The other is \`${names.schema}\`.`, span: schema.span }];
      yield diagnostics.create("type/clash", written.span, names, { related });
    }
  },
};
