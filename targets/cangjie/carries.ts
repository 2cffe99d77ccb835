import type { Skill } from "../../src/ir/skill.ts";
import { schemaOf } from "../../src/ir/type.ts";
import type { TargetOptions } from "../../src/target/options.ts";
import type { Choice } from "./dialect.ts";
import { choiceOf } from "./dialect.ts";
import { isText } from "./entry.ts";
import { formProblem } from "./jsonable.ts";
import { isPackageVersion } from "./manifest.ts";
import { formOf } from "./schema-form.ts";

/** What a package acts on, or says in its AgentCard. */
const carried: ReadonlySet<string> = new Set(
  (
    "name description prompt interface.state_keys interface.guard interface.restrict requires.tools " +
    "requires.mcp_scopes steps.name steps.prompt steps.guard steps.requires metadata.tags metadata.icon_url " +
    "metadata.category"
  ).split(" "),
);

/** Why other parts are not in a package. */
const lost: Readonly<Record<string, string>> = {
  "interface.effect_hint": "what a package may do follows from its tools and is in `permissions.json5`",
  "interface.cost_hint": "CangjieMagic knows no costs",
  "requires.optional_tools": "a package has the tools that it needs, and the host adds others",
};

/** What a package holds of a skill. */
export function carries(field: string, skill: Skill, options?: TargetOptions): true | string {
  const choice = choiceOf(options);
  if (carried.has(field)) return true;
  if (field === "version") {
    return isPackageVersion(skill.version) || "the version of a package is three numbers";
  }
  const side = /^(?:interface\.(input|output)_type|(input|output)_schema)$/.exec(field);
  if (side !== null) return carriesType(side[1] ?? side[2] ?? "", field, skill, choice);
  if (field.startsWith("./")) {
    return choice.inFolder || "the instructions stand in the agent, which reads no files of the skill";
  }
  if (choice.inFolder && isInSkillMd(field)) return true;
  return lost[field] ?? "a package has no place for it";
}

function carriesType(side: string, field: string, skill: Skill, { dialect }: Choice): true | string {
  const type = side === "input" ? skill.input : skill.output;
  const schema = side === "input" ? skill.contract.inputSchema : skill.contract.outputSchema;
  if (field.endsWith("_schema") && !(type.kind === "json" && type.schema === schema)) {
    return `\`${side}_type\` is what \`run\` has`;
  }
  if (isText(type)) return true;
  return formProblem(formOf(schemaOf(type)).form, dialect) ?? true;
}

function isInSkillMd(field: string): boolean {
  return /^(?:license|compatibility|allowed-tools|metadata(?:\..*)?)$/.test(field);
}
