/** What a term may cost: probabilities of success and of a fatal error, tokens, seconds, USD. */
export interface Grade {
  readonly p: number;
  readonly p_fatal: number;
  readonly tokens: number;
  readonly latency: number;
  readonly money: number;
}

/** A prior that replaces the baseline of the agent's Lam; a missing key keeps the base. */
export interface CostHint {
  readonly tokens?: number;
  readonly latency?: number;
  readonly money?: number;
  readonly p_useful?: number;
  readonly p_fatal?: number;
}

/** A missing part is unlimited. */
export interface Budget {
  readonly tokens?: number;
  readonly latency?: number;
  readonly money?: number;
  readonly p_min?: number;
  readonly p_fatal_max?: number;
}

/** A figure that is never too low, or `unbounded` where a cap is missing. */
export type Limit = number | "unbounded";

/**
 * What a term costs at most and how likely it succeeds at least. Tokens, time and money hold relative to `perCall`.
 */
export interface Bound {
  /** At least. */
  readonly p: number;
  /** At most, like everything below. */
  readonly p_fatal: number;
  readonly tokens: Limit;
  readonly latency: Limit;
  readonly money: Limit;
  /** Calls of a model. */
  readonly calls: number;
  readonly perCall: readonly CallCap[];
}

/** The cap that the bound takes the calls of one Lam, or of one judge, to keep. */
export interface CallCap {
  readonly name: string;
  readonly model: string;
  /** Tokens of one answer; undefined: no cap is declared. */
  readonly maxTokens: number | undefined;
  /** UTF-8 bytes of the prompt, which bound its tokens. What the user types is counted as nothing. */
  readonly inputBytes: number;
}
