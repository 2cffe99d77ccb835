import type { Device } from "../ir/device.ts";
import type { Guard } from "../ir/guard.ts";
import type { Program } from "../ir/program.ts";
import type { Skill } from "../ir/skill.ts";
import type { NameUse } from "../ir/skill.ts";
import { requiredTools } from "../lower/effect.ts";
import { featuresOf } from "../lower/features.ts";
import { cloudCall } from "./cost.ts";
import type { Move } from "./judgement.ts";
import { remounted } from "./variant.ts";

/** A program, and the tools that run in the cloud for it. */
export interface Variant {
  readonly program: Program;
  readonly cloud: ReadonlySet<string>;
}

/** A variant with the moves that lead to it. */
export interface Moved extends Variant {
  readonly moves: readonly Move[];
}

/** One thing that may be changed in one way. A repair changes each subject at most once. */
export interface Candidate {
  readonly subject: string;
  /** Of two moves of one subject and one kind of change, the one with less strength is enough where it works. */
  readonly change: string;
  readonly strength: number;
  readonly apply: (before: Moved) => Moved;
}

/** A tool that the device lacks runs in the cloud. */
export function cloudMove({ name, span }: NameUse): Candidate {
  return {
    subject: `tool ${name}`,
    change: "cloud",
    strength: 0,
    apply: ({ program, cloud, moves }) => ({
      program,
      cloud: new Set([...cloud, name]),
      moves: [
        ...moves,
        {
          kind: "cloud-tool",
          from: name,
          to: `${name} in the cloud`,
          loses: `each call of \`${name}\` uses \`net\` and is counted with ${cloudCall.latency} s and ${cloudCall.money} USD`,
          span,
        },
      ],
    }),
  };
}

/** An agent is not given a tool that its skills can do without. */
export function dropMove({ name, span }: NameUse): Candidate {
  return {
    subject: `tool ${name}`,
    change: "drop",
    strength: 0,
    apply: (before) => ({
      ...before,
      program: withoutTools(before.program, new Set([name])),
      moves: [
        ...before.moves,
        {
          kind: "drop-optional-tool",
          from: name,
          to: `no ${name}`,
          loses: `the agent is not given \`${name}\`, which its skills can do without`,
          span,
        },
      ],
    }),
  };
}

/** The tools that an agent with `skills:` lists, some skill calls optional and none requires; where they are optional. */
export function droppable({ whole, agent, skills }: Program): readonly NameUse[] {
  if (whole !== true) return [];
  const required = new Set(skills.flatMap(requiredTools).map(({ name }) => name));
  const optional = skills.flatMap(({ optionalTools }) => optionalTools);
  return [...new Set(agent.tools.map(({ name }) => name))]
    .filter((name) => !required.has(name))
    .flatMap((name) => optional.find((use) => use.name === name) ?? []);
}

/** The program with an agent that does not have these. */
export function withoutTools(program: Program, names: ReadonlySet<string>): Program {
  const { agent } = program;
  return remounted(program, {
    agent: { ...agent, tools: agent.tools.filter(({ name }) => !names.has(name)) },
  });
}

/** The agent, or a judge that names a model, asks another model of the device. */
export function modelMoves(program: Program, device: Device): readonly Candidate[] {
  const names = device.models.map(({ name }) => name);
  const [first] = names;
  if (first === undefined) return [];
  const { model } = program.agent;
  const current = names.includes(model) ? model : first;
  const place = program.skills[0]?.spans.whole ?? device.span;
  const agent = names
    .filter((name) => name !== current)
    .map((to): Candidate => ({
      subject: "model",
      change: to,
      strength: 0,
      apply: (before) => ({
        ...before,
        program: remounted(before.program, { agent: { ...before.program.agent, model: to } }),
        moves: [
          ...before.moves,
          {
            kind: "model",
            from: current,
            to,
            loses: `\`${to}\` answers instead of \`${current}\``,
            span: place,
          },
        ],
      }),
    }));
  const judges = guardsOf(program).flatMap((place_) => judgeMoves(place_, names));
  return [...agent, ...judges];
}

function judgeMoves(place: GuardPlace, names: readonly string[]): readonly Candidate[] {
  const { guard } = place;
  if (guard.kind !== "judge" || guard.model === undefined) return [];
  const from = guard.model;
  return names
    .filter((name) => name !== from)
    .map((to) => ({
      subject: `judge ${place.skill} ${place.step}`,
      change: to,
      strength: 0,
      apply: (before) => ({
        ...before,
        program: withGuard(before.program, place, (old) =>
          old.kind === "judge" ? { ...old, model: to } : old,
        ),
        moves: [
          ...before.moves,
          { kind: "model", from, to, loses: `\`${to}\` judges instead of \`${from}\``, span: guard.span },
        ],
      }),
    }));
}

// More attempts than these in all are never proposed: from there on a rule warns of the cost.
const mostAttempts = 8;

/** Guards try again less often, or more often where the device asks for a chance of success. */
export function retryMoves(program: Program, device: Device): readonly Candidate[] {
  const most = device.budget.p_min === undefined ? 0 : mostAttempts - 1;
  return guardsOf(program).flatMap((place) => {
    const { retry: from, span } = place.guard;
    const numbers = Array.from({ length: Math.max(from, most + 1) }, (_, number) => number);
    return numbers
      .filter((to) => to !== from)
      .map((to): Candidate => {
        const loses =
          to < from
            ? `an output that fails the guard is tried again ${times(to)} instead of ${times(from)}`
            : `up to ${to + 1} attempts are paid for instead of ${from + 1}`;
        return {
          subject: `retry ${place.skill} ${place.step}`,
          change: to < from ? "less" : "more",
          strength: Math.abs(to - from),
          apply: (before) => ({
            ...before,
            program: withGuard(before.program, place, (old) => ({ ...old, retry: to })),
            moves: [
              ...before.moves,
              { kind: "retry", from: `retry: ${from}`, to: `retry: ${to}`, loses, span },
            ],
          }),
        };
      });
  });
}

function times(count: number): string {
  return count === 0 ? "never" : count === 1 ? "once" : `${count} times`;
}

/** A guard of a program: the number of its skill, and of its step, or -1 for the guard of the whole skill. */
interface GuardPlace {
  readonly skill: number;
  readonly step: number;
  readonly guard: Guard;
}

function guardsOf({ skills }: Program): readonly GuardPlace[] {
  return skills.flatMap(({ guard, steps }, skill) =>
    [guard, ...steps.map((step) => step.guard)].flatMap((found, i) =>
      found === undefined ? [] : [{ skill, step: i - 1, guard: found }],
    ),
  );
}

function withGuard(program: Program, { skill, step }: GuardPlace, change: (guard: Guard) => Guard): Program {
  return mapSkills(program, (old, i) => {
    if (i !== skill) return old;
    if (step === -1) return { ...old, guard: old.guard && change(old.guard) };
    const steps = old.steps.map((part, j) =>
      j === step ? { ...part, guard: part.guard && change(part.guard) } : part,
    );
    return { ...old, steps };
  });
}

/** The program with every skill changed, what they ask of a host counted anew. */
export function mapSkills(program: Program, change: (skill: Skill, index: number) => Skill): Program {
  return remounted(program, {
    skills: program.skills.map((skill, i) => {
      const changed = change(skill, i);
      return changed === skill ? skill : { ...changed, features: featuresOf(changed) };
    }),
  });
}
