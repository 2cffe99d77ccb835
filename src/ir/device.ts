import type { Span } from "../report/source.ts";
import type { Budget } from "./grade.ts";
import type { EffectHint } from "./skill.ts";

export interface DeviceModel {
  readonly name: string;
  /** Tokens of an ordinary call; what `grade` uses. */
  readonly tokensPerCall: number | undefined;
  /** The cap of one call's output; what the bound uses. Absent: the bound is unbounded. */
  readonly maxTokens: number | undefined;
  /** Seconds a call. Absent, like the price: not known, so the bound is unbounded. */
  readonly latency: number | undefined;
  /** USD per 1,000 tokens. */
  readonly pricePer1k: number | undefined;
}

/** What a device offers. */
export interface Device {
  readonly name: string;
  readonly target: string | undefined;
  readonly effect: EffectHint | undefined;
  /** Tool name → its implementation there. Absent: every tool is there. */
  readonly tools: ReadonlyMap<string, string> | undefined;
  /** The first is the default. */
  readonly models: readonly DeviceModel[];
  readonly budget: Budget;
  /** Absent: unchecked. */
  readonly permissions: readonly string[] | undefined;
  readonly span: Span;
}
