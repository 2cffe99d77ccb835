import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstLine, lineText, positionAt, sourceFile, textOf, textSource } from "../../src/report/source.ts";

const seeded = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 300) };

describe("decoding", () => {
  test("UTF-8 keeps its byte order mark, so that offsets and bytes agree", () => {
    const file = sourceFile({ path: "a", bytes: Uint8Array.of(0xef, 0xbb, 0xbf, 0x61) });
    expect(file).toMatchObject({ text: "\ufeffa", lossy: false, encoding: "utf-8", size: 4 });
  });

  test("UTF-16 is recognised by its byte order mark", () => {
    const little = sourceFile({ path: "a", bytes: Uint8Array.of(0xff, 0xfe, 0x61, 0) });
    const big = sourceFile({ path: "a", bytes: Uint8Array.of(0xfe, 0xff, 0, 0x61) });
    expect(little).toMatchObject({ text: "\ufeffa", encoding: "utf-16le" });
    expect(big).toMatchObject({ text: "\ufeffa", encoding: "utf-16be" });
  });

  test("bytes that are not UTF-8 become U+FFFD, and the file says so", () => {
    expect(sourceFile({ path: "a", bytes: Uint8Array.of(0x61, 0xe9, 0x62) })).toMatchObject({
      text: "a\ufffdb",
      lossy: true,
    });
  });

  test("any bytes give a text", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(typeof sourceFile({ path: "a", bytes }).text).toBe("string");
      }),
      seeded,
    );
  });
});

describe("positions", () => {
  test("a line ends at LF, CR LF and lone CR; columns count UTF-16 units", () => {
    const file = textSource("a", "one\ntwo\r\nthree\rf😀ur");
    expect(positionAt(file, 0)).toEqual({ line: 1, column: 1 });
    expect(positionAt(file, 4)).toEqual({ line: 2, column: 1 });
    expect(positionAt(file, 9)).toEqual({ line: 3, column: 1 });
    expect(positionAt(file, 15)).toEqual({ line: 4, column: 1 });
    expect(positionAt(file, 18)).toEqual({ line: 4, column: 4 });
    expect(lineText(file, 2)).toBe("two");
    expect(lineText(file, 3)).toBe("three");
  });

  test("the lines before a position and its column add up to the offset", () => {
    const text = fc.array(fc.constantFrom("a", "\n", "\r", "\r\n", "😀")).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.nat(), (written, seed) => {
        const file = textSource("a", written);
        const offset = seed % (written.length + 1);
        const { line, column } = positionAt(file, offset);
        const lines = written.split(/(?<=\n|\r(?!\n))/);
        const before = lines.slice(0, line - 1).join("").length;
        expect(before + column - 1).toBe(offset);
      }),
      seeded,
    );
  });

  test("the first line stops before its line end", () => {
    expect(textOf(firstLine(textSource("a", "first\r\nsecond")))).toBe("first");
    expect(textOf(firstLine(textSource("a", "")))).toBe("");
  });
});
