import { RE2JS } from "re2js";
import { toRe2 } from "./pattern.ts";

/** Searches texts for a pattern of the subset, in time linear in the text. */
export function compilePattern(pattern: string): (text: string) => boolean {
  const compiled = RE2JS.compile(toRe2(pattern));
  return (text) => compiled.matcher(text).find();
}
