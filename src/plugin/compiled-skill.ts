import { effectReport } from "../cli/inspect.ts";
import type { EffectReport } from "../cli/inspect-report.ts";
import type { Grade } from "../ir/grade.ts";
import { finite } from "../ir/lattice.ts";
import { host } from "../ir/effect.ts";
import type { Program } from "../ir/program.ts";
import type { Skill } from "../ir/skill.ts";
import type { JsonSchema } from "../ir/type.ts";
import { schemaOf } from "../ir/type.ts";
import { reportedEffect } from "../lower/effect.ts";
import { promptText } from "../lower/wrapper.ts";

/** Definitions of tools by target, then by the file of the target that holds them: `tools.openai.chat`. */
export type ToolFiles = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What `import skill from "./SKILL.md"` gives, but for its functions. Plain data. */
export interface CompiledSkill {
  readonly name: string;
  readonly description: string;
  readonly version?: string;
  readonly kind: "skill" | "restrict";
  /** JSON Schema 2020-12 of what goes in and comes out. */
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly effect: EffectReport;
  readonly grade: Grade;
  readonly prompt: string;
  readonly tools: ToolFiles;
}

/** The same with its functions, as far as is known of a skill that is not named. */
export interface ImportedSkill extends CompiledSkill {
  readonly guard: ((output: string) => boolean) | undefined;
  readonly handler?: (input: never) => unknown;
}

/** The data of a skill's module. */
export function compiledSkill(
  skill: Skill,
  { catalogue }: Program,
  grade: Grade,
  tools: ToolFiles,
): CompiledSkill {
  const hosts = finite([host]);
  const effect = reportedEffect(skill, catalogue, hosts);
  return {
    name: skill.name,
    description: skill.description,
    ...(skill.version === undefined ? {} : { version: skill.version }),
    kind: skill.kind,
    input: schemaOf(skill.input),
    output: schemaOf(skill.output),
    effect: effectReport(effect, hosts),
    grade,
    prompt: promptText(skill.prompt),
    tools,
  };
}
