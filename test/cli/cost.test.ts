import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitRuns, wilson } from "../../src/cli/cost-fit.ts";
import type { Run } from "../../src/cli/cost-records.ts";
import { readRuns } from "../../src/cli/cost-records.ts";
import { endOfJson } from "../../src/cli/json-place.ts";
import { positionAt, textOf, textSource } from "../../src/report/source.ts";
import { skillc, withFolder } from "../helpers/command.ts";

const settings = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) };
const run = (more: Partial<Run>): Run => ({
  skill: "s",
  outcome: "useful",
  attempts: 1,
  tokens: 100,
  latency: 1,
  money: undefined,
  ...more,
});

describe("records", () => {
  const good =
    '{"skill": "s", "outcome": "useful", "attempts": 2, "tokens": 10, "latency": 1.5, "money": 0.1}';

  test("are objects a line; empty lines and other keys are passed over", () => {
    const { value, diagnostics } = readRuns(
      textSource("r.jsonl", `\ufeff${good}\r\n\n${good.replace("{", '{"trace": [1], ')}`),
    );
    const expected = { skill: "s", outcome: "useful", attempts: 2, tokens: 10, latency: 1.5, money: 0.1 };
    expect(value).toEqual([expected, expected]);
    expect(diagnostics).toEqual([]);
  });

  test.each([
    ['{"skill": "s" "outcome": 1}', 14, "it is no JSON from here on"],
    ["not json", 0, "it is no JSON from here on"],
    ['{"skill": "s', 10, "it is no JSON from here on"],
    ["[]", 0, "it is no object"],
    ['  {"skill": "s"}', 2, "`outcome` is missing"],
    [good.replace("10", '"10"'), good.indexOf('"tokens"'), "`tokens` is not a number from 0"],
    [
      good.replace('"attempts": 2', '"attempts": 0'),
      good.indexOf('"attempts"'),
      "`attempts` is not a whole number from 1",
    ],
    [
      good.replace("useful", "fine"),
      good.indexOf('"outcome"'),
      "`outcome` is not `useful`, `useless` or `fatal`",
    ],
  ])("%s is none, and the others count", (line, offset, why) => {
    const file = textSource("r.jsonl", `${good}\n${line}\n${good}\n`);
    const { value, diagnostics } = readRuns(file);
    expect(value).toHaveLength(2);
    const [problem] = diagnostics;
    expect([problem?.code, problem?.message]).toEqual([
      "cost/run-record",
      `This line is no record of a run: ${why}.`,
    ]);
    expect(problem && positionAt(file, problem.span.start)).toEqual({ line: 2, column: offset + 1 });
    expect(problem && textOf(problem.span)).not.toBe("");
  });

  test("of any bytes give records or diagnostics, and never an exception", () => {
    const words = fc.constantFrom(
      "{",
      "}",
      '"skill"',
      ":",
      ",",
      '"s"',
      "1",
      "null",
      "\n",
      "\r",
      "[",
      "]",
      "\\",
      '"',
      " ",
      "e9",
      "-",
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(words, fc.string({ unit: "binary", maxLength: 3 })), { maxLength: 40 }),
        (parts) => {
          const { value, diagnostics } = readRuns(textSource("r.jsonl", parts.join("")));
          for (const { span } of diagnostics) expect(span.end).toBeGreaterThan(span.start);
          expect(value.length + diagnostics.length).toBeLessThanOrEqual(parts.join("").split("\n").length);
        },
      ),
      settings,
    );
  });

  test("JSON ends where the engine finds it ends: every proper prefix is cut off, every value is whole", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, cut) => {
        expect(endOfJson(text)).toBe(text.length);
        const broken = `${text.slice(0, cut % (text.length + 1))}\u0001`;
        expect(endOfJson(broken)).toBeLessThanOrEqual(broken.length - 1);
      }),
      settings,
    );
  });
});

describe("fits", () => {
  test("Wilson's interval, against values worked out by hand", () => {
    // n = 10, k = 8: centre (0.8 + 0.19207) / 1.38415, half 1.95996 · sqrt(0.016 + 0.0096037) / 1.38415.
    const { value, low, high } = wilson(8, 10);
    expect(value).toBe(0.8);
    expect(low).toBeCloseTo(0.4902, 4);
    expect(high).toBeCloseTo(0.9433, 4);
    expect(wilson(0, 10).low).toBe(0);
    expect(wilson(0, 10).high).toBeCloseTo(0.2775, 4);
    expect(wilson(10, 10).low).toBeCloseTo(0.7225, 4);
  });

  test("are of one attempt", () => {
    const fit = fitRuns([
      run({ attempts: 3, tokens: 300, latency: 6 }),
      run({ attempts: 1, tokens: 100, latency: 2, outcome: "fatal" }),
    ]);
    expect([fit.tokens.value, fit.latency.value, fit.p_useful.value, fit.p_fatal.value]).toEqual([
      100, 2, 0.25, 0.25,
    ]);
    expect(fit.money).toBeUndefined();
  });

  const runs = fc.array(
    fc.record({
      outcome: fc.constantFrom("useful" as const, "useless" as const, "fatal" as const),
      attempts: fc.integer({ min: 1, max: 5 }),
      tokens: fc.integer({ min: 0, max: 10_000 }),
    }),
    { minLength: 1, maxLength: 40 },
  );

  test("are hints: chances add to at most 1, and every figure lies in its interval", () => {
    fc.assert(
      fc.property(runs, (parts) => {
        const fit = fitRuns(parts.map(run));
        expect(fit.p_useful.value + fit.p_fatal.value).toBeLessThanOrEqual(1);
        for (const { value, low, high } of [fit.p_useful, fit.p_fatal]) {
          expect(low).toBeLessThanOrEqual(value);
          expect(high).toBeGreaterThanOrEqual(value);
        }
        expect(fit.tokens.low).toBeLessThanOrEqual(fit.tokens.high);
        expect(fitRuns(parts.map(run))).toEqual(fit);
      }),
      { ...settings, numRuns: Math.min(settings.numRuns, 100) },
    );
  });

  test("hold the true value in about 95 of 100 records that are drawn from it", () => {
    let state = 1;
    const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const trials = 200;
    let tokens = 0;
    let useful = 0;
    for (let trial = 0; trial < trials; trial++) {
      const fit = fitRuns(
        Array.from({ length: 60 }, () =>
          run({
            tokens: 1000 + 400 * (random() + random() + random() - 1.5),
            outcome: random() < 0.8 ? "useful" : "useless",
          }),
        ),
      );
      if (fit.tokens.low <= 1000 && 1000 <= fit.tokens.high) tokens++;
      if (fit.p_useful.low <= 0.8 && 0.8 <= fit.p_useful.high) useful++;
    }
    for (const held of [tokens, useful]) {
      expect(held / trials).toBeGreaterThan(0.9);
      expect(held / trials).toBeLessThanOrEqual(1);
    }
  });
});

describe("the command", () => {
  const skill =
    "name: s\nversion: 1.0.0\ndescription: Does s. Use for s.\nprompt: Do it.\ninterface:\n  guard: {predicate: x, retry: 1}\n  cost_hint: {tokens: 1000, latency: 2, money: 0.003, p_useful: 0.5, p_fatal: 0.02}\n";
  const line = (tokens: number, outcome: string, attempts: number): string =>
    `${JSON.stringify({ skill: "s", outcome, attempts, tokens, latency: 2 * attempts, money: 0.003 * attempts })}\n`;
  const record = (tokens: number, bad: string): string =>
    Array.from({ length: 40 }, (_, i) =>
      i % 4 === 0 ? line(2 * tokens, bad, 2) : line(tokens, "useful", 1),
    ).join("");

  function ask(runs: string, ...args: readonly string[]): ReturnType<typeof skillc> {
    return withFolder((folder) => {
      writeFileSync(join(folder, "skill.yml"), skill);
      writeFileSync(join(folder, "runs.jsonl"), runs);
      const paths = args[0] === "validate" ? ["."] : [];
      return skillc(["cost", ...args, "runs.jsonl", ...paths], { cwd: folder });
    });
  }

  test("learn prints a hint to paste", () => {
    const { status, stdout } = ask(record(1000, "useless"), "learn");
    expect(status).toBe(0);
    // 40 runs of 30 · 1 + 10 · 2 attempts, 30 of them useful.
    expect(stdout).toMatch(/^# s: 40 runs, 50 attempts\ninterface:\n {2}cost_hint:\n {4}tokens: 1000 /);
    expect(stdout).toMatch(/^ {4}p_useful: 0\.6 +# 95 %: 0\.4\d+ to 0\.7\d+$/m);
  });

  test("validate agrees with a record that is as expected", () => {
    const { status, stdout } = ask(record(1100, "useless"), "validate");
    expect(stdout).not.toContain("off");
    expect(status).toBe(0);
  });

  test("validate says where a record is more than twice what is expected", () => {
    const { status, stdout, stderr } = ask(record(2500, "fatal"), "validate", "--format", "json");
    expect(status).toBe(1);
    const answer = JSON.parse(stdout) as {
      comparisons: { part: string; isOff: boolean }[];
      diagnostics: { code: string; line: number }[];
    };
    expect(answer.comparisons.filter(({ isOff }) => isOff).map(({ part }) => part)).toEqual([
      "tokens",
      "p_fatal",
    ]);
    expect(new Set(answer.diagnostics.map(({ code }) => code))).toEqual(
      new Set(["cost/prediction", "cost/bound-exceeded"]),
    );
    expect(stderr).toBe("");
  });

  test("a skill that was not read is said, and a line that is no run ends with status 1", () => {
    const other = ask(record(1000, "useless").replaceAll('"s"', '"t"'), "validate", "--format", "json");
    expect(other.stdout).toContain("cost/run-unknown-skill");
    expect(other.status).toBe(0);
    const broken = ask(`${record(1000, "useless")}{`, "learn");
    expect(broken.status).toBe(1);
    expect(broken.stdout).toContain("# s: 40 runs");
    expect(broken.stderr).toContain("runs.jsonl:41:1");
  });
});
