import { describe, expect, test } from "vitest";
import { diffOf, mend } from "../../src/cli/fix.ts";
import { check } from "../../src/compile.ts";
import { decodedAs, foreignEncoding } from "../../src/report/encoding.ts";
import { toJson } from "../../src/report/json.ts";
import { toSarif } from "../../src/report/sarif.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { sourceFile } from "../../src/report/source.ts";

const text =
  "---\nname: pdf\ndescription: Fills in forms, also in café “Zoë”. Use when asked – €5.\n---\nDo it.\n";

function utf16(of: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * of.length + 2));
  for (const [i, unit] of [
    0xfeff,
    ...Array.from({ length: of.length }, (_, at) => of.charCodeAt(at)),
  ].entries()) {
    view.setUint16(2 * i, unit, littleEndian);
  }
  return new Uint8Array(view.buffer);
}

/** Source: the table of Windows-1252 in the WHATWG Encoding standard, the five characters that the text needs. */
const codes: Readonly<Record<string, number>> = { "“": 0x93, "”": 0x94, "–": 0x96, "€": 0x80 };

function windows1252(of: string): Uint8Array {
  return Uint8Array.from(of, (char) => codes[char] ?? char.charCodeAt(0));
}

const fileOf = (bytes: Uint8Array): SourceFile => sourceFile({ path: "pdf/SKILL.md", bytes });

describe("the encoding of a file that is not UTF-8", () => {
  test.each([
    ["utf-16le", utf16(text, true)],
    ["utf-16be", utf16(text, false)],
    ["windows-1252", windows1252(text)],
  ] as const)("%s is told, and read", (encoding, bytes) => {
    const file = fileOf(bytes);
    expect(foreignEncoding(file)).toBe(encoding);
    expect(decodedAs(file, encoding)).toBe(text);
  });

  test("every assigned byte of Windows-1252 is read as the standard says", () => {
    // Source: the same table, 0x80 to 0x9F; from 0xA0 on the byte is the code point.
    const upper =
      "20AC 201A 0192 201E 2026 2020 2021 02C6 2030 0160 2039 0152 017D 2018 2019 201C 201D 2022 2013 2014 02DC 2122 0161 203A 0153 017E 0178";
    const unassigned = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
    const bytes = Array.from({ length: 128 }, (_, i) => i + 128).filter((byte) => !unassigned.includes(byte));
    const points = [
      ...upper.split(" ").map((hex) => Number.parseInt(hex, 16)),
      ...bytes.filter((byte) => byte >= 0xa0),
    ];
    expect(decodedAs(fileOf(Uint8Array.from(bytes)), "windows-1252")).toBe(String.fromCodePoint(...points));
  });

  const ascii = "Words of plain text around the bytes, so that they are few. ".repeat(4);
  const around = (...bytes: readonly number[]): Uint8Array =>
    Uint8Array.from([...new TextEncoder().encode(ascii), ...bytes, 0x0a]);

  test.each([
    ["UTF-8", new TextEncoder().encode(text)],
    ["a byte without a meaning", around(0xe9, 0x20, 0x81)],
    ["a control character", around(0xe9, 0x20, 0x00)],
    ["a mixture with UTF-8", around(0xe9, 0x20, 0xc3, 0xa9)],
    ["Cyrillic of Windows-1251", around(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2)],
    ["more letters beyond ASCII than prose has", Uint8Array.of(0xe9, 0x61, 0xe8, 0x62)],
    ["half a pair of UTF-16", Uint8Array.of(0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00)],
  ])("%s gives none", (_, bytes) => {
    expect(foreignEncoding(fileOf(bytes))).toBeUndefined();
  });
});

describe("a fix of the encoding", () => {
  const analyse = (files: readonly SourceFile[]): ReturnType<typeof check> =>
    check(files, { rules: [], knownTargets: [] });

  test("of UTF-16 is safe, and what is written reads the same", async () => {
    const { changed, analysis } = await mend([fileOf(utf16(text, true))], analyse, {
      fix: true,
      diff: false,
      unsafeFixes: false,
    });
    expect(changed.map(({ after }) => after.text)).toEqual([text]);
    expect(changed.map(({ after }) => after.encoding)).toEqual(["utf-8"]);
    expect(analysis.diagnostics).toEqual([]);
  });

  test("of Windows-1252 is made only when it is asked for, and its diff names both encodings", async () => {
    const files = [fileOf(windows1252(text))];
    const flags = { fix: true, diff: false, unsafeFixes: false };
    expect((await mend(files, analyse, flags)).changed).toEqual([]);
    const mended = await mend(files, analyse, { ...flags, unsafeFixes: true });
    expect(mended.changed.map(({ after }) => after.text)).toEqual([text]);
    const diff = await diffOf(mended);
    expect(diff).toContain("--- a/pdf/SKILL.md\t(windows-1252)\n+++ b/pdf/SKILL.md\t(utf-8)\n");
    expect(diff).toContain("+description: Fills in forms, also in café “Zoë”. Use when asked – €5.\n");
  });

  test("stands in JSON with both names, and not in SARIF, which knows changes of text only", async () => {
    const { diagnostics } = await analyse([fileOf(utf16(text, false))]);
    expect(diagnostics.map((one) => toJson(one).fix)).toMatchObject([
      { safety: "safe", edits: [], encoding: { file: "pdf/SKILL.md", from: "utf-16be", to: "utf-8" } },
    ]);
    expect(JSON.stringify(toSarif(diagnostics, { version: "1", declared: [] }))).not.toContain("fixes");
  });
});
