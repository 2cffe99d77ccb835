import { defineDiagnostics } from "../report/diagnostic.ts";

export const guardDiagnostics = defineDiagnostics({
  "guard/type": {
    severity: "error",
    message: (p: { text: string; found: string; wanted: string }) =>
      `\`${p.text}\` is ${p.found}; it has to be ${p.wanted}.`,
    docs: `
An operation of the guard gets a value of a kind that it does not take, so the guard would be false for every output. \`x\` is
a text for \`Str\` and \`Any\`, and a JSON value for \`Json\` and the other types.

    len(x) > '3'      # a number and a text have no order
    len(x) > 3
`,
  },
  "guard/never-equal": {
    severity: "warning",
    message: (p: { left: string; right: string; a: string; b: string }) =>
      `\`${p.left}\` is ${p.a} and \`${p.right}\` is ${p.b}, and these are never equal.`,
    docs: `
Values of different kinds are never equal in a guard; nothing is converted. \`len(x) == '3'\` compares a number with a text.
Write \`len(x) == 3\`.
`,
  },
  "guard/unknown-function": {
    severity: "error",
    message: (p: { name: string; what: string }) =>
      `There is no ${p.what} \`${p.name}\` in the guard language.`,
    help: (p: { help: string | undefined }) => p.help,
    docs: `
The functions are \`has contains count regex json_len len lines words\`; the methods of a text are \`lower upper strip
startswith endswith count find\`. There are no others, so that a guard means the same in every language it is emitted to.
`,
  },
  "guard/arguments": {
    severity: "error",
    message: (p: { name: string; found: number; wanted: string }) =>
      `\`${p.name}\` takes ${p.wanted} ${p.wanted === "1" ? "argument" : "arguments"}, and ${p.found} ${p.found === 1 ? "is" : "are"} given.`,
    docs: `
Functions take \`x\` first: \`count(x, 'TODO')\`, \`has(x, 'verdict')\`, \`regex(x, r'^# ')\`. Methods stand behind the text:
\`x.startswith('#')\`.
`,
  },
  "guard/pattern": {
    severity: "error",
    message: (p: { reason: string }) => `The pattern is not portable: ${p.reason}.`,
    help: (p: { help: string | undefined }) => p.help,
    docs: `
Patterns are limited to what every engine reads alike and can match in linear time: literals, \`.\`, classes, \`\\d \\w \\s \\b\`
(ASCII), \`^ $\`, groups, \`|\`, and \`* + ? {n} {n,m}\`, with one prefix \`(?i)\`, \`(?m)\` or \`(?im)\`. Look-around, back-references,
named groups, possessive repetition and unescaped \`{ } ]\` are refused, each with the reason and, where there is one, an
equivalent.

    regex(x, r'(?m)^verdict: (pass|fail)$')
`,
  },
  "guard/backspace": {
    severity: "warning",
    message: "`\\b` in this text is a backspace, and not the edge of a word.",
    help: "Put `r` before the quote: `r'\\b…'`.",
    docs: `
In a text without the prefix \`r\`, \`\\b\` is the character U+0008. A pattern that looks for it matches almost nothing. Write
\`regex(x, r'\\bverdict\\b')\`.
`,
  },
  "guard/always-true": {
    severity: "warning",
    message: (p: { reason: string }) => `The guard accepts every output: ${p.reason}.`,
    help: "Write a condition that some outputs fail, or remove the guard.",
    docs: `
The condition holds for every output, so the guard checks nothing and retries nothing. This is reported only where it is
certain; the reason is part of the message.

    len(x) >= 0                      # every length is
    len(x) > 0
`,
  },
  "guard/always-false": {
    severity: "warning",
    message: (p: { reason: string }) => `The guard refuses every output: ${p.reason}.`,
    help: "Write a condition that some outputs meet.",
    docs: `
No output meets the condition, so every attempt fails, and the skill costs all its retries each time. This is reported
only where it is certain.

    len(x) > 100 and len(x) < 50     # no length is both
    len(x) > 50 and len(x) < 100
`,
  },
  "guard/redundant": {
    severity: "warning",
    message: (p: { text: string; reason: string }) => `\`${p.text}\` adds nothing to the guard: ${p.reason}.`,
    help: "Remove it, or write what it was meant to add.",
    docs: `
The guard accepts the same outputs without this operand: another one decides what it would decide. Often a limit was
changed in one place and forgotten in the other. This is reported only where it is certain for every output, and only of
operands that cannot fail.

    len(x) > 5 and len(x) > 3        # every length above 5 is above 3
    len(x) > 5
`,
  },
  "guard/part-always-true": {
    severity: "warning",
    message: (p: { text: string; reason: string }) => `\`${p.text}\` holds for every output: ${p.reason}.`,
    help: "Remove it, or write a condition that some outputs fail.",
    docs: `
A part of the guard is true whatever the output is, so it checks nothing. The reason, or the two conditions of which one
always holds, is part of the message.

    'ok' in x and (len(x) < 9 or len(x) > 5)     # every length is one or the other
    'ok' in x and 5 < len(x) < 9
`,
  },
  "guard/part-always-false": {
    severity: "warning",
    message: (p: { text: string; reason: string }) => `\`${p.text}\` holds for no output: ${p.reason}.`,
    help: "Remove it, or write a condition that some outputs meet.",
    docs: `
A part of the guard is false whatever the output is, so this way to be accepted does not exist. The reason, or the two
conditions that never hold together, is part of the message.

    'ok' in x or x.startswith('a') and x.startswith('b')
    'ok' in x or x.startswith('a') or x.startswith('b')
`,
  },
  "guard/unknown-path": {
    severity: "warning",
    message: (p: { name: string; near: string | undefined }) =>
      `No output that fits the declared type has \`${p.name}\` here, so this part of the guard refuses every one of them.`,
    help: (p: { name: string; near: string | undefined }) =>
      p.near === undefined ? undefined : `Write \`${p.near}\` instead of \`${p.name}\`.`,
    docs: `
A key or an index that the guard asks for is one that the declared output type rules out: its schema has
\`additionalProperties: false\` and names no such key, the list is shorter, or what stands there has no keys. A slip of the
keyboard in a path looks like this, and the guard then refuses the very outputs that are right.

    output_type:
      type: object
      properties: {verdict: {type: string}}
      additionalProperties: false

    has(x, 'verdit')      # no valid output has it
    has(x, 'verdict')

This is said only where the schema is closed at that place. \`not has(x, 'error')\` is a check of its own, and no mistake.
`,
  },
  "guard/implied-by-type": {
    severity: "info",
    message: (p: { text: string; value: boolean; reason: string }) =>
      `\`${p.text}\` holds for ${p.value ? "every" : "no"} output that fits the declared type: ${p.reason}.`,
    docs: `
The declared output type decides this condition for every output that fits it. Nothing enforces the type before the guard
runs, so a condition that every valid output meets still refuses others: it may stay, as a check that the type is kept. A
condition that no valid output meets is probably a mistake.

    output_type: {type: object, required: [score], properties: {score: {type: number, minimum: 0}}}

    x['score'] >= 0        # what the schema says already
    x['score'] == 'high'   # a number is never this text
    x['score'] >= 0.5
`,
  },
});
