import type { Diagnostic } from "../report/diagnostic.ts";
import type { DraftEdit } from "./draft.ts";

/** Levels of nesting that are read. */
export const deepest = 100;

/** A mistake as the YAML parser saw it; offsets are into the file. */
export interface Problem {
  readonly kind: "tab" | "escape" | "quote" | "flow" | "indent" | "deep" | "other";
  readonly start: number;
  readonly end: number;
}

/** What is said of a mistake, and how to read on past it. Without edits the parser's own recovery is all there is. */
export interface Repair {
  readonly diagnostics: readonly Diagnostic[];
  readonly edits: readonly DraftEdit[];
}

/** For a message: one line, at most 60 characters. */
export function shorten(text: string): string {
  const line = text.split(/[\r\n]/, 1)[0] ?? "";
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}
