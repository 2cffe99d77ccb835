/** An exact fraction in lowest terms; `den` is positive. JSON numbers are decimals, so floats would answer wrongly. */
export interface Rational {
  readonly num: bigint;
  readonly den: bigint;
}

export const zero: Rational = { num: 0n, den: 1n };

/** The fraction `num / den`, where `den` is not zero. */
export function rational(num: bigint, den: bigint): Rational {
  const sign = den < 0n ? -1n : 1n;
  const divisor = gcd(num, den) || 1n;
  return { num: (sign * num) / divisor, den: (sign * den) / divisor };
}

/** The decimal that a finite number is written as, which is what the author of a schema meant. */
export function rationalOf(value: number): Rational {
  const [digits = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = digits.split(".");
  const power = Number(exponent) - fraction.length;
  const scaled = BigInt(whole + fraction);
  return power < 0 ? rational(scaled, 10n ** BigInt(-power)) : rational(scaled * 10n ** BigInt(power), 1n);
}

/** The number that is written as this decimal, or none if no double is. */
export function numberOf({ num, den }: Rational): number | undefined {
  const value = den === 1n ? Number(num) : quotient(num, den);
  if (!Number.isFinite(value)) return undefined;
  const back = rationalOf(value);
  return back.num === num && back.den === den ? value : undefined;
}

// Both sides may be beyond the range of doubles although their quotient is not.
function quotient(num: bigint, den: bigint): number {
  const digits = (num < 0n ? -num : num).toString().length - den.toString().length;
  const shift = Math.max(0, 20 - digits);
  return Number(`${(num * 10n ** BigInt(shift)) / den}e-${shift}`);
}

export function compare(a: Rational, b: Rational): number {
  const difference = a.num * b.den - b.num * a.den;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

export function plus(a: Rational, b: Rational): Rational {
  return rational(a.num * b.den + b.num * a.den, a.den * b.den);
}

export function times(a: Rational, b: Rational): Rational {
  return rational(a.num * b.num, a.den * b.den);
}

/** `a / b`, where `b` is not zero. */
export function over(a: Rational, b: Rational): Rational {
  return rational(a.num * b.den, a.den * b.num);
}

export function isMultiple(value: Rational, of: Rational): boolean {
  return over(value, of).den === 1n;
}

/** The least positive number that both divide. */
export function commonMultiple(a: Rational, b: Rational): Rational {
  const num = (a.num * b.num) / gcd(a.num, b.num);
  return rational(num, gcd(a.den, b.den));
}

export function floor({ num, den }: Rational): bigint {
  const cut = num / den;
  return num < 0n && cut * den !== num ? cut - 1n : cut;
}

export function ceiling({ num, den }: Rational): bigint {
  return -floor({ num: -num, den });
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
