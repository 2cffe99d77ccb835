import { expect, test } from "vitest";
import { emitCangjie } from "../../src/guard/cangjie.ts";
import { guard } from "../../src/guard/guard.ts";
import { emitJavaScript } from "../../src/guard/javascript.ts";
import { emitPython } from "../../src/guard/python.ts";
import { compilePattern } from "../../src/regex/engine.ts";
import { checkPattern } from "../../src/regex/pattern.ts";
import { tableOf } from "../../src/regex/table.ts";
import { asJavaScript } from "../helpers/cangjie-script.ts";
import { nearText, oneOf, randomFrom, randomPattern } from "../helpers/pattern-generator.ts";
import { runNode, runPython } from "../helpers/run.ts";

interface Case {
  readonly pattern: string;
  readonly texts: readonly string[];
}

/** Random patterns on texts near to them: 4,800 pairs. */
function ordinaryCases(): readonly Case[] {
  const random = randomFrom(11);
  return Array.from({ length: 600 }, () => {
    const pattern = randomPattern(random);
    return { pattern, texts: Array.from({ length: 8 }, () => nearText(random, pattern)) };
  });
}

/** Patterns with more than 2,000 states, which are walked position by position. */
const large = [
  "a.{12}b",
  "(?m)^[ab]*a.{12}b$",
  "(?i)a.{12}B\\b",
  "[a-d].{9}[ef].{9}[zy]|a(a|b){12}a$",
  "(a|b)*a(a|b|\\n){12}a",
  "a[^c]{13}\\b",
  "(?m)(|^)a.{13}$",
];

function largeCases(): readonly Case[] {
  const random = randomFrom(12);
  const text = (): string =>
    Array.from({ length: 10 + random(25) }, () =>
      oneOf(random, ["a", "a", "a", "b", "b", "b", "B", "c", "é", "😀", " ", "\n"]),
    ).join("");
  return large.map((pattern) => ({ pattern, texts: Array.from({ length: 60 }, text) }));
}

/** Texts longer than any stride or jump of a walker. */
function longCases(): readonly Case[] {
  const random = randomFrom(13);
  const fillers = ["z", " ", "é", "😀", "a", "\n", "-"] as const;
  return Array.from({ length: 150 }, () => {
    const pattern = randomPattern(random) + oneOf(random, ["$", "#", "#\\b", "é#|#$"]);
    const text = (): string =>
      Array.from(
        { length: 6 },
        () => oneOf(random, fillers).repeat(random(150)) + nearText(random, pattern),
      ).join("") + oneOf(random, ["", "#", "a#"]);
    return { pattern, texts: Array.from({ length: 4 }, text) };
  });
}

function emitCangjieScript(...args: Parameters<typeof emitPython>): ReturnType<typeof emitPython> {
  const emitted = emitCangjie(...args);
  if ("because" in emitted) throw new Error(emitted.because);
  return { code: asJavaScript(emitted.code), runtime: asJavaScript(emitted.runtime) };
}

test(
  "emitted JavaScript, Python and Cangjie walk the tables to the answers of the engine",
  { timeout: 60_000 },
  () => {
    const cases = [...ordinaryCases(), ...longCases(), ...largeCases()];
    const modules = (emit: typeof emitPython) =>
      cases.map(({ pattern, texts }) => {
        const { code, runtime } = emit(guard(`regex(x, r'${pattern}')`).predicate, "guard");
        return { module: `${runtime}\n\n${code}`, outputs: texts };
      });
    const expected = cases.map(({ pattern, texts }) => texts.map(compilePattern(pattern)));
    const python = runPython(modules(emitPython));
    const script = runNode(modules(emitJavaScript));
    // No Cangjie compiler is at hand: its text runs as the JavaScript that it nearly is.
    const cangjie = runNode(modules(emitCangjieScript));
    cases.forEach(({ pattern, texts }, i) => {
      const name = `${pattern} on ${JSON.stringify(texts)}`;
      expect(python[i], `Python: ${name}`).toEqual(expected[i]);
      expect(script[i], `JavaScript: ${name}`).toEqual(expected[i]);
      expect(cangjie[i], `Cangjie: ${name}`).toEqual(expected[i]);
    });
    expect(expected.flat().length).toBeGreaterThan(5000);
  },
);

test("tables are the same for the same pattern, small for small ones, and of both kinds", () => {
  // Two classes, t and the rest; one row beside the dead and the found state.
  expect(tableOf("^t")).toEqual({ required: "t", size: 14, numbers: expect.stringMatching(/^0 2 2 3 /) });
  expect(tableOf("verdict")).toEqual({ text: "verdict", required: "verdict", size: 0, numbers: "" });
  expect(tableOf("(?m)^verdict: (pass|fail)$")).toEqual(tableOf("(?m)^verdict: (?:pass|fail)$"));
  for (const pattern of large) expect(tableOf(pattern)?.numbers.slice(0, 2), pattern).toBe("1 ");
  expect(tableOf("^.{10,500}$")?.numbers.slice(0, 2)).toBe("0 ");
});

test("what needs more than 2,000 states and 512 positions is refused", () => {
  const { problem } = checkPattern("error.{0,600}fatal");
  expect(problem?.reason).toBe("written out, its repetitions need an automaton of more than 2000 states");
  expect(checkPattern("error.{0,400}fatal").problem).toBeUndefined();
  expect(checkPattern("^x{1,900}$").problem).toBeUndefined();
  // Far beyond anything that could be built.
  expect(checkPattern("(?:abcdefghij){1000}[ab]{1000}.{1000}").problem?.reason).toContain("2000 states");
});
