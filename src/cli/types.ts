import { compileSkills } from "../plugin/compile-skill.ts";
import { removeStaleTypes, writeTypes } from "../plugin/write-types.ts";
import { hasErrors, headline, printProblems } from "./output.ts";
import { print } from "./print.ts";

/** `skillc types`: `.skillc/types`, from which TypeScript knows imported skills, and `.skillc/tsconfig.json` to extend. */
export async function runTypes(
  paths: readonly string[],
  { quiet }: { readonly quiet: boolean },
): Promise<number> {
  const { skills, diagnostics } = await compileSkills(paths);
  const written = writeTypes(skills);
  removeStaleTypes(written);
  printProblems(
    diagnostics.filter(({ severity }) => severity === "error"),
    quiet,
  );
  await print(
    `${quiet ? "" : written.map((path) => `wrote ${path}\n`).join("")}${headline(skills.length, [])}\n`,
  );
  return hasErrors(diagnostics) ? 1 : 0;
}
