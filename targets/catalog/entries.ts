import type { Program } from "../../src/ir/program.ts";
import type { Skill } from "../../src/ir/skill.ts";
import { mayModelInvoke } from "../../src/target/invocation.ts";

/** A skill that a model may choose, or why it is not listed. */
export interface Entry {
  readonly skill: Skill;
  readonly leftOut: "hidden" | "no-description" | "same-name" | undefined;
}

/** The skills of a program in mounting order. A restrict is nothing that a model chooses. */
export function entriesOf(program: Program): readonly Entry[] {
  const names = new Set<string>();
  return program.skills
    .filter(({ kind }) => kind === "skill")
    .map((skill) => {
      const leftOut = reasonAgainst(skill, names);
      if (leftOut === undefined) names.add(skill.name);
      return { skill, leftOut };
    });
}

/** Those that are listed. */
export function listedIn(program: Program): readonly Skill[] {
  return entriesOf(program).flatMap(({ skill, leftOut }) => (leftOut === undefined ? [skill] : []));
}

/** Whether a model may choose the skill, in a catalogue of its own. */
export function isListed(skill: Skill): boolean {
  return reasonAgainst(skill, new Set()) === undefined;
}

function reasonAgainst(skill: Skill, names: ReadonlySet<string>): Entry["leftOut"] {
  if (!mayModelInvoke(skill)) return "hidden";
  if (skill.description === "") return "no-description";
  return names.has(skill.name) ? "same-name" : undefined;
}

/** What agents call the tool that loads a skill: Gemini CLI and LangChain4j, OpenCode and Mastra, Claude Code, others. */
const activationTools = ["activate_skill", "skill", "Skill", "load_skill", "use_skill", "read_skill"];

/** The tool that the catalogue names, and whether the agent has it; without an agent that cannot be told. */
export function activationTool({ agent }: Program): { readonly name: string; readonly isMissing: boolean } {
  const own = agent.tools.map(({ name }) => name);
  const found = activationTools.find((name) => own.includes(name));
  return { name: found ?? "activate_skill", isMissing: found === undefined && agent.span !== undefined };
}
