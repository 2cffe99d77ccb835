import { markdownOf } from "../../manifest/markdown.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { SourceFile, Span } from "../../report/source.ts";
import { textOf } from "../../report/source.ts";
import type { Rule } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "manifest/merge-conflict": {
    severity: "error",
    message: (p: { marker: string }) =>
      `\`${p.marker}\` is the marker of a merge that was not finished, so the skill holds two versions of its text.`,
    help: "Keep one of the two versions, and delete the lines that start with `<<<<<<<`, `=======` and `>>>>>>>`.",
    docs: `
The file holds the lines that a version control system writes where two changes collide. The model reads both versions one
after the other, with the markers between them; in the front matter they keep the skill from loading.

Wrong:

\`\`\`text
<<<<<<< HEAD
Write the report in English.
=======
Write the report in German.
>>>>>>> translate
\`\`\`

Right: one of the two lines, and no markers.

Only a whole conflict counts: a line of each kind, in this order, at the start of the line. Conflicts in code blocks
without a language, or of the languages \`text\`, \`diff\` and the like, are taken for examples.
`,
  },
});

/** No text of the skill was left in the middle of a merge. */
export const manifestMergeConflict: Rule = {
  id: "manifest/merge-conflict",
  summary: "No text of the skill was left in the middle of a merge.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const { skillMd, contract } = manifest.source;
    for (const file of [skillMd, contract]) {
      if (file?.text.includes("<<<<<<<") !== true) continue;
      const examples =
        file === skillMd
          ? markdownOf(manifest).fences.filter(({ language }) => exampleLanguages.has(language))
          : [];
      for (const [start, middle, end] of conflictsIn(file)) {
        if (examples.some(({ content }) => content.start <= start.start && start.end <= content.end))
          continue;
        const related = [
          { message: "The second version starts here.", span: middle },
          { message: "It ends here.", span: end },
        ];
        yield diagnostics.create("manifest/merge-conflict", start, { marker: textOf(start) }, { related });
      }
    }
  },
};

const exampleLanguages = new Set([
  "",
  "diff",
  "text",
  "txt",
  "plaintext",
  "git",
  "conflict",
  "console",
  "markdown",
  "md",
]);

/** The marker lines of each conflict. */
function* conflictsIn(file: SourceFile): Iterable<readonly [Span, Span, Span]> {
  let start: Span | undefined;
  let middle: Span | undefined;
  for (const match of file.text.matchAll(/^(?:<{7}|={7}|>{7})(?=[ \r\n]|$).*/gm)) {
    const line = match[0].trimEnd();
    const span = { file, start: match.index, end: match.index + line.length };
    if (line.startsWith("<")) {
      start = span;
      middle = undefined;
    } else if (line === "=======") middle = start === undefined ? undefined : span;
    else if (start !== undefined && middle !== undefined) {
      yield [start, middle, span];
      start = undefined;
    }
  }
}
