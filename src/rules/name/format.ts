import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { textOfValue, valueSpan, writtenEntry } from "../written.ts";
import { flawOfName, slugOf } from "./slug.ts";

const diagnostics = defineDiagnostics({
  "name/format": {
    severity: "error",
    message: (p: { name: string; flaw: string; slug: string }) =>
      `The name \`${p.name}\` is not one that every client accepts: a name ${p.flaw}.`,
    help: (p: { slug: string }) =>
      p.slug === "" ? undefined : `Write \`name: ${p.slug}\`, and name the folder \`${p.slug}\`.`,
    docs: `
The name of a skill has 1 to 64 characters, all of them lower-case letters, digits or hyphens. It does not start or end
with a hyphen, and has no two hyphens in a row.

Clients use the name as a folder name, as a command (\`/pdf-tools\`) and as the key under which a model asks for the
skill. Strict clients and validators refuse a skill whose name has another form; lenient ones load it under a name of
their own making. Source: Agent Skills specification, the field \`name\` (rules S4 to S7).

Wrong:

\`\`\`yaml
name: PDF Tools
\`\`\`

Right:

\`\`\`yaml
name: pdf-tools
\`\`\`

To fix it, write the name that the help proposes and rename the folder to match. \`--fix --unsafe-fixes\` changes the
name, never the folder. The fix is unsafe because everything that refers to the skill by its old name must change too.
`,
  },
});

/** The form of a name, Agent Skills specification S4 to S7. */
export const nameFormat: Rule = {
  id: "name/format",
  summary: "A name is 1 to 64 lower-case letters, digits and single hyphens.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const entry = writtenEntry(manifest, "name");
    const name = textOfValue(entry?.value);
    if (entry === undefined || name === undefined || name.trim() === "") return;
    const flaw = flawOfName(name);
    if (flaw === undefined) return;
    const slug = slugOf(name);
    const fix = {
      title: `Rename the skill to \`${slug}\``,
      safety: "unsafe" as const,
      edits: [{ span: entry.value.span, replacement: slug }],
    };
    yield diagnostics.create(
      "name/format",
      valueSpan(entry),
      { name, flaw, slug },
      { fix: flawOfName(slug) === undefined && slug !== "" ? fix : undefined },
    );
  },
};
