import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseGuard } from "../../grammar/parse.ts";
import { printGuard } from "../../grammar/print.ts";
import { guard } from "../../src/guard/guard.ts";
import { emitJavaScript } from "../../src/guard/javascript.ts";
import { emitPython } from "../../src/guard/python.ts";
import { isText } from "../../src/guard/types.ts";
import { span, textSource } from "../../src/report/source.ts";
import { guardSource, inputType } from "../helpers/guard-sources.ts";
import { text } from "../helpers/guard-texts.ts";
import { runNode, runPython } from "../helpers/run.ts";
import { referenceValue } from "../model/evaluate.ts";

const runs = Number(process.env["FC_RUNS"] ?? 2000);
const settings = { seed: 42, numRuns: runs };
// Guards with an output, in every run of the tests; generated guards that are not sound do not count.
const leastPairs = 20_000;

const isSound = (checked: ReturnType<typeof guard>): boolean => checked.predicate.sound;

function parse(source: string): ReturnType<typeof parseGuard> {
  const file = textSource("guard", source);
  return parseGuard({ text: file.text, at: (start, end) => span(file, start, end) });
}

/** The tree without its places. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key]) => !["start", "end", "nameAt", "backspace"].includes(key),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, shape(inner)]));
}

test("printing and parsing give the same tree", () => {
  fc.assert(
    fc.property(guardSource, (source) => {
      const { value, diagnostics } = parse(source);
      expect(diagnostics.map(({ code }) => code).filter((code) => code !== "guard/mixed-chain")).toEqual([]);
      const printed = printGuard(value);
      expect(shape(parse(printed).value), printed).toEqual(shape(value));
    }),
    settings,
  );
});

test("any text as a guard gives diagnostics inside it, and never throws", () => {
  const soup = fc.array(
    fc.constantFrom(
      "x",
      "(",
      ")",
      "[",
      "]",
      "'",
      '"',
      " and ",
      " or ",
      "not ",
      "-",
      "**",
      "&&",
      "!",
      "=",
      ".",
      ",",
      ":",
      "1",
      "é",
      "\n",
      "len",
      "\\",
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        soup.map((parts) => parts.join("")),
      ),
      inputType,
      (source, type) => {
        const checked = guard(source, type);
        for (const { span: place } of checked.diagnostics) {
          expect(place.start).toBeLessThanOrEqual(place.end);
          expect(place.end).toBeLessThanOrEqual(checked.file.text.length);
        }
        expect(typeof checked.test("x")).toBe("boolean");
      },
    ),
    settings,
  );
});

test("closures answer as the reference evaluator", () => {
  fc.assert(
    fc.property(guardSource, inputType, text, (source, type, output) => {
      const checked = guard(source, type);
      fc.pre(isSound(checked));
      const expected = referenceValue(checked.predicate.expr, output, isText(checked.type));
      expect(checked.test(output), `${source} on ${type}`).toBe(expected);
    }),
    { ...settings, numRuns: Math.max(leastPairs, runs) },
  );
});

test("a guard called always true or always false is so on every output", () => {
  fc.assert(
    fc.property(guardSource, inputType, text, (source, type, output) => {
      const checked = guard(source, type);
      const verdict = checked.diagnostics.find(({ code }) => code.startsWith("guard/always-"));
      fc.pre(verdict !== undefined && isSound(checked));
      const { value, error } = checked.evaluate(output);
      // For types other than texts the verdict is about outputs that can be read.
      if (verdict?.code === "guard/always-true" && error?.code !== "guard/bad-json")
        expect(value, source).toBe(true);
      if (verdict?.code === "guard/always-false") expect(value, source).toBe(false);
    }),
    { ...settings, numRuns: Math.ceil(runs / 10) },
  );
});

describe("emitted guards answer as the reference evaluator", () => {
  const sample = fc
    .sample(fc.tuple(guardSource, inputType, fc.array(text, { minLength: 4, maxLength: 4 })), {
      seed: 7,
      numRuns: Math.max(leastPairs / 2, runs),
    })
    .map(([source, type, outputs]) => ({ checked: guard(source, type), source, outputs }))
    .filter(({ checked }) => isSound(checked));
  const expected = sample.map(({ checked, outputs }) =>
    outputs.map((output) => referenceValue(checked.predicate.expr, output, isText(checked.type))),
  );

  test("in Python", () => {
    const cases = sample.map(({ checked, outputs }) => {
      const { code, runtime } = emitPython(checked.predicate, "guard");
      return { module: `${runtime}\n\n${code}`, outputs };
    });
    const answers = runPython(cases);
    sample.forEach(({ source, outputs }, i) => {
      expect(answers[i], `${source} on ${JSON.stringify(outputs)}\n${cases[i]?.module ?? ""}`).toEqual(
        expected[i],
      );
    });
    expect(expected.flat().length).toBeGreaterThanOrEqual(leastPairs);
  });

  test("in JavaScript", () => {
    const cases = sample.map(({ checked, outputs }) => {
      const { code, runtime } = emitJavaScript(checked.predicate, "guard");
      return { module: `${runtime}\n${code}`, outputs };
    });
    const answers = runNode(cases);
    sample.forEach(({ source, outputs }, i) => {
      expect(answers[i], `${source} on ${JSON.stringify(outputs)}`).toEqual(expected[i]);
    });
  });
});
