import { parsePattern } from "./parse.ts";
import { positionCount } from "./product.ts";
import { bitLimit, tableOf } from "./table.ts";
import type { Problem } from "./tree.ts";

/** The longest pattern that a guard or a deny pattern may have, in characters. */
const patternLimit = 256;

/**
 * What keeps a pattern out of the portable subset: the constructs that Python, JavaScript, RE2 and the host of a guard
 * all read alike. Undefined: nothing.
 */
export function checkPattern(pattern: string): { readonly problem: Problem | undefined } {
  if ([...pattern].length > patternLimit) {
    const reason = `it has more than ${patternLimit} characters`;
    return { problem: { reason, start: 0, end: pattern.length } };
  }
  const parsed = parsePattern(pattern);
  if ("problem" in parsed) return parsed;
  // Up to the limit there is always a table; above it only building the automaton tells.
  if (positionCount(parsed.tree.node) <= bitLimit || tableOf(pattern) !== undefined)
    return { problem: undefined };
  const reason = "written out, its repetitions need an automaton of more than 2000 states";
  return { problem: { reason, help: "Repeat less often, or use `*`.", start: 0, end: pattern.length } };
}
