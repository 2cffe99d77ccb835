import type { Effect } from "../../src/ir/effect.ts";
import { effectOfTool } from "../../src/ir/infer.ts";
import { leq } from "../../src/ir/lattice.ts";
import type { Program } from "../../src/ir/program.ts";
import type { DenyPattern } from "../../src/ir/skill.ts";
import type { Catalogue } from "../../src/ir/tool.ts";
import { toolNamed } from "../../src/ir/tool.ts";
import { compareText } from "../../src/report/diagnostic.ts";
import type { RestrictTerm } from "../../src/target/restricts.ts";
import { placedRestricts } from "../../src/target/restricts.ts";
import { caughtBy, clientTools, formerTools, namedBy } from "./tools.ts";

/** What one restrict leaves of Claude Code. */
export interface Policy {
  /** Of the skill. */
  readonly name: string;
  /** Sorted; undefined where it leaves every tool. */
  readonly permitted: readonly string[] | undefined;
  /** Whether it leaves tools of MCP servers that it does not name. */
  readonly permitsMcp: boolean;
  readonly patterns: readonly DenyPattern[];
}

/**
 * The restricts of a program, outermost first. The patterns of hooks that stand in a SKILL.md are not among them: Claude
 * Code runs those hooks itself, for as long as the skill is active.
 */
export function policiesOf(program: Program): readonly Policy[] {
  const own = new Set(program.skills.filter(({ kind }) => kind === "restrict").map(({ name }) => name));
  return placedRestricts(program)
    .filter(({ term }) => own.has(term.name))
    .map(({ term, outside }) => policyOf(term, outside, program.catalogue));
}

/** The tools of Claude Code that some restrict takes away. */
export function removedTools(policies: readonly Policy[]): readonly string[] {
  return clientTools.filter((name) =>
    policies.some(({ permitted }) => permitted !== undefined && !permitted.includes(name)),
  );
}

/** Whether every tool of every MCP server is taken away, so that one rule can say it. */
export function removesMcp(policies: readonly Policy[]): boolean {
  return policies.some(
    ({ permitted, permitsMcp }) =>
      permitted !== undefined && !permitsMcp && !permitted.some((name) => name.startsWith("mcp__")),
  );
}

function policyOf(
  { name, restrict, ceiling }: RestrictTerm,
  outside: readonly string[],
  catalogue: Catalogue,
): Policy {
  const within = (tool: string): boolean => isWithin(tool, ceiling, catalogue);
  const { allowTools, denyPatterns: patterns } = restrict;
  // A tool in no catalogue may do anything: a ceiling that leaves it leaves every tool.
  if (allowTools === undefined && within(""))
    return { name, permitted: undefined, permitsMcp: true, patterns };
  const left =
    allowTools === undefined
      ? [...clientTools, ...formerTools].filter(within)
      : allowTools.filter((tool) => within(tool.name)).flatMap((tool) => namedBy(tool.name) ?? []);
  const permitted = [...left, ...outside.flatMap((tool) => namedBy(tool) ?? [])];
  return {
    name,
    permitted: [...new Set(permitted)].toSorted(compareText),
    permitsMcp: allowTools === undefined && within("server/tool"),
    patterns,
  };
}

function isWithin(name: string, ceiling: Effect, catalogue: Catalogue): boolean {
  return leq(effectOfTool(toolNamed(name, catalogue)), ceiling);
}

/** The tools whose calls a pattern is about; undefined for every tool. */
export function toolsCaught({ tools }: DenyPattern): readonly string[] | undefined {
  if (tools === undefined) return undefined;
  return [...new Set(tools.flatMap(({ name }) => caughtBy(name) ?? [name]))].toSorted(compareText);
}
