import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens } from "../../src/cli/tokens.ts";
import { boundOf } from "../../src/ir/bound.ts";
import { childrenOf } from "../../src/ir/children.ts";
import type { Bound, Limit } from "../../src/ir/grade.ts";
import type { Guard } from "../../src/ir/guard.ts";
import { pure, top } from "../../src/ir/lattice.ts";
import type { Term } from "../../src/ir/term.ts";
import { runTerm } from "../model/run-term.ts";
import type { Trace, Used } from "../model/run-term.ts";
import { anywhere, restrictWith } from "../helpers/program.ts";
import { guarded, lam, tool } from "../helpers/term.ts";

const prompts = [
  "",
  "Grade the assignment. Give one mark from 1 to 5, and one sentence that says why.",
  "按照评分标准批改作业，先给出分数，再用一句话说明理由。",
  "Read the files that the user names, and answer from what stands in them.\n".repeat(12),
  "```ts\nexport function parse(source: string): Checked<Tree> {\n  return { value: undefined, diagnostics: [] };\n}\n```\n",
  "🙂🙃 \u0000\uffff �� naïve café",
];
const sizes = new Map(prompts.map((prompt) => [prompt, countTokens(prompt)]));
const size = (text: string): number => sizes.get(text) ?? countTokens(text);

const leaf: fc.Arbitrary<Term> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        model: fc.constantFrom("gpt-4o", "claude-haiku-4-5-20251001", "unheard-of"),
        prompt: fc.constantFrom(...prompts),
        maxTokens: fc.constantFrom(1, 64, 512, 2048),
        maxCalls: fc.constantFrom(1, 1, 1, 3),
        temperature: fc.constantFrom(0, 0.7),
        hint: fc.constantFrom(undefined, { latency: 9 }, { latency: 0.1, p_useful: 0.5 }),
      })
      .map(({ model, ...parts }): Term => lam(model, parts)),
  },
  { weight: 1, arbitrary: fc.constant(tool) },
);

function judged(term: Term, retry: number, model: string | undefined): Term {
  const guard: Guard = {
    kind: "judge",
    retry,
    onFail: "last",
    merge: "nest",
    rubric: prompts[1] ?? "",
    model,
    threshold: 0.7,
    span: anywhere,
  };
  return { kind: "guard", guard, term };
}

const { term } = fc.letrec<{ term: Term }>((tie) => {
  const inner = tie("term");
  const parts = fc.array(inner, { minLength: 1, maxLength: 3 });
  return {
    term: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc
        .tuple(fc.constantFrom("compose" as const, "pair" as const, "par" as const), parts)
        .map(([kind, terms]): Term => ({ kind, terms })),
      fc.tuple(inner, fc.nat(3)).map(([one, retry]) => guarded(one, retry)),
      fc
        .tuple(inner, fc.nat(2), fc.constantFrom(undefined, "gpt-4"))
        .map(([one, retry, model]) => judged(one, retry, model)),
      fc
        .tuple(inner, fc.integer({ min: 1, max: 3 }))
        .map(([body, maxSteps]): Term => ({ kind: "loop", body, maxSteps })),
      fc
        .tuple(fc.option(inner, { nil: undefined }), inner, inner)
        .map(([condition, yes, no]): Term => ({ kind: "if", condition, then: yes, else: no })),
      fc
        .tuple(inner, fc.array(inner, { maxLength: 2 }), fc.option(inner, { nil: undefined }))
        .map(([classifier, routes, otherwise]): Term => ({
          kind: "route",
          classifier,
          routes: routes.map((one, i) => ({ label: `r${i}`, term: one })),
          default: otherwise,
        })),
      inner.map((one): Term => ({ kind: "memory", keys: ["k"], term: one })),
      inner.map((one): Term => ({ kind: "skill", name: "s", effect: pure, term: one })),
      inner.map((one): Term => ({
        kind: "restrict",
        name: "r",
        restrict: restrictWith({}),
        ceiling: top,
        term: one,
      })),
    ),
  };
});

/** Where a run uses more than the bound says. */
function violations(bound: Bound, used: Used): readonly string[] {
  const pairs: readonly (readonly [string, number, Limit])[] = [
    ["tokens", used.tokens, bound.tokens],
    ["seconds", used.seconds, bound.latency],
    ["money", used.money, bound.money],
    ["calls", used.calls, bound.calls],
  ];
  return pairs
    .filter(([, actual, most]) => most !== "unbounded" && actual > most * (1 + 1e-12))
    .map(([part, actual, most]) => `${part}: ${actual} > ${most}`);
}

// 100,000 pairs whatever FC_RUNS says; more where it says more.
const runs = Math.max(100_000, Number(process.env["FC_RUNS"] ?? 0));

/**
 * The worst runs write all that they may and try as often as they may, some write all that they may and decide anything,
 * the others are anything.
 */
type Kind = "worst" | "full" | "any";
const seeds = fc.record({ seed: fc.integer(), kind: fc.constantFrom<Kind>("worst", "full", "any") });

function traceOf({ seed, kind }: { readonly seed: number; readonly kind: Kind }): Trace {
  let state = seed | 0;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
  return {
    draw: () => (kind === "worst" && uniform() > 0.05 ? 1 - 2 ** -40 : uniform()),
    fill: () => (kind === "any" ? uniform() : 1),
    countTokens: size,
  };
}

const holds = (made: Term, kinds: readonly string[]): boolean =>
  kinds.includes(made.kind) || childrenOf(made).some((child) => holds(child, kinds));
const median = (values: readonly number[]): number =>
  Number((values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN).toFixed(2));
const plain = "all without Loop, If, Route";

test("no run of 100,000 uses more than the bound; how far above it is, form by form", () => {
  const ratios = new Map<string, Record<Exclude<Kind, "worst">, number[]>>();
  const note = (form: string, kind: Exclude<Kind, "worst">, ratio: number): void => {
    const lists = ratios.get(form) ?? { full: [], any: [] };
    ratios.set(form, lists);
    lists[kind].push(ratio);
  };
  fc.assert(
    fc.property(term, seeds, (made, seed) => {
      const used = runTerm(made, 0, traceOf(seed));
      const near = boundOf(made, [], size);
      const found = [...violations(boundOf(made), used), ...violations(near, used)];
      if (found.length > 0) expect(found, JSON.stringify(made)).toEqual([]);
      if (seed.kind === "worst" || used.tokens === 0 || near.tokens === "unbounded") return;
      const ratio = near.tokens / used.tokens;
      note(made.kind, seed.kind, ratio);
      if (!holds(made, ["loop", "if", "route"])) note(plain, seed.kind, ratio);
    }),
    { seed: 42, numRuns: runs },
  );
  // A bound holds relative to what a call may write, so it is measured on runs whose calls write that much.
  const rows = [...ratios].map(([form, { full, any }]) => [
    form,
    { runs: full.length, "bound/actual": median(full), "with answers of any length": median(any) },
  ]);
  console.table(Object.fromEntries(rows));
  expect(median(ratios.get(plain)?.full ?? [])).toBeLessThanOrEqual(2);
});
