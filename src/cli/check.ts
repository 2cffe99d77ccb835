import { cacheFolder } from "./cache.ts";
import type { CheckFlags } from "./check-skills.ts";
import { listRun } from "./config.ts";
import { print } from "./print.ts";
import { memoryOf } from "./remember.ts";

/**
 * `skillc check`: every rule on every skill. Exit status 1 with an error, or with more warnings than allowed. With
 * `--fix` what is left is reported, with `--diff` what would be left. The compiler is loaded only where the same run has
 * no kept answer.
 */
export async function runCheck(paths: readonly string[], flags: CheckFlags): Promise<number> {
  const run = await listRun(paths, flags);
  const isWriting = flags.fix || flags.diff || flags.updateBaseline;
  const folder = isWriting ? undefined : cacheFolder(flags);
  const memory = folder === undefined ? undefined : memoryOf(folder, run, paths, flags);
  const known = memory?.recall();
  if (known !== undefined) {
    await print(known.text);
    return known.status;
  }
  const { checkSkills } = await import("./check-skills.ts");
  return checkSkills(run, flags, memory);
}
