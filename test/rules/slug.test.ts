import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { flawOfName, slugOf } from "../../src/rules/name/slug.ts";

const runs = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) };

describe("flawOfName", () => {
  test.each(["a", "7", "pdf-tools", "a-b-c", "навык", "技能", "a".repeat(64), "𝒶"])("accepts %s", (name) => {
    expect(flawOfName(name)).toBeUndefined();
  });

  test.each([
    ["Pdf", "the capital `P`"],
    ["pdf tools", "a space"],
    ["pdf_tools", "`_`"],
    ["pdf\u0301", "U+0301"],
    ["pdf\u2011x", "`‑`"],
    ["-pdf", "start with a hyphen"],
    ["pdf-", "end with a hyphen"],
    ["pdf--tools", "two hyphens"],
    ["a".repeat(65), "this one has 65"],
  ])("says what is wrong with %j", (name, part) => {
    expect(flawOfName(name)).toContain(part);
  });
});

describe("slugOf", () => {
  test.each([
    ["PDF Tools", "pdf-tools"],
    ["pdf_tools", "pdf-tools"],
    ["myPdfTools", "my-pdf-tools"],
    ["--a--b--", "a-b"],
    ["Ｆｕｌｌ", "full"],
    ["!?", ""],
  ])("makes %j into %j", (text, slug) => {
    expect(slugOf(text)).toBe(slug);
  });

  test("gives a name or nothing, and leaves names alone", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 90 }),
      fc.stringMatching(/^[A-Za-z_ -]{0,90}$/),
    );
    fc.assert(
      fc.property(text, (written) => {
        const slug = slugOf(written);
        if (slug !== "") expect(flawOfName(slug)).toBeUndefined();
        expect(slugOf(slug)).toBe(slug);
      }),
      runs,
    );
  });
});
