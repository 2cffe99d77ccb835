import { yamlString, yamlText } from "../../language/yaml.ts";
import type { Entry } from "../../manifest/node.ts";
import { dataOf, entryOf } from "../../manifest/node.ts";
import type { Diagnostic, Edit, Fix, Severity } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { listed, valueSpan } from "../written.ts";
import { asText, linesOf } from "./edit.ts";

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

To fix it, put the value in quotes. \`--fix --unsafe-fixes\` does so, as it is written, and writes a list or a mapping as
JSON in quotes. The client that reads it has to parse that text: change both together. A list or a mapping is an error,
since strict clients refuse the skill; under \`openclaw\` and the older names of that client, which reads a mapping there, it
is a note and stays as it is.
`,
  },
  "manifest/metadata-form": {
    severity: "error",
    message: (p: { form: string }) =>
      `The field \`metadata\` is ${p.form} and no mapping of keys to values, so strict clients refuse the skill.`,
    help: "Write it as a mapping of texts: `metadata: {team: core}`, or remove it.",
    docs: `
\`metadata\` holds a text, a list or nothing, where a mapping belongs.

The format defines a mapping from string keys to string values. Several clients check that and leave the skill out, others
drop the field. An empty field is only a warning. Source: Agent Skills specification, the field \`metadata\` (rule S13).

Wrong:

\`\`\`yaml
metadata: version 1.10
\`\`\`

Right:

\`\`\`yaml
metadata:
  version: "1.10"
\`\`\`

To fix it, write keys and values, or remove the field; \`--fix\` removes an empty one.
`,
  },
});

/** `metadata` and its values, Agent Skills specification S13. One diagnostic for a skill: the cause is one habit. */
export const manifestMetadata: Rule = {
  id: "manifest/metadata",
  summary: "The values of metadata are strings.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const entry = entryOf(manifest.frontMatter, "metadata");
    const metadata = entry?.value;
    if (entry === undefined || metadata === undefined) return;
    if (metadata.kind !== "map") {
      yield noMapping(entry);
      return;
    }
    const wrong = metadata.entries.filter(({ value }) => !isString(value));
    const others = wrong.filter((entry) => !isForClient(entry));
    const isNested = others.some(({ value }) => value.kind !== "scalar");
    yield* report(others, isNested ? "error" : "warning", fixOf(others));
    yield* report(wrong.filter(isForClient), "info", undefined);
  },
};

function noMapping(entry: Entry): Diagnostic {
  const { value } = entry;
  const isEmpty = value.kind === "scalar" && (value.value === null || value.text.trim() === "");
  const lines = isEmpty ? linesOf(entry) : undefined;
  const fix: Fix | undefined =
    lines === undefined
      ? undefined
      : { title: "Remove the empty field", safety: "safe", edits: [{ span: lines, replacement: "" }] };
  return diagnostics.create(
    "manifest/metadata-form",
    value.kind === "scalar" ? valueSpan(entry) : entry.key.span,
    { form: isEmpty ? "empty" : value.kind === "list" ? "a list" : "a text" },
    { severity: isEmpty ? "warning" : "error", fix },
  );
}

function* report(wrong: readonly Entry[], severity: Severity, fix: Fix | undefined): Iterable<Diagnostic> {
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
      fix,
      severity,
    },
  );
}

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

// OpenClaw reads a mapping under its own name and under the names that it had before.
const readAsMapping = new Set(["openclaw", "clawdbot", "clawdis", "moltbot"]);

function isForClient({ key, value }: Entry): boolean {
  return value.kind === "map" && readAsMapping.has(key.text);
}

/** Quotes scalars as they are written, and writes lists and mappings as JSON. */
function fixOf(wrong: readonly Entry[]): Fix | undefined {
  const edits = wrong.flatMap((entry) => textEdit(entry) ?? []);
  if (edits.length < wrong.length || edits.length === 0) return undefined;
  return { title: "Put the values in quotes", safety: "unsafe", edits };
}

function textEdit(entry: Entry): Edit | undefined {
  const { value } = entry;
  if (value.kind !== "scalar") return asText(entry, JSON.stringify(dataOf(value)), yamlText);
  return value.span.end > value.span.start
    ? { span: value.span, replacement: yamlString(value.text) }
    : undefined;
}
