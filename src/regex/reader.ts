import type { Problem } from "./tree.ts";

/** A pattern that is being read; the first problem ends the reading. */
export interface Reader {
  readonly pattern: string;
  at: number;
  depth: number;
  readonly ignoreCase: boolean;
  problem: Problem | undefined;
}

/** Notes why the pattern is outside the subset, once. */
export function refuse(reader: Reader, reason: string, start: number, end: number, help?: string): void {
  const limit = reader.pattern.length;
  reader.problem ??= {
    reason,
    start: Math.min(start, limit),
    end: Math.min(Math.max(end, start), limit),
    ...(help === undefined ? {} : { help }),
  };
}

/** True of half of a surrogate pair. */
export function isHalf(char: string): boolean {
  return char.length === 1 && char >= "\ud800" && char <= "\udfff";
}

export function refuseHalf(reader: Reader): void {
  const { at } = reader;
  refuse(reader, "half of a surrogate pair is no character", at, at + 1, "Write the character itself.");
}
