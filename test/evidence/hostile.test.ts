import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { CodeLanguage } from "../../src/evidence/finding.ts";
import type { Readers } from "../../src/evidence/read-code.ts";
import { readCode, readersFor } from "../../src/evidence/read-code.ts";

const languages: readonly CodeLanguage[] = ["shell", "python", "javascript"];
const numRuns = Number(process.env["FC_RUNS"] ?? 200);
let readers: Readers = {};

beforeAll(async () => {
  readers = await readersFor(languages.map((language) => ({ language, text: "" })));
});

const pieces = fc.constantFrom(
  ..."$( ` \" ' { } ( ) [ ] | ; & \n << <<E E eval exec( import( require( open( os.environ process.env curl rm -rf x=1 f(){ ${ ${! \\ # // /* \u0000 \ufffd é 𝒳 import os from fs as".split(
    " ",
  ),
);

describe.each(languages)("any text as %s", (language) => {
  test("is read without a throw, and every place lies in it", () => {
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(" ")),
      fc.string({ unit: "binary", maxLength: 200 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        for (const { start, end } of readCode(readers, language, text)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { seed: 42, numRuns },
    );
  });

  test("nested deeper than any parser goes is never taken as safe or read to the end", () => {
    const text = { shell: "f(){ ", python: "(", javascript: "[(" }[language].repeat(30_000);
    const found = readCode(readers, language, text);
    expect(found.every(({ act }) => act === "unanalysable")).toBe(true);
  });
});

test("a parser that gives up is evidence", () => {
  expect(readCode({}, "shell", "ls").map(({ act }) => act)).toEqual(["unanalysable"]);
});
