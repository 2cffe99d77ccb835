import type { Entry } from "../../manifest/node.ts";
import { entryOf } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Fix } from "../../report/diagnostic.ts";
import { textOf } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { textOfValue } from "../written.ts";

const diagnostics = defineDiagnostics({
  "client/flag": {
    severity: "error",
    message: (p: { key: string; value: string }) =>
      `The flag \`${p.key}\` is \`${p.value}\`, which some clients refuse and others take for an absent flag.`,
    help: (p: { key: string; meant: string }) =>
      p.meant === ""
        ? `Write \`${p.key}: true\` or \`${p.key}: false\`, or remove the line.`
        : `Write \`${p.key}: ${p.meant}\`.`,
    docs: `
A flag such as \`disable-model-invocation\` is \`true\` or \`false\`, without quotes.

Claude Code takes \`"true"\`, \`yes\` and \`1\` for a set flag. Mux refuses the whole skill, and pi compares with \`true\` alone,
so that a skill that only users should call is offered to the model all the same. Which words are truth values also
depends on the version of YAML: \`yes\` is one for some readers and a text for others. Source: the changelog of Claude Code
(2.1.218), and the sources of Mux and pi.

Wrong:

\`\`\`yaml
disable-model-invocation: "true"
\`\`\`

Right:

\`\`\`yaml
disable-model-invocation: true
\`\`\`

To fix it, write the bare word; \`--fix --unsafe-fixes\` does so. The fix is unsafe because clients that ignored the flag
obey it afterwards.
`,
  },
});

/** Flags that clients read: Claude Code, VS Code, Cursor, OpenClaw, pi, Mux, Vibe. */
const flags = ["disable-model-invocation", "user-invocable", "background", "advertise"] as const;

/** What Claude Code takes for a truth value beside the two words of YAML. */
const meanings: Readonly<Record<string, string>> = {
  true: "true",
  yes: "true",
  on: "true",
  "1": "true",
  false: "false",
  no: "false",
  off: "false",
  "0": "false",
};

/** A flag is a truth value of YAML and nothing like it. */
export const clientFlag: Rule = {
  id: "client/flag",
  summary: "A flag that a client reads is true or false.",
  declared: diagnostics.declared,
  *check({ manifest: { frontMatter } }) {
    for (const key of flags) {
      const entry = entryOf(frontMatter, key);
      if (entry === undefined || isTruthValue(entry)) continue;
      const word = (textOfValue(entry.value) ?? "").trim().toLowerCase();
      const meant = Object.hasOwn(meanings, word) ? (meanings[word] ?? "") : "";
      const empty = entry.value.span.end === entry.value.span.start;
      const value = empty ? "empty" : firstLineOf(textOf(entry.value.span));
      const at = empty ? entry.key.span : entry.value.span;
      yield diagnostics.create("client/flag", at, { key, value, meant }, { fix: fixOf(entry, meant) });
    }
  },
};

function isTruthValue({ value }: Entry): boolean {
  return value.kind === "scalar" && typeof value.value === "boolean";
}

function firstLineOf(text: string): string {
  return text.split(/[\r\n]/, 1)[0]?.slice(0, 60) ?? "";
}

function fixOf({ value }: Entry, meant: string): Fix | undefined {
  if (meant === "" || value.span.end === value.span.start) return undefined;
  return {
    title: `Write \`${meant}\``,
    safety: "unsafe",
    edits: [{ span: value.span, replacement: meant }],
  };
}
