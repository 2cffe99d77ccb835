import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emitCangjie } from "../../src/guard/cangjie.ts";
import { guard } from "../../src/guard/guard.ts";
import { asJavaScript } from "../helpers/cangjie-script.ts";
import { structureProblems } from "../helpers/cangjie.ts";
import { text } from "../helpers/guard-texts.ts";
import { runNode } from "../helpers/run.ts";
import { referenceValue } from "../model/evaluate.ts";

function emitted(source: string): string | undefined {
  const checked = guard(source);
  if (!checked.predicate.sound) return undefined;
  const result = emitCangjie(checked.predicate, "guard");
  return "because" in result ? undefined : `${result.runtime}\n${result.code}`;
}

describe("what Cangjie has no text for yet", () => {
  test.each([
    ["x.lower() == 'a'", "`lower`"],
    ["has(x, 'a')", "`has`"],
    ["2.5", "this condition"],
    ["x in ['a']", "`in` on a list"],
    ["len(x) * 2 > 3", "arithmetic"],
    ["x[0] == 'a'", "`index`"],
    ["len(x) > 2.5", "`>` on these values"],
    ["count(x, '') > 2", "`count`"],
  ])("%s", (source, what) => {
    const result = emitCangjie(guard(source).predicate, "guard");
    expect("because" in result && result.because).toBe(`${what} is not written for Cangjie yet`);
  });

  test("values of JSON", () => {
    const result = emitCangjie(guard("x == 1", "Json").predicate, "guard");
    expect("because" in result && result.because).toBe(
      "guards on JSON values are not written for Cangjie yet",
    );
  });
});

test("emitted Cangjie answers as the reference evaluator", () => {
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
    numRuns: 1000,
  });
  // A Cangjie text is UTF-8 and holds no half of a pair.
  const cases = sample.flatMap(([source, outputs]) => {
    const code = emitted(source);
    return code === undefined
      ? []
      : [{ source, code, outputs: outputs.map((output) => output.toWellFormed()) }];
  });
  expect(cases.length).toBeGreaterThan(900);
  for (const { code, source } of cases)
    expect(structureProblems(`package guards\n\n${code}`), source).toEqual([]);
  const answers = runNode(cases.map(({ code, outputs }) => ({ module: asJavaScript(code), outputs })));
  cases.forEach(({ source, code, outputs }, i) => {
    const expected = outputs.map((output) => referenceValue(guard(source).predicate.expr, output, true));
    expect(answers[i], `${source} on ${JSON.stringify(outputs)}\n${code}`).toEqual(expected);
  });
});
