import type { Agent } from "./agent.ts";
import type { Effect } from "./effect.ts";
import type { Skill } from "./skill.ts";
import type { Catalogue } from "./tool.ts";
import type { Term } from "./term.ts";

/** A tool, a memory key or a permission that mounting grants, withholds or removes, and which skill did it. */
export interface PermissionChange {
  readonly change: "granted" | "withheld" | "removed";
  readonly what: "tool" | "memory";
  readonly name: string;
  readonly skill: string;
  readonly because: string;
}

/** The unit of emission: an agent, the skills mounted on it in order, and their term. */
export interface Program {
  /** Of the skill, or of the agent that has `skills:`. Unique among the programs of one run; a folder's name. */
  readonly name: string;
  /** True for an agent with everything that its `skills:` list; absent for one skill alone. */
  readonly whole?: true;
  readonly agent: Agent;
  readonly skills: readonly Skill[];
  readonly term: Term;
  readonly effect: Effect;
  readonly catalogue: Catalogue;
  readonly permissionDiff: readonly PermissionChange[];
}
