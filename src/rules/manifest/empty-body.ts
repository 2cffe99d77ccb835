import { find } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { interfaceOf, placeOfAbsent } from "../written.ts";

const diagnostics = defineDiagnostics({
  "manifest/empty-body": {
    severity: "warning",
    message: "The skill has no text below its front matter, so a model that loads it learns nothing.",
    help: "Write what to do below the second `---`: steps, an example, and the cases that go wrong.",
    docs: `
Nothing stands below the front matter. The description is shown to the model, which then loads the skill and gets an
empty text: a turn is spent for nothing.

Wrong:

\`\`\`yaml
---
name: pdf-forms
description: Fills PDF forms. Use when a PDF has form fields.
---
\`\`\`

Right:

\`\`\`markdown
---
name: pdf-forms
description: Fills PDF forms. Use when a PDF has form fields.
---

1. List the fields with \`scripts/fields.py FILE\`.
2. Ask for values that are missing.
3. Write the result beside the original.
\`\`\`

A skill whose prompt, steps or restriction stand in \`skill.yml\`, or that only has hooks, needs no body. Source: Agent
Skills specification, rules S3 and S15.
`,
  },
});

/** A skill says something below its front matter, or in its contract. */
export const manifestEmptyBody: Rule = {
  id: "manifest/empty-body",
  summary: "A skill says something below its front matter.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const { body, contract, frontMatter, source } = manifest;
    if (body === undefined || frontMatter === undefined || body.text.trim() !== "") return;
    // A contract that could not be read may hold the prompt.
    if (source.contract !== undefined && contract === undefined) return;
    const maps = [contract, frontMatter];
    if (maps.some((map) => ["prompt", "steps", "hooks"].some((key) => find(map, key) !== undefined))) return;
    if (find(interfaceOf(manifest), "restrict") !== undefined) return;
    yield diagnostics.create("manifest/empty-body", placeOfAbsent(manifest), {});
  },
};
