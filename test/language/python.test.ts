import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pythonComment, pythonIdentifier, pythonString } from "../../src/language/python.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(
      "'",
      '"',
      "\\",
      "\n",
      "\r",
      "\0",
      "{",
      "N",
      "u",
      "\f",
      "\u0085",
      "\u2028",
      "\ud800",
      "\udc00",
    ),
  }),
);
const seed = 42;
const count = Number(process.env["FC_RUNS"] ?? 200);

/** One run of Python answers for all texts at once. Lone surrogates come back as JSON escapes. */
function askPython(script: string, data: unknown): unknown {
  const run = spawnSync(
    "python3",
    ["-I", "-c", `import ast, json, keyword, sys\ndata = json.loads(sys.stdin.buffer.read())\n${script}`],
    {
      input: JSON.stringify(data),
      encoding: "utf8",
      maxBuffer: 1 << 28,
    },
  );
  expect(run.stderr).toBe("");
  return JSON.parse(run.stdout);
}

describe("pythonString", () => {
  test("escapes what Python would read otherwise", () => {
    expect(pythonString('a"b\\c\n\r\t\0建议')).toBe('"a\\"b\\\\c\\n\\r\\t\\x00建议"');
    expect(pythonString("\u{1f642}\u2028")).toBe('"\\U0001f642\\u2028"');
  });

  test("has the text as its value, on one line", () => {
    const texts = [
      ...fc.sample(anyText, { seed, numRuns: count }),
      "",
      "\ud800",
      "\udfff\ud800",
      "\u{1f642}",
      "'''\"\"\"",
      "\\N{DASH}",
      "x".repeat(100_000),
    ];
    const literals = texts.map(pythonString);
    for (const literal of literals) expect(literal).not.toMatch(/[\n\r\f\u0085\u2028]/);
    const values = askPython("print(json.dumps([ast.literal_eval(literal) for literal in data]))", literals);
    expect(values).toEqual(texts);
  });
});

describe("pythonIdentifier", () => {
  test.each([
    ["pdf-library", "pdf_library"],
    ["3d", "_3d"],
    ["class", "class_"],
    ["match", "match_"],
    ["批改", "批改"],
  ])("%s is %s", (name, expected) => {
    expect(pythonIdentifier(name)).toBe(expected);
  });

  test("is an identifier that Python keeps as it is, whatever the name", () => {
    const names = fc
      .sample(anyText, { seed, numRuns: count })
      .concat("", "_", "·", "a·", "ª", "\u0345x", "²", "½", "Ⅷ", "ﷺ");
    const wrong = askPython(
      "import unicodedata\nprint(json.dumps([n for n in data if not n.isidentifier() or keyword.iskeyword(n) or unicodedata.normalize('NFKC', n) != n]))",
      names.map(pythonIdentifier),
    );
    expect(wrong).toEqual([]);
  });
});

test("pythonComment never ends early", () => {
  expect(pythonComment("a\nb\r\nc\fd")).toBe("# a\n# b\n# c\n# d");
  const comments = fc.sample(anyText, { seed, numRuns: count }).map((text) => pythonComment(text));
  const sound = askPython("print(json.dumps([ast.dump(ast.parse(comment)) for comment in data]))", comments);
  expect(new Set(sound as readonly string[])).toEqual(new Set(["Module(body=[], type_ignores=[])"]));
});
