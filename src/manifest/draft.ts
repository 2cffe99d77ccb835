import type { SourceFile } from "../report/source.ts";

/**
 * A value that is taken as it stands, whatever YAML makes of it. Offsets are into the file: `start` and `end` of the
 * characters meant, the edit's range of all that is written.
 */
interface RawValue {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A change of the text before it is parsed. Its replacement is no longer than it needs to be for YAML. */
export interface DraftEdit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly raw?: RawValue;
}

/** The text that is parsed in place of a range of the file, with the way back. */
export interface Draft {
  readonly text: string;
  /** The file offset of a draft offset. At an edit, `start` is after what was removed and `end` before it. */
  readonly toSource: (offset: number, side: "start" | "end") => number;
  /** The edit that put a raw value at this draft offset. */
  readonly rawAt: (offset: number) => (DraftEdit & { readonly raw: RawValue }) | undefined;
}

interface Piece {
  /** In the draft. */
  readonly start: number;
  readonly length: number;
  readonly source: number;
  readonly sourceEnd: number;
}

/** Edits do not overlap. */
export function draftOf(file: SourceFile, start: number, end: number, edits: readonly DraftEdit[]): Draft {
  const pieces: Piece[] = [];
  const raws = new Map<number, DraftEdit & { readonly raw: RawValue }>();
  let text = "";
  let reached = start;
  const append = (piece: string, source: number, sourceEnd: number): void => {
    if (piece !== "") pieces.push({ start: text.length, length: piece.length, source, sourceEnd });
    text += piece;
  };
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    append(file.text.slice(reached, edit.start), reached, edit.start);
    if (edit.raw !== undefined) raws.set(text.length, { ...edit, raw: edit.raw });
    append(edit.replacement, edit.start, edit.end);
    reached = edit.end;
  }
  append(file.text.slice(reached, end), reached, end);
  return {
    // A lone CR ends a line in YAML; the parser knows LF and CR LF only.
    text: text.replaceAll(/\r(?!\n)/g, "\n"),
    rawAt: (offset) => raws.get(offset),
    toSource: (offset, side) => sourceOffset(pieces, offset, side, start, end),
  };
}

function sourceOffset(
  pieces: readonly Piece[],
  offset: number,
  side: "start" | "end",
  start: number,
  end: number,
): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const piece = pieces[middle];
    const isBefore = piece !== undefined && (side === "start" ? piece.start <= offset : piece.start < offset);
    if (isBefore) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  if (piece === undefined) return start;
  return Math.max(start, Math.min(piece.source + Math.max(0, offset - piece.start), piece.sourceEnd, end));
}
