import type { Span } from "../report/source.ts";
import type { Effect, Level } from "./effect.ts";
import type { FeatureUse } from "./feature.ts";
import type { CostHint } from "./grade.ts";
import type { Guard } from "./guard.ts";
import type { JsonSchema, Type } from "./type.ts";

/** A name that the source uses, with the place. */
export interface NameUse {
  readonly name: string;
  readonly span: Span;
}

/** A prompt is one text, or is written as action, purpose, expectation. */
export type Prompt =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "ape"; readonly action: string; readonly purpose: string; readonly expectation: string };

/** An effect as a manifest names it: a level of the chain, or a record of names. `invalid` has been reported. */
export type EffectHint =
  | { readonly kind: "level"; readonly level: Level; readonly span: Span }
  | {
      readonly kind: "record";
      readonly llm: readonly NameUse[];
      readonly io: readonly NameUse[];
      readonly state: readonly NameUse[];
      readonly span: Span;
    }
  | { readonly kind: "invalid"; readonly written: string; readonly span: Span };

/** One step of a workflow. */
export interface Step {
  readonly name: string;
  readonly prompt: string;
  readonly tools: readonly NameUse[];
  readonly guard: Guard | undefined;
  readonly span: Span;
}

/** A file bundled with a skill that is run and not read. */
export interface Script {
  readonly path: string;
  readonly span: Span;
}

/** What a script, a code fence or a sentence was seen to do. */
export interface Evidence {
  readonly effect: Effect;
  /** What in the source does it, in words: `runs node scripts/render.mjs`. */
  readonly why: string;
  /** Scripts and hooks run when the skill is used. A fence or a sentence may be an example: it is shown, not counted. */
  readonly from: "script" | "hook" | "fence" | "prose";
  /** Code whose effect cannot be known before it runs; the effect is ⊤. */
  readonly unanalysable?: boolean;
  readonly span: Span;
}

/** A pattern on tool calls. Deny beats ask. */
export interface DenyPattern {
  readonly regex: string;
  readonly action: "ask" | "deny";
  /** Absent: every tool. */
  readonly tools: readonly NameUse[] | undefined;
  /** The argument that is searched; absent: `command` of a tool with `exec`, else every text. */
  readonly field: string | undefined;
  readonly span: Span;
  /** Of the regex itself; `at` maps offsets inside it. */
  readonly at: (start: number, end: number) => Span;
}

export interface Restrict {
  /** Absent: no ceiling below `llm`. */
  readonly ceiling: EffectHint | undefined;
  /** Absent: tools are not narrowed. */
  readonly allowTools: readonly NameUse[] | undefined;
  readonly denyPatterns: readonly DenyPattern[];
  readonly span: Span;
}

/** A hook whose program is more than a search for literal patterns: it runs, and nothing more is known of it. */
export interface OpaqueHook {
  /** `PreToolUse`, `Stop`, …: as written. */
  readonly event: string;
  /** Empty for a hook that runs no command. */
  readonly command: string;
  /** Why it is no restriction; completes “because …”. */
  readonly because: string;
  readonly span: Span;
}

/** A field of the front matter as a text. */
export interface TextField {
  readonly key: string;
  /** JSON where the source has a list or a mapping. */
  readonly text: string;
  readonly isJson: boolean;
  readonly span: Span;
}

/** What the front matter says beside name, description and how the skill works. */
export interface About {
  readonly license: TextField | undefined;
  readonly compatibility: TextField | undefined;
  /** With patterns, separated by spaces. */
  readonly allowedTools: TextField | undefined;
  readonly metadata: readonly TextField[];
  /** Keys at the top that the open format does not have, or whose value it has no form for. */
  readonly others: readonly TextField[];
  /** Files beside the manifests that can be read; `path` is relative to the folder of the skill. */
  readonly bundled: readonly { readonly path: string; readonly source: string }[];
}

/** The contract keys that are kept as data until a target asks for them. */
export interface Contract {
  readonly inputSchema: JsonSchema | undefined;
  readonly outputSchema: JsonSchema | undefined;
  /** Every other contract key, as written: errors, execution_constraints, side_effects, … */
  readonly rest: Readonly<Record<string, unknown>>;
}

/**
 * A skill resolved. `skill` injects ability into an agent; `restrict` takes it away. A skill with hooks is a `skill`
 * whose `restrict` is mounted around it.
 */
export interface Skill {
  readonly kind: "skill" | "restrict";
  /** The folder of the skill relative to the working directory; unique. */
  readonly id: string;
  /** From the manifest, or the folder's name where the manifest has none. */
  readonly name: string;
  readonly description: string;
  readonly version: string | undefined;
  /** The path of the file that a diagnostic about the whole skill points into. */
  readonly file: string;
  /** Every file that the skill is made of, siblings included, relative to the working directory. */
  readonly files: readonly string[];
  /** False for `enabled: false`: checked, never emitted. */
  readonly enabled: boolean;
  readonly prompt: Prompt;
  readonly input: Type;
  readonly output: Type;
  readonly tools: readonly NameUse[];
  readonly optionalTools: readonly NameUse[];
  readonly mcpScopes: readonly NameUse[];
  /** Pre-approval (`allowed-tools`): neither a requirement nor a restriction. */
  readonly allowedTools: readonly NameUse[] | undefined;
  readonly stateKeys: readonly NameUse[];
  readonly effectHint: EffectHint | undefined;
  readonly guard: Guard | undefined;
  readonly costHint: CostHint | undefined;
  /** From `interface.restrict`, and from hooks that search tool calls for literal patterns. */
  readonly restrict: Restrict | undefined;
  readonly hooks: readonly OpaqueHook[];
  readonly steps: readonly Step[];
  readonly scripts: readonly Script[];
  readonly evidence: readonly Evidence[];
  readonly contract: Contract;
  readonly about: About;
  readonly features: readonly FeatureUse[];
  /** Where the skill's own parts stand, for diagnostics and for `inspect`. */
  readonly spans: SkillSpans;
}

/** A part that the source does not write points at the first line of the file. */
export interface SkillSpans {
  readonly whole: Span;
  readonly name: Span;
  readonly description: Span;
  readonly prompt: Span;
  readonly input: Span;
  readonly output: Span;
  readonly tools: Span;
  readonly effectHint: Span;
  readonly guard: Span;
  readonly costHint: Span;
  readonly stateKeys: Span;
  readonly restrict: Span;
}
