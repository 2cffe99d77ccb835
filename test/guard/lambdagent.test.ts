import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { guard } from "../../src/guard/guard.ts";

interface Observed {
  readonly texts: readonly string[];
  readonly guards: readonly { readonly guard: string; readonly trueOn: readonly string[] }[];
}

const { texts, guards } = JSON.parse(
  readFileSync(new URL("fixtures/lambdagent-guards.json", import.meta.url), "utf8"),
) as Observed;

/** What lambdagent reads and a guard refuses, with the code that says so. */
const refused: Readonly<Record<string, string>> = {
  "int(x) > 3": "guard/unknown-function",
  "not (int(x) > 3)": "guard/unknown-function",
  "float(x) >= 0.5": "guard/unknown-function",
  "bool(x)": "guard/unknown-function",
  "str(x) == x": "guard/unknown-function",
  "max(len(x), 3) == 3": "guard/unknown-function",
  "any([x == 'a', x == 'b'])": "guard/unknown-function",
  "__import__('os')": "guard/unknown-function",
  "x is None": "guard/syntax",
  "len(x) > 3 if 'a' in x else False": "guard/syntax",
  "(lambda: 1)()": "guard/syntax",
  "[c for c in x]": "guard/syntax",
  "2 ** 10 == 1024": "guard/syntax",
  "0x10 == 16": "guard/literal",
  "1_000 == 1000": "guard/literal",
};

/** lambdagent has no methods, so that this guard is false for ever there; the value here is Python's. */
const differs: Readonly<Record<string, readonly string[]>> = {
  "x.startswith('a')": texts.filter((text) => text.startsWith("a")),
};

describe("guards of lambdagent", () => {
  test.each(guards)("$guard", ({ guard: source, trueOn }) => {
    const checked = guard(source);
    const errors = checked.diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
    const reason = refused[source];
    expect(errors).toEqual(reason === undefined ? [] : [reason]);
    const expected = reason === undefined ? (differs[source] ?? trueOn) : [];
    expect(texts.filter((text) => checked.test(text))).toEqual(expected);
  });

  test("the lists above name observed guards only", () => {
    const known = new Set(guards.map(({ guard: source }) => source));
    expect([...Object.keys(refused), ...Object.keys(differs)].filter((source) => !known.has(source))).toEqual(
      [],
    );
  });
});
