import type { Diagnostic } from "../report/diagnostic.ts";
import { defineDiagnostics } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import { span } from "../report/source.ts";
import type { FrontMatter } from "./front-matter.ts";

export const characterDiagnostics = defineDiagnostics({
  "manifest/line-ends": {
    severity: "warning",
    message: (p: { crlf: number; lf: number }) =>
      `${p.crlf} lines end with CR LF and ${p.lf} with LF alone, and readers that split at one of them see other lines.`,
    help: "Let every line end with LF; in git, write `*.md text eol=lf` into `.gitattributes`.",
    docs: `
The lines of the file end in two ways. The place is the first end that differs from the one before.

CR LF throughout is read by every loader that was measured. In a mixture, a reader that looks for \`\\n---\\n\` or splits at
\`\\r\\n\` misses the fence that ends the other way, or keeps an invisible CR at the end of a name. Source: reports against
loaders of skills whose patterns were written for one line end.

To fix it, save the file with LF; \`--fix\` does so.
`,
  },
  "manifest/carriage-return": {
    severity: "warning",
    message: "A carriage return stands alone here; YAML reads a line end, and most other readers none.",
    help: "Replace it by a line feed, or delete it.",
    docs: `
A CR without LF after it ended lines on systems of the last century. YAML still reads one as a line end, and programs that
split at LF do not: what is a key of its own for one reader is the tail of the value above for another.

To fix it, replace it by LF where a line was meant to end; \`--fix --unsafe-fixes\` does so for all of them.
`,
  },
  "manifest/inner-fence": {
    severity: "warning",
    message:
      "The front matter holds `---` before its end, and skills-ref and Goose cut it off here without a word.",
    help: "Write `—` or `--` instead.",
    docs: `
Three hyphens stand inside a value, a comment or an indented line of the front matter.

The fence that closes front matter is a line \`---\` of its own. The reference validator of Agent Skills and Goose look for
the three characters anywhere: they take the text before for the whole front matter, so that a description loses its end
and all keys that follow are gone. The validator still says that the skill is valid. Source: the reference library of Agent
Skills (\`parser.py\`), and the source of Goose.

Wrong:

    description: Splits a file at --- marks

Right:

    description: Splits a file at lines of three hyphens

To fix it, write it in other characters.
`,
  },
  "manifest/tab-after-colon": {
    severity: "warning",
    message: (p: { key: string }) =>
      `A tab follows \`${p.key}:\`, and the reference validator refuses a file with one there.`,
    help: (p: { key: string }) => `Write one space after \`${p.key}:\`.`,
    docs: `
A tab stands between a key and its value, or after the value.

YAML allows it. StrictYAML, with which the reference library of Agent Skills reads front matter, refuses the file, and
readers that split lines at \`: \` see no key. Source: the reference library of Agent Skills.

To fix it, write a space; \`--fix\` does so.
`,
  },
});

/** Line ends of the file, and characters of its front matter that readers take for something else. */
export function checkCharacters(file: SourceFile, yaml: FrontMatter["yaml"]): Diagnostic[] {
  const ends = file.text.includes("\r") ? lineEnds(file) : [];
  return yaml === undefined ? ends : [...ends, ...frontCharacters(file, yaml.start, yaml.end)];
}

function lineEnds(file: SourceFile): Diagnostic[] {
  const { text } = file;
  const counts = { crlf: 0, lf: 0 };
  const alone: number[] = [];
  let first: string | undefined;
  let differing: readonly [number, number] | undefined;
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    if (end === "\r") {
      alone.push(index);
      continue;
    }
    counts[end === "\n" ? "lf" : "crlf"]++;
    first ??= end;
    if (end !== first) differing ??= [index, index + end.length];
  }
  const found: Diagnostic[] = [];
  if (differing !== undefined) {
    const at = span(file, differing[0], differing[1]);
    const edits = [...text.matchAll(/\r\n/g)].map(({ index }) => ({
      span: span(file, index, index + 1),
      replacement: "",
    }));
    const fix = { title: "End every line with LF", safety: "safe", edits } as const;
    found.push(characterDiagnostics.create("manifest/line-ends", at, counts, { fix }));
  }
  const [lone] = alone;
  if (lone !== undefined) {
    const edits = alone.map((at) => ({ span: span(file, at, at + 1), replacement: "\n" }));
    const fix = { title: "Replace it by a line feed", safety: "unsafe", edits } as const;
    found.push(
      characterDiagnostics.create("manifest/carriage-return", span(file, lone, lone + 1), {}, { fix }),
    );
  }
  return found;
}

function* frontCharacters(file: SourceFile, start: number, end: number): Iterable<Diagnostic> {
  const yaml = file.text.slice(start, end);
  const hyphens = yaml.indexOf("---");
  if (hyphens !== -1) {
    const at = span(file, start + hyphens, start + hyphens + 3);
    yield characterDiagnostics.create("manifest/inner-fence", at, {});
  }
  if (!yaml.includes("\t")) return;
  for (const { 0: whole, 1: before = "", 2: key = "", index } of yaml.matchAll(
    /^([ ]*)([A-Za-z_][\w-]*):[ ]*\t[ \t]*/gm,
  )) {
    const from = start + index + before.length + key.length + 1;
    const at = span(file, from, start + index + whole.length);
    const fix = { title: "Write a space", safety: "safe", edits: [{ span: at, replacement: " " }] } as const;
    yield characterDiagnostics.create("manifest/tab-after-colon", at, { key }, { fix });
  }
}
