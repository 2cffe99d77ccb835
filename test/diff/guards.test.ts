import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { separatingText } from "../../src/diff/guard-texts.ts";
import { guard } from "../../src/guard/guard.ts";
import { text } from "../helpers/guard-texts.ts";

const settings = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 150) };

const word = fc.constantFrom("a", "b", "ab", "ok", "# ");
const atom = fc.oneof(
  word.map((w) => `'${w}' in x`),
  word.map((w) => `x.startswith('${w}')`),
  word.map((w) => `x == '${w}'`),
  fc.constantFrom("^a+$", "[ab]{2}", "(?m)^# ", "b$", "ok|a").map((pattern) => `regex(x, r'${pattern}')`),
);
const exact = fc.letrec<{ guard: string }>((tie) => ({
  guard: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    atom,
    tie("guard").map((g) => `not (${g})`),
    fc.tuple(tie("guard"), tie("guard")).map(([a, b]) => `(${a}) and (${b})`),
    fc.tuple(tie("guard"), tie("guard")).map(([a, b]) => `(${a}) or (${b})`),
  ),
})).guard;
const sized = fc
  .tuple(exact, fc.constantFrom("len(x) > 3", "lines(x) >= 2", "words(x) < 4", "count(x, 'a') == 2"))
  .map(([a, b]) => `(${a}) and ${b}`);

const predicate = (source: string): ReturnType<typeof guard> => guard(source, "Str");

describe("a text that separates two guards", () => {
  test("is accepted by the one and refused by the other", () => {
    fc.assert(
      fc.property(fc.oneof(exact, sized), fc.oneof(exact, sized), (one, other) => {
        const [a, b] = [predicate(one), predicate(other)];
        const found = separatingText(a.predicate, b.predicate);
        if (typeof found === "object")
          expect([a.test(found.text), b.test(found.text)]).toEqual([true, false]);
      }),
      settings,
    );
  });

  test("is always found, or proved not to be there, where patterns say it all", () => {
    fc.assert(
      fc.property(
        exact,
        exact,
        fc.array(
          fc.oneof(
            text,
            word,
            fc.tuple(word, word).map((w) => w.join("")),
          ),
        ),
        (one, other, texts) => {
          const [a, b] = [predicate(one), predicate(other)];
          const found = separatingText(a.predicate, b.predicate);
          expect(found).not.toBe("unknown");
          if (found === "none")
            for (const sample of texts)
              expect(a.test(sample) && !b.test(sample), JSON.stringify(sample)).toBe(false);
        },
      ),
      settings,
    );
  });

  test("is never one of a guard and itself, nor of a guard and itself with another condition", () => {
    fc.assert(
      fc.property(exact, exact, (one, other) => {
        const [a, both] = [predicate(one), predicate(`(${one}) and (${other})`)];
        expect(separatingText(a.predicate, a.predicate)).toBe("none");
        expect(separatingText(both.predicate, a.predicate)).toBe("none");
      }),
      settings,
    );
  });
});
