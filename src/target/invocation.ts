import type { Skill } from "../ir/skill.ts";

/** Whether a model may start the skill by itself; `disable-model-invocation: true` leaves that to the user. */
export function mayModelInvoke({ about }: Pick<Skill, "about">): boolean {
  return !about.others.some(({ key, text }) => key === "disable-model-invocation" && text === "true");
}
