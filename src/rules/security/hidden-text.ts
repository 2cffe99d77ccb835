import type { Diagnostic } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { writtenEntry } from "../written.ts";
import type { HiddenRun } from "./hidden.ts";
import { hiddenRuns } from "./hidden.ts";
import { shortened } from "./secrets.ts";
import { textsOf } from "./texts.ts";

const diagnostics = defineDiagnostics({
  "security/hidden-text": {
    severity: "warning",
    message: (p: { place: string; count: number; shown: string; spells: string }) =>
      `${p.place} holds ${p.count === 1 ? "a character" : `${p.count} characters`} that nobody sees but every model reads: ${p.shown}${p.spells === "" ? "" : `, which spell \`${p.spells}\``}.`,
    help: "Remove them: `--fix --unsafe-fixes` does, and shows what is taken out with `--diff`.",
    docs: `
The text holds characters without a shape: zero-width spaces and joiners, marks that turn the direction of writing, tag
characters (U+E0000 and up), or rows of variation selectors. The message names them by their code points.

A person who reviews the skill sees nothing; a model reads them as text. Tag characters can spell whole instructions,
and marks of direction make code look other than it runs (“Trojan Source”). In a name they make two skills that look
alike. In the name and the description, which every client puts before the model unasked, it is an error.
Source: the failures of clients with invisible text, and Unicode Technical Standard 39.

Wrong, with U+200B between the letters:

\`\`\`yaml
description: Fills in P\u200bDF forms.
\`\`\`

Right:

\`\`\`yaml
description: Fills in PDF forms.
\`\`\`

Not reported are characters in honest use: joiners inside emoji and between letters of Persian, Arabic or Indic writing,
one variation selector behind its character, marks of direction in a line of Hebrew or Arabic, the flags of
England, Scotland and Wales, and a byte order mark at the start of a file. Letters that only look like others are left to
\`security/homoglyph-name\`.

The fix removes the characters. It is unsafe because it changes a text that something may compare.
`,
  },
});

/** Characters that nobody sees. */
export const securityHiddenText: Rule = {
  id: "security/hidden-text",
  summary: "No text of a skill holds characters that nobody sees.",
  declared: diagnostics.declared,
  *check(subject, setting) {
    const { manifest } = subject;
    const taken: Span[] = [];
    for (const key of ["name", "description"]) {
      const value = writtenEntry(manifest, key)?.value;
      if (value?.kind !== "scalar") continue;
      taken.push(value.span);
      const runs = hiddenRuns(value.text, key === "name");
      const spans = runs.map(({ start, end }) => value.at(start, end));
      yield* reported(`The ${key}`, runs, spans, "error");
    }
    for (const { text, at, isCode, isAscii } of textsOf(subject, setting).files) {
      if (isAscii) continue;
      const found = hiddenRuns(text, isCode).map((run) => ({ run, place: at(run.start, run.end) }));
      const others = found.filter(({ place }) => !taken.some((other) => covers(other, place)));
      const runs = others.map(({ run }) => run);
      const spans = others.map(({ place }) => place);
      const isManifest =
        spans[0]?.file === manifest.source.skillMd || spans[0]?.file === manifest.source.contract;
      const name = spans[0]?.file.path.split("/").at(-1) ?? "";
      yield* reported(isManifest ? "The text" : `\`${shortened(name)}\``, runs, spans, "warning");
    }
  },
};

function covers(outer: Span, inner: Span): boolean {
  return outer.file === inner.file && outer.start <= inner.start && inner.end <= outer.end;
}

const mostRelated = 8;
const mostShown = 4;

/** One diagnostic for a text, at its first hidden character; the fix removes them all. */
function* reported(
  place: string,
  runs: readonly HiddenRun[],
  spans: readonly Span[],
  severity: "error" | "warning",
): Iterable<Diagnostic> {
  const [first, ...others] = spans;
  if (first === undefined) return;
  const names = runs.flatMap(({ codePoints }) => codePoints);
  const kinds = [...new Set(names)];
  const shown = kinds.slice(0, mostShown).join(", ") + (kinds.length > mostShown ? ", …" : "");
  const spells = shortened(runs.map((run) => run.spells).join(""));
  yield diagnostics.create(
    "security/hidden-text",
    first,
    { place, count: names.length, shown, spells },
    {
      severity,
      related: others.slice(0, mostRelated).map((span) => ({ message: "There are more here.", span })),
      fix: {
        title: "Remove the characters that nobody sees",
        safety: "unsafe",
        edits: spans.map((span) => ({ span, replacement: "" })),
      },
    },
  );
}
