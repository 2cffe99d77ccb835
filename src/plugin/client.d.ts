// Loose types of imported skills: `/// <reference types="skillc/client" />`. `skillc types` writes exact ones.

declare module "*/SKILL.md" {
  export const name: string;
  export const description: string;
  export const version: string | undefined;
  export const kind: import("skillc/plugin").CompiledSkill["kind"];
  export const input: import("skillc/plugin").CompiledSkill["input"];
  export const output: import("skillc/plugin").CompiledSkill["output"];
  export const effect: import("skillc/plugin").CompiledSkill["effect"];
  export const grade: import("skillc/plugin").CompiledSkill["grade"];
  export const prompt: string;
  export const tools: import("skillc/plugin").CompiledSkill["tools"];
  export const guard: ((output: string) => boolean) | undefined;
  export const handler: ((input: never) => unknown) | undefined;
  const skill: import("skillc/plugin").ImportedSkill;
  export default skill;
}

declare module "*/skill.yml" {
  export * from "*/SKILL.md";
  export { default } from "*/SKILL.md";
}

declare module "*/skill.yaml" {
  export * from "*/SKILL.md";
  export { default } from "*/SKILL.md";
}

declare module "~skillc/registry" {
  /** Every skill of the project; `load` imports its module. */
  export const skills: readonly {
    readonly name: string;
    readonly description: string;
    readonly load: () => Promise<{ readonly default: import("skillc/plugin").ImportedSkill }>;
  }[];
  /** The first skill of a name. */
  export function find(name: string): (typeof skills)[number] | undefined;
  export default skills;
}

declare module "virtual:skillc/registry" {
  export * from "~skillc/registry";
  export { default } from "~skillc/registry";
}
