import type { Checked, Diagnostic } from "../report/diagnostic.ts";
import { defineDiagnostics } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import { firstLine, lineStarts, span } from "../report/source.ts";

/** Offsets into the text of a SKILL.md. */
export interface FrontMatter {
  /** The YAML between the fences; undefined where there is none. */
  readonly yaml: { readonly start: number; readonly end: number } | undefined;
  readonly body: { readonly start: number; readonly end: number };
}

export const frontMatterDiagnostics = defineDiagnostics({
  "manifest/front-matter-missing": {
    severity: "error",
    message: "The skill has no front matter, so it has neither a name nor a description.",
    help: "Start the file with a line `---`, then `name: …` and `description: …`, then a line `---`.",
    docs: `
A SKILL.md starts with YAML between two lines \`---\`, followed by Markdown (Agent Skills specification, rule S3).
Without it no client knows the skill's name or when to use it, and most leave the skill out without a word.

    ---
    name: tidy-imports
    description: Sorts imports. Use after editing a source file.
    ---
    Sort the imports of every file that changed.
`,
  },
  "manifest/front-matter-late": {
    severity: "error",
    message: "Text stands before the opening `---`, so loaders find no front matter.",
    help: "Move the text before it below the closing `---`.",
    docs: `
The opening fence must be the first bytes of the file. A blank line, a licence comment or a heading before it makes every
loader that was measured read the file as one without front matter; the skill vanishes.

Move whatever stands there below the closing fence.
`,
  },
  "manifest/front-matter-unterminated": {
    severity: "error",
    message: "The front matter is opened here and never closed.",
    help: "Add a line `---` after the last key.",
    docs: `
The front matter ends at the first line that is exactly \`---\`. Without one, loaders either refuse the file or take all
of it for YAML. skillc reads the lines that look like keys, so that the rest of the skill is still checked.

    ---
    name: tidy-imports
    description: Sorts imports.
    ---
    The instructions start here.
`,
  },
});

// The specification says only "frontmatter"; every measured client wants the fence as the very first bytes.
const fence = /^---[ \t]*$/;
// What an author meant as a key, where the closing fence is missing.
const keyStart = /^[A-Za-z_][\w-]*:(?:\s|$)/;
// Closings of other formats: the end of a YAML document, and a fence with a dash too many.
const otherClosing = /^(?:\.\.\.|-{4,})[ \t]*$/;
const heading = /^#{1,6}\s+\S/;
const keyLine = /^(?:[A-Za-z_][\w-]*:(?:\s|$)|\s+\S|#|$)/;

/** Finds the fences. A byte order mark is passed over; it has a diagnostic of its own. */
export function splitFrontMatter(file: SourceFile): Checked<FrontMatter> {
  const { text } = file;
  const starts = lineStarts(file);
  const lineAt = (index: number): string =>
    text.slice(starts[index] ?? text.length, starts[index + 1] ?? text.length).replace(/[\r\n]+$/, "");
  const whole = { yaml: undefined, body: { start: 0, end: text.length } };
  const open = openingLine(starts.length, (index) => lineAt(index).replace(/^\ufeff/, ""));
  if (open === undefined) {
    return problem(
      whole,
      frontMatterDiagnostics.create("manifest/front-matter-missing", firstLine(file), {}),
    );
  }
  const diagnostics: Diagnostic[] = [];
  if (open > 0) {
    diagnostics.push(
      frontMatterDiagnostics.create("manifest/front-matter-late", span(file, 0, starts[open] ?? 0), {}),
    );
  }
  const first = open + 1;
  for (let close = first; close < starts.length; close++) {
    if (!fence.test(lineAt(close))) continue;
    const yaml = { start: starts[first] ?? text.length, end: starts[close] ?? text.length };
    const body = { start: starts[close + 1] ?? text.length, end: text.length };
    return { value: { yaml, body }, diagnostics };
  }
  const fenceStart = starts[open] ?? 0;
  diagnostics.push(
    frontMatterDiagnostics.create(
      "manifest/front-matter-unterminated",
      span(file, fenceStart, fenceStart + lineAt(open).length),
      {},
    ),
  );
  let last = first;
  const isHeading = (index: number): boolean =>
    heading.test(lineAt(index)) && lineAt(index - 1).trim() === "";
  while (last < starts.length && keyLine.test(lineAt(last)) && !isHeading(last)) last++;
  const end = starts[last] ?? text.length;
  const body = otherClosing.test(lineAt(last)) ? (starts[last + 1] ?? text.length) : end;
  return {
    value: { yaml: { start: starts[first] ?? end, end }, body: { start: body, end: text.length } },
    diagnostics,
  };
}

/** The line of the opening fence: the first line that is not blank, a comment or a heading, if it is a fence. */
function openingLine(count: number, lineAt: (index: number) => string): number | undefined {
  const limit = Math.min(count, 20);
  for (let index = 0; index < limit; index++) {
    const line = lineAt(index);
    // Further down, three dashes may as well be a rule of Markdown.
    if (fence.test(line)) return index === 0 || keyStart.test(lineAt(index + 1)) ? index : undefined;
    if (!/^(?:\s*$|<!--.*-->\s*$|#)/.test(line)) return undefined;
  }
  return undefined;
}

function problem<T>(value: T, ...diagnostics: readonly Diagnostic[]): Checked<T> {
  return { value, diagnostics };
}
