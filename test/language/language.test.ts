import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { cangjieIdentifier, cangjieString } from "../../src/language/cangjie.ts";
import { javascriptString } from "../../src/language/javascript.ts";
import { pythonIdentifier, pythonString } from "../../src/language/python.ts";
import { yamlString } from "../../src/language/yaml.ts";
import { lexCangjie } from "../helpers/cangjie.ts";

const awkward = [
  "",
  "${x}",
  '"',
  "'",
  "\\",
  '"""',
  "*/ /*",
  "</script>",
  "\0",
  "\r\n",
  "\t",
  "\u2028",
  "\u0085",
  "\ufeff",
  "😀",
  "\u200d",
  "#{x}",
  "%s",
  "`",
  "a\\",
  "\u007f",
];
const text = fc.oneof(
  fc.constantFrom(...awkward),
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...awkward)).map((parts) => parts.join("")),
);
const settings = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 2000) };

describe("a literal has the value of its text", () => {
  test("Cangjie", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(lexCangjie(cangjieString(value))).toEqual([{ kind: "string", text: value.toWellFormed() }]);
      }),
      settings,
    );
  });

  test("JavaScript, and it cannot end a script element", () => {
    fc.assert(
      fc.property(text, (value) => {
        const literal = javascriptString(value);
        expect(literal).not.toMatch(/<\/|[\u2028\u2029\n]/);
        expect(JSON.parse(literal.replaceAll("<\\/", "</"))).toBe(value);
      }),
      settings,
    );
  });

  test("YAML, by the parser of record", () => {
    fc.assert(
      fc.property(text, (value) => {
        const literal = yamlString(value);
        expect(literal).not.toMatch(/[\r\n]/);
        // A half of a surrogate pair has no escape that YAML readers agree on.
        fc.pre(value.isWellFormed());
        expect(parse(literal)).toBe(value);
      }),
      settings,
    );
  });

  test("Python, by the interpreter", () => {
    const values = [...awkward, ...fc.sample(text, { seed: 42, numRuns: 2000 })];
    const driver =
      "import ast, json, sys\nprint(json.dumps([ast.literal_eval(t) for t in json.load(sys.stdin)]))";
    const { stdout, stderr } = spawnSync("python3", ["-I", "-c", driver], {
      input: JSON.stringify(values.map(pythonString)),
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(values);
  });
});

test("names become identifiers; keywords are renamed", () => {
  expect(pythonIdentifier("pdf-library")).toBe("pdf_library");
  expect(pythonIdentifier("2nd")).toBe("_2nd");
  expect(pythonIdentifier("class")).toBe("class_");
  expect(cangjieIdentifier("pdf-library", "snake")).toBe("pdf_library");
  expect(cangjieIdentifier("pdf-library", "pascal")).toBe("PdfLibrary");
  expect(cangjieIdentifier("ReadFile", "camel")).toBe("readFile");
  expect(cangjieIdentifier("type", "asWritten")).toBe("type_");
  expect(cangjieIdentifier("open", "asWritten")).toBe("open_");
  expect(cangjieIdentifier("技能", "snake")).toBe("技能");
});
