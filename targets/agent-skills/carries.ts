import type { Skill } from "../../src/ir/skill.ts";
import { isLegalName } from "./document.ts";

const unchecked = "no client checks the output of a skill";
const noPlace = "the format has no place for it";

/** Parts of a contract that do not stand under `metadata`. */
const left: Readonly<Record<string, string>> = {
  examples: noPlace,
  steps: noPlace,
  "steps.guard": unchecked,
  "steps.requires": "a client gives the whole skill its tools",
  "interface.guard": unchecked,
};

/** A SKILL.md keeps every key of a front matter, and of a contract all but what says how the skill is run. */
export function carries(field: string, skill: Skill): true | string {
  if (skill.description === "") return "every client leaves a skill without a description out";
  if (field === "name") {
    return isLegalName(skill.name) || "a name has 1 to 64 lower-case letters, digits and single hyphens";
  }
  const [top = ""] = field.split(".");
  // In a front matter it is a key like any other.
  if (skill.about.others.some(({ key }) => key === top)) return true;
  if (field === "steps.name" || field === "steps.prompt") return true;
  return left[field] ?? (top === "interface" ? noPlace : true);
}
