import { yamlString } from "../language/yaml.ts";
import type { Diagnostic, Edit, Fix } from "../report/diagnostic.ts";
import type { Span } from "../report/source.ts";
import { yamlDiagnostics } from "./yaml-diagnostics.ts";

/** An anchor, an alias, a merge key or a tag. */
export interface Unusual {
  readonly what: string;
  readonly at: Span;
  /** What to write there instead, where that says the same. */
  readonly edit?: Edit | undefined;
  /** Of an anchor or a tag before prose: most likely its first word. */
  readonly word?: { readonly text: string; readonly anchor: string | undefined; readonly whole: Span };
}

/** One diagnostic for all of them but those that take a word out of a text; each of these is one of its own. */
export function reportUnusual(
  unusual: readonly Unusual[],
  referred: ReadonlySet<string>,
): readonly Diagnostic[] {
  const lost = unusual.filter(({ word }) => word !== undefined && !referred.has(word.anchor ?? ""));
  const words = lost.map(({ at, word }) => lostWord(at, word?.text ?? "", word?.whole ?? at));
  const [first, ...others] = unusual
    .filter((one) => !lost.includes(one))
    .toSorted((a, b) => a.at.start - b.at.start);
  if (first === undefined) return words;
  const related = others.slice(0, 8).map(({ what, at }) => ({ message: `Here it uses ${what}.`, span: at }));
  const edits = [first, ...others].flatMap(({ edit }) => edit ?? []);
  const fix: Fix | undefined =
    edits.length === others.length + 1 ? { title: "Write the values out", safety: "safe", edits } : undefined;
  const parameters = { what: first.what };
  return [
    ...words,
    yamlDiagnostics.create("manifest/not-portable-yaml", first.at, parameters, { related, fix }),
  ];
}

/** The word is part of the text for its author, and no part of it for every reader. */
function lostWord(at: Span, word: string, whole: Span): Diagnostic {
  const replacement = yamlString(whole.file.text.slice(whole.start, whole.end));
  const shown = replacement.length > 120 ? `${replacement.slice(0, 100)}…"` : replacement;
  return yamlDiagnostics.create(
    "manifest/lost-word",
    at,
    { word, what: word.startsWith("&") ? "an anchor" : "a tag" },
    {
      help: `Put the whole value in quotes: \`${shown}\`.`,
      fix: { title: "Put the value in quotes", safety: "unsafe", edits: [{ span: whole, replacement }] },
    },
  );
}
