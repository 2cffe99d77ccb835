import type { Device } from "../ir/device.ts";
import type { Host } from "../ir/feature.ts";
import type { Guard } from "../ir/guard.ts";
import type { Program } from "../ir/program.ts";
import { compareText } from "../report/diagnostic.ts";
import { judge, missingTools } from "./judge.ts";
import type { Judgement, Repair } from "./judgement.ts";
import type { Candidate, Moved } from "./moves.ts";
import { cloudMove, dropMove, droppable, mapSkills, modelMoves, retryMoves, withoutTools } from "./moves.ts";
import { restrictMove } from "./restrict-move.ts";

// Nobody follows a longer list of changes to run one skill.
const mostMoves = 4;

/**
 * Every set of at most four moves that makes the program portable and of which no move can be left out or weakened. Each
 * is judged again before it is proposed. An optional tool is asked of a device only where the agent itself lists it.
 */
function repairsOf(program: Program, device: Device, target: Host | undefined): readonly Repair[] {
  const needed = neededMoves(program, device, target);
  if (needed === undefined || needed.length > mostMoves) return [];
  const choices = [
    ...optionalMoves(program, device, target),
    ...modelMoves(program, device),
    ...retryMoves(program, device),
  ];
  const start: Moved = { program, cloud: new Set(), moves: [] };
  const found: Working[] = [];
  for (let size = 0; size <= mostMoves - needed.length; size++) {
    const working: Working[] = [];
    for (const chosen of choicesOf(choices, size)) {
      if (found.some((smaller) => covers(chosen, smaller.chosen))) continue;
      // A restrict looks at what the other moves need, so it comes last.
      const moved = [...chosen, ...needed].reduce((before, candidate) => candidate.apply(before), start);
      if (moved.moves.length > 0 && isPortable(moved, device, target)) working.push({ chosen, moved });
    }
    found.push(
      ...working.filter((one) => !working.some((other) => other !== one && covers(one.chosen, other.chosen))),
    );
  }
  return found.map(({ moved }): Repair => ({ moves: moved.moves })).toSorted(byLoss);
}

/** An optional tool that the agent lists is dropped, or, where it is missing, runs in the cloud. */
function optionalMoves(program: Program, device: Device, target: Host | undefined): readonly Candidate[] {
  const optional = droppable(program);
  if (optional.length === 0) return [];
  const missing = missingTools(program, device, { target });
  return optional.flatMap((use) => [
    dropMove(use),
    ...missing.filter(({ name }) => name === use.name).map(cloudMove),
  ]);
}

/** The judgement with the repairs of what does not run. */
export function judgeAndRepair(program: Program, device: Device, target: Host | undefined): Judgement {
  const judgement = judge(program, device, { target });
  return judgement.portable ? judgement : { ...judgement, repairs: repairsOf(program, device, target) };
}

interface Working {
  readonly chosen: readonly Candidate[];
  readonly moved: Moved;
}

function isPortable({ program, cloud }: Moved, device: Device, target: Host | undefined): boolean {
  return judge(program, device, { target, cloud }).portable;
}

/**
 * The moves without which nothing helps: each missing tool in the cloud, and a restrict where scripts may do too much.
 * Undefined where a gap stays whatever is done: no move takes anything from what a required tool needs.
 */
function neededMoves(
  program: Program,
  device: Device,
  target: Host | undefined,
): readonly Candidate[] | undefined {
  // What is optional may be dropped, and is nothing that has to be mended.
  const optional = new Set(droppable(program).map(({ name }) => name));
  const missing = missingTools(program, device, { target }).filter(({ name }) => !optional.has(name));
  const cloud = new Set(missing.map(({ name }) => name));
  const lasting = (changed: Program): boolean =>
    judge(changed, device, { target, cloud }).gaps.some(({ kind }) => kind !== "cost");
  // Nothing that a move could change asks for anything here.
  const least = mapSkills(withoutTools(program, optional), (skill) => ({
    ...skill,
    guard: skill.guard && leastGuard(skill.guard),
    steps: skill.steps.map((step) => ({ ...step, guard: step.guard && leastGuard(step.guard) })),
  }));
  const clouds = missing.map(cloudMove);
  if (!lasting(least)) return clouds;
  if (lasting(mapSkills(least, (skill) => ({ ...skill, evidence: [] })))) return undefined;
  const restrict = restrictMove(withoutTools(program, optional), device, target);
  return restrict === undefined ? undefined : [...clouds, restrict];
}

function leastGuard(guard: Guard): Guard {
  return guard.kind === "judge" ? { ...guard, retry: 0, model: undefined } : { ...guard, retry: 0 };
}

/** Every choice of some candidates of different subjects. */
function* choicesOf(
  candidates: readonly Candidate[],
  size: number,
  from = 0,
): Iterable<readonly Candidate[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = from; i < candidates.length; i++) {
    const candidate = candidates[i];
    if (candidate === undefined) continue;
    for (const rest of choicesOf(candidates, size - 1, i + 1)) {
      if (rest.every(({ subject }) => subject !== candidate.subject)) yield [candidate, ...rest];
    }
  }
}

/** Whether a choice does all that the smaller does, and more. */
function covers(choice: readonly Candidate[], smaller: readonly Candidate[]): boolean {
  return smaller.every(({ subject, change, strength }) =>
    choice.some((one) => one.subject === subject && one.change === change && one.strength >= strength),
  );
}

function byLoss(a: Repair, b: Repair): number {
  const loss = ({ moves }: Repair): string => moves.map(({ loses }) => loses).join("; ");
  return a.moves.length - b.moves.length || compareText(loss(a), loss(b));
}
