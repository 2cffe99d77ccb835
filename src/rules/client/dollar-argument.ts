import { get } from "../../manifest/node.ts";
import type { SkillManifest } from "../../manifest/manifest.ts";
import { markdownOf } from "../../manifest/markdown.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import { span, textOf } from "../../report/source.ts";
import type { Rule, Setting } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "client/dollar-argument": {
    severity: "info",
    message: (p: { variable: string; many: number }) =>
      p.many === 1
        ? `Claude Code puts an argument of the skill in the place of \`${p.variable}\`, so the model reads other code than is written here.`
        : `Claude Code puts arguments of the skill in the place of \`${p.variable}\` and ${p.many - 1} more, so the model reads other code than is written here.`,
    help: (p: { variable: string }) => `Write \`\\${p.variable}\` where the skill is for Claude Code.`,
    docs: `
The code in the body has \`$0\`, \`$1\` and the like, which Claude Code replaces by the arguments of the skill, or by nothing.

An example such as \`awk '{print $1}'\` reaches the model as \`awk '{print }'\`. Claude Code replaces \`$N\` everywhere in the
body, in code as well, unless a backslash stands before it; other clients show the backslash. It is reported for a skill
that is written for Claude Code: one below \`.claude/\`, with keys or variables of Claude Code, or where the run is asked
about \`--client claude-code\`; a skill that declares arguments uses \`$1\` on purpose. Source: the Claude Code documentation
on skills.

Wrong:

    awk '{print $1}' access.log

Right, for Claude Code:

    awk '{print \\$1}' access.log

To fix it, put a backslash before the dollar sign; \`--fix --unsafe-fixes\` does so. For a skill that other clients load as
well, move the code into a file below \`scripts/\`, where nothing is replaced.
`,
  },
});

/** `$1` in the code of a body that Claude Code fills in. */
export const clientDollarArgument: Rule = {
  id: "client/dollar-argument",
  summary: "Code in the body keeps its dollar variables in Claude Code.",
  declared: diagnostics.declared,
  *check({ manifest }, { clients }) {
    const { body, frontMatter } = manifest;
    if (body === undefined || !/\$\d/.test(body.text) || !isForClaudeCode(manifest, clients)) return;
    // Who declares arguments means them.
    if (get(frontMatter, "argument-hint") !== undefined || get(frontMatter, "arguments") !== undefined)
      return;
    if (body.text.includes("$ARGUMENTS")) return;
    const markdown = markdownOf(manifest);
    const places = [
      ...markdown.fences.map(({ content }) => content),
      ...markdown.codeSpans.map((code) => code.span),
    ].flatMap(variablesIn);
    const [first, ...others] = places.toSorted((a, b) => a.start - b.start);
    if (first === undefined) return;
    yield diagnostics.create(
      "client/dollar-argument",
      first,
      { variable: textOf(first), many: places.length },
      {
        related: others.slice(0, 8).map((at) => ({ message: "Here too.", span: at })),
        fix: {
          title: "Put a backslash before each",
          safety: "unsafe",
          edits: places.map((at) => ({ span: span(at.file, at.start, at.start), replacement: "\\" })),
        },
      },
    );
  },
};

const claudeKeys = ["context", "agent", "hooks", "effort", "disallowed-tools", "shell", "paths"];

function isForClaudeCode({ source, frontMatter, body }: SkillManifest, asked: Setting["clients"]): boolean {
  return (
    asked.has("claude-code") ||
    /(?:^|\/)\.claude\//.test(`${source.folder}/`) ||
    claudeKeys.some((key) => get(frontMatter, key) !== undefined) ||
    body?.text.includes("${CLAUDE_") === true
  );
}

function variablesIn({ file, start, end }: Span): readonly Span[] {
  return [...file.text.slice(start, end).matchAll(/(^|[^\\$])(\$\d+)(?!\d)/g)].map(
    ({ index, 1: before = "", 2: variable = "" }) => {
      const at = start + index + before.length;
      return span(file, at, at + variable.length);
    },
  );
}
