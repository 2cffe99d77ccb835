import type { Checked, Diagnostic, Fix } from "../report/diagnostic.ts";
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
The opening fence must be the first bytes of the file (Agent Skills client guide, rule G5). A blank line, a licence comment or a heading before it makes every
loader that was measured read the file as one without front matter; the skill vanishes.

Move whatever stands there below the closing fence; \`--fix\` does so.
`,
  },
  "manifest/front-matter-unterminated": {
    severity: "error",
    message: "The front matter is opened here and never closed.",
    help: "Add a line `---` after the last key.",
    docs: `
The front matter ends at the first line that is exactly \`---\` (Agent Skills client guide, rule G5). Without one, loaders either refuse the file or take all
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

/** The lines of a file, by number from 0; a line that is not there is empty and starts at the end. */
interface Lines {
  readonly file: SourceFile;
  readonly count: number;
  readonly start: (index: number) => number;
  readonly text: (index: number) => string;
}

function linesOf(file: SourceFile): Lines {
  const starts = lineStarts(file);
  const start = (index: number): number => starts[index] ?? file.text.length;
  const text = (index: number): string =>
    file.text.slice(start(index), start(index + 1)).replace(/[\r\n]+$/, "");
  return { file, count: starts.length, start, text };
}

/** Finds the fences. A byte order mark is passed over; it has a diagnostic of its own. */
export function splitFrontMatter(file: SourceFile): Checked<FrontMatter> {
  const lines = linesOf(file);
  const end = file.text.length;
  const open = openingLine(lines);
  if (open === undefined) {
    const missing = frontMatterDiagnostics.create("manifest/front-matter-missing", firstLine(file), {});
    // A byte order mark says how to read the file, and is no part of the prompt.
    const start = file.text.startsWith("\ufeff") ? 1 : 0;
    return { value: { yaml: undefined, body: { start, end } }, diagnostics: [missing] };
  }
  const late = (fix?: Fix): Diagnostic[] => {
    const before = span(file, 0, lines.start(open));
    return open === 0
      ? []
      : [frontMatterDiagnostics.create("manifest/front-matter-late", before, {}, { fix })];
  };
  for (let close = open + 1; close < lines.count; close++) {
    if (!fence.test(lines.text(close))) continue;
    const yaml = { start: lines.start(open + 1), end: lines.start(close) };
    const body = { start: lines.start(close + 1), end };
    return { value: { yaml, body }, diagnostics: late(moveBelow(file, lines.start(open), body.start)) };
  }
  const { value, diagnostics } = unterminated(lines, open);
  return { value, diagnostics: [...late(), ...diagnostics] };
}

/**
 * Moves what stands before the front matter to the top of the body. A byte order mark is mended by its own fix, and a
 * file that ends with the closing fence has no line to move it to.
 */
function moveBelow(file: SourceFile, open: number, body: number): Fix | undefined {
  const before = file.text.slice(0, open);
  if (before.startsWith("\ufeff") || !/[\r\n]$/.test(file.text.slice(0, body))) return undefined;
  const edits = [{ span: span(file, 0, open), replacement: "" }];
  if (before.trim() !== "") edits.push({ span: span(file, body, body), replacement: before });
  return { title: "Move it below the closing `---`", safety: "safe", edits };
}

/** Takes the lines that look like YAML for the front matter, so that the rest of the skill is still read. */
function unterminated(lines: Lines, open: number): Checked<FrontMatter> {
  const isHeading = (index: number): boolean =>
    heading.test(lines.text(index)) && lines.text(index - 1).trim() === "";
  let last = open + 1;
  while (last < lines.count && keyLine.test(lines.text(last)) && !isHeading(last)) last++;
  const body = otherClosing.test(lines.text(last)) ? last + 1 : last;
  const start = lines.start(open);
  const place = span(lines.file, start, start + lines.text(open).length);
  return {
    value: {
      yaml: { start: lines.start(open + 1), end: lines.start(last) },
      body: { start: lines.start(body), end: lines.file.text.length },
    },
    diagnostics: [frontMatterDiagnostics.create("manifest/front-matter-unterminated", place, {})],
  };
}

/** The line of the opening fence: the first line that is not blank, a comment or a heading, if it is a fence. */
function openingLine(lines: Lines): number | undefined {
  const limit = Math.min(lines.count, 20);
  for (let index = 0; index < limit; index++) {
    const line = lines.text(index).replace(/^\ufeff/, "");
    // Further down, three dashes may as well be a rule of Markdown.
    if (fence.test(line)) return index === 0 || keyStart.test(lines.text(index + 1)) ? index : undefined;
    if (!/^(?:\s*$|<!--.*-->\s*$|#)/.test(line)) return undefined;
  }
  return undefined;
}
