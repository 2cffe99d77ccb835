import { resolve } from "node:path";
import { javascriptString } from "../language/javascript.ts";
import type { CompiledProgram } from "./compile-skill.ts";

/** How bundlers know the registry inside: the sign before it keeps other plugins away. */
export const registryModule = "\0~skillc/registry";

/** The same for esbuild, which looks for what a module imports in the folder of the module. */
export const plainRegistry = "~skillc.registry";

/** `~skillc/registry` and, as Vite's users expect, `virtual:skillc/registry`, which webpack takes for a protocol. */
export const registryId = /(?:^|\0)(?:~|virtual:)skillc\/registry$|[\\/]~skillc\.registry$/;

/** With a query (`?raw`, `?url`) the file is what another plugin makes of it. */
export const manifestId = /[\\/]skill\.(?:md|ya?ml)$/i;

/**
 * Names and descriptions stand in the module itself; `load` brings the skill, so that a bundle splits there.
 * Two skills of one name: both are listed, and `find` gives the first.
 */
export function registryText(skills: readonly CompiledProgram[]): string {
  const entries = skills.map(({ skill: { name, description }, program }) => {
    const file = program.skills[0]?.file ?? "";
    const path = resolve(file).replaceAll("\\", "/");
    return `  { name: ${javascriptString(name)}, description: ${javascriptString(description)}, load: () => import(${javascriptString(path)}) },`;
  });
  return [
    "export const skills = [",
    ...entries,
    "];",
    "export const find = (name) => skills.find((skill) => skill.name === name);",
    "export default skills;",
    "",
  ].join("\n");
}
