import { knownModels, misspeltModel } from "../../ir/models.ts";
import type { Diagnostic } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { ScalarNode } from "../../manifest/node.ts";
import type { Rule } from "../rule.ts";
import { guardsOf, scalarOf } from "../written.ts";

const diagnostics = defineDiagnostics({
  "reference/unknown-model": {
    severity: "warning",
    message: (p: { model: string; near: string }) =>
      `No model is known as \`${p.model}\`, and \`${p.near}\` is a few letters away.`,
    help: (p: { near: string }) => `Write \`${p.near}\`.`,
    docs: `
A judge names a model that nobody knows, and a known name is a few letters away.

The name goes to the provider as it is written, so a misspelt one fails when the guard first runs. Only slips of the
keyboard are reported: another version or date is another model, and a name that is far from all known ones may be a model
of your own.

Wrong:

\`\`\`yaml
interface: {guard: {rubric: Is it right?, model: claude-sonet-4-20250514}}
\`\`\`

Right:

\`\`\`yaml
interface: {guard: {rubric: Is it right?, model: claude-sonnet-4-20250514}}
\`\`\`

To fix it, correct the name; \`--fix --unsafe-fixes\` writes the near one.
`,
  },
});

/** The models that guards name are no slips of known names. */
export const referenceUnknownModel: Rule = {
  id: "reference/unknown-model",
  summary: "The model of a judge is no misspelling of a known model.",
  declared: diagnostics.declared,
  *check({ manifest }, { agent, devices }) {
    const known = [
      ...knownModels,
      agent.model,
      ...devices.flatMap(({ models }) => models.map(({ name }) => name)),
    ];
    for (const guard of guardsOf(manifest)) {
      const node = scalarOf(guard, "model");
      if (node !== undefined) yield* misspelt(node, known);
    }
  },
};

function* misspelt(node: ScalarNode, known: readonly string[]): Iterable<Diagnostic> {
  const model = node.text;
  const near = misspeltModel(model, known);
  if (near === undefined) return;
  const fix = {
    title: `Write \`${near.name}\``,
    safety: "unsafe" as const,
    edits: [{ span: node.at(0, model.length), replacement: near.name }],
  };
  yield diagnostics.create(
    "reference/unknown-model",
    node.at(0, model.length),
    { model, near: near.name },
    { fix: near.certain ? fix : undefined },
  );
}
