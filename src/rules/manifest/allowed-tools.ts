import { yamlString } from "../../language/yaml.ts";
import { yamlWord } from "../../language/yaml-word.ts";
import type { Grant } from "../../lower/grant-list.ts";
import { grantList } from "../../lower/grant-list.ts";
import type { Entry, ListNode, ScalarNode } from "../../manifest/node.ts";
import { entryOf } from "../../manifest/node.ts";
import type { Fix } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { asText } from "./edit.ts";

const diagnostics = defineDiagnostics({
  "manifest/allowed-tools-list": {
    severity: "warning",
    message:
      "`allowed-tools` is a list; the format asks for one text with spaces between the tools, and strict readers refuse a list.",
    help: (p: { written: string }) => `Write \`allowed-tools: ${p.written}\`.`,
    docs: `
\`allowed-tools\` is written as a YAML list.

The format defines one text in which the tools are separated by spaces. Claude Code reads a list as well, and most other
clients ignore the field; a reader that takes the format at its word sees a value of the wrong type. A list in brackets is
refused by the YAML reader of the reference library, and with it the whole skill. Source: Agent Skills specification, the
field \`allowed-tools\` (rule S14).

Wrong:

\`\`\`yaml
allowed-tools: [Read, "Bash(git:*)"]
\`\`\`

Right:

\`\`\`yaml
allowed-tools: Read Bash(git:*)
\`\`\`

To fix it, write the tools on one line with spaces between them; \`--fix\` does so. Where a pattern has a space in it, as in
\`Bash(git diff *)\`, the fix is unsafe: a client that splits the text at every space reads such a pattern as two tools.
`,
  },
  "manifest/allowed-tools-commas": {
    severity: "warning",
    message:
      "`allowed-tools` separates the tools by commas; the format separates them by spaces, so some readers see `Read,` or one long name.",
    help: (p: { written: string }) => `Write \`allowed-tools: ${p.written}\`.`,
    docs: `
The tools in \`allowed-tools\` are separated by commas.

The format defines spaces. Claude Code reads both; a reader that splits at spaces keeps the comma as a part of the name,
so that \`Read,\` grants nothing. Commas inside parentheses belong to the pattern and stay. Source: Agent Skills
specification, the field \`allowed-tools\` (rule S14).

Wrong:

\`\`\`yaml
allowed-tools: Read, Bash(git:*)
\`\`\`

Right:

\`\`\`yaml
allowed-tools: Read Bash(git:*)
\`\`\`

To fix it, write spaces; \`--fix\` does so.
`,
  },
  "manifest/allowed-tools-form": {
    severity: "warning",
    message: (p: { form: string }) =>
      `\`allowed-tools\` is ${p.form} and no text with names of tools, so it approves nothing.`,
    help: "Write the names with spaces between them: `allowed-tools: Read Grep`.",
    docs: `
\`allowed-tools\` holds a mapping, a number or a truth value, and no client reads tools from that.

The format defines one text in which the tools are separated by spaces. Source: Agent Skills specification, the field
\`allowed-tools\` (rule S14).

Wrong:

\`\`\`yaml
allowed-tools: {Read: true}
\`\`\`

Right:

\`\`\`yaml
allowed-tools: Read
\`\`\`

To fix it, write the names of the tools.
`,
  },
});

/** The form of `allowed-tools`, Agent Skills specification S14. */
export const manifestAllowedTools: Rule = {
  id: "manifest/allowed-tools",
  summary: "The tools in allowed-tools are one text, separated by spaces.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const entry = entryOf(manifest.frontMatter, "allowed-tools");
    const value = entry?.value;
    if (entry === undefined || value === undefined) return;
    if (
      value.kind === "map" ||
      (value.kind === "scalar" && value.value !== null && typeof value.value !== "string")
    ) {
      const form = value.kind === "map" ? "a mapping" : `\`${value.text}\``;
      yield diagnostics.create("manifest/allowed-tools-form", entry.key.span, { form });
      return;
    }
    const grants = grantList(value);
    const written = writtenOf(grants);
    if (value.kind === "list") {
      if (grants.length === 0) return;
      yield diagnostics.create(
        "manifest/allowed-tools-list",
        entry.key.span,
        { written },
        {
          fix: listFix(entry, value, grants),
          help: written === "" ? "Write the tools on one line." : undefined,
        },
      );
    } else if (hasCommas(value, grants)) {
      yield diagnostics.create(
        "manifest/allowed-tools-commas",
        value.span,
        { written },
        { fix: commaFix(value, grants, written) },
      );
    }
  },
};

function writtenOf(grants: readonly Grant[]): string {
  return yamlWord(grants.map((grant) => grant.text).join(" "));
}

function hasCommas(value: ScalarNode, grants: readonly Grant[]): boolean {
  const inside = grants.reduce((sum, grant) => sum + grant.text.split(",").length - 1, 0);
  return value.value !== null && grants.length > 0 && value.text.split(",").length - 1 > inside;
}

/**
 * Claude Code, which acts on the field, reads the same tools after it. Vibe splits a text at every space, so that a
 * pattern with a space in it is whole only in a list: then the fix is unsafe.
 */
function listFix(entry: Entry, list: ListNode, grants: readonly Grant[]): Fix | undefined {
  const texts = list.items.flatMap((item) => (item.kind === "scalar" ? [item.text.trim()] : []));
  const isWhole = texts.length === list.items.length && texts.length === grants.length;
  if (!isWhole || !grants.every(({ text, balanced }, i) => balanced && text === texts[i])) return undefined;
  const edit = asText(entry, texts.join(" "));
  if (edit === undefined) return undefined;
  return {
    title: "Write the tools on one line, separated by spaces",
    safety: texts.some((text) => /\s/.test(text)) ? "unsafe" : "safe",
    edits: [edit],
  };
}

function commaFix(value: ScalarNode, grants: readonly Grant[], written: string): Fix | undefined {
  if (!grants.every(({ balanced }) => balanced)) return undefined;
  // What stands in quotes, or on several lines, stays in quotes.
  const replacement =
    value.style === "plain" ? written : yamlString(grants.map(({ text }) => text).join(" "));
  return {
    title: "Separate the tools by spaces",
    safety: "safe",
    edits: [{ span: value.span, replacement }],
  };
}
