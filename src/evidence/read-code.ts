import type { CodeLanguage, Finding, Reader } from "./finding.ts";

/** The readers that were loaded; one that was not needed is absent. */
export type Readers = Readonly<Partial<Record<CodeLanguage, Reader>>>;

/** What text is code of another language inside shell: `node -e`, a here-document of `python3`. */
const embeddedIn: Readonly<Record<"python" | "javascript", RegExp>> = {
  python: /\b(?:python|pypy)[\d.]*\b/,
  javascript:
    /\b(?:node|bun|deno|tsx)\b[^\n]*(?:\s-[a-z]*[ep]\b|--eval|--print|<<|\s-\s|\|)|\|\s*(?:node|bun|deno)\b/,
};

/** Loads the parsers of these texts, and of what they hold of other languages. */
export async function readersFor(
  texts: readonly { readonly language: CodeLanguage; readonly text: string }[],
): Promise<Readers> {
  const needs = (language: CodeLanguage): boolean =>
    texts.some(
      (code) =>
        code.language === language ||
        (language !== "shell" && code.language !== language && embeddedIn[language].test(code.text)),
    );
  const [shell, python, javascript] = await Promise.all([
    texts.length > 0 ? import("./shell.ts") : undefined,
    needs("python") ? import("./python.ts") : undefined,
    needs("javascript") ? import("./javascript.ts") : undefined,
  ]);
  return {
    ...(shell === undefined ? {} : { shell: shell.readShellScript }),
    ...(python === undefined ? {} : { python: python.readPython }),
    ...(javascript === undefined ? {} : { javascript: javascript.readJavaScript }),
  };
}

// Code in code in code is not written; whoever hides it there is told so.
const deepest = 4;

/** What code does. What is too deep, or stops its parser, is unanalysable. */
export function readCode(
  readers: Readers,
  language: CodeLanguage,
  text: string,
  depth = 0,
): readonly Finding[] {
  const unknown = (why: string): readonly Finding[] => [
    { act: "unanalysable", why, start: 0, end: lineEnd(text) },
  ];
  if (depth > deepest) return unknown("hides code inside code");
  const reader = readers[language];
  if (reader === undefined) return unknown("holds code of another language");
  try {
    return reader(text, (inner, code, deeper) => readCode(readers, inner, code, deeper), depth)
      .map((finding) => ({ ...finding, start: within(text, finding.start), end: within(text, finding.end) }))
      .toSorted((a, b) => a.start - b.start);
  } catch (error) {
    // Nesting that takes the parser's stack. What else it throws would be a mistake of ours, and is shown to the reader too.
    return unknown(error instanceof RangeError ? "is nested too deep to be read" : "cannot be read as code");
  }
}

function within(text: string, offset: number): number {
  return Math.max(0, Math.min(offset, text.length));
}

function lineEnd(text: string): number {
  const end = text.indexOf("\n");
  return end === -1 ? text.length : end;
}
