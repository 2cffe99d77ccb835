import type { Agent } from "../ir/agent.ts";
import { effectOf } from "../ir/infer.ts";
import type { Program } from "../ir/program.ts";
import type { Skill } from "../ir/skill.ts";
import type { Catalogue } from "../ir/tool.ts";
import type { Checked, Diagnostic } from "../report/diagnostic.ts";
import { defineDiagnostics } from "../report/diagnostic.ts";
import { nearest } from "../report/near.ts";
import type { Mounted, MountedSkill } from "./mount.ts";
import { mount } from "./mount.ts";

export const programDiagnostics = defineDiagnostics({
  "lower/unknown-skill": {
    severity: "error",
    message: (p: { agent: string; name: string }) =>
      `The agent \`${p.agent}\` mounts the skill \`${p.name}\`, which is not among the skills that were read.`,
    help: (p: { near: string | undefined }) =>
      p.near === undefined ? "Add the folder of that skill to the paths." : `Write \`${p.near}\`.`,
    docs: `
\`skills:\` of an agent names skills by their name. Each has to be among the files of the run, since mounting needs its
prompt, its tools and its guard. The agent is left out of the output; its skills are still compiled alone.

    skillc compile skills/grader skills/careful --agent agent.yml --target lambdagent --out out
`,
  },
});

/**
 * The units of emission: every enabled skill alone on the agent, and the agent with all that its `skills:` list.
 * Programs of one name are told apart by their folder.
 */
export function programsOf(
  skills: readonly Skill[],
  agent: Agent,
  catalogue: Catalogue,
): Checked<readonly Program[]> {
  const enabled = skills.filter((skill) => skill.enabled);
  const names = sharedNames(enabled);
  const alone = enabled.map((skill) =>
    programOf(nameAmong(skill, names), agent, [{ skill, inside: false }], catalogue),
  );
  const { value: list, diagnostics } = mountList(agent, enabled);
  if (list === undefined) return { value: alone, diagnostics };
  const taken = alone.some(({ name }) => name === agent.name);
  const whole = programOf(taken ? `${agent.name}-agent` : agent.name, agent, list, catalogue);
  return { value: [...alone, { ...whole, whole: true }], diagnostics };
}

/** An agent with skills mounted on it, as one program. They are mounted when the term is asked for; a check never does. */
function programOf(name: string, agent: Agent, list: readonly MountedSkill[], catalogue: Catalogue): Program {
  const skills = list.map(({ skill }) => skill);
  let known: Mounted | undefined;
  const mounted = (): Mounted => (known ??= mount(agent, list, catalogue));
  return {
    name,
    agent,
    skills,
    catalogue,
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

function sharedNames(skills: readonly Skill[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { name } of skills) (seen.has(name) ? shared : seen).add(name);
  return shared;
}

function nameAmong(skill: Skill, shared: ReadonlySet<string>): string {
  return shared.has(skill.name) ? skill.id.replaceAll("/", "__") : skill.name;
}

/** Undefined: the agent lists no skills, or one that is not there. */
function mountList(agent: Agent, skills: readonly Skill[]): Checked<readonly MountedSkill[] | undefined> {
  if (agent.skills === undefined) return { value: undefined, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const list = agent.skills.flatMap(({ name, inside, span }): MountedSkill[] => {
    const skill = skills.find((candidate) => candidate.name === name || candidate.id === name);
    if (skill !== undefined) return [{ skill, inside }];
    const near = nearest(
      name,
      skills.map((candidate) => candidate.name),
    );
    diagnostics.push(
      programDiagnostics.create("lower/unknown-skill", span, { agent: agent.name, name, near }),
    );
    return [];
  });
  return { value: diagnostics.length === 0 ? list : undefined, diagnostics };
}
