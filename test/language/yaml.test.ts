import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { yamlString } from "../../src/language/yaml.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(
      '"',
      "'",
      "\\",
      "\n",
      "\r",
      "\t",
      " ",
      "#",
      ":",
      "-",
      "\u0085",
      "\u2028",
      "\ufeff",
      "\0",
      "x",
    ),
  }),
);
const runs = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) };

describe("yamlString", () => {
  test("escapes what YAML would read otherwise", () => {
    expect(yamlString('a"b\\c\n\r\t\u0085\ufeff建议')).toBe('"a\\"b\\\\c\\n\\r\\t\\x85\\ufeff建议"');
    expect(yamlString("\u{1f642}")).toBe('"\u{1f642}"');
  });

  test("has the text as its value in YAML 1.1 and 1.2, as a value and as a key", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const scalar = yamlString(text);
        // A lone surrogate is no character of YAML.
        const expected = text.toWellFormed();
        for (const version of ["1.1", "1.2"] as const) {
          expect(parse(`a: ${scalar}\nb: [${scalar}]\n`, { version })).toEqual({
            a: expected,
            b: [expected],
          });
        }
        expect(scalar).not.toMatch(/[\n\r\u0085\u2028]/);
      }),
      runs,
    );
  });

  test("is read alike by PyYAML", (context) => {
    const texts = fc.sample(anyText, runs).map((text) => text.toWellFormed());
    const run = spawnSync(
      "python3",
      ["-c", "import json, sys, yaml\nprint(json.dumps([yaml.safe_load(s) for s in json.load(sys.stdin)]))"],
      {
        input: JSON.stringify(texts.map(yamlString)),
        encoding: "utf8",
        maxBuffer: 1 << 28,
      },
    );
    if (run.stderr.includes("No module named 'yaml'")) context.skip("PyYAML is not installed");
    expect(run.stderr).toBe("");
    expect(JSON.parse(run.stdout)).toEqual(texts);
  });
});
