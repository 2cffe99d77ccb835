/**
 * Sets of small numbers as words of 30 bits: every language that walks the tables has integers of that size, without
 * a sign and without a loss.
 */
export type Bits = Int32Array;

export const wordSize = 30;
export const wordMask = 0x3fffffff;

export function emptyBits(words: number): Bits {
  return new Int32Array(words);
}

export function setBit(bits: Bits, at: number): void {
  const i = Math.floor(at / wordSize);
  bits[i] = (bits[i] ?? 0) | (1 << (at % wordSize));
}

export function hasBit(bits: Bits, at: number): boolean {
  return (((bits[Math.floor(at / wordSize)] ?? 0) >> (at % wordSize)) & 1) === 1;
}

export function intersects(a: Bits, b: Bits): boolean {
  for (let i = 0; i < a.length; i++) if (((a[i] ?? 0) & (b[i] ?? 0)) !== 0) return true;
  return false;
}

/** A text that is equal for equal sets, and only for them. */
export function keyOfBits(bits: Bits): string {
  let key = "";
  for (const part of bits) key += String.fromCharCode(part & 0x7fff, part >> 15);
  return key;
}
