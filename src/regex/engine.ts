import { boundedRegExp } from "./bounded.ts";
import { requiredText, wholeText } from "./literal.ts";
import { nfaOf } from "./nfa.ts";
import { parsePattern } from "./parse.ts";
import type { Search } from "./search.ts";
import { createSearch } from "./search.ts";
import type { PatternTree } from "./tree.ts";

/**
 * Searches texts for a pattern of the subset, in time linear in the text. Nothing is built before the first text. A
 * text may not hold halves of surrogate pairs.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const parsed = parsePattern(pattern);
  if ("problem" in parsed) throw new Error(`skillc: a pattern outside the subset was compiled: ${pattern}`);
  const { tree } = parsed;
  const whole = wholeText(tree.node);
  if (whole !== undefined) return (text) => text.includes(whole);
  const bounded = boundedRegExp(tree);
  if (bounded !== undefined) return (text) => bounded.test(text);
  const required = requiredText(tree.node);
  let found: Search["found"] | undefined;
  const search = (text: string): boolean => (found ??= searchOf(tree, pattern).found)(text);
  return required === "" ? search : (text) => text.includes(required) && search(text);
}

/** The automaton of a pattern alone, without shortcuts. */
export function searchOf(tree: PatternTree, pattern: string): Search {
  const nfa = nfaOf(tree);
  if (nfa === undefined) throw new Error(`skillc: a pattern outside the subset was compiled: ${pattern}`);
  return createSearch(nfa);
}
