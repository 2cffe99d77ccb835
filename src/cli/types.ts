import { compileSkills } from "../plugin/compile-skill.ts";
import { removeStaleTypes, writeTypes } from "../plugin/write-types.ts";
import { headline, printProblems } from "./output.ts";
import { print } from "./print.ts";

/** `skillc types`: `.skillc/types`, from which TypeScript knows imported skills, and `.skillc/tsconfig.json` to extend. */
export async function runTypes(
  paths: readonly string[],
  { quiet }: { readonly quiet: boolean },
): Promise<number> {
  const { skills, diagnostics } = await compileSkills(paths);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const written = writeTypes(skills);
  // Of a part of the skills the others stay, and so do those of a skill that is broken for now.
  if (paths.length === 0 && errors.length === 0) removeStaleTypes(written);
  printProblems(errors, quiet);
  const list = written.map((path) => `wrote ${path}\n`).join("");
  await print(`${quiet ? "" : list}${headline(skills.length, errors)}\n`);
  return errors.length > 0 ? 1 : 0;
}
