import fc from "fast-check";
import { expect, test } from "vitest";
import { boundOf } from "../../src/ir/bound.ts";
import { childrenOf } from "../../src/ir/children.ts";
import type { Lam, Term } from "../../src/ir/term.ts";
import { laws } from "../helpers/law-runs.ts";
import { guarded, lam, tool } from "../helpers/term.ts";

/** The chances of one run; the rest is an answer that is of no use. */
interface Chances {
  readonly pass: number;
  readonly fatal: number;
}

type Leaf = Extract<Term, { kind: "lam" | "tool" }>;
/** How each leaf that answers the same every time answers in this world. */
type World = ReadonlyMap<Leaf, Chances>;

const ofLeaf = (leaf: Leaf): Chances =>
  leaf.kind === "tool"
    ? { pass: 0.98, fatal: 0.02 }
    : { pass: leaf.hint?.p_useful ?? 0.99, fatal: leaf.hint?.p_fatal ?? 0.01 };

function leavesOf(term: Term): readonly Leaf[] {
  return term.kind === "lam" || term.kind === "tool" ? [term] : childrenOf(term).flatMap(leavesOf);
}

const isFixed = (leaf: Leaf): boolean => leaf.kind === "tool" || leaf.temperature === 0;

/** Every world with its probability: each fixed leaf passes, fails or ends the run, once and for all. */
function worldsOf(leaves: readonly Leaf[]): readonly (readonly [World, number])[] {
  return leaves.reduce<readonly (readonly [World, number])[]>(
    (worlds, leaf) => {
      const { pass, fatal } = ofLeaf(leaf);
      const outcomes: readonly (readonly [Chances, number])[] = [
        [{ pass: 1, fatal: 0 }, pass],
        [{ pass: 0, fatal: 0 }, 1 - pass - fatal],
        [{ pass: 0, fatal: 1 }, fatal],
      ];
      return worlds.flatMap(([world, chance]) =>
        outcomes.map(([outcome, own]) => [new Map([...world, [leaf, outcome]]), chance * own] as const),
      );
    },
    [[new Map(), 1]],
  );
}

const sure: Chances = { pass: 1, fatal: 0 };
// A part that is of no use does not keep the next from running, and from ending the run.
const both = (a: Chances, b: Chances): Chances => ({
  pass: a.pass * b.pass,
  fatal: 1 - (1 - a.fatal) * (1 - b.fatal),
});

/** Exactly, in one world; `turn` says which branch is taken. */
function chancesIn(world: World, term: Term, turn: number): Chances {
  const inside = (inner: Term): Chances => chancesIn(world, inner, turn + 1);
  switch (term.kind) {
    case "lam":
    case "tool":
      return world.get(term) ?? ofLeaf(term);
    case "if":
      return both(
        term.condition === undefined ? sure : inside(term.condition),
        inside(turn % 2 === 0 ? term.then : term.else),
      );
    case "loop":
      return Array.from({ length: term.maxSteps }, () => inside(term.body)).reduce(both, sure);
    case "guard": {
      const { pass, fatal } = inside(term.term);
      let [passed, ended, open] = [0, 0, 1];
      for (let left = 1 + term.guard.retry; left > 0; left--) {
        passed += open * pass;
        ended += open * fatal;
        open *= 1 - pass - fatal;
      }
      return { pass: passed, fatal: ended };
    }
    default:
      return childrenOf(term).map(inside).reduce(both, sure);
  }
}

const leaf = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom(0, 1), fc.integer({ min: 0, max: 100 }), fc.nat(100)) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
// Every leaf is its own object: two equal ones answer for themselves.
const { term } = fc.letrec<{ term: Term }>((tie) => ({
  term: fc.oneof(
    { depthSize: "small" },
    leaf.map((made): Leaf => {
      if (made === undefined) return { ...tool } as Leaf;
      const [temperature, pass, share] = made;
      const hint = { p_useful: pass / 100, p_fatal: ((100 - pass) * share) / 10_000 };
      return lam("m", { temperature, hint }) satisfies Lam;
    }),
    fc
      .tuple(
        fc.constantFrom("compose" as const, "par" as const),
        fc.array(tie("term"), { minLength: 1, maxLength: 3 }),
      )
      .map(([kind, terms]): Term => ({ kind, terms })),
    fc.tuple(tie("term"), fc.nat(3)).map(([inner, retry]) => guarded(inner, retry)),
    fc.tuple(tie("term"), fc.nat(3)).map(([inner, retry]) => guarded(inner, retry)),
    fc
      .tuple(tie("term"), tie("term"))
      .map(([yes, no]): Term => ({ kind: "if", condition: undefined, then: yes, else: no })),
    fc
      .tuple(tie("term"), fc.integer({ min: 1, max: 2 }))
      .map(([body, maxSteps]): Term => ({ kind: "loop", body, maxSteps })),
    tie("term").map((inner): Term => ({ kind: "memory", keys: ["k"], term: inner })),
  ),
}));

// 3^5 worlds.
const mostFixed = 5;

test("a run succeeds at least as often as the bound says, and ends fatally at most as often", () => {
  let retried = 0;
  fc.assert(
    fc.property(term, fc.nat(1), (made, turn) => {
      const fixed = leavesOf(made).filter(isFixed);
      if (fixed.length > mostFixed) return;
      let [pass, fatal] = [0, 0];
      for (const [world, chance] of worldsOf(fixed)) {
        const found = chancesIn(world, made, turn);
        pass += chance * found.pass;
        fatal += chance * found.fatal;
      }
      const bound = boundOf(made);
      if (made.kind === "guard" && pass > bound.p + 1e-9) retried++;
      const isSound = pass >= bound.p - 1e-9 && fatal <= bound.p_fatal + 1e-9;
      if (!isSound) expect({ pass, fatal }, JSON.stringify(made)).toEqual([bound.p, bound.p_fatal]);
    }),
    laws,
  );
  expect(retried).toBeGreaterThan(0);
});
