import { boundedRegExp } from "../regex/bounded.ts";
import { parsePattern } from "../regex/parse.ts";
import type { PatternTable } from "../regex/table.ts";
import { tableOf } from "../regex/table.ts";

/** The table of a pattern that has been checked. */
export function checkedTable(pattern: string): PatternTable {
  // A guard with a pattern that has no table is not sound, and is not emitted.
  return tableOf(pattern) ?? { text: "", required: "", size: 0, numbers: "" };
}

/** Which walker a table is for. */
export function walkerOf({ numbers }: PatternTable): "states" | "bits" {
  return numbers.startsWith("0") ? "states" : "bits";
}

/** The RegExp of a pattern that JavaScript itself searches for in linear time and to the same answer. */
export function nativeRegExp(pattern: string): RegExp | undefined {
  const parsed = parsePattern(pattern);
  return "tree" in parsed ? boundedRegExp(parsed.tree) : undefined;
}
