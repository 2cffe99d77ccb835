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
