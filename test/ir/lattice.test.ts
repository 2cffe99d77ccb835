import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Effect, NameSet } from "../../src/ir/effect.ts";
import { levels } from "../../src/ir/effect.ts";
import {
  allBut,
  ceiling,
  complement,
  everything,
  finite,
  has,
  implies,
  join,
  leq,
  levelOf,
  meet,
  minus,
  pure,
  top,
} from "../../src/ir/lattice.ts";
import { laws as settings } from "../helpers/law-runs.ts";

const names = ["a", "b", "c", "d"];
const set: fc.Arbitrary<NameSet> = fc
  .tuple(fc.boolean(), fc.subarray(names))
  .map(([isFinite, members]) => (isFinite ? finite(members) : allBut(members)));
const effect: fc.Arbitrary<Effect> = fc.record({ llm: set, io: set, state: set });

function law(title: string, ...property: Parameters<typeof fc.assert>): void {
  test(title, () => {
    fc.assert(property[0] as fc.IProperty<unknown[]>, settings);
  });
}

describe("effects form a Boolean algebra", () => {
  law(
    "commutative, associative, absorbing, distributive",
    fc.property(effect, effect, effect, (a, b, c) => {
      expect(join(a, b)).toEqual(join(b, a));
      expect(meet(a, b)).toEqual(meet(b, a));
      expect(join(a, join(b, c))).toEqual(join(join(a, b), c));
      expect(meet(a, meet(b, c))).toEqual(meet(meet(a, b), c));
      expect(join(a, meet(a, b))).toEqual(a);
      expect(meet(a, join(a, b))).toEqual(a);
      expect(meet(a, join(b, c))).toEqual(join(meet(a, b), meet(a, c)));
    }),
  );
  law(
    "complement, bottom and top",
    fc.property(effect, effect, (a, b) => {
      expect(join(a, complement(a))).toEqual(top);
      expect(meet(a, complement(a))).toEqual(pure);
      expect(complement(complement(a))).toEqual(a);
      expect(complement(join(a, b))).toEqual(meet(complement(a), complement(b)));
      expect(leq(pure, a) && leq(a, top)).toBe(true);
    }),
  );
  law(
    "order is inclusion, name by name",
    fc.property(set, set, (a, b) => {
      const one = { ...pure, io: a };
      const other = { ...pure, io: b };
      // Beyond the four names both sets are constant, so one more name stands for all others.
      const included = [...names, "other"].every((name) => !has(a, name) || has(b, name));
      expect(leq(one, other)).toBe(included);
    }),
  );
});

describe("residuals", () => {
  law(
    "minus(b, e) ≤ a exactly when b ≤ a ∨ e",
    fc.property(effect, effect, effect, (a, b, e) => {
      expect(leq(minus(b, e), a)).toBe(leq(b, join(a, e)));
    }),
  );
  law(
    "c ∧ a ≤ b exactly when a ≤ implies(c, b)",
    fc.property(effect, effect, effect, (a, b, c) => {
      expect(leq(meet(c, a), b)).toBe(leq(a, implies(c, b)));
    }),
  );
  law(
    "restricting by c is left adjoint to injecting e when e is the complement of c",
    fc.property(effect, effect, effect, (a, b, e) => {
      const c = complement(e);
      expect(leq(meet(a, c), b)).toBe(leq(a, join(b, e)));
    }),
  );
  test("injecting is not left adjoint to restricting: the least counterexample is a = b = ⊥", () => {
    const e = { ...pure, io: finite(["a"]) };
    expect(leq(join(pure, e), pure)).toBe(false);
    expect(leq(pure, meet(pure, e))).toBe(true);
  });
});

describe("levels", () => {
  const hosts = finite(["a"]);
  law(
    "level(e) ≤ n exactly when e ≤ ceiling(n), and level(ceiling(n)) = n",
    fc.property(effect, (e) => {
      for (const level of levels) {
        const below = levels.indexOf(levelOf(e, hosts)) <= levels.indexOf(level);
        expect(below).toBe(leq(e, ceiling(level, hosts)));
        expect(levelOf(ceiling(level, hosts), hosts)).toBe(level);
      }
    }),
  );
  test("an agent's own thinking is pure, another model is not", () => {
    expect(levelOf({ ...pure, llm: hosts }, hosts)).toBe("pure");
    expect(levelOf({ ...pure, llm: finite(["b"]) }, hosts)).toBe("llm");
    expect(levelOf({ ...pure, state: everything }, hosts)).toBe("state");
    expect(levelOf({ ...pure, io: finite(["net"]) }, hosts)).toBe("io");
  });
});
