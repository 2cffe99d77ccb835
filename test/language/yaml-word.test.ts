import fc from "fast-check";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { yamlWord } from "../../src/language/yaml-word.ts";

test.each([
  ["pdf-forms", "pdf-forms"],
  ["Read Bash(git:*)", "Read Bash(git:*)"],
  ["true", '"true"'],
  ["No", '"No"'],
  ["2048", '"2048"'],
  ["a: b", '"a: b"'],
  ["a #b", '"a #b"'],
  ["*", '"*"'],
  ["", '""'],
])("%s is written %s", (text, written) => {
  expect(yamlWord(text)).toBe(written);
});

test("every reader reads the text that was written", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc
      .array(
        fc.constantFrom(
          "a",
          "Yes",
          "null",
          " ",
          ": ",
          "#",
          "-",
          "*",
          "(",
          ")",
          ",",
          "1",
          ".",
          "é",
          "---",
          "~",
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join("")),
  );
  const property = fc.property(text, (value) => {
    const source = `key: ${yamlWord(value)}\n`;
    for (const version of ["1.1", "1.2"] as const) expect(parse(source, { version })).toEqual({ key: value });
    expect(load(source)).toEqual({ key: value });
  });
  fc.assert(property, { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 2000) });
});
