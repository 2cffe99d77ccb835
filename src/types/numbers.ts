import type { Rational } from "./rational.ts";
import {
  ceiling,
  commonMultiple,
  compare,
  floor,
  isMultiple,
  numberOf,
  over,
  plus,
  rational,
  rationalOf,
  times,
  zero,
} from "./rational.ts";
import type { Found, Signed } from "./found.ts";
import { empty, unknown } from "./found.ts";

interface Range {
  readonly low: Rational | undefined;
  readonly lowOpen: boolean;
  readonly high: Rational | undefined;
  readonly highOpen: boolean;
}

// How many multiples are tried one after the other.
const mostSteps = 20_000n;

/** A number that keeps all conditions and is none of those excluded. */
export function findNumber(conditions: readonly Signed[], excluded: readonly number[]): Found {
  const range = rangeOf(conditions);
  if (isVoid(range)) return empty;
  const of = (sign: boolean): readonly Rational[] =>
    conditions.flatMap(({ literal, positive }) =>
      literal.op === "multiple" && positive === sign ? [literal.of] : [],
    );
  const [factor, ...factors] = of(true);
  const avoided = of(false);
  const without = excluded.map(rationalOf);
  const fits = (value: Rational): boolean =>
    inRange(range, value) &&
    !avoided.some((step) => isMultiple(value, step)) &&
    !without.some((other) => compare(value, other) === 0);
  const whole = (value: number, step: Rational): boolean =>
    Number.isInteger(value / (numberOf(step) ?? Number.NaN));
  const tests: Tests = {
    fits,
    plain: (value) =>
      of(true).every((step) => whole(value, step)) && !avoided.some((step) => whole(value, step)),
  };
  if (factor === undefined) return findDense(range, tests, without.length);
  const step = factors.reduce(commonMultiple, factor);
  return findMultiple(step, range, avoided, tests, BigInt(without.length));
}

interface Tests {
  readonly fits: (value: Rational) => boolean;
  /** Validators that divide floats, as most do, come to the same about the multiples. */
  readonly plain: (value: number) => boolean;
}

// Values that are passed over for one that is plain.
const mostPassed = 50;

/** The first plain one of some numbers that fit, else the first. */
function firstPlain(values: Iterable<Rational>, { fits, plain }: Tests): Found | undefined {
  let first: Found | undefined;
  let passed = 0;
  for (const value of values) {
    if (!fits(value)) continue;
    const number = numberOf(value);
    if (number === undefined) first ??= unwritten;
    else if (plain(number)) return { kind: "value", value: number };
    else if (first === undefined || first === unwritten) first = { kind: "value", value: number };
    if (++passed > mostPassed) return first;
  }
  return first;
}

const unwritten = unknown("no number that tells the two apart can be written as a double");

function rangeOf(conditions: readonly Signed[]): Range {
  let [low, high]: (Limit | undefined)[] = [];
  for (const { literal, positive } of conditions) {
    if (literal.op !== "least") continue;
    if (positive) low = tighter(low, literal, 1);
    else high = tighter(high, { bound: literal.bound, open: !literal.open }, -1);
  }
  return { low: low?.bound, lowOpen: low?.open ?? false, high: high?.bound, highOpen: high?.open ?? false };
}

interface Limit {
  readonly bound: Rational;
  readonly open: boolean;
}

/** The limit that leaves less; `sign` is 1 for limits from below. */
function tighter(one: Limit | undefined, other: Limit, sign: number): Limit {
  const difference = one === undefined ? 1 : compare(other.bound, one.bound) * sign;
  return one === undefined || difference > 0 || (difference === 0 && other.open) ? other : one;
}

function isVoid({ low, lowOpen, high, highOpen }: Range): boolean {
  if (low === undefined || high === undefined) return false;
  const sign = compare(low, high);
  return sign > 0 || (sign === 0 && (lowOpen || highOpen));
}

function inRange({ low, lowOpen, high, highOpen }: Range, value: Rational): boolean {
  const above = low === undefined ? 1 : compare(value, low);
  const below = high === undefined ? 1 : compare(high, value);
  return (lowOpen ? above > 0 : above >= 0) && (highOpen ? below > 0 : below >= 0);
}

/** Between two different bounds lie endlessly many decimals, and only discretely many are ruled out. */
function findDense(range: Range, tests: Tests, excluded: number): Found {
  const { low, high } = range;
  if (low !== undefined && high !== undefined && compare(low, high) === 0)
    return firstPlain([low], tests) ?? empty;
  return firstPlain(denseValues(low, high, excluded + 200), tests) ?? unwritten;
}

function* denseValues(
  low: Rational | undefined,
  high: Rational | undefined,
  tries: number,
): Iterable<Rational> {
  yield zero;
  for (const bound of [low, high]) if (bound !== undefined) yield bound;
  const start = low ?? (high === undefined ? zero : plus(high, rational(-BigInt(tries), 1n)));
  const width =
    low !== undefined && high !== undefined ? plus(high, times(low, rational(-1n, 1n))) : undefined;
  for (let i = 1n; i <= BigInt(tries); i++) {
    // Whole steps and halves first, where there is room; then ever finer parts.
    yield plus(rational(ceiling(start) + i - 1n, 1n), zero);
    yield plus(start, rational(i, 2n));
    yield plus(start, rational(i, 1000n));
    if (width !== undefined) yield plus(start, times(width, rational(i, i < 10n ? 10n : 10_000n)));
  }
}

function findMultiple(
  step: Rational,
  range: Range,
  avoided: readonly Rational[],
  tests: Tests,
  excluded: bigint,
): Found {
  // What each avoided multiple leaves out repeats itself after this many steps.
  const periods = avoided.map((other) => over(commonMultiple(step, other), step).num);
  if (periods.includes(1n)) return empty;
  const period = periods.reduce(
    (whole, part) => commonMultiple(rational(whole, 1n), rational(part, 1n)).num,
    1n,
  );
  const { from, sign, count } = stepsIn(step, range);
  const needed = (excluded + 2n) * period + 2n;
  const end = count !== undefined && count < needed ? count : needed;
  const values = (function* each(): Iterable<Rational> {
    for (let i = 0n; i < end && i < mostSteps; i++) yield times(step, rational(from + sign * i, 1n));
  })();
  const found = firstPlain(values, tests);
  if (found !== undefined) return found;
  return end <= mostSteps ? empty : unknown("too many multiples would have to be tried");
}

/** The multiples of a step in a range: the first, the direction, and how many there are if they end. */
function stepsIn(
  step: Rational,
  { low, high }: Range,
): { readonly from: bigint; readonly sign: bigint; readonly count?: bigint } {
  const last = high === undefined ? undefined : floor(over(high, step));
  if (low === undefined) return last === undefined ? { from: 0n, sign: 1n } : { from: last, sign: -1n };
  const first = ceiling(over(low, step));
  if (last === undefined) return { from: first, sign: 1n };
  return { from: first, sign: 1n, count: last < first ? 0n : last - first + 1n };
}
