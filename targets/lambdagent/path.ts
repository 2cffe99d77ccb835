import type { Program } from "../../src/ir/program.ts";
import { pythonIdentifier } from "../../src/language/python.ts";
import { outputFolder } from "../../src/target/name.ts";

/** The path of a program's files without ending: `<skill>/<skill_id>`. */
export function basePath({ name }: Program): string {
  const folder = outputFolder(name);
  return `${folder}/${pythonIdentifier(folder)}`;
}

/** The file name of a program's module. */
export function moduleName(program: Program): string {
  return `${pythonIdentifier(outputFolder(program.name))}.py`;
}

/** What a program is for: of a skill alone its description, of an agent with `skills:` the agent's own. */
export function descriptionOf({ name, agent, skills }: Program): string {
  const [first, ...more] = skills;
  const alone = first !== undefined && more.length === 0 && (first.name === name || agent.description === "");
  return alone ? first.description : agent.description;
}
