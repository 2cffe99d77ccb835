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
