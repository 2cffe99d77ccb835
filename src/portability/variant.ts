import type { Agent } from "../ir/agent.ts";
import { effectOf } from "../ir/infer.ts";
import type { Program } from "../ir/program.ts";
import type { Skill } from "../ir/skill.ts";
import type { MountedSkill } from "../lower/mount.ts";
import { mount } from "../lower/mount.ts";

/** The same program with other skills, or on an agent of another model. The skills stand in the order of mounting. */
export function remounted(
  program: Program,
  changes: { readonly agent?: Agent; readonly skills?: readonly Skill[] },
): Program {
  const { agent = program.agent, skills = program.skills } = changes;
  const inside = (index: number): boolean =>
    program.whole === true && program.agent.skills?.[index]?.inside === true;
  const list = skills.map((skill, index): MountedSkill => ({ skill, inside: inside(index) }));
  let known: ReturnType<typeof mount> | undefined;
  const mounted = (): ReturnType<typeof mount> => (known ??= mount(agent, list, program.catalogue));
  return {
    name: program.name,
    ...(program.whole === undefined ? {} : { whole: program.whole }),
    agent,
    skills,
    catalogue: program.catalogue,
    get term() {
      return mounted().term;
    },
    get effect() {
      return effectOf(mounted().term);
    },
    get permissionDiff() {
      return mounted().permissionDiff;
    },
  };
}
