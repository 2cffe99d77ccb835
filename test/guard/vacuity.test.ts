import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printGuard } from "../../grammar/print.ts";
import { fixedText } from "../../src/report/fix.ts";
import { textOf } from "../../src/report/source.ts";
import { guard } from "../../src/guard/guard.ts";
import { isText } from "../../src/guard/types.ts";
import { text } from "../helpers/guard-texts.ts";
import { referenceValue } from "../model/evaluate.ts";

/** What is said of the parts of a guard: the code, the part, and the reason. */
function said(source: string, type = "Str"): readonly string[] {
  return guard(source, type).diagnostics.map(
    ({ code, span, message }) => `${code} ${textOf(span)}: ${message.slice(message.indexOf(": ") + 2)}`,
  );
}

describe("an operand that adds nothing", () => {
  test.each([
    ["len(x) > 5 and len(x) > 3", "len(x) > 3: it holds wherever `len(x) > 5` does."],
    ["len(x) > 5 or len(x) > 3", "len(x) > 5: `len(x) > 3` holds wherever it does."],
    ["'ab' in x and 'a' in x", "'a' in x: it holds wherever `'ab' in x` does."],
    [
      "x.startswith('ab') and regex(x, r'^a')",
      "regex(x, r'^a'): it holds wherever `x.startswith('ab')` does.",
    ],
    ["x == 'a' or x in ['a', 'b']", "x == 'a': `x in ['a', 'b']` holds wherever it does."],
    ["'a' in x or 'b' in x or 'a' in x", "'a' in x: `'a' in x` holds wherever it does."],
  ])("%s", (source, expected) => {
    expect(said(source)).toEqual([`guard/redundant ${expected}`]);
  });

  test("in values of JSON that are compared for equality", () => {
    expect(said("x == 1 or x in [1, 'a']", "Json")).toEqual([
      "guard/redundant x == 1: `x in [1, 'a']` holds wherever it does.",
    ]);
  });

  test.each([
    // Each may fail where the other does not look.
    ["x['a'] > 5 and x['a'] > 3", "Json"],
    ["x > 5 and x > 3", "Int"],
    // One needs three letters, the other two of another kind.
    ["'ab' in x and 'bc' in x", "Str"],
    ["len(x) > 3 and 'abcd' in x", "Str"],
    ["x.lower() == 'a' or x == 'a'", "Str"],
    ["regex(x, r'a+') and regex(x, r'b+')", "Str"],
  ])("is not seen in %s on %s", (source, type) => {
    expect(said(source, type)).toEqual([]);
  });
});

describe("a part that decides nothing", () => {
  test("never holds, with the two conditions that exclude each other", () => {
    expect(said("'ok' in x or x.startswith('a') and x.startswith('b')")).toEqual([
      "guard/part-always-false x.startswith('a') and x.startswith('b'): `x.startswith('a')` and `x.startswith('b')` never hold together.",
    ]);
  });

  test("always holds, with the two conditions of which one does", () => {
    expect(said("'ok' in x and (len(x) < 9 or len(x) > 5)")).toEqual([
      "guard/part-always-true (len(x) < 9 or len(x) > 5): one of `len(x) < 9` and `len(x) > 5` always holds.",
    ]);
  });

  test.each([
    ["regex(x, r'') and len(x) > 2", "guard/part-always-true regex(x, r''): no value of `x` makes it false."],
    ["regex(x, r'$^') or 'a' in x", undefined],
    [
      "regex(x, r'a^') or 'b' in x",
      "guard/part-always-false regex(x, r'a^'): no value of `x` makes it true.",
    ],
  ])("is a pattern that matches everything or nothing: %s", (source, expected) => {
    expect(said(source)).toEqual(expected === undefined ? [] : [expected]);
  });

  test("makes the whole constant where nothing else is left", () => {
    expect(said("x == 'a' and x == 'b'")).toEqual([
      "guard/always-false x == 'a' and x == 'b': `x == 'a'` and `x == 'b'` never hold together.",
    ]);
    expect(said("x['a'] == 1 and x['a'] == 2", "Json")).toEqual([
      "guard/always-false x['a'] == 1 and x['a'] == 2: `x['a'] == 1` and `x['a'] == 2` never hold together.",
    ]);
    expect(said("x > 5 and x < 3", "Int")).toEqual([
      "guard/always-false x > 5 and x < 3: `x > 5` and `x < 3` never hold together.",
    ]);
  });
});

test("what is said holds for every output, and what a fix leaves means the same", () => {
  const atom = fc.constantFrom(
    "len(x) > 2",
    "len(x) < 4",
    "len(x) == 3",
    "'a' in x",
    "'ab' in x",
    "'b' not in x",
    "x == 'a'",
    "x != ''",
    "x in ['a', 'ab', '1']",
    "x.startswith('a')",
    "x.endswith('b')",
    "regex(x, r'^a+$')",
    "regex(x, r'(?m)^a')",
    "regex(x, r'\\bab?\\b')",
    "regex(x, r'')",
    "x",
    "x == 1",
    "x in [1, 2, 'a']",
    "x < 2",
    "x >= 2",
    "x[0] == 1",
    "1 / 0 > 1",
    "has(x, 'a')",
    "True",
  );
  const { condition } = fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { depthSize: "small", maxDepth: 3 },
      atom,
      tie("condition").map((inner) => `not (${inner})`),
      fc
        .tuple(fc.array(tie("condition"), { minLength: 2, maxLength: 3 }), fc.constantFrom(" and ", " or "))
        .map(([parts, sign]) => parts.map((part) => `(${part})`).join(sign)),
    ),
  }));
  const short = fc.string({ unit: fc.constantFrom("a", "b", "1", "\n", " "), maxLength: 5 });
  const outputs = fc.array(fc.oneof(short, short, text), { minLength: 12, maxLength: 12 });
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(condition, fc.constantFrom("Str", "Json"), outputs, (source, type, texts) => {
      const checked = guard(source, type);
      if (!checked.predicate.sound) return;
      const value = (other: ReturnType<typeof guard>, output: string): boolean =>
        referenceValue(other.predicate.expr, output, isText(other.type));
      for (const { code, span, fix } of checked.diagnostics) {
        seen.set(code, (seen.get(code) ?? 0) + 1);
        if (fix !== undefined) {
          const fixed = guard(fixedText(checked.file, [fix]), type);
          expect(fixed.predicate.sound, `${source} becomes ${fixed.file.text}`).toBe(true);
          for (const output of texts) {
            expect(value(fixed, output), `${source} is not ${fixed.file.text} on ${output}`).toBe(
              value(checked, output),
            );
          }
        }
        if (!code.startsWith("guard/part-")) continue;
        const part = guard(textOf(span), type);
        for (const output of texts) {
          const isReadable = part.evaluate(output).error?.code !== "guard/bad-json";
          const wanted = code === "guard/part-always-true";
          if (isReadable)
            expect(value(part, output), `${printGuard(part.predicate.expr)} on ${output}`).toBe(wanted);
        }
      }
    }),
    { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 1500) },
  );
  expect([...seen.keys()].toSorted()).toEqual(
    expect.arrayContaining(["guard/part-always-false", "guard/part-always-true", "guard/redundant"]),
  );
});
