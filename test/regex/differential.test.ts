import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { compilePattern, searchOf } from "../../src/regex/engine.ts";
import { nfaOf } from "../../src/regex/nfa.ts";
import { parsePattern } from "../../src/regex/parse.ts";
import { simulate } from "../../src/regex/simulate.ts";
import { nearText, oneOf, randomFrom, randomPattern, repeatDepth } from "../helpers/pattern-generator.ts";
import { searchByRe2, toJavaScript, toPython } from "../helpers/pattern-oracles.ts";

interface Case {
  readonly pattern: string;
  readonly texts: readonly string[];
}

const textsPerPattern = 16;
// 100,000 pairs; FC_RUNS takes more.
const count = Math.max(6250, Number(process.env["FC_RUNS"] ?? 0) / textsPerPattern);

function casesFrom(seed: number): readonly Case[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => {
    const pattern = randomPattern(random);
    const parsed = parsePattern(pattern);
    const length = "tree" in parsed && repeatDepth(parsed.tree.node) > 1 ? 8 : 14;
    const text = (): string => [...nearText(random, pattern)].slice(0, length).join("");
    return { pattern, texts: Array.from({ length: textsPerPattern }, text) };
  });
}

/** A digit for each text: whether the pattern occurs in it. */
function answers(texts: readonly string[], search: (text: string) => boolean): string {
  return texts.map((text) => (search(text) ? "1" : "0")).join("");
}

const pythonDriver = `
import json, re, sys
for line in sys.stdin:
    pattern, texts = json.loads(line)
    search = re.compile(pattern, re.ASCII).search
    print("".join("1" if search(text) else "0" for text in texts))
`;

function askPython(cases: readonly Case[]): readonly string[] {
  const input = cases.map(({ pattern, texts }) => JSON.stringify([toPython(pattern), texts])).join("\n");
  const { stdout, stderr } = spawnSync("python3", ["-I", "-c", pythonDriver], {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    env: { ...process.env, PYTHONUTF8: "1" },
  });
  expect(stderr).toBe("");
  return stdout.trim().split("\n");
}

test(
  "the engine, JavaScript, Python and RE2 give 100,000 pairs the same answers",
  { timeout: 180_000 },
  () => {
    const cases = casesFrom(42);
    const python = askPython(cases);
    let found = 0;
    let byRe2 = 0;
    const differences = cases.flatMap(({ pattern, texts }, i) => {
      const parsed = parsePattern(pattern);
      if ("problem" in parsed) return [`${pattern} is refused: ${parsed.problem.reason}`];
      const expected = answers(texts, compilePattern(pattern));
      found += [...expected].filter((digit) => digit === "1").length;
      const automaton = searchOf(parsed.tree, pattern);
      const nfa = nfaOf(parsed.tree);
      const script = new RegExp(toJavaScript(pattern), "u");
      const re2 = searchByRe2(pattern);
      if (re2 !== undefined) byRe2 += 1;
      const others = {
        automaton: answers(texts, automaton.found),
        bits: nfa && answers(texts, (text) => simulate(nfa, text, { steps: 0 })),
        script: answers(texts, (text) => script.test(text)),
        python: python[i],
        re2: re2 === undefined ? expected : answers(texts, re2),
      };
      return Object.entries(others).flatMap(([name, other]) =>
        other === expected ? [] : [`${name} on ${JSON.stringify([pattern, texts, expected, other])}`],
      );
    });
    expect(differences).toEqual([]);
    expect(count * textsPerPattern).toBeGreaterThanOrEqual(100_000);
    // Both answers are common, and RE2 takes nearly all.
    expect(found / (count * textsPerPattern)).toBeGreaterThan(0.25);
    expect(found / (count * textsPerPattern)).toBeLessThan(0.9);
    expect(byRe2 / count).toBeGreaterThan(0.95);
  },
);

// Long texts are walked in strides, with jumps over what leaves the state alone; the bits know nothing of either.
test("long texts: states and bits give the same answers", () => {
  const random = randomFrom(5);
  const fillers = ["z", "z", " ", "é", "😀", "a", "\n", "-"] as const;
  let found = 0;
  for (let i = 0; i < 2000; i++) {
    // Against the very end, or what never comes, a search has to read all of the text.
    const pattern = randomPattern(random) + oneOf(random, ["", "$", "$", "#", "#\\b", "é#|#$"]);
    const parsed = parsePattern(pattern);
    const nfa = "problem" in parsed ? undefined : nfaOf(parsed.tree);
    if ("problem" in parsed || nfa === undefined) throw new Error(pattern);
    const search = searchOf(parsed.tree, pattern);
    for (let j = 0; j < 3; j++) {
      const parts = Array.from(
        { length: 8 },
        () => oneOf(random, fillers).repeat(random(150)) + nearText(random, pattern),
      );
      const text = parts.join("").repeat(1 + random(2)) + oneOf(random, ["", "", "#", "a#"]);
      const expected = simulate(nfa, text, { steps: 0 });
      found += Number(expected);
      expect(search.found(text), JSON.stringify([pattern, text])).toBe(expected);
    }
  }
  expect(found).toBeGreaterThan(1500);
  expect(found).toBeLessThan(5500);
});
