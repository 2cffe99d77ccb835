import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dependsOnCase } from "../../src/guard/cangjie-case.ts";
import { emitCangjie } from "../../src/guard/cangjie.ts";
import { guard } from "../../src/guard/guard.ts";
import { asJavaScript } from "../helpers/cangjie-script.ts";
import { nameProblems } from "../helpers/cangjie-names.ts";
import { structureProblems } from "../helpers/cangjie.ts";
import { guardSource, inputType } from "../helpers/guard-sources.ts";
import { text } from "../helpers/guard-texts.ts";
import { runNode } from "../helpers/run.ts";
import { referenceValue } from "../model/evaluate.ts";

function partsOf(
  source: string,
  type: string,
  name: string,
): { readonly code: string; readonly runtime: string } {
  const result = emitCangjie(guard(source, type).predicate, name);
  if ("because" in result) throw new Error(result.because);
  return result;
}

function emitted(source: string, type = "Str"): string | undefined {
  const checked = guard(source, type);
  if (!checked.predicate.sound || dependsOnCase(checked.predicate.expr)) return undefined;
  const { code, runtime } = partsOf(source, type, "guard");
  // Imports come first in a file, and the package line before them.
  return `package guards\n\n${runtime}\n${code}`;
}

/** The text as JavaScript, without the lines that have no meaning there. */
function script(code: string): string {
  return asJavaScript(code.replace("package guards", ""));
}

function problemsOf(code: string): readonly string[] {
  return [...structureProblems(code), ...nameProblems(code)];
}

describe("the text of a guard", () => {
  test("a guard on a text that cannot fail has no try", () => {
    const { code, runtime } = partsOf("len(x) > 3 and 'a' in x", "Str", "guard1");
    expect(code).toBe(
      'func guard1(x: String): Bool {\n    return ((lengthOf(x) > 3) && x.contains("a"))\n}\n',
    );
    expect(runtime).not.toContain("import");
  });

  test("a guard on a value of JSON is false where something throws", () => {
    const { code, runtime } = partsOf("x['a'] > 3", "Json", "guard1");
    expect(code).toBe(
      [
        "func guard1(x: String): Bool {",
        "    try {",
        "        let value = jsonIn(x)",
        '        return (orderOf(memberOf(value, "a"), JsonFloat(3.0)) > 0)',
        "    } catch (_: Exception) {",
        "        return false",
        "    }",
        "}",
        "",
      ].join("\n"),
    );
    expect(runtime.split("\n\n")[0]).toBe(
      "import std.collection.HashMap\nimport std.convert.Parsable\nimport stdx.encoding.json.*",
    );
  });

  test("the size of a chain of chains is linear", () => {
    const nested = (depth: number): string => (depth === 0 ? "len(x)" : `0 <= (${nested(depth - 1)}) <= 1`);
    const size = (depth: number): number => partsOf(nested(depth), "Str", "guard").code.length;
    expect(size(20) / size(10)).toBeLessThan(2.2);
    expect(problemsOf(emitted(nested(5)) ?? "")).toEqual([]);
  });
});

describe("letter case", () => {
  test.each([
    "x.lower() == 'é'",
    "x.lower() == x",
    "x.lower() < 'b'",
    "x.lower() in ['pass', 'é']",
    "x.lower().upper() == 'A'",
    "'É'.lower() in x",
    "regex(x.lower(), r'[à-ü]')",
    "has(x.lower(), 'a')",
  ])("%s has no Cangjie text", (source) => {
    const result = emitCangjie(guard(source).predicate, "guard");
    expect("because" in result && result.because).toContain("letters beyond ASCII");
  });

  test.each([
    "x.lower() == 'pass'",
    "x.strip().lower() in ['pass', 'fail', 3]",
    "'ok' in x.lower() and x.upper().startswith('A')",
    "regex(x.lower(), r'^[^a-z]+$')",
    "len(x.upper()) > 3 and x.upper()[0] == 'S'",
    "x.lower()",
    "x.upper().find('S') == 1 or x.upper().count('FF') == 1",
  ])("%s is decided by ASCII", (source) => {
    expect(dependsOnCase(guard(source).predicate.expr)).toBe(false);
  });

  test("each letter beyond ASCII keeps the length and the ASCII of its small form and its capital", () => {
    const points = Array.from({ length: 0x110000 }, (_, i) => i).filter((i) => i < 0xd800 || i > 0xdfff);
    const texts = points.slice(128).map((point) => String.fromCodePoint(point));
    for (const [method, change] of [
      ["lower", (text: string) => text.toLowerCase()],
      ["upper", (text: string) => text.toUpperCase()],
    ] as const) {
      const { code, runtime } = partsOf(`x.${method}() == 'a'`, "Str", "guard");
      const ask = `${script(`${runtime}\n${code}`)}\nguard = (text) => [...text].map(${method}Of).map(shape);`;
      const shape =
        "function shape(text) { return [...text].map((c) => (c < '\\u0080' ? c : '*')).join(''); }";
      const shapeOf = (text: string): string => [...text].map((c) => (c < "\u0080" ? c : "*")).join("");
      const [[found] = []] = runNode([{ module: `${ask}\n${shape}`, outputs: [texts.join("")] }]);
      expect(found).toEqual(texts.map((text) => shapeOf(change(text))));
    }
  });
});

describe("one answer each", () => {
  test.each<[string, string, string, boolean]>([
    ["x % 3 == 2", "Int", "-1", true],
    ["x // 2 == -2", "Int", "-3", true],
    ["5.5 % -2 == -0.5", "Str", "", true],
    ["1e308 % 3 == 2", "Str", "", true],
    ["7 / 0 == 0", "Str", "", false],
    ["not (7 / 0 == 0)", "Str", "", false],
    ["x == [1, [2]]", "Json", "[1, {}]", false],
    ["x == [1, True, None, 'a']", "Json", '[1.0, 1, null, "a"]', true],
    ["x['a'] == 2", "Json", '{"a": 1, "a": 2}', true],
    ["x == x", "Json", "[1] [2]", false],
    ["x == x", "Json", "0x10", false],
    ["x == x", "Json", "1e999", false],
    ["x == x", "Json", "{'a': 1}", false],
    ["x == '😀'", "Json", '"\\ud83d\\ude00"', true],
    ["x == '\\ufffdA'", "Json", '"\\ud83d\\u0041"', true],
    ["x[-1] == 'b' and x[1] == '😀'", "Str", "a😀b", true],
    ["x[1:] == '😀b' and x[:-1] == 'a😀'", "Str", "a😀b", true],
    ["x[1:-1] == [2]", "Json", "[1, 2, 3]", true],
    ["x[1.0] == 2", "Json", "[1, 2, 3]", true],
    ["has(x, 'items.1.name')", "Str", '{"items": [0, {"name": null}]}', true],
    ["has(x, 'items.01')", "Str", '{"items": [0, 1]}', false],
    ["json_len(x, 'items') == 2", "Str", '{"items": [0, 1]}', true],
    ["x.strip() == 'a b'", "Str", "\u3000a b\u0085", true],
    ["x.find('b') == 2", "Str", "a😀b", true],
    ["x.count('') == 4", "Str", "a😀b", true],
    ["'\\uffff' < '😀'", "Str", "", true],
    ["x.lower() == 'abc' and x.upper() == 'ABC'", "Str", "aBc", true],
    ["x.lower() == 'ok'", "Str", "O\u212a", true],
    ["x.upper() == 'STRASSE'", "Str", "Straße", true],
    ["len(x.lower()) == 2", "Str", "İ", true],
    ["9007199254740991 + 1 > 0", "Str", "", false],
    ["True + True == 2", "Str", "", true],
    ["0 < (1 < len(x) < 9) < 2", "Str", "abc", true],
  ])("%s", (source, type, output, expected) => {
    const code = emitted(source, type) ?? "";
    expect(problemsOf(code)).toEqual([]);
    expect(referenceValue(guard(source, type).predicate.expr, output, type === "Str")).toBe(expected);
    expect(runNode([{ module: script(code), outputs: [output] }])).toEqual([[expected]]);
  });
});

test("emitted Cangjie answers as the reference evaluator on every type", { timeout: 120_000 }, () => {
  const sample = fc.sample(fc.tuple(guardSource, inputType, fc.array(text, { minLength: 5, maxLength: 5 })), {
    seed: 42,
    numRuns: 3 * Number(process.env["FC_RUNS"] ?? 200),
  });
  const cases = sample.flatMap(([source, type, texts]) => {
    const code = emitted(source, type);
    if (code === undefined) return [];
    // A Cangjie text is UTF-8 and holds no half of a pair.
    const outputs = texts.map((output) => output.toWellFormed());
    return [{ source, type, code, outputs }];
  });
  expect(cases.length).toBeGreaterThan(sample.length / 3);
  for (const { code, source } of cases.slice(0, 120)) expect(problemsOf(code), source).toEqual([]);
  const answers = runNode(cases.map(({ code, outputs }) => ({ module: script(code), outputs })));
  cases.forEach(({ source, type, code, outputs }, i) => {
    const { expr } = guard(source, type).predicate;
    const isText = ["Str", "Any", "Union[Str, Int]"].includes(type);
    const expected = outputs.map((output) => referenceValue(expr, output, isText));
    expect(answers[i], `${source} (${type}) on ${JSON.stringify(outputs)}\n${code}`).toEqual(expected);
  });
});

test("emitted Cangjie answers as the reference evaluator on texts", () => {
  const size = fc.constantFrom(
    "len(x)",
    "lines(x)",
    "words(x)",
    "count(x, 'a')",
    "len(x + 'ab')",
    "0",
    "1",
    "2",
    "3",
    "-1",
  );
  const word = fc.constantFrom("x", "'a'", "'TODO'", "'😀'", "'$x\\n'", "''", "(x + 'a')");
  // The last two are too large for a table of states, and walk their positions.
  const pattern = fc.constantFrom(
    "TODO",
    "^a",
    "(?m)^a$",
    "\\ba",
    "[^ -~]$",
    "T.*o",
    "(?i)todo|b",
    "a.{12}b|b$",
    "(?m)(a.{12}b|o$)",
  );
  const sign = fc.constantFrom("<", "<=", ">", ">=", "==", "!=");
  const atom = fc.oneof(
    fc.tuple(size, sign, size).map((parts) => parts.join(" ")),
    fc.tuple(size, sign, size, sign, size).map((parts) => parts.join(" ")),
    fc.tuple(word, fc.constantFrom("==", "!=", "in", "not in"), word).map((parts) => parts.join(" ")),
    fc
      .tuple(word, fc.constantFrom("startswith", "endswith"), word)
      .map(([a, name, b]) => `(${a}).${name}(${b})`),
    fc.tuple(word, word).map(([a, b]) => `contains(${a}, ${b})`),
    fc.tuple(word, pattern).map(([a, b]) => `regex(${a}, r'${b}')`),
    fc.constantFrom("x", "len(x)", "words(x)", "True", "false"),
  );
  const { condition } = fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { depthSize: "small", maxDepth: 3 },
      atom,
      tie("condition").map((inner) => `not (${inner})`),
      fc
        .tuple(tie("condition"), fc.constantFrom("and", "or"), tie("condition"))
        .map(([a, joint, b]) => `(${a}) ${joint} (${b})`),
    ),
  }));
  const sample = fc.sample(fc.tuple(condition, fc.array(text, { minLength: 4, maxLength: 4 })), {
    seed: 42,
    numRuns: 400,
  });
  // A Cangjie text is UTF-8 and holds no half of a pair.
  const cases = sample.flatMap(([source, outputs]) => {
    const code = emitted(source);
    return code === undefined
      ? []
      : [{ source, code, outputs: outputs.map((output) => output.toWellFormed()) }];
  });
  expect(cases.length).toBeGreaterThan(360);
  for (const { code, source } of cases.slice(0, 120)) expect(problemsOf(code), source).toEqual([]);
  const answers = runNode(cases.map(({ code, outputs }) => ({ module: script(code), outputs })));
  cases.forEach(({ source, code, outputs }, i) => {
    const expected = outputs.map((output) => referenceValue(guard(source).predicate.expr, output, true));
    expect(answers[i], `${source} on ${JSON.stringify(outputs)}\n${code}`).toEqual(expected);
  });
});
