import type { DenyPattern } from "../../src/ir/skill.ts";
import { parsePattern } from "../../src/regex/parse.ts";
import type { PatternNode, Range } from "../../src/regex/tree.ts";
import { compareText } from "../../src/report/diagnostic.ts";
import type { Policy } from "./policy.ts";
import { removedTools, removesMcp, toolsCaught } from "./policy.ts";

/** The permission rules of a settings file. A restrict takes away, so there is nothing to allow. */
export interface PermissionRules {
  readonly deny: readonly string[];
  readonly ask: readonly string[];
}

/**
 * The tools that are taken away, and commands that a pattern certainly finds. Claude Code holds to its rules without the
 * hook, so they stand where Node is missing. A rule never says more than its pattern.
 */
export function permissionRules(policies: readonly Policy[]): PermissionRules {
  const removed = removedTools(policies);
  const patterns = policies.flatMap((policy) => policy.patterns);
  const commands = (action: DenyPattern["action"]): readonly string[] =>
    patterns
      .filter((pattern) => pattern.action === action)
      .flatMap((pattern) => commandRules(pattern, removed));
  const deny = [...removed, ...(removesMcp(policies) ? ["mcp__*"] : []), ...commands("deny")];
  const denied = new Set(deny);
  return { deny: sorted(deny), ask: sorted(commands("ask").filter((rule) => !denied.has(rule))) };
}

function sorted(rules: readonly string[]): readonly string[] {
  return [...new Set(rules)].toSorted(compareText);
}

/** `Bash(*rm -r*)` for a pattern that finds `rm -r` wherever it stands. */
function commandRules(pattern: DenyPattern, removed: readonly string[]): readonly string[] {
  const { regex, field } = pattern;
  if ((field !== undefined && field !== "command") || removed.includes("Bash")) return [];
  if (toolsCaught(pattern)?.includes("Bash") === false) return [];
  const parsed = parsePattern(regex);
  if ("problem" in parsed) return [];
  const words = [0, 1].flatMap((letter) => wordsOf(parsed.tree.node, letter) ?? []);
  return words.filter(isPlain).map((word) => `Bash(*${word}*)`);
}

/** More rules than these for one pattern are no help to who reads them. */
const mostWords = 12;

/** Characters that mean themselves in a rule, enough of them to mean something. */
function isPlain(word: string): boolean {
  return /^[\w ./=@%+,-]+$/.test(word) && word.trim().length >= 3;
}

/**
 * Some texts that a pattern finds, each as short as its branch allows; undefined where no text is certain, since the
 * pattern asks what stands around it or takes one of many characters. `letter` says which of the two cases of a letter.
 */
function wordsOf(node: PatternNode, letter: number): readonly string[] | undefined {
  switch (node.kind) {
    case "alternation": {
      const words = node.branches.flatMap((branch) => wordsOf(branch, letter) ?? []);
      return words.length === 0 || words.length > mostWords ? undefined : words;
    }
    case "sequence":
      return node.parts.reduce<readonly string[] | undefined>(
        (words, part) => joined(words, () => wordsOf(part, letter)),
        [""],
      );
    case "group":
      return wordsOf(node.inner, letter);
    case "repeat": {
      if (node.min === 0) return [""];
      const inner = wordsOf(node.inner, letter);
      return Array.from({ length: node.min }).reduce<readonly string[] | undefined>(
        (words) => joined(words, () => inner),
        [""],
      );
    }
    case "class":
      return node.negated ? undefined : charactersOf(node.ranges, letter);
    case "dot":
    case "start":
    case "end":
    case "boundary":
      return undefined;
  }
}

function joined(
  words: readonly string[] | undefined,
  next: () => readonly string[] | undefined,
): readonly string[] | undefined {
  const more = words === undefined ? undefined : next();
  if (words === undefined || more === undefined || words.length * more.length > mostWords) return undefined;
  return words.flatMap((word) => more.map((end) => word + end));
}

/** The characters of a small class; of white space the blank, of a letter in both cases the one that is asked for. */
function charactersOf(ranges: readonly Range[], letter: number): readonly string[] | undefined {
  if (ranges.some(([low, high]) => low <= 32 && high >= 32)) return [" "];
  const size = ranges.reduce((sum, [low, high]) => sum + high - low + 1, 0);
  if (size > 3) return undefined;
  const characters = ranges.flatMap(([low, high]) =>
    Array.from({ length: high - low + 1 }, (_, i) => String.fromCodePoint(low + i)),
  );
  const [first = "", second = ""] = characters;
  const isLetter = size === 2 && first.toLowerCase() === second.toLowerCase();
  return isLetter ? [letter === 0 ? first : second] : characters;
}
