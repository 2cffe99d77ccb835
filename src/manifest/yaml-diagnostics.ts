import { defineDiagnostics } from "../report/diagnostic.ts";

/** What is said of YAML that cannot be read as it stands, or that readers read in different ways. */
export const yamlDiagnostics = defineDiagnostics({
  "manifest/unquoted-colon": {
    severity: "error",
    message: (p: { what: string }) =>
      `${p.what} has \`: \` in it without quotes, which YAML reads as the start of a mapping.`,
    docs: `
A value that is written without quotes holds a colon followed by a space, or ends with a colon.

YAML takes such a colon as the mark of a key, so the value is no text any more. Most clients then refuse the front matter
and leave the skill out, many of them without a message. This is the most reported reason why a skill does not appear.
skillc goes on with the value as its author meant it. Source: YAML 1.2.2, section 7.3.3 (plain style); Agent Skills client
guide (rule G6).

Wrong:

\`\`\`yaml
description: Audits bills. Triggers: invoice, receipt
\`\`\`

Right:

\`\`\`yaml
description: "Audits bills. Triggers: invoice, receipt"
\`\`\`

To fix it, put the value in quotes; \`--fix\` does so. Inside double quotes \`"\` is written \`\\"\` and \`\\\` is written \`\\\\\`.
Typographic quotes such as \`“…”\` do not quote anything in YAML.
`,
  },
  "manifest/unquoted-value": {
    severity: "error",
    message: (p: { what: string; reason: string }) => `${p.what} ${p.reason}, so it needs quotes.`,
    docs: `
A value without quotes starts with a character that means something to YAML, or goes on after its closing quote or bracket.

\`[\` and \`{\` start a list and a mapping, \`*\` \`&\` \`!\` an alias, an anchor and a tag, \`|\` \`>\` a text of several lines, \`%\`
\`@\` and a backtick are reserved. Readers of YAML refuse such a value, and clients leave the skill out. skillc goes on with
the value as its author meant it. Source: YAML 1.2.2, section 5.3 (indicator characters).

Wrong:

\`\`\`yaml
description: [BETA] tidies imports
\`\`\`

Right:

\`\`\`yaml
description: "[BETA] tidies imports"
\`\`\`

To fix it, put the whole value in quotes; \`--fix\` does so.
`,
  },
  "manifest/unclosed-quote": {
    severity: "error",
    message: (p: { quote: string; what: string }) =>
      `${p.what} opens a quote (\`${p.quote}\`) and does not close it.`,
    docs: `
A quoted value has no closing quote.

YAML then reads all lines that follow as part of the value, and either finds no end or finds one in the wrong place. No
client can load the file. skillc takes the rest of the line as the value. Source: YAML 1.2.2, section 7.3.

Wrong:

\`\`\`yaml
description: "Audits bills.
license: MIT
\`\`\`

Right:

\`\`\`yaml
description: "Audits bills."
license: MIT
\`\`\`

To fix it, add the closing quote. A \`'\` inside single quotes is written \`''\`; a \`"\` inside double quotes \`\\"\`.
`,
  },
  "manifest/bad-escape": {
    severity: "error",
    message: (p: { escape: string }) => `\`${p.escape}\` is not an escape that YAML has in double quotes.`,
    docs: `
Inside double quotes a backslash starts an escape, and this one does not exist.

Windows paths and regular expressions are the usual cause. Readers of YAML refuse the file. skillc goes on with the
backslash as a character. Source: YAML 1.2.2, section 5.7 (escaped characters).

Wrong:

\`\`\`yaml
description: "Reads the logs in C:\\Users"
\`\`\`

Right:

\`\`\`yaml
description: 'Reads the logs in C:\\Users'
\`\`\`

To fix it, write \`\\\\\` for each backslash, or use single quotes, in which a backslash is an ordinary character. \`--fix\`
doubles the backslashes.
`,
  },
  "manifest/tab": {
    severity: "error",
    message: "The line is indented with a tab; YAML is indented with spaces only.",
    help: "Replace each tab at the start of a line by two spaces.",
    docs: `
A tab stands at the start of a line, where YAML allows spaces only.

Editors show tabs in different widths, so YAML forbids them in indentation, and readers refuse the file. skillc reads each
tab as two spaces and reports the first such line. Source: YAML 1.2.2, section 6.1 (indentation spaces).

Wrong: a tab before \`team\` in

\`\`\`yaml
metadata:
	team: core
\`\`\`

Right:

\`\`\`yaml
metadata:
  team: core
\`\`\`

To fix it, replace the tabs by spaces. \`--fix --unsafe-fixes\` writes two spaces for each; look at the result where tabs and
spaces were mixed.
`,
  },
  "manifest/indentation": {
    severity: "error",
    message: (p: { line: string }) => `\`${p.line}\` is not indented like the lines that it belongs to.`,
    help: "Start the keys of one mapping, and the items of one list, in the same column.",
    docs: `
The line starts in a column that fits none of the mappings or lists around it.

In YAML the column says what belongs to what: keys of one mapping start in the same column, and so do the items of one
list. Where a line fits nowhere, readers refuse the file. Source: YAML 1.2.2, section 8.2 (block collection styles).

Wrong:

\`\`\`yaml
name: pdf-forms
  description: Fills in PDF forms.
\`\`\`

Right:

\`\`\`yaml
name: pdf-forms
description: Fills in PDF forms.
\`\`\`

To fix it, move the line to the column of its neighbours. Text that continues a value is indented deeper than its key.
`,
  },
  "manifest/missing-space": {
    severity: "error",
    message: (p: { key: string }) => `There is no space after \`${p.key}:\`, so YAML does not see a key.`,
    docs: `
A key ends with a colon and a space (or with a colon at the end of its line).

Without the space the whole line is one text for YAML, so that \`name:pdf\` is no entry, and readers refuse the file. skillc
goes on as if the space were there. Source: YAML 1.2.2, section 7.4.2 (flow mappings) and 8.2.2 (block mappings).

Wrong:

\`\`\`yaml
name:pdf-forms
\`\`\`

Right:

\`\`\`yaml
name: pdf-forms
\`\`\`

To fix it, add the space; \`--fix\` does so.
`,
  },
  "manifest/missing-colon": {
    severity: "error",
    message: (p: { line: string }) =>
      `\`${p.line}\` is neither a key with a value nor a part of the value above it.`,
    docs: `
A line among the keys is no \`key: value\`, and is not indented either, so it continues nothing.

Readers of YAML refuse the file. The usual causes are a forgotten colon, a \`=\` in its place, or the second line of a long
value that has lost its indentation. skillc goes on without the line. Source: YAML 1.2.2, section 8.2.2.

Wrong:

\`\`\`yaml
description: Fills in PDF forms from a table
of values.
\`\`\`

Right:

\`\`\`yaml
description: Fills in PDF forms from a table
  of values.
\`\`\`

To fix it, indent the line, write it as \`key: value\`, or start it with \`#\` to make it a comment.
`,
  },
  "manifest/unclosed-bracket": {
    severity: "error",
    message: (p: { bracket: string; close: string }) =>
      `What \`${p.bracket}\` opens here is not closed by \`${p.close}\`, or has text in it that does not belong there.`,
    docs: `
A list in brackets or a mapping in braces is not complete, or its parts are not separated by commas.

Readers of YAML refuse the file. skillc goes on with the parts that it could read. Source: YAML 1.2.2, section 7.4 (flow
collection styles).

Wrong:

\`\`\`yaml
tools: [ReadFile, WriteFile
\`\`\`

Right:

\`\`\`yaml
tools: [ReadFile, WriteFile]
\`\`\`

To fix it, close the bracket, and put a comma between any two parts. A text with \`,\` \`[\` \`]\` \`{\` \`}\` in it needs quotes here.
`,
  },
  "manifest/yaml": {
    severity: "error",
    message: (p: { found: string }) => `\`${p.found}\` has no meaning in YAML at this place.`,
    help: "Write `key: value` lines, and put a value with special characters in quotes.",
    docs: `
The text is not YAML, and the mistake is none of those that have a diagnostic of their own.

Readers of YAML refuse the file, and clients leave the skill out. skillc goes on with what could be read. Source: YAML
1.2.2.

Wrong:

\`\`\`yaml
name: pdf-forms ]
]
\`\`\`

Right:

\`\`\`yaml
name: pdf-forms
\`\`\`

To fix it, write one \`key: value\` on each line and put values with special characters in double quotes.
`,
  },
  "manifest/duplicate-key": {
    severity: "error",
    message: (p: { key: string }) => `The key \`${p.key}\` stands here a second time.`,
    help: "Remove one of the two.",
    docs: `
A mapping has the same key twice.

Some readers take the last value, others the first, and strict ones refuse the file, so which value counts depends on the
client. \`name\` and \`"name"\` are the same key. skillc goes on with the last one. Source: YAML 1.2.2, section 3.2.1.3 (keys
are unique).

Wrong:

\`\`\`yaml
name: pdf-forms
description: Fills in PDF forms.
name: pdf
\`\`\`

Right:

\`\`\`yaml
name: pdf-forms
description: Fills in PDF forms.
\`\`\`

To fix it, remove the one that is out of date.
`,
  },
  "manifest/not-portable-yaml": {
    severity: "warning",
    message: (p: { what: string }) =>
      `The file uses ${p.what}, outside the part of YAML that all readers share: some refuse it or read it differently.`,
    help: "Write the value out in each place, as plain text or in double quotes.",
    docs: `
The file uses an anchor (\`&name\`), an alias (\`*name\`), a merge key (\`<<\`) or a tag (\`!name\`).

They are legal YAML, but they are outside the subset that all readers of skills share: strict ones refuse them, and readers
that work line by line take them as text. A value such as \`&fast builds\` also loses its first word. skillc resolves them.
Source: the reference library of Agent Skills, whose YAML reader refuses all four.

Wrong:

\`\`\`yaml
name: &n pdf-forms
metadata: {id: *n}
\`\`\`

Right:

\`\`\`yaml
name: pdf-forms
metadata:
  id: "pdf-forms"
\`\`\`

In the front matter of a skill it is an error. To fix it, write the value where it is used; \`--fix\` does so for texts.
Where the character belongs to the text, put the text in quotes.
`,
  },
  "manifest/lost-word": {
    severity: "error",
    message: (p: { word: string; what: string }) =>
      `\`${p.word}\` is ${p.what} to YAML and no part of the text, so the value loses its first word.`,
    docs: `
A value without quotes starts with \`&\` or \`!\` and a word.

YAML takes \`&fast\` for the name of an anchor and \`!important\` for a tag, and the text begins after it. Readers that know no
such tag refuse the file; the others show a text without its first word, and none says so. Source: YAML 1.2.2, section 6.9
(node properties).

Wrong:

\`\`\`yaml
description: &fast builds for everyone
\`\`\`

Right:

\`\`\`yaml
description: "&fast builds for everyone"
\`\`\`

To fix it, put the value in quotes; \`--fix --unsafe-fixes\` does so, which changes what is read.
`,
  },
  "manifest/comment-cuts-value": {
    severity: "warning",
    message: (p: { lost: string; what: string }) =>
      `${p.what} ends before \`${p.lost}\`, because \` #\` starts a comment.`,
    docs: `
A value without quotes has a space and a \`#\` in it. YAML reads everything from there on as a comment.

No reader reports this: the value is simply shorter than it looks, and with a description it is often the words that make a
model choose the skill that are lost. Source: YAML 1.2.2, section 6.6 (comments).

Wrong:

\`\`\`yaml
description: Explains C # and F # code
\`\`\`

Right:

\`\`\`yaml
description: "Explains C # and F # code"
\`\`\`

To fix it, put the value in quotes; \`--fix --unsafe-fixes\` does so, which changes what is read. If it is meant as a comment,
put it on a line of its own, or two spaces after the value.
`,
  },
  "manifest/several-documents": {
    severity: "warning",
    message: "A second YAML document starts here, and only the first one is read.",
    help: "Remove the line, or move what follows it into a file of its own.",
    docs: `
The file holds several YAML documents, separated by \`---\` or \`...\`.

A skill, an agent or a device is one document. Some readers refuse such a file and others read only the first document, and
so does skillc. Source: YAML 1.2.2, section 9.2 (streams).

Wrong:

\`\`\`yaml
name: watch
---
name: phone
\`\`\`

Right: two files, \`watch.yml\` and \`phone.yml\`.

To fix it, split the file, or remove the separator.
`,
  },
  "manifest/too-deep": {
    severity: "error",
    message: (p: { limit: number }) => `The YAML is nested more than ${p.limit} levels deep from here on.`,
    help: "Remove levels of nesting that hold one entry only.",
    docs: `
Lists and mappings stand inside each other to a depth, or through aliases to a number, that no manifest needs.

Many readers stop with an error of their own on such a file, and some crash. skillc reads the parts above the limit and
takes the rest as absent.

Wrong:

\`\`\`yaml
metadata: [[[[[[[[[[…]]]]]]]]]]
\`\`\`

Right:

\`\`\`yaml
metadata:
  team: core
\`\`\`

To fix it, write the value with fewer levels.
`,
  },
  "manifest/too-many-aliases": {
    severity: "error",
    message: (p: { limit: number }) => `The aliases of the file stand for more than ${p.limit} values.`,
    help: "Write the values out, without anchors and aliases.",
    docs: `
Aliases (\`*name\`) that refer to lists of aliases multiply: a dozen lines can stand for billions of values.

Readers that write every value out run out of memory on such a file, which is how it is used as an attack. skillc stops at
the limit and takes the rest as absent. Source: YAML 1.2.2, section 7.1 (alias nodes).

Wrong:

\`\`\`yaml
a: &a [x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
\`\`\`

Right:

\`\`\`yaml
a: [x, y]
\`\`\`

To fix it, write the values out where they are used.
`,
  },
  "manifest/unknown-alias": {
    severity: "error",
    message: (p: { alias: string }) => `\`*${p.alias}\` refers to an anchor that is not there.`,
    help: (p: { alias: string }) => `Put the text in quotes: \`"*${p.alias}"\`.`,
    docs: `
A value starts with \`*\`, which in YAML refers to a value marked with \`&\` earlier in the file. There is none of that name.

Readers of YAML refuse the file. Mostly no alias was meant: the value is a pattern such as \`*.md\`, or starts with Markdown
emphasis. Source: YAML 1.2.2, section 7.1 (alias nodes).

Wrong:

\`\`\`yaml
paths: *.md
\`\`\`

Right:

\`\`\`yaml
paths: "*.md"
\`\`\`

To fix it, put the value in quotes; \`--fix\` does so.
`,
  },
  "manifest/key": {
    severity: "error",
    message: "A list or a mapping stands where a key is expected.",
    help: "Write the key as a word, or put the whole value in quotes if it is a text.",
    docs: `
A key of a mapping is not a word but a list or another mapping.

YAML allows it, and nothing that reads skills understands it. The usual cause is a placeholder in braces without quotes.

Wrong:

\`\`\`yaml
title: {{project}}
\`\`\`

Right:

\`\`\`yaml
title: "{{project}}"
\`\`\`

To fix it, put the value in quotes, or write a plain word as the key.
`,
  },
});
