import { childrenOf } from "../../src/ir/children.ts";
import type { Guard } from "../../src/ir/guard.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Term } from "../../src/ir/term.ts";
import type { Span } from "../../src/report/source.ts";

/** Why a program has no package; `because` completes “…, because …”. */
export interface Obstacle {
  readonly because: string;
  readonly span: Span | undefined;
}

/**
 * What a package cannot say of a program, in the order of the term. A package with a part left out would be another
 * program.
 */
export function obstaclesOf({ term }: Program): readonly Obstacle[] {
  return obstaclesIn(term);
}

function obstaclesIn(term: Term): readonly Obstacle[] {
  const own = ownObstacle(term);
  const inside = childrenOf(term).flatMap((child) => obstaclesIn(child));
  return own === undefined ? inside : [own, ...inside];
}

function ownObstacle(term: Term): Obstacle | undefined {
  switch (term.kind) {
    case "guard":
      return guardObstacle(term.guard);
    case "restrict": {
      const [pattern] = term.restrict.denyPatterns;
      return pattern && { because: patternReason, span: pattern.span };
    }
    case "par":
    case "pair":
      return {
        because: "agents side by side give a list of outputs, and `run` returns one text",
        span: undefined,
      };
    case "if":
    case "loop":
    case "tool":
      return { because: `a term of the kind \`${term.kind}\` has no form in the package`, span: undefined };
    default:
      return undefined;
  }
}

/** Also the reason in `supports`. */
export const patternReason = "the package has no function that searches the arguments of a call yet";

function guardObstacle(guard: Guard): Obstacle | undefined {
  if (guard.kind === "judge") return { because: judgeReason, span: guard.span };
  return guard.predicate.sound ? undefined : { because: "its guard has an error", span: guard.span };
}

/** Also the reason in `supports`. */
export const judgeReason = "the package has no agent that judges an output by a rubric yet";
