import type { SkillManifest } from "../../manifest/manifest.ts";
import { markdownOf } from "../../manifest/markdown.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import { span, textOf } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { opening, openingsOf } from "../security/prose-words.ts";
import { writtenEntry } from "../written.ts";

const diagnostics = defineDiagnostics({
  "manifest/placeholder": {
    severity: "warning",
    message: (p: { text: string; others: number }) =>
      p.others === 0
        ? `\`${p.text}\` is left from a template, and the model takes it for an instruction.`
        : `\`${p.text}\` and ${p.others} more are left from a template, and the model takes them for instructions.`,
    help: "Write what belongs here, or delete the line.",
    docs: `
The skill holds text that its author meant to replace: \`[TODO: …]\`, a line that starts with \`TODO:\` or \`FIXME:\`,
“Lorem ipsum”, “your description here”. A model cannot know that it was forgotten. It follows it, repeats it, or fills it
in by itself.

Wrong:

\`\`\`markdown
## Steps

[TODO: describe the steps]
\`\`\`

Right:

\`\`\`markdown
## Steps

1. Read the report with \`scripts/read.py\`.
\`\`\`

Code blocks and code between backticks are not looked at: there such text is mostly part of an example. Source: Agent
Skills documentation, “Best practices”.
`,
  },
});

/** Nothing in the skill was left to be filled in. */
export const manifestPlaceholder: Rule = {
  id: "manifest/placeholder",
  summary: "Nothing in the skill was left to be filled in.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const [first, ...others] = [...inDescription(manifest), ...inBody(manifest)];
    if (first === undefined) return;
    yield diagnostics.create(
      "manifest/placeholder",
      first,
      { text: textOf(first).replaceAll(/\s+/g, " "), others: others.length },
      { related: others.slice(0, 5).map((place) => ({ message: "This is left too.", span: place })) },
    );
  },
};

const leftover =
  /\[(?:TODO|TBD|FIXME)\b[^\]\n]{0,120}\]|(?:TODO|FIXME):(?<=^[ \t]{0,8}(?:[-*+][ \t]{1,4})?(?:TODO|FIXME):)[ \t]*\S[^\n]{0,120}|^[ \t]*(?:TODO|TBD|FIXME)[ \t]*\r?$|\blorem ipsum dolor\b|[[<{(]{0,2}\b(?:your|insert|add|write) (?:skill )?(?:description|instructions?|content|text) here\b[\]>})]{0,2}/gim;
const quickTest = /TODO|TBD|FIXME|lorem ipsum|\bhere\b/i;

function* inDescription(manifest: SkillManifest): Iterable<Span> {
  const { value } = writtenEntry(manifest, "description") ?? {};
  if (value?.kind !== "scalar" || !quickTest.test(value.text)) return;
  for (const match of value.text.matchAll(leftover)) {
    const start = match.index + match[0].length - match[0].trimStart().length;
    yield value.at(start, match.index + match[0].trimEnd().length);
  }
}

function* inBody(manifest: SkillManifest): Iterable<Span> {
  const { prose, codeSpans } = markdownOf(manifest);
  for (const lines of prose) {
    if ((openingsOf(lines) & opening.leftover) === 0) continue;
    const block = lines.span;
    const text = textOf(block);
    for (const match of text.matchAll(leftover)) {
      const written = match[0].trim();
      const start = block.start + match.index + match[0].length - match[0].trimStart().length;
      const end = start + written.length;
      if (codeSpans.some((code) => code.span.start - 1 <= start && end <= code.span.end + 1)) continue;
      yield span(block.file, start, end);
    }
  }
}
