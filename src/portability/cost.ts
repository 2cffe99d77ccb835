import { boundOf } from "../ir/bound.ts";
import type { Device } from "../ir/device.ts";
import type { Bound, Limit } from "../ir/grade.ts";
import type { Program } from "../ir/program.ts";
import type { Skill } from "../ir/skill.ts";
import type { Span } from "../report/source.ts";
import type { Gap } from "./judgement.ts";

/**
 * What one call of a tool in the cloud is taken to cost beside the call of the model that asks for it: seconds and USD. An
 * assumption, and said wherever such a move is proposed; one call of the model asks each tool once.
 */
export const cloudCall = { latency: 1, money: 0.001 };

/** The parts of a budget that the bound of a program does not keep. A restrict alone costs nothing. */
export function costGaps(program: Program, device: Device, cloudTools = 0): readonly Gap[] {
  const skill = program.skills.find(({ kind }) => kind === "skill");
  if (skill === undefined) return [];
  const bound = boundOf(program.term, device.models);
  const calls = bound.calls * cloudTools;
  const { budget } = device;
  const attempts = placeOfAttempts(skill);
  const hint = skill.costHint === undefined ? attempts : skill.spans.costHint;
  const gaps: Gap[] = [];
  const above = (what: string, least: Limit, most: number | undefined, unit: string): void => {
    if (most === undefined || (least !== "unbounded" && least <= most)) return;
    const may =
      least === "unbounded"
        ? `${what} has no bound, since the device does not say what a call costs at most`
        : `${what} may reach ${figure(least)}${unit}`;
    gaps.push({
      kind: "cost",
      detail: `One run's ${may}${callsOf(bound)}; the budget is ${figure(most)}${unit}.`,
      span: attempts,
    });
  };
  above("token count", bound.tokens, budget.tokens, "");
  above("time", plus(bound.latency, calls * cloudCall.latency), budget.latency, " s");
  above("price", plus(bound.money, calls * cloudCall.money), budget.money, " USD");
  if (budget.p_min !== undefined && bound.p < budget.p_min) {
    const detail = `One run succeeds with a probability of at least ${figure(bound.p)}; the budget asks for ${figure(budget.p_min)}.`;
    gaps.push({ kind: "cost", detail, span: hint });
  }
  if (budget.p_fatal_max !== undefined && bound.p_fatal > budget.p_fatal_max) {
    const detail = `One run fails fatally with a probability of up to ${figure(bound.p_fatal)}; the budget allows ${figure(budget.p_fatal_max)}.`;
    gaps.push({ kind: "cost", detail, span: hint });
  }
  return gaps;
}

function plus(limit: Limit, more: number): Limit {
  return limit === "unbounded" ? limit : limit + more;
}

/** Cost is caused by the retries where there are any, else by the prompt. */
function placeOfAttempts(skill: Skill): Span {
  if ((skill.guard?.retry ?? 0) > 0) return skill.spans.guard;
  const retried = skill.steps.find(({ guard }) => (guard?.retry ?? 0) > 0);
  return retried?.span ?? skill.steps[0]?.span ?? skill.spans.prompt;
}

function callsOf({ calls }: Bound): string {
  return calls === 1 ? "" : ` in ${calls} calls`;
}

function figure(value: number): string {
  return String(Number(value.toPrecision(4)));
}
