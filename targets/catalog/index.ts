import type { Supports } from "../../src/ir/feature.ts";
import { features } from "../../src/ir/feature.ts";
import type { Skill } from "../../src/ir/skill.ts";
import { xmlText } from "../../src/language/xml.ts";
import { outputFolder } from "../../src/target/name.ts";
import type { Carries, Target } from "../../src/target/target.ts";
import { activationTool, isListed, listedIn } from "./entries.ts";
import { catalogDiagnostics, notesOf } from "./notes.ts";

const byHost = {
  level: "advisory",
  because: "a catalogue only names the skill, and the host that loads it does the rest",
} as const;

const supports = Object.fromEntries(features.map((feature) => [feature, byHost])) as Supports;

const carries: Carries = (field, skill) => {
  if (skill.kind === "restrict")
    return "a catalogue lists what a model may choose, and a restrict is not chosen";
  if (!isListed(skill)) return "a model cannot choose the skill";
  return field === "name" || field === "description" || "a catalogue holds names and descriptions alone";
};

/** What a model is told of the skills that it may load, and the tool that loads one. Without skills, nothing. */
export const catalog: Target = {
  name: "catalog",
  summary: "the list of skills for a system prompt, and the tool that loads one of them",
  supports,
  emit(program) {
    const skills = listedIn(program);
    if (skills.length === 0) return [];
    const folder = outputFolder(program.name);
    const { name } = activationTool(program);
    return [
      { path: `${folder}/available_skills.xml`, text: block(skills), layout: "verbatim" },
      { path: `${folder}/${name}.json`, text: JSON.stringify(tool(name, skills)), layout: "generated" },
    ];
  },
  carries,
  declared: catalogDiagnostics.declared,
  notes: notesOf,
};

/** No white space stands inside `name` and `description` that is not part of them. */
function block(skills: readonly Skill[]): string {
  const lines = skills.flatMap(({ name, description }) => [
    "  <skill>",
    `    <name>${xmlText(name)}</name>`,
    `    <description>${xmlText(description)}</description>`,
    "  </skill>",
  ]);
  return ["<available_skills>", ...lines, "</available_skills>", ""].join("\n");
}

/** A model cannot ask for a skill that is not there. */
function tool(name: string, skills: readonly Skill[]): object {
  return {
    name,
    description:
      "Loads the instructions of a skill. Call it before a task that fits the description of a skill in " +
      "<available_skills>, and follow what it answers.",
    parameters: {
      type: "object",
      properties: {
        name: {
          type: "string",
          description: "The name of the skill.",
          enum: skills.map((skill) => skill.name),
        },
      },
      required: ["name"],
      additionalProperties: false,
    },
  };
}
