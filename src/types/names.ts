import type { NameClass } from "./algebra.ts";
import { occursIn } from "./ecma.ts";

export const allNames: NameClass = { within: undefined, outside: [], except: new Set() };

/** Whether a name is in a class of names. */
export function isIn(names: NameClass, name: string): boolean {
  if (names.except.has(name)) return false;
  if (names.within !== undefined && !occursIn(names.within)(name)) return false;
  return !names.outside.some((pattern) => occursIn(pattern)(name));
}
