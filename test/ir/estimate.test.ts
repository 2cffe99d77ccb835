import { expect, test } from "vitest";
import { gradeOf } from "../../src/ir/estimate.ts";
import { effectOf } from "../../src/ir/infer.ts";
import { finite, levelOf } from "../../src/ir/lattice.ts";
import type { Term } from "../../src/ir/term.ts";
import { guarded, lam, tool } from "../helpers/term.ts";
import observed from "./fixtures/lambdagent-terms.json" with { type: "json" };

interface Written {
  readonly term: string;
  readonly model?: string;
  readonly retry?: number;
  readonly n?: number;
  readonly of?: Written | readonly Written[];
  readonly classifier?: Written;
  readonly routes?: readonly Written[];
  readonly then?: Written;
  readonly else?: Written;
}

function build(written: Written): Term {
  const one = (): Term => build(written.of as Written);
  const all = (): Term[] => (written.of as readonly Written[]).map(build);
  switch (written.term) {
    case "lam":
      return lam(written.model ?? "");
    case "tool":
      return tool;
    case "compose":
    case "pair":
    case "par":
      return { kind: written.term, terms: all() };
    case "guard":
      return guarded(one(), written.retry ?? 0);
    case "memory":
      return { kind: "memory", keys: ["k"], term: one() };
    case "loop":
      return { kind: "loop", body: one(), maxSteps: written.n ?? 1 };
    case "if":
      return {
        kind: "if",
        condition: undefined,
        then: build(written.then as Written),
        else: build(written.else as Written),
      };
    case "route":
      return {
        kind: "route",
        classifier: build(written.classifier as Written),
        routes: (written.routes ?? []).map((route, i) => ({ label: `r${i}`, term: build(route) })),
        default: undefined,
      };
    default:
      throw new Error(`the recorded term ${written.term} is not read`);
  }
}

const terms = observed.terms as readonly {
  readonly term: Written;
  readonly effect: string;
  readonly grade: Record<string, number>;
}[];
// lambdagent prices gpt-4o as gpt-4, since it takes the first name of its table that occurs in the model's.
const isPricedOtherwise = (term: Written): boolean => JSON.stringify(term).includes('"gpt-4o"');

test("160 grades that lambdagent gave", () => {
  expect(terms).toHaveLength(160);
  expect(terms.filter(({ term }) => isPricedOtherwise(term)).length).toBeLessThan(80);
  for (const { term, grade } of terms.filter((entry) => !isPricedOtherwise(entry.term))) {
    const ours = gradeOf(build(term), () => 0);
    for (const [key, value] of Object.entries(grade)) {
      const found = ours[key as keyof typeof ours];
      expect(
        Math.abs(found - value),
        `${key} of ${JSON.stringify(term)}: ${found} and ${value}`,
      ).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(value)));
    }
  }
});

test("the other grades are those of the same terms with gpt-4 in the place of gpt-4o", () => {
  const others = terms.filter(({ term }) => isPricedOtherwise(term));
  expect(others.length).toBeGreaterThan(10);
  for (const { term, grade } of others) {
    const asPriced = JSON.parse(JSON.stringify(term).replaceAll('"gpt-4o"', '"gpt-4"')) as Written;
    const ours = gradeOf(build(asPriced), () => 0);
    for (const [key, value] of Object.entries(grade)) {
      const found = ours[key as keyof typeof ours];
      expect(Math.abs(found - value), `${key} of ${JSON.stringify(term)}`).toBeLessThanOrEqual(
        1e-9 * Math.max(1, Math.abs(value)),
      );
    }
  }
});

test("gpt-4o has its own price here", () => {
  expect(gradeOf(lam("gpt-4o"), () => 0)).toMatchObject({ tokens: 800, latency: 1.5, money: 0.002 });
});

test("160 effects: ours are on the level that lambdagent's chain gives", () => {
  for (const { term, effect } of terms) {
    const chain = effect.includes("llm(")
      ? "llm"
      : effect.includes("io")
        ? "io"
        : effect.includes("state")
          ? "state"
          : "pure";
    // lambdagent counts an agent's own model, so no model is a host here.
    expect(levelOf(effectOf(build(term)), finite([])), effect).toBe(chain);
  }
});

test("a prompt's tokens are added to the baseline, and money follows", () => {
  // 800 + 200 tokens, 1.0 · 0.003 USD
  const grade = gradeOf(lam("claude-sonnet-4-20250514", { skillPrompt: "p" }), () => 200);
  expect(grade.tokens).toBe(1000);
  expect(grade.money).toBeCloseTo(0.003, 12);
});

test("a hint replaces the baseline; what it leaves out is kept", () => {
  const hint = { latency: 9, p_useful: 0.5 };
  const grade = gradeOf(lam("claude-sonnet-4-20250514", { hint, skillPrompt: "p" }), () => 200);
  expect(grade).toEqual({ p: 0.5, p_fatal: 0.01, tokens: 800, latency: 9, money: 0.8 * 0.003 });
});

test("a judge costs one call each attempt", () => {
  const judge = { ...ruleOf(1), kind: "judge", rubric: "r", model: "gpt-4o", threshold: 0.7 } as const;
  const term: Term = { kind: "guard", guard: judge, term: lam("gpt-4o") };
  // Each attempt: two calls of gpt-4o, 1600 tokens and 3 s; twice.
  expect(gradeOf(term, () => 0)).toMatchObject({ tokens: 3200, latency: 6 });
});

function ruleOf(retry: number): Extract<Term, { kind: "guard" }>["guard"] {
  const term = guarded(tool, retry);
  if (term.kind !== "guard") throw new Error("not a guard");
  return term.guard;
}
