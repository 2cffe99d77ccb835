/** A longer message is refused: no call of a skill needs one, and it would have to be held whole. In bytes. */
const longestLine = 1 << 24;

/** Bytes as lines, without their ends. A line that is too long comes as undefined, once. */
export interface LineReader {
  readonly push: (chunk: Uint8Array) => readonly (Uint8Array | undefined)[];
  /** What is left when the input ends without a line end. */
  readonly end: () => readonly (Uint8Array | undefined)[];
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

export function lineReader(): LineReader {
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array): void => {
    length += part.length;
    // Of a line that is refused anyway only the length is kept.
    if (length <= longestLine) parts.push(part);
    else parts = [];
  };
  const take = (): Uint8Array | undefined => {
    const line = length <= longestLine ? Buffer.concat(parts) : undefined;
    parts = [];
    length = 0;
    return line?.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
  };
  return {
    push(chunk) {
      const lines: (Uint8Array | undefined)[] = [];
      let start = 0;
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
        add(chunk.subarray(start, end));
        lines.push(take());
        start = end + 1;
      }
      add(chunk.subarray(start));
      return lines;
    },
    end: () => (length === 0 ? [] : [take()]),
  };
}
