import { yamlString } from "../language/yaml.ts";
import type { Diagnostic, Fix } from "../report/diagnostic.ts";
import { defineDiagnostics } from "../report/diagnostic.ts";
import type { SourceFile, Span } from "../report/source.ts";
import { lineText, positionAt, lineStarts, span } from "../report/source.ts";

const quoteDocs = `
    description: "Audits bills: finds wrong totals. Use when the user mentions an invoice."

A value between double quotes may hold anything; write \`\\"\` for a quote and \`\\\\\` for a backslash. \`--fix\` quotes the value
without changing its text.
`;

export const yamlDiagnostics = defineDiagnostics({
  "manifest/unquoted-colon": {
    severity: "error",
    message: (p: { key: string }) =>
      `The value of \`${p.key}\` holds a colon and a blank, which starts a new key in YAML.`,
    help: (p: { quoted: string; key: string }) => `Quote the value: \`${p.key}: ${p.quoted}\``,
    docs: `
A plain YAML value must not hold \`: \`. Parsers stop with “mapping values are not allowed here”, and most clients then
leave the skill out, several without a message. It is the most reported mistake in skill files.
${quoteDocs}`,
  },
  "manifest/unquoted-start": {
    severity: "error",
    message: (p: { key: string; start: string }) =>
      `The value of \`${p.key}\` starts with \`${p.start}\`, which has a meaning of its own in YAML.`,
    help: (p: { quoted: string; key: string }) => `Quote the value: \`${p.key}: ${p.quoted}\``,
    docs: `
A plain YAML value must not start with one of \`[ ] { } > | * & ! % @ \\\` ' " # , ? -\`. Parsers refuse the file, and the skill
is left out.
${quoteDocs}`,
  },
  "manifest/tab": {
    severity: "error",
    message: "The line is indented with a tab, which YAML does not allow.",
    help: "Indent with spaces.",
    docs: `
YAML counts indentation in spaces, and forbids tabs there because their width is a matter of taste. Parsers stop at the
tab, and the skill is left out. Most editors can turn tabs into spaces for one file.
`,
  },
  "manifest/yaml": {
    severity: "error",
    message: (p: { problem: string }) => p.problem,
    help: (p: { help?: string }) => p.help,
    docs: `
The text is not YAML. The place is where reading stopped; the mistake may stand a little before it, such as a quote that
is opened and not closed. Clients leave the whole skill out, most of them without a word. skillc goes on with what a
line-by-line reading still finds.
`,
  },
  "manifest/too-deep": {
    severity: "error",
    message: "The YAML is nested too deeply to be read.",
    help: "Remove levels of nesting; a manifest needs fewer than a hundred.",
    docs: "YAML that nests thousands of levels deep overflows the stack of most parsers. No manifest needs it.",
  },
  "manifest/duplicate-key": {
    severity: "error",
    message: (p: { key: string }) => `The key \`${p.key}\` is written twice.`,
    help: "Remove one of the two.",
    docs: `
One mapping holds the same key twice. Some loaders take the last value, others refuse the file, so the skill means
different things to different clients. Quoted and unquoted spellings are the same key.
`,
  },
  "manifest/not-portable-yaml": {
    severity: "warning",
    message: (p: { what: string }) => `The manifest uses ${p.what}, which some loaders refuse.`,
    help: "Write the value out in full.",
    docs: `
Anchors (\`&name\`), aliases (\`*name\`), merge keys (\`<<\`) and tags (\`!!str\`) are YAML, but the reference library of the
format refuses them and line-based readers take them for text. Write the value out.
`,
  },
  "manifest/comment-cuts-value": {
    severity: "warning",
    message: (p: { key: string; lost: string }) =>
      `YAML reads \`${p.lost}\` as a comment, so \`${p.key}\` ends before it.`,
    help: "Quote the whole value, or move the comment to a line of its own.",
    docs: `
A blank and \`#\` start a comment in a plain value. No loader reports it: the description is simply shorter than it looks,
and the words after \`#\` never reach the model.

    description: "Explains C # and F # code."
`,
  },
});

/** Says in our own words what stopped the parser, at the best place, with a fix where there is one. */
export function explainYamlError(
  file: SourceFile,
  range: { readonly start: number; readonly end: number },
  code: string,
  offset: number,
  detail: string,
): Diagnostic {
  const at = Math.min(Math.max(offset, range.start), Math.max(range.start, range.end - 1));
  const tab = tabBefore(file, at);
  if (tab !== undefined) return yamlDiagnostics.create("manifest/tab", tab, {});
  return unquoted(file, at, range.start) ?? other(file, at, code, detail);
}

function tabBefore(file: SourceFile, offset: number): Span | undefined {
  const { line } = positionAt(file, offset);
  for (const candidate of [line, line - 1]) {
    const indent = /^ *(\t+)/.exec(lineText(file, candidate));
    if (indent === null) continue;
    const start = lineStarts(file)[candidate - 1] ?? 0;
    return span(file, start + indent[0].length - (indent[1] ?? "").length, start + indent[0].length);
  }
  return undefined;
}

const keyValue = /^(\s*(?:- )?([A-Za-z_][\w.-]*):[ \t]+)(\S.*?)[ \t]*$/;
const indicator = /^[[\]{}>|*&!%@`#,?]|^- /;

/** The line of the error, or one just above it, has a value that had to be quoted. */
function unquoted(file: SourceFile, offset: number, from: number): Diagnostic | undefined {
  const { line } = positionAt(file, offset);
  for (const candidate of [line, line - 1]) {
    const lineStart = lineStarts(file)[candidate - 1] ?? 0;
    if (lineStart < from) continue;
    const match = keyValue.exec(lineText(file, candidate));
    if (match === null) continue;
    const [, before = "", key = "", value = ""] = match;
    const start = lineStart + before.length;
    const quoted = yamlString(value);
    const fix: Fix = {
      title: "Quote the value",
      safety: "safe",
      edits: [{ span: span(file, start, start + value.length), replacement: quoted }],
    };
    const colon = value.search(/:(?:\s|$)/);
    if (colon !== -1 && !/^["']/.test(value) && !indicator.test(value)) {
      const place = span(file, start + colon, start + colon + 1);
      return yamlDiagnostics.create("manifest/unquoted-colon", place, { key, quoted }, { fix });
    }
    if (indicator.test(value)) {
      const place = span(file, start, start + 1);
      const parameters = { key, quoted, start: value.charAt(0) };
      return yamlDiagnostics.create("manifest/unquoted-start", place, parameters, { fix });
    }
  }
  return undefined;
}

const problems: Readonly<Record<string, { readonly problem: string; readonly help?: string }>> = {
  MISSING_CHAR: {
    problem: "A quote, bracket or colon that is needed here is missing.",
    help: "Close what is opened before this place.",
  },
  BAD_DQ_ESCAPE: {
    problem: "The backslash starts an escape that YAML does not have.",
    help: "Write `\\\\` for a backslash, or use single quotes.",
  },
  BAD_INDENT: {
    problem: "The line is not indented like the lines it belongs to.",
    help: "Indent it like its neighbours.",
  },
  BAD_ALIAS: {
    problem: "The alias names an anchor that does not exist.",
    help: "Write the value out in full.",
  },
  MULTIPLE_DOCS: {
    problem: "A second YAML document starts here, and only the first is read.",
    help: "Remove the line `---`, or move what follows into a file of its own.",
  },
  IMPOSSIBLE: { problem: "The YAML cannot be understood here." },
};

function other(file: SourceFile, at: number, code: string, detail: string): Diagnostic {
  const { line } = positionAt(file, at);
  const start = lineStarts(file)[line - 1] ?? 0;
  const end = start + lineText(file, line).length;
  const known = problems[code] ?? guess(detail);
  return yamlDiagnostics.create("manifest/yaml", span(file, at, Math.max(at, end)), known);
}

function guess(detail: string): { readonly problem: string; readonly help?: string } {
  if (/implicit key|block mapping|map items/i.test(detail)) {
    return { problem: "The line is no `key: value` pair.", help: "Write a colon and a blank after the key." };
  }
  return {
    problem: "The text is not YAML from here on.",
    help: "Check quotes, brackets and indentation before this place.",
  };
}
