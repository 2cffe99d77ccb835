import { childrenOf } from "../../src/ir/children.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Term } from "../../src/ir/term.ts";
import type { Tool } from "../../src/ir/tool.ts";
import type { Span } from "../../src/report/source.ts";

/** Why a program has no package; `because` completes “…, because …”. */
export interface Obstacle {
  readonly because: string;
  readonly span: Span | undefined;
  /** The tool that is the reason. */
  readonly tool?: string;
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
    case "guard": {
      const { guard } = term;
      const isBroken = guard.kind === "rule" && !guard.predicate.sound;
      return isBroken ? { because: "its guard has an error", span: guard.span } : undefined;
    }
    case "lam": {
      const tool = term.tools.find(startsPrograms);
      if (tool === undefined) return undefined;
      return { because: `the tool \`${tool.name}\` ${programReason}`, span: undefined, tool: tool.name };
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

/** HarmonyOS has no permission for starting a process. */
export function startsPrograms({ capabilities }: Tool): boolean {
  return capabilities?.includes("exec") === true;
}

const programReason = "starts other programs, which an application for HarmonyOS may not";
