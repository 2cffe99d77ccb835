/** What a path turned out to be when it was read. */
export type SourceKind = "file" | "directory" | "link" | "unreadable";

/**
 * A file as the compiler sees it. Text is decoded once; every span is a range of UTF-16 offsets into `text`.
 * A sibling of a skill is listed without `bytes`; they are read on demand.
 */
export interface SourceFile {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  /** `link` is a link whose target does not exist; a link that works is the file it leads to. */
  readonly kind: SourceKind;
  readonly bytes?: Uint8Array;
  /** Empty where there are no bytes. A byte order mark stays in, so that offsets and bytes agree. */
  readonly text: string;
  /** True where the bytes are not valid in their encoding and `text` holds U+FFFD instead. */
  readonly lossy: boolean;
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
  /** POSIX permission bits, where the system has them. */
  readonly mode?: number;
  /** In bytes. */
  readonly size: number;
}

/** Half-open range of UTF-16 offsets in one file. */
export interface Span {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

/** Line and column from 1; the column counts UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface SourceEntry {
  readonly path: string;
  readonly kind?: SourceKind;
  readonly bytes?: Uint8Array;
  readonly mode?: number;
  readonly size?: number;
}

/** Makes a SourceFile from what the disk (or a test, or a browser) gave. */
export function sourceFile(entry: SourceEntry): SourceFile {
  const decoded = entry.bytes === undefined ? nothing : decode(entry.bytes);
  return {
    path: entry.path,
    kind: entry.kind ?? "file",
    ...(entry.bytes === undefined ? {} : { bytes: entry.bytes }),
    ...decoded,
    ...(entry.mode === undefined ? {} : { mode: entry.mode }),
    size: entry.size ?? entry.bytes?.length ?? 0,
  };
}

/** A SourceFile from text, for guards given on the command line and for tests. */
export function textSource(path: string, text: string): SourceFile {
  return sourceFile({ path, bytes: new TextEncoder().encode(text) });
}

const nothing = { text: "", lossy: false, encoding: "utf-8" } as const;

function decode(bytes: Uint8Array): Pick<SourceFile, "text" | "lossy" | "encoding"> {
  const encoding = encodingOf(bytes);
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, lossy: false, encoding };
  } catch {
    const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
    return { text, lossy: true, encoding };
  }
}

function encodingOf(bytes: Uint8Array): SourceFile["encoding"] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return "utf-8";
}

export function span(file: SourceFile, start: number, end: number): Span {
  return { file, start, end };
}

/** The first line of a file, without its line end: where a diagnostic about something absent points. */
export function firstLine(file: SourceFile): Span {
  const end = file.text.search(/[\r\n]/);
  return { file, start: 0, end: end === -1 ? file.text.length : end };
}

export function textOf(at: Span): string {
  return at.file.text.slice(at.start, at.end);
}

const lineStartsOf = new WeakMap<SourceFile, readonly number[]>();

/** Offsets at which lines start. A line ends at LF, CR LF or a lone CR, as in YAML. */
export function lineStarts(file: SourceFile): readonly number[] {
  const known = lineStartsOf.get(file);
  if (known !== undefined) return known;
  const starts = [0];
  const { text } = file;
  if (text.includes("\r")) {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
    }
  } else {
    for (let i = text.indexOf("\n"); i !== -1; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  }
  lineStartsOf.set(file, starts);
  return starts;
}

export function positionAt(file: SourceFile, offset: number): Position {
  const starts = lineStarts(file);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** The text of one line (from 1), without its line end. */
export function lineText(file: SourceFile, line: number): string {
  const starts = lineStarts(file);
  const start = starts[line - 1] ?? file.text.length;
  const end = starts[line] ?? file.text.length;
  return file.text.slice(start, end).replace(/\r?\n$|\r$/, "");
}
