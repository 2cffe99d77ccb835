import { RE2JS } from "re2js";
import { parsePattern } from "../../src/regex/parse.ts";
import type { Dialect } from "../../src/regex/rewrite.ts";
import { writePattern } from "../../src/regex/rewrite.ts";

/** The same pattern in the words of other engines, which are asked for their opinion. */

/** The same pattern for Python's `re`, compiled with `re.ASCII`; the prefix flags are written out. */
export function toPython(pattern: string): string {
  return rewrite(pattern, {
    dot: "[^\\n]",
    lineStart: "(?<![^\\n])",
    lineEnd: "(?![^\\n])",
    textStart: "\\A",
    textEnd: "\\Z",
    boundary: "\\b",
  });
}

/** The same pattern for a JavaScript RegExp with the flag `u`. */
export function toJavaScript(pattern: string): string {
  return rewrite(pattern, {
    dot: "[^\\n]",
    // A lookbehind with a consumed alternative, since V8 finds `(?<![^\n])` true inside a surrogate pair.
    lineStart: "(?<=^|\\n)",
    lineEnd: "(?=\\n|$)",
    textStart: "^",
    textEnd: "$",
    boundary: "\\b",
  });
}

/** The same pattern for RE2 and its ports. */
function toRe2(pattern: string): string {
  return rewrite(pattern, {
    dot: "[^\\n]",
    lineStart: "(?m:^)",
    lineEnd: "(?m:$)",
    textStart: "\\A",
    textEnd: "\\z",
    boundary: "\\b",
  });
}

/** What RE2's port says; undefined where it does not take the pattern. */
export function searchByRe2(pattern: string): ((text: string) => boolean) | undefined {
  try {
    const compiled = RE2JS.compile(toRe2(pattern));
    return (text) => compiled.matcher(text).find();
  } catch {
    return undefined;
  }
}

function rewrite(pattern: string, dialect: Dialect): string {
  const parsed = parsePattern(pattern);
  if ("problem" in parsed) throw new Error(`a pattern outside the subset was rewritten: ${pattern}`);
  return writePattern(parsed.tree, dialect);
}
