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

interface Refused {
  readonly guard: string;
  readonly code: string;
  /** The text under the caret. */
  readonly at: string;
  /** The message. */
  readonly reason: string;
}

/** What lambdagent reads and a guard refuses, with all that is said of it. */
const refused = JSON.parse(
  readFileSync(new URL("fixtures/lambdagent-refused.json", import.meta.url), "utf8"),
) as readonly Refused[];

/** lambdagent has no methods, so that this guard is false for ever there; the value here is Python's. */
const differs: Readonly<Record<string, readonly string[]>> = {
  "x.startswith('a')": texts.filter((text) => text.startsWith("a")),
};

describe("guards of lambdagent", () => {
  test.each(guards)("$guard", ({ guard: source, trueOn }) => {
    const checked = guard(source);
    const errors = checked.diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ code, span, message }) => ({
        guard: source,
        code,
        at: source.slice(span.start, span.end),
        reason: message,
      }));
    const reasons = refused.filter((entry) => entry.guard === source);
    expect(errors).toEqual(reasons);
    const expected = reasons.length === 0 ? (differs[source] ?? trueOn) : [];
    expect(texts.filter((text) => checked.test(text))).toEqual(expected);
  });

  test("the lists above name observed guards only", () => {
    const known = new Set(guards.map(({ guard: source }) => source));
    const named = [...refused.map(({ guard: source }) => source), ...Object.keys(differs)];
    expect(named.filter((source) => !known.has(source))).toEqual([]);
  });
});
