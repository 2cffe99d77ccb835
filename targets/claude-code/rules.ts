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
 * hook, so they stand where Node is missing. A rule never says more than its pattern. Each is of a form that every version
 * reads: before 2.1, one rule with `*` in it made Claude Code leave the whole file out.
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

/** `Bash(rm -r:*)`, a command that begins so, for a pattern that finds `rm -r` wherever it stands. */
function commandRules(pattern: DenyPattern, removed: readonly string[]): readonly string[] {
  const { regex, field } = pattern;
  if ((field !== undefined && field !== "command") || removed.includes("Bash")) return [];
  if (toolsCaught(pattern)?.includes("Bash") === false) return [];
  const parsed = parsePattern(regex);
  // Names of commands are written in one case; what is searched in either is no name of one.
  if ("problem" in parsed || parsed.tree.ignoreCase) return [];
  return (wordsOf(parsed.tree.node) ?? []).filter(isPlain).map((word) => `Bash(${word}:*)`);
}

/** More rules than these for one pattern are no help to who reads them. */
const mostWords = 12;

/** A text that may begin a command, of characters that mean themselves in a rule. */
function isPlain(word: string): boolean {
  return /^[a-z./][\w ./=@%+,-]+[\w./=@%+,-]$/.test(word);
}

/**
 * Some texts that a pattern finds, each as short as its branch allows; undefined where no text is certain, since the
 * pattern asks what stands around it or takes one of many characters.
 */
function wordsOf(node: PatternNode): readonly string[] | undefined {
  switch (node.kind) {
    case "alternation": {
      const words = node.branches.flatMap((branch) => wordsOf(branch) ?? []);
      return words.length === 0 || words.length > mostWords ? undefined : words;
    }
    case "sequence":
      return node.parts.reduce<readonly string[] | undefined>(
        (words, part) => joined(words, () => wordsOf(part)),
        [""],
      );
    case "group":
      return wordsOf(node.inner);
    case "repeat": {
      if (node.min === 0) return [""];
      const inner = wordsOf(node.inner);
      return Array.from({ length: node.min }).reduce<readonly string[] | undefined>(
        (words) => joined(words, () => inner),
        [""],
      );
    }
    case "class":
      return node.negated ? undefined : charactersOf(node.ranges);
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

/** The characters of a small class; of white space the blank. */
function charactersOf(ranges: readonly Range[]): readonly string[] | undefined {
  if (ranges.some(([low, high]) => low <= 32 && high >= 32)) return [" "];
  const size = ranges.reduce((sum, [low, high]) => sum + high - low + 1, 0);
  if (size > 3) return undefined;
  return ranges.flatMap(([low, high]) =>
    Array.from({ length: high - low + 1 }, (_, i) => String.fromCodePoint(low + i)),
  );
}
