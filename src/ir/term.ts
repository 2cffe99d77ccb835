import type { CostHint } from "./grade.ts";
import type { Effect } from "./effect.ts";
import type { Guard } from "./guard.ts";
import type { Restrict } from "./skill.ts";
import type { Tool } from "./tool.ts";

/** An agent's call of a model. */
export interface Lam {
  readonly kind: "lam";
  readonly name: string;
  readonly model: string;
  /** The whole system prompt, skills included. */
  readonly prompt: string;
  readonly temperature: number;
  /** The cap of one call's output. */
  readonly maxTokens: number;
  /** Model calls that one run may make: `react.maxSteps` of a react agent, else 1. Only the bound counts them. */
  readonly maxCalls: number;
  /** Granted to the model. */
  readonly tools: readonly Tool[];
  /** Hints of the skills mounted on it, already combined; undefined: the baseline grows by `skillPrompt`. */
  readonly hint: CostHint | undefined;
  /** The part of the prompt that skills added; its tokens are added to the baseline. */
  readonly skillPrompt: string;
}

/** Skills mounted on an agent. Mirrors the constructors of lambdagent, and adds `restrict`. */
export type Term =
  | Lam
  | { readonly kind: "tool"; readonly name: string; readonly effect: Effect }
  | { readonly kind: "compose" | "pair" | "par"; readonly terms: readonly Term[] }
  | { readonly kind: "if"; readonly condition: Term | undefined; readonly then: Term; readonly else: Term }
  | { readonly kind: "loop"; readonly body: Term; readonly maxSteps: number }
  | {
      readonly kind: "route";
      readonly classifier: Term;
      readonly routes: readonly { readonly label: string; readonly term: Term }[];
      readonly default: Term | undefined;
    }
  | { readonly kind: "guard"; readonly guard: Guard; readonly term: Term }
  | { readonly kind: "memory"; readonly keys: readonly string[]; readonly term: Term }
  /** `term` is the whole expansion Guard(Memory(A ⊕ prompt ⊕ tools)). */
  | { readonly kind: "skill"; readonly name: string; readonly effect: Effect; readonly term: Term }
  /** `term` has lost the tools and memory that the restrict takes away; `ceiling` is what it leaves of any agent. */
  | {
      readonly kind: "restrict";
      readonly name: string;
      readonly restrict: Restrict;
      readonly ceiling: Effect;
      readonly term: Term;
    };
