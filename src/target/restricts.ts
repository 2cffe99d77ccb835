import { childrenOf } from "../ir/children.ts";
import type { Program } from "../ir/program.ts";
import type { Term } from "../ir/term.ts";

export type RestrictTerm = Extract<Term, { kind: "restrict" }>;

/** A restrict, and the tools that skills mounted outside it bring, which it does not take away. */
export interface PlacedRestrict {
  readonly term: RestrictTerm;
  readonly outside: readonly string[];
}

/** The restricts of a program, outermost first. */
export function placedRestricts(program: Program): readonly PlacedRestrict[] {
  return restrictsIn(program.term, program, []);
}

function restrictsIn(term: Term, program: Program, outside: readonly string[]): readonly PlacedRestrict[] {
  if (term.kind === "skill")
    return restrictsIn(term.term, program, [...outside, ...toolsOf(term.name, program)]);
  if (term.kind === "restrict") return [{ term, outside }, ...restrictsIn(term.term, program, outside)];
  return childrenOf(term).flatMap((child) => restrictsIn(child, program, outside));
}

function toolsOf(skillName: string, { skills }: Program): readonly string[] {
  return skills
    .filter(({ name }) => name === skillName)
    .flatMap(({ tools, optionalTools, mcpScopes, steps }) => [
      ...tools,
      ...optionalTools,
      ...mcpScopes,
      ...steps.flatMap((step) => step.tools),
    ])
    .map(({ name }) => name);
}
