import type { Diagnostic, Edit, Fix } from "./diagnostic.ts";
import { decodedAs } from "./encoding.ts";
import type { SourceFile } from "./source.ts";

/** The fixes that can be made together: where two overlap, the first in order of the diagnostics is taken. */
export function compatibleFixes(
  diagnostics: readonly Diagnostic[],
  options: { readonly unsafe: boolean },
): readonly Fix[] {
  const taken: Edit[] = [];
  const recoded = new Set<string>();
  return diagnostics.flatMap(({ fix }) => {
    if (fix === undefined || (fix.safety === "unsafe" && !options.unsafe)) return [];
    if (fix.encoding !== undefined) {
      const { path } = fix.encoding.file;
      if (recoded.has(path)) return [];
      recoded.add(path);
      return [fix];
    }
    if (!fix.edits.every(({ span }) => isMendable(span.file))) return [];
    if (fix.edits.some((edit) => taken.some((other) => overlaps(edit, other)))) return [];
    taken.push(...fix.edits);
    return [fix];
  });
}

/** A file that is not UTF-8, or not whole, would lose bytes when it is written again: its encoding is mended first. */
function isMendable(file: SourceFile): boolean {
  return file.kind === "file" && !file.lossy && file.encoding === "utf-8";
}

function overlaps(a: Edit, b: Edit): boolean {
  if (a.span.file.path !== b.span.file.path) return false;
  // Two insertions at one place have no order.
  if (a.span.start === b.span.start) return true;
  return a.span.start < b.span.end && b.span.start < a.span.end;
}

/** The paths that fixes change. */
export function fixedPaths({ edits, encoding }: Fix): readonly string[] {
  return [
    ...edits.map(({ span }) => span.file.path),
    ...(encoding === undefined ? [] : [encoding.file.path]),
  ];
}

/** The text of a file with the fixes made. */
export function fixedText(file: SourceFile, fixes: readonly Fix[]): string {
  const encoding = fixes.find((fix) => fix.encoding?.file.path === file.path)?.encoding;
  if (encoding !== undefined) return decodedAs(file, encoding.from);
  const edits = fixes.flatMap(({ edits: all }) => all).filter(({ span }) => span.file.path === file.path);
  let text = "";
  let at = 0;
  for (const { span, replacement } of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    text += file.text.slice(at, span.start) + replacement;
    at = span.end;
  }
  return text + file.text.slice(at);
}
