import { yamlString } from "../../language/yaml.ts";
import type { Entry, ScalarNode } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "manifest/yaml-1-1": {
    severity: "warning",
    message: (p: { key: string; text: string; reading: string }) =>
      `\`${p.text}\` at \`${p.key}\` is text in YAML 1.2 and ${p.reading} in YAML 1.1, so clients read it in different ways.`,
    help: (p: { key: string; quoted: string }) => `Put it in quotes: \`${p.key}: ${p.quoted}\`.`,
    docs: `
A value without quotes is a text for some readers and something else for others.

YAML 1.1 reads \`yes\`, \`no\`, \`on\` and \`off\` as truth values, \`2024-01-01\` as a date and \`12:30:00\` as a number; YAML 1.2 reads
all of them as text. PyYAML and libraries like it follow 1.1, js-yaml reads the dates, and \`yaml\` and the reference library
read texts. A strict client then refuses \`metadata\` with a date in it, and a name \`on\` becomes \`true\`. Source: YAML 1.1,
types \`bool\`, \`timestamp\` and \`int\`; YAML 1.2.2, section 10.3.

Wrong:

\`\`\`yaml
metadata:
  updated: 2026-03-04
\`\`\`

Right:

\`\`\`yaml
metadata:
  updated: "2026-03-04"
\`\`\`

To fix it, put the value in quotes; \`--fix --unsafe-fixes\` does so, which changes what readers of YAML 1.1 see.
`,
  },
});

const words = /^(?:yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$/;
const date =
  /^\d{4}-\d{1,2}-\d{1,2}(?:(?:[Tt]|[ \t]+)\d{1,2}:\d{2}:\d{2}(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d{1,2}(?::\d{2})?))?)?$/;
const sexagesimal = /^[-+]?[1-9][\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/;
const underscored = /^[-+]?\d[\d_]*_[\d_]*$/;

/** The fields that are texts; flags and keys of clients have rules of their own. */
const textKeys = new Set(["name", "description", "license", "compatibility", "version"]);

/** A text is one in every version of YAML. One diagnostic for a skill: the cause is one habit. */
export const manifestYaml11: Rule = {
  id: "manifest/yaml-1-1",
  summary: "Texts without quotes are texts in every version of YAML.",
  declared: diagnostics.declared,
  *check({ manifest: { frontMatter } }) {
    const found: { readonly key: string; readonly value: ScalarNode; readonly reading: string }[] = [];
    for (const { key, value } of texts(frontMatter?.entries ?? [])) {
      if (value.kind !== "scalar" || value.style !== "plain" || typeof value.value !== "string") continue;
      const reading = readingOf(value.text);
      if (reading !== undefined) found.push({ key: key.text, value, reading });
    }
    const [first, ...others] = found;
    if (first === undefined) return;
    const edits = found.map(({ value }) => ({ span: value.span, replacement: yamlString(value.text) }));
    yield diagnostics.create(
      "manifest/yaml-1-1",
      first.value.span,
      {
        key: first.key,
        text: first.value.text,
        reading: first.reading,
        quoted: yamlString(first.value.text),
      },
      {
        related: others
          .slice(0, 8)
          .map(({ key, value }) => ({ message: `So is \`${key}\`.`, span: value.span })),
        fix: {
          title: found.length === 1 ? "Put it in quotes" : "Put them in quotes",
          safety: "unsafe",
          edits,
        },
      },
    );
  },
};

function texts(entries: readonly Entry[]): readonly Entry[] {
  return entries.flatMap((entry) => {
    if (textKeys.has(entry.key.text)) return [entry];
    return entry.key.text === "metadata" && entry.value.kind === "map" ? entry.value.entries : [];
  });
}

/** What YAML 1.1 makes of a text; undefined where it is one there too. */
function readingOf(text: string): string | undefined {
  const first = text.charCodeAt(0);
  // Most texts start with a letter that none of these has.
  if (text.length <= 3) {
    if (words.test(text)) return "a truth value";
  }
  if (first > 57) return undefined;
  if (date.test(text)) return "a date";
  return sexagesimal.test(text) || underscored.test(text) ? "a number" : undefined;
}
