import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens } from "../../src/cli/tokens.ts";
import { mostTokensIn } from "../../src/lower/token-bound.ts";
import { sourceFile, textSource } from "../../src/report/source.ts";
import { corpusSkills } from "../helpers/corpus.ts";

const numRuns = Number(process.env["FC_RUNS"] ?? 1000);
const bound = (text: string): number => mostTokensIn(textSource("SKILL.md", text), 0, text.length);

const part = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(..."abqzxjkvg"), maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(..." \n\t\r\u00a0"), maxLength: 6 }),
  fc.string({ unit: fc.constantFrom(..."'stlrvemdSLVE "), maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(..."-=*#`/ a1\n"), maxLength: 12 }),
  fc.constantFrom(
    "Hello",
    " world",
    "'sab",
    "'llab",
    "  qz",
    "123",
    "日本",
    "é",
    "😀",
    "\u0301",
    "--x",
    "//",
  ),
);

test("no text has more tokens, as a whole or in part", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), fc.nat({ max: 40 }), (parts, from) => {
      const text = parts.join("");
      expect(countTokens(text)).toBeLessThanOrEqual(bound(text));
      const start = Math.min(from, text.length);
      const most = mostTokensIn(textSource("SKILL.md", text), start, text.length);
      expect(countTokens(text.slice(start))).toBeLessThanOrEqual(most);
    }),
    { seed: 42, numRuns },
  );
});

test("every pair that is taken for a token is one", () => {
  for (let first = 0; first < 128; first++) {
    for (let second = 0; second < 128; second++) {
      const pair = String.fromCharCode(first, second);
      // What is saved of three characters, of which the first two may be a pair.
      if (bound(`${pair}${pair === "  " ? " " : "\u0000"}`) < 3) expect(countTokens(pair), pair).toBe(1);
    }
  }
});

test("prose has no more than three for four bytes", () => {
  const text = "Read the report and write a short summary for the person who asked.\n".repeat(50);
  expect(bound(text)).toBeLessThan(text.length * 0.75);
  expect(bound(text)).toBeGreaterThan(countTokens(text));
});

test("it stops where it is low enough", () => {
  const text = "word ".repeat(100);
  const file = textSource("SKILL.md", text);
  expect(mostTokensIn(file, 0, text.length, 450)).toBe(450);
});

test("bytes that are no text, and UTF-16, count as what they are read as", () => {
  for (const bytes of [
    [0x61, 0xff, 0xfe, 0x80, 0x62],
    [0xff, 0xfe, 0x61, 0x00, 0x3d, 0xd8],
  ]) {
    const file = sourceFile({ path: "SKILL.md", bytes: Uint8Array.from(bytes) });
    expect(countTokens(file.text)).toBeLessThanOrEqual(mostTokensIn(file, 0, file.text.length));
  }
});

test("no skill of the corpus has more", () => {
  for (const { files } of corpusSkills().filter((_, i) => i % 20 === 0)) {
    const text = files[0]?.text ?? "";
    expect(countTokens(text)).toBeLessThanOrEqual(bound(text));
  }
});
