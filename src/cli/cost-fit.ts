import type { Run } from "./cost-records.ts";

/** A figure with its 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What one attempt of a skill costs, from recorded runs. */
export interface Fit {
  readonly runs: number;
  readonly attempts: number;
  readonly tokens: Estimate;
  readonly latency: Estimate;
  /** Undefined where not every run has it. */
  readonly money: Estimate | undefined;
  readonly p_useful: Estimate;
  readonly p_fatal: Estimate;
}

/**
 * A hint is about one attempt. A useful run of a attempts is a − 1 attempts that failed and one that did not, so that the
 * chances are counts of attempts; costs are sums over sums.
 */
export function fitRuns(runs: readonly Run[]): Fit {
  const attempts = sumOf(runs, (run) => run.attempts);
  const count = (outcome: Run["outcome"]): number => runs.filter((run) => run.outcome === outcome).length;
  const hasMoney = runs.every(({ money }) => money !== undefined);
  return {
    runs: runs.length,
    attempts,
    tokens: meanOf(runs, (run) => run.tokens),
    latency: meanOf(runs, (run) => run.latency),
    money: hasMoney ? meanOf(runs, (run) => run.money ?? 0) : undefined,
    p_useful: wilson(count("useful"), attempts),
    p_fatal: wilson(count("fatal"), attempts),
  };
}

// The 97.5 % quantile of the normal distribution.
const z = 1.959963984540054;

/** Wilson's score interval of k successes in n: it stays inside 0 and 1, and is of use with few runs and none failed. */
export function wilson(k: number, n: number): Estimate {
  if (n === 0) return { value: 0, low: 0, high: 1 };
  const p = k / n;
  const scale = 1 + z ** 2 / n;
  const middle = (p + z ** 2 / (2 * n)) / scale;
  const half = (z / scale) * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2));
  return {
    value: p,
    low: k === 0 ? 0 : Math.max(0, middle - half),
    high: k === n ? 1 : Math.min(1, middle + half),
  };
}

const resamples = 2000;
// With more runs the ratio is as good as normal, and resampling would take seconds.
const mostResampled = 2000;

/** The figure of one attempt, with the percentile bootstrap over runs. Drawn from a fixed seed: the same in every run. */
function meanOf(runs: readonly Run[], figure: (run: Run) => number): Estimate {
  const pairs = runs.map((run) => ({ sum: figure(run), attempts: run.attempts }));
  const ratio = (chosen: readonly { readonly sum: number; readonly attempts: number }[]): number =>
    sumOf(chosen, ({ sum }) => sum) /
    Math.max(
      1,
      sumOf(chosen, ({ attempts }) => attempts),
    );
  if (pairs.length > mostResampled) return normalMean(pairs);
  const random = generator(20_251_130);
  const drawn = Array.from({ length: resamples }, () =>
    ratio(pairs.map(() => pairs[Math.floor(random() * pairs.length)] ?? { sum: 0, attempts: 0 })),
  ).toSorted((a, b) => a - b);
  const at = (share: number): number => drawn[Math.min(resamples - 1, Math.floor(share * resamples))] ?? 0;
  return { value: ratio(pairs), low: at(0.025), high: at(0.975) };
}

/** The normal interval of a ratio of sums: its residuals, over the mean number of attempts. */
function normalMean(pairs: readonly { readonly sum: number; readonly attempts: number }[]): Estimate {
  const attempts = sumOf(pairs, (pair) => pair.attempts);
  const value = sumOf(pairs, ({ sum }) => sum) / attempts;
  const squares = sumOf(pairs, (pair) => (pair.sum - value * pair.attempts) ** 2);
  const half = (z * Math.sqrt((squares * pairs.length) / (pairs.length - 1))) / attempts;
  return { value, low: Math.max(0, value - half), high: value + half };
}

/** mulberry32: 32 bits of state, enough for resampling. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function sumOf<T>(items: readonly T[], figure: (item: T) => number): number {
  return items.reduce((sum, item) => sum + figure(item), 0);
}
