import { yamlWord } from "../../language/yaml-word.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import { firstLine } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { isReadable, placeOfAbsent, textOfValue, valueSpan, writtenEntry } from "../written.ts";
import { slugOf } from "./slug.ts";

const diagnostics = defineDiagnostics({
  "name/missing": {
    severity: "error",
    message: "The skill has no `name`, so strict clients do not load it and others make one up.",
    help: (p: { slug: string }) => (p.slug === "" ? "Add `name: my-skill`." : `Add \`name: ${p.slug}\`.`),
    docs: `
Every skill has a \`name\`. An empty one counts as none.

A client lists skills by name, and a model asks for one by name. Without it strict clients drop the skill, often without
a message; others fall back on the name of the folder. Source: Agent Skills specification, the field \`name\` (rule S4).
In \`skill.yml\` the key has the same meaning; a contract beside a \`SKILL.md\` may leave it to that file.

Wrong:

\`\`\`yaml
description: Fills in PDF forms.
\`\`\`

Right:

\`\`\`yaml
name: pdf-forms
description: Fills in PDF forms.
\`\`\`

To fix it, add the name of the folder as the name of the skill.
`,
  },
});

/** A skill has a name, Agent Skills specification S4. */
export const nameMissing: Rule = {
  id: "name/missing",
  summary: "A skill has a name.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    if (!isReadable(manifest)) return;
    const entry = writtenEntry(manifest, "name");
    const text = textOfValue(entry?.value);
    if (entry !== undefined && text?.trim() !== "") return;
    const slug = slugOf(manifest.source.folder.split("/").at(-1) ?? "");
    const at = entry === undefined ? placeOfAbsent(manifest) : valueSpan(entry);
    yield diagnostics.create("name/missing", at.end > at.start ? at : firstLine(manifest.file), {
      slug: yamlWord(slug),
    });
  },
};
