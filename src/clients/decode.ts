import type { SourceFile } from "../report/source.ts";

/** How a client turns bytes into text. */
export interface Decoding {
  /** What bytes that are not UTF-8 do: stop the reading, or become U+FFFD. */
  readonly invalid: "stops" | "replaced";
  /** Whether a byte order mark is taken off. */
  readonly mark: "kept" | "removed";
  /** Python's text mode makes every line end a line feed. */
  readonly lineEnds: "kept" | "line-feeds";
}

/** `Path.read_text()` of Python where UTF-8 is the locale's encoding. */
export const python: Decoding = { invalid: "stops", mark: "kept", lineEnds: "line-feeds" };
/** `readFile(path, "utf8")` of Node. */
export const node: Decoding = { invalid: "replaced", mark: "kept", lineEnds: "kept" };
/** `read_to_string` of Rust. */
export const rust: Decoding = { invalid: "stops", mark: "kept", lineEnds: "kept" };

/** The text, or nothing where the bytes are not UTF-8 and the client minds. */
export function decode(file: SourceFile, how: Decoding): string | undefined {
  const bytes = file.bytes ?? new TextEncoder().encode(file.text);
  try {
    const text = new TextDecoder("utf-8", { fatal: how.invalid === "stops", ignoreBOM: true }).decode(bytes);
    const unmarked = how.mark === "removed" ? text.replace(/^\uFEFF/, "") : text;
    return how.lineEnds === "kept" ? unmarked : unmarked.replace(/\r\n?/g, "\n");
  } catch {
    return undefined;
  }
}
