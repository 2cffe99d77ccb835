import fc from "fast-check";
import { expect, test } from "vitest";
import { guard } from "../../src/guard/guard.ts";
import { emitJavaScript } from "../../src/guard/javascript.ts";
import { emitPython } from "../../src/guard/python.ts";
import { parseJson } from "../../src/guard/json.ts";
import { runNode, runPython } from "../helpers/run.ts";
import { referenceValue } from "../model/evaluate.ts";

const nested = (levels: number, inside = ""): string => "[".repeat(levels) + inside + "]".repeat(levels);
const brackets = `"${"[{".repeat(600)}"`;

/** Outputs at the limits of what is JSON, and whether they are. */
const rows: readonly (readonly [what: string, output: string, isJson: boolean])[] = [
  ["512 levels", nested(512), true],
  ["513 levels", nested(513), false],
  ["brackets in a text", `[${brackets}]`, true],
  ["brackets in a text, 512 levels", nested(512, brackets), true],
  ["brackets in a text, 513 levels", nested(513, brackets), false],
  ["quotes and backslashes before brackets", `["\\\\\\"${"[".repeat(600)}\\\\", {}]`, true],
  ["many flat lists", `[${Array.from({ length: 2000 }, () => "[]").join()}]`, true],
  // The text nests too deep, though the value does not: of equal keys the last counts.
  ["513 levels under a key that is written again", `{"a": ${nested(512)}, "a": 1}`, false],
  ["512 levels under a key that is written again", `{"a": ${nested(511)}, "a": 1}`, true],
  ["a number that is not finite", `{"a": [1e999]}`, false],
  ["a number that is not finite under a key that is written again", `{"a": 1, "b": -1e999}`, false],
];

test("limits of JSON, in the reference, closures, JavaScript and Python", () => {
  const one = guard("json_len(x) >= 0", "Json");
  const outputs = rows.map(([, output]) => output);
  const expected = rows.map(([, , isJson]) => isJson);
  expect(outputs.map((output) => referenceValue(one.predicate.expr, output, false))).toEqual(expected);
  expect(outputs.map(one.test)).toEqual(expected);
  const moduleOf = (emit: typeof emitPython): string => {
    const { code, runtime } = emit(one.predicate, "guard");
    return `${runtime}\n\n${code}`;
  };
  expect(runNode([{ module: moduleOf(emitJavaScript), outputs }])[0]).toEqual(expected);
  expect(runPython([{ module: moduleOf(emitPython), outputs }])[0]).toEqual(expected);
});

test("a document is the value that JSON.parse reads, halves of surrogate pairs aside", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      const plain: unknown = JSON.parse(text.toWellFormed());
      fc.pre(!/\\u[dD]/.test(text));
      expect(parseJson(text.toWellFormed())).toEqual(plain);
    }),
    { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) },
  );
  expect(parseJson('{"\\ud800": "\\udc00a", "b": "\\ud83d\\ude00"}')).toEqual({
    "\ufffd": "\ufffda",
    b: "😀",
  });
  expect(Object.keys(parseJson('{"__proto__": {"a": 1}, "b": "\\ud800"}') as object)).toEqual([
    "__proto__",
    "b",
  ]);
});

test("an output that several operands look into is read once for all of them, and anew for the next", () => {
  const one = guard("has(x, 'a') and json_len(x, 'a') == 2 and not has(x, 'b')");
  expect(one.test('{"a": [1, 2]}')).toBe(true);
  expect(one.test('{"a": [1, 2], "b": 0}')).toBe(false);
  expect(one.test('{"a": [1]}')).toBe(false);
  expect(one.test("null")).toBe(false);
});
