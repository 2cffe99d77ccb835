import { yamlString } from "../../language/yaml.ts";
import type { Entry } from "../../manifest/node.ts";
import { get } from "../../manifest/node.ts";
import type { Fix } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { listed, valueSpan } from "../written.ts";

const diagnostics = defineDiagnostics({
  "manifest/metadata": {
    severity: "warning",
    message: (p: { keys: string; many: number }) =>
      p.many > 1
        ? `The values of ${p.keys} in \`metadata\` are not strings, so clients read them in different ways.`
        : `The value of ${p.keys} in \`metadata\` is not a string, so clients read it in different ways.`,
    docs: `
\`metadata\` maps string keys to string values.

A number such as \`1.10\` is read as the text \`1.10\` by some clients and as the number 1.1 by others. A list or a mapping
is kept by some, turned into text by others and dropped by the rest. Source: Agent Skills specification, the field
\`metadata\` (rule S13).

Wrong:

\`\`\`yaml
metadata:
  version: 1.10
  acme: {needs: [jq]}
\`\`\`

Right:

\`\`\`yaml
metadata:
  version: "1.10"
  acme-needs: '["jq"]'
\`\`\`

To fix it, put the value in quotes. \`--fix --unsafe-fixes\` does so where every wrong value is a number or a word. A list
or a mapping has to be written as text, and the client that reads it has to parse that text: change both together.
`,
  },
});

/** The values of `metadata`, Agent Skills specification S13. One diagnostic for a skill: the cause is one habit. */
export const manifestMetadata: Rule = {
  id: "manifest/metadata",
  summary: "The values of metadata are strings.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const metadata = get(manifest.frontMatter, "metadata");
    if (metadata?.kind !== "map") return;
    const wrong = metadata.entries.filter(({ value }) => !isString(value));
    const [first, ...others] = wrong;
    if (first === undefined) return;
    yield diagnostics.create(
      "manifest/metadata",
      placeOf(first),
      { keys: listed(wrong.map(({ key }) => key.text)), many: wrong.length },
      {
        related: others.map((entry) => ({
          message: `\`${entry.key.text}\` is not a string either.`,
          span: placeOf(entry),
        })),
        help: helpFor(first),
        fix: fixOf(wrong),
      },
    );
  },
};

function isString(value: Entry["value"]): boolean {
  return value.kind === "scalar" && typeof value.value === "string";
}

function helpFor({ key, value }: Entry): string {
  switch (value.kind) {
    case "scalar":
      return `Put it in quotes: \`${key.text}: ${yamlString(value.text)}\`.`;
    case "list": {
      const words = value.items.slice(0, 3).flatMap((item) => (item.kind === "scalar" ? [item.text] : []));
      return `Write it as one text: \`${key.text}: ${yamlString(words.join(", "))}\`.`;
    }
    case "map": {
      const [first] = value.entries;
      const text = first?.value.kind === "scalar" ? first.value.text : "…";
      return `Give each part a key of its own: \`${key.text}-${first?.key.text ?? "version"}: ${yamlString(text)}\`.`;
    }
  }
}

/** A list or a mapping may be long; its key is place enough. */
function placeOf(entry: Entry): Span {
  return entry.value.kind === "scalar" ? valueSpan(entry) : entry.key.span;
}

/** Quotes scalars, where all that is wrong is a missing pair of quotes. */
function fixOf(wrong: readonly Entry[]): Fix | undefined {
  const edits = wrong.flatMap(({ value }) =>
    value.kind === "scalar" && value.span.end > value.span.start
      ? [{ span: value.span, replacement: yamlString(value.text) }]
      : [],
  );
  if (edits.length < wrong.length) return undefined;
  return { title: "Put the values in quotes", safety: "unsafe", edits };
}
