import { compareText } from "../report/diagnostic.ts";
import type { Effect, Level, NameSet } from "./effect.ts";
import { levels } from "./effect.ts";

/** The set of these names. */
export function finite(names: Iterable<string>): NameSet {
  return { kind: "finite", names: [...new Set(names)].toSorted(compareText) };
}

/** All names but these. */
export function allBut(names: Iterable<string>): NameSet {
  return { ...finite(names), kind: "cofinite" };
}

const empty: NameSet = { kind: "finite", names: [] };
export const everything: NameSet = { kind: "cofinite", names: [] };

export function has(set: NameSet, name: string): boolean {
  return set.names.includes(name) === (set.kind === "finite");
}

export function complementOf(set: NameSet): NameSet {
  return { kind: set.kind === "finite" ? "cofinite" : "finite", names: set.names };
}

export function intersect(a: NameSet, b: NameSet): NameSet {
  if (a.kind === "finite") return finite(a.names.filter((name) => has(b, name)));
  if (b.kind === "finite") return finite(b.names.filter((name) => has(a, name)));
  return allBut([...a.names, ...b.names]);
}

function union(a: NameSet, b: NameSet): NameSet {
  return complementOf(intersect(complementOf(a), complementOf(b)));
}

export function isSubset(a: NameSet, b: NameSet): boolean {
  const outside = intersect(a, complementOf(b));
  return outside.kind === "finite" && outside.names.length === 0;
}

export const pure: Effect = { llm: empty, io: empty, state: empty };
export const top: Effect = { llm: everything, io: everything, state: everything };

/** Componentwise least upper bound. */
export function join(...effects: readonly Effect[]): Effect {
  return effects.reduce((a, b) => combine(a, b, union), pure);
}

/** Componentwise greatest lower bound. */
export function meet(...effects: readonly Effect[]): Effect {
  return effects.reduce((a, b) => combine(a, b, intersect), top);
}

export function complement({ llm, io, state }: Effect): Effect {
  return { llm: complementOf(llm), io: complementOf(io), state: complementOf(state) };
}

export function leq(a: Effect, b: Effect): boolean {
  return isSubset(a.llm, b.llm) && isSubset(a.io, b.io) && isSubset(a.state, b.state);
}

/**
 * b ∖ e: the least effect that an agent must already have so that injecting `e` reaches `b`. Lower adjoint:
 * minus(b, e) ≤ a ⟺ b ≤ a ∨ e.
 */
export function minus(b: Effect, e: Effect): Effect {
  return meet(b, complement(e));
}

/** c ⇒ b: the largest agent effect that, restricted by `c`, fits `b`. Upper adjoint: c ∧ a ≤ b ⟺ a ≤ implies(c, b). */
export function implies(c: Effect, b: Effect): Effect {
  return join(complement(c), b);
}

/** The largest effect of a level, beside the agent's own thinking: `llm(hosts)` belongs to every level. */
export function ceiling(level: Level, hosts: NameSet): Effect {
  const thinking = { ...pure, llm: hosts };
  switch (level) {
    case "pure":
      return thinking;
    case "state":
      return join(thinking, { ...pure, state: everything });
    case "io":
      return join(thinking, { ...pure, io: everything, state: everything });
    case "llm":
      return top;
  }
}

/** The least level whose ceiling is above the effect without `llm(hosts)`. */
export function levelOf(effect: Effect, hosts: NameSet): Level {
  return levels.find((level) => leq(effect, ceiling(level, hosts))) ?? "llm";
}

function combine(a: Effect, b: Effect, operation: (a: NameSet, b: NameSet) => NameSet): Effect {
  return { llm: operation(a.llm, b.llm), io: operation(a.io, b.io), state: operation(a.state, b.state) };
}
