import type { Agent } from "../ir/agent.ts";
import { lamsOf } from "../ir/children.ts";
import { effectOf } from "../ir/infer.ts";
import type { Program } from "../ir/program.ts";
import type { Skill } from "../ir/skill.ts";
import type { Catalogue } from "../ir/tool.ts";
import type { Checked, Diagnostic } from "../report/diagnostic.ts";
import { defineDiagnostics } from "../report/diagnostic.ts";
import { nearest } from "../report/near.ts";
import { agentTerm } from "./agent-term.ts";
import type { Mounted, MountedSkill } from "./mount.ts";
import { mount } from "./mount.ts";

export const programDiagnostics = defineDiagnostics({
  "lower/disabled-skill": {
    severity: "error",
    message: (p: { agent: string; name: string }) =>
      `The agent \`${p.agent}\` mounts the skill \`${p.name}\`, which its manifest disables.`,
    help: (p: { name: string }) =>
      `Take \`${p.name}\` out of \`skills:\`, or write \`enabled: true\` in its manifest.`,
    docs: `
An agent lists a skill whose manifest says \`enabled: false\`.

A disabled skill is checked, and never mounted or emitted. An agent that lists it would run without what its author
counts on, a restriction for example, and nobody would be told. So the agent is left out of the output until one of the two
changes its mind.

Wrong:

\`\`\`yaml
# skills/careful/skill.yml
name: careful
enabled: false
# agent.yml
skills: [grader, careful]
\`\`\`

Right:

\`\`\`yaml
skills: [grader]
\`\`\`

To fix it, take the name out of the list, or enable the skill.
`,
  },
  "lower/prompt-repeated": {
    severity: "info",
    message: (p: { agent: string; type: string; calls: number }) =>
      `The agent \`${p.agent}\` is a ${p.type}, so the prompt of a skill goes to each of its ${p.calls} models.`,
    help: () =>
      "Keep prompts of its skills short, or write `type: simple` for an agent that reads them once.",
    docs: `
A skill is mounted on an agent that asks its model in several places: a chain, a router or a parallel agent.

A simple agent and a react agent have one system prompt, and a skill's prompt stands at its end. The others have a prompt
for each step, route or member. Which of them needs the skill cannot be known, so each gets it, the classifier of a router
too: the tokens are paid for at each place, and a step may follow instructions that were meant for another. \`skillc inspect\`
counts them all.

Wrong, where only the last step grades:

\`\`\`yaml
type: chain
chain: {steps: [Read the assignment., Grade it.]}
skills: [grader]
\`\`\`

Right:

\`\`\`yaml
type: simple
systemPrompt: Read the assignment, and grade it.
skills: [grader]
\`\`\`

To fix it, mount the skill on an agent of its own, or leave it as it is if every part needs the method.
`,
  },
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
  const { value: list, diagnostics: unmounted } = mountList(agent, skills);
  const diagnostics = [...repeatedPrompts(agent, list?.map(({ skill }) => skill) ?? enabled), ...unmounted];
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

/** Says that a prompt stands in several places of an agent, once for an agent that gets one at all. */
function repeatedPrompts(agent: Agent, mounted: readonly Skill[]): readonly Diagnostic[] {
  const place = agent.typeSpan;
  if (place === undefined || !mounted.some(({ kind }) => kind === "skill")) return [];
  const calls = lamsOf(agentTerm(agent, new Map())).length;
  if (calls < 2) return [];
  const parameters = { agent: agent.name, type: typeNames[agent.type], calls };
  return [programDiagnostics.create("lower/prompt-repeated", place, parameters)];
}

const typeNames: Readonly<Record<Agent["type"], string>> = {
  simple: "simple agent",
  react: "react agent",
  chain: "chain",
  router: "router",
  parallel: "parallel agent",
};

/** Undefined: the agent lists no skills, or one that is not there or not enabled. */
function mountList(agent: Agent, skills: readonly Skill[]): Checked<readonly MountedSkill[] | undefined> {
  if (agent.skills === undefined) return { value: undefined, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const list = agent.skills.flatMap(({ name, inside, span }): MountedSkill[] => {
    const found = skills.filter((candidate) => candidate.name === name || candidate.id === name);
    const skill = found.find(({ enabled }) => enabled);
    if (skill !== undefined) return [{ skill, inside }];
    if (found.length > 0) {
      diagnostics.push(programDiagnostics.create("lower/disabled-skill", span, { agent: agent.name, name }));
      return [];
    }
    const near = nearest(
      name,
      skills.filter(({ enabled }) => enabled).map((candidate) => candidate.name),
    );
    diagnostics.push(
      programDiagnostics.create("lower/unknown-skill", span, { agent: agent.name, name, near }),
    );
    return [];
  });
  return { value: diagnostics.length === 0 ? list : undefined, diagnostics };
}
