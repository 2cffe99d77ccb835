import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alikePairs } from "../../src/rules/catalogue/similarity.ts";
import { stemOf, stemsOf } from "../../src/rules/catalogue/words.ts";

const seeded = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) };

describe("stems", () => {
  test.each([
    [["plan", "plans", "planned", "planning", "planner"], "plan"],
    [["create", "creates", "created", "creating"], "creat"],
    [["file", "files", "filed", "filing"], "fil"],
    [["query", "queries"], "query"],
    [["optimization", "optimizations", "optimize"], "optimiz"],
  ])("of %j are %s", (words, stem) => {
    expect([...new Set(words.map(stemOf))]).toEqual([stem]);
  });

  test("keep short words, and words of other scripts", () => {
    expect(["as", "css", "pdf", "наука"].map(stemOf)).toEqual(["as", "css", "pdf", "наука"]);
  });

  test("leave out what every description may say", () => {
    expect(stemsOf("Use this skill when the user wants to read PDF files", new Map())).toEqual([
      "read",
      "pdf",
      "fil",
    ]);
  });

  test("are pairs of characters where words have no spaces between them", () => {
    expect(stemsOf("整理表格", new Map())).toEqual(["整理", "理表", "表格"]);
  });
});

const word = fc.constantFrom(
  ..."pdf form table invoice audit report deploy server cloud image resize video cut merge branch review".split(" "),
);
const description = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "));

function scoresByText(texts: readonly string[]): readonly string[] {
  return alikePairs(texts, 0.3)
    .map(({ first, second, score }) => {
      const pair = [texts[first] ?? "", texts[second] ?? ""].toSorted();
      return `${score.toFixed(9)} ${pair.join(" | ")}`;
    })
    .toSorted();
}

describe("alikePairs", () => {
  test("gives 1 to equal texts and nothing to texts without a common word", () => {
    const same = "Merges PDF files page by page.";
    const pairs = alikePairs([same, "Deploys a server to the cloud.", same], 0.01);
    expect(pairs.map(({ first, second }) => [first, second])).toEqual([[0, 2]]);
    expect(pairs[0]?.score).toBeCloseTo(1, 9);
  });

  test("is between 0 and 1, and names the earlier text first", () => {
    fc.assert(
      fc.property(fc.array(description, { maxLength: 12 }), (texts) => {
        for (const { first, second, score } of alikePairs(texts, 0.1)) {
          expect(first).toBeLessThan(second);
          expect(score).toBeGreaterThanOrEqual(0.1);
          expect(score).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
      seeded,
    );
  });

  test("is symmetric: two texts in either order have one score", () => {
    fc.assert(
      fc.property(description, description, (a, b) => {
        expect(scoresByText([a, b])).toEqual(scoresByText([b, a]));
      }),
      seeded,
    );
  });

  test("does not depend on the order of the texts", () => {
    fc.assert(
      fc.property(
        fc
          .uniqueArray(description, { maxLength: 12 })
          .chain((texts) => fc.tuple(fc.constant(texts), fc.shuffledSubarray(texts, { minLength: texts.length }))),
        ([texts, shuffled]) => {
          expect(scoresByText(shuffled)).toEqual(scoresByText(texts));
        },
      ),
      seeded,
    );
  });

  test("finds the words of an exchange in another form", () => {
    const [pair] = alikePairs(
      ["Safety checks for destructive commands, when deleting files.", "Checks safety of destructive commands when files are deleted."],
      0.5,
    );
    expect(pair).toBeDefined();
  });

  // Two hundred million comparisons of each with each would run out of time.
  test("does not compare each with each", { timeout: 20_000 }, () => {
    const texts = (count: number): readonly string[] =>
      Array.from({ length: count }, (_, i) => `Handles part${i} of unit${i % 97} with tool${i % 61} for team${i % 13}.`);
    expect(alikePairs(texts(20_000), 0.99).every(({ score }) => score >= 0.99)).toBe(true);
  });
});
