import type { Program } from "../../src/ir/program.ts";
import { schemaOf } from "../../src/ir/type.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { defineDiagnostics } from "../../src/report/diagnostic.ts";
import { typeTexts } from "./type.ts";

const diagnostics = defineDiagnostics({
  "target/typescript-loose-type": {
    severity: "info",
    message: (p: { side: string; name: string; reason: string }) =>
      `A part of the ${p.side} type of \`${p.name}\` is \`unknown\` in TypeScript, because ${p.reason}.`,
    docs: `The types that skillc writes hold every value that a schema accepts. Where a part of the schema cannot be followed, its type
is \`unknown\`, which holds everything: a \`$ref\` that leads outside the schema or to no part of it, or a schema that is
larger than any type that an editor would show.

Wrong, since no part has that name:

\`\`\`yaml
input_schema:
  type: object
  properties: {node: {$ref: "#/$defs/nodes"}}
  $defs: {node: {type: string}}
\`\`\`

Right:

\`\`\`yaml
  properties: {node: {$ref: "#/$defs/node"}}
\`\`\``,
  },
});

/** The diagnostics of the typescript target. */
export const typescriptDiagnostics = diagnostics;

/** Where a type says less than its schema for want of an answer. */
export function* notesOf({ skills: [skill], whole }: Program): Iterable<Diagnostic> {
  if (skill?.kind !== "skill" || whole === true) return;
  for (const side of ["input", "output"] as const) {
    for (const reason of typeTexts(schemaOf(skill[side]), side).loose) {
      yield diagnostics.create("target/typescript-loose-type", skill.spans[side], {
        side,
        name: skill.name,
        reason,
      });
    }
  }
}
