import type { Bound, Grade } from "../ir/grade.ts";
import type { PermissionChange } from "../ir/program.ts";
import type { Evidence, Skill } from "../ir/skill.ts";
import type { Term } from "../ir/term.ts";
import type { JsonSchema } from "../ir/type.ts";

/** A finite set is a list, a cofinite one says what is not in it. */
export type JsonSet = readonly string[] | { readonly allBut: readonly string[] };

/** A term for readers of the JSON. */
export interface JsonTerm {
  readonly kind: Term["kind"];
  readonly text: string;
  readonly children: readonly JsonTerm[];
  readonly [key: string]: unknown;
}

/** An effect with its level. */
export interface EffectReport {
  readonly level: string;
  readonly llm: JsonSet;
  readonly io: JsonSet;
  readonly state: JsonSet;
}

/** A guard as it is printed, or what a judge is asked; `steps` bounds a rule on an output of n units. */
export type GuardReport =
  | { readonly kind: "rule"; readonly text: string; readonly steps: string }
  | { readonly kind: "judge"; readonly text: string; readonly model: string | undefined };

/** What `inspect` says of one skill. */
export interface SkillReport {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly kind: Skill["kind"];
  /** `text` is the type as a manifest writes it. */
  readonly type: { readonly input: JsonSchema; readonly output: JsonSchema; readonly text: string };
  readonly effect: EffectReport;
  readonly grade: Grade;
  readonly bound: Bound;
  /** Of the skill, then of its steps. */
  readonly guards: readonly GuardReport[];
  readonly features: readonly string[];
  readonly term: JsonTerm;
  /** What each piece of code, fence or sentence was seen to do; fences and prose are not part of the effect. */
  readonly evidence: readonly {
    readonly from: Evidence["from"];
    readonly why: string;
    readonly file: string;
    readonly line: number;
  }[];
  readonly origins: readonly { readonly part: string; readonly file: string; readonly line: number }[];
  readonly permissionDiff: readonly PermissionChange[];
}

/** What `inspect` says of the agent that mounts skills. */
export interface AgentReport {
  readonly name: string;
  readonly term: JsonTerm;
  readonly effect: EffectReport;
  readonly grade: Grade;
  readonly bound: Bound;
  readonly permissionDiff: readonly PermissionChange[];
}
