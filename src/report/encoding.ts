import type { SourceFile } from "./source.ts";

/** What the bytes of a file that is not UTF-8 are most likely written in. */
export type ForeignEncoding = "utf-16le" | "utf-16be" | "windows-1252";

/** The encoding that a file which is not UTF-8 can be read in without a doubt, or undefined. */
export function foreignEncoding({ kind, bytes, encoding, lossy }: SourceFile): ForeignEncoding | undefined {
  if (kind !== "file" || bytes === undefined) return undefined;
  if (encoding !== "utf-8") return lossy ? undefined : encoding;
  return lossy && isWindows1252(bytes) ? "windows-1252" : undefined;
}

/** The text of a file in another encoding, without a byte order mark. */
export function decodedAs({ bytes = new Uint8Array() }: SourceFile, encoding: ForeignEncoding): string {
  if (encoding === "windows-1252") return fromWindows1252(bytes);
  return new TextDecoder(encoding, { ignoreBOM: false }).decode(bytes);
}

// Windows-1252 at 0x80 to 0x9F; the five blanks are not assigned. Some versions of Node decode it as Latin-1.
const upper = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

function fromWindows1252(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    text += byte >= 0x80 && byte < 0xa0 ? upper.charAt(byte - 0x80) : String.fromCharCode(byte);
  }
  return text;
}

/**
 * True of bytes that read as Western prose: every byte is assigned and none is a control character, and those beyond
 * ASCII stand alone or in pairs, as accents and typographic marks do. Cyrillic or Chinese text has longer runs of them.
 * A file that also holds characters of UTF-8 is a mixture, and no single encoding reads it.
 */
function isWindows1252(bytes: Uint8Array): boolean {
  let run = 0;
  let beyond = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte === 0x7f || (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13)) return false;
    run = byte < 0x80 ? 0 : run + 1;
    if (byte < 0x80) continue;
    beyond++;
    if (run > longestRun || isUnassigned(byte) || startsUtf8(bytes, at)) return false;
  }
  return beyond * fewestAscii <= bytes.length;
}

const longestRun = 2;
/** One in so many characters at most is beyond ASCII; in French it is about one in thirty. */
const fewestAscii = 8;

function isUnassigned(byte: number): boolean {
  return byte < 0xa0 && upper.charAt(byte - 0x80) === " ";
}

/** A whole character of several bytes, as UTF-8 writes it. */
function startsUtf8(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length === 0 || first > 0xf4) return false;
  for (let i = 1; i < length; i++) {
    if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return false;
  }
  return true;
}
