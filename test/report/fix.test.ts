import { expect, test } from "vitest";
import type { Diagnostic, Fix } from "../../src/report/diagnostic.ts";
import { compatibleFixes, fixedText } from "../../src/report/fix.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { sourceFile, span, textSource } from "../../src/report/source.ts";

const file = textSource("a.md", "one two three");

function found(safety: Fix["safety"], ...edits: readonly (readonly [number, number, string])[]): Diagnostic {
  return inFile(file, safety, ...edits);
}

function inFile(
  of: SourceFile,
  safety: Fix["safety"],
  ...edits: readonly (readonly [number, number, string])[]
): Diagnostic {
  const fix = {
    title: "t",
    safety,
    edits: edits.map(([start, end, replacement]) => ({ span: span(of, start, end), replacement })),
  };
  return { code: "a/b", severity: "error", message: "m", span: span(of, 0, 1), related: [], fix };
}

test("edits are made from the front, whatever their order", () => {
  const fixes = compatibleFixes([found("safe", [8, 13, "3"], [0, 3, "1"])], { unsafe: false });
  expect(fixedText(file, fixes)).toBe("1 two 3");
});

test("of overlapping fixes the first is made, and a fix is made whole or not at all", () => {
  const first = found("safe", [0, 3, "1"]);
  const second = found("safe", [2, 5, "x"], [8, 13, "3"]);
  expect(fixedText(file, compatibleFixes([first, second], { unsafe: false }))).toBe("1 two three");
  expect(fixedText(file, compatibleFixes([second, first], { unsafe: false }))).toBe("onxwo 3");
});

test("unsafe fixes are made only when they are asked for", () => {
  const unsafe = found("unsafe", [0, 3, "1"]);
  expect(compatibleFixes([unsafe], { unsafe: false })).toEqual([]);
  expect(compatibleFixes([unsafe], { unsafe: true })).toHaveLength(1);
});

test("a file that would lose bytes is left alone", () => {
  const lossy = sourceFile({ path: "b.md", bytes: Uint8Array.of(0x61, 0xe9, 0x62) });
  expect(compatibleFixes([inFile(lossy, "safe", [0, 1, "x"])], { unsafe: true })).toEqual([]);
});
