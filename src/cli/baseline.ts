import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Analysis } from "../compile.ts";
import { baselineScopes } from "../compile.ts";
import { baselineName, baselineText } from "../report/baseline.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { cannotWrite } from "./write.ts";

export interface UpdatedBaselines {
  /** Files that were written anew or removed. */
  readonly changed: number;
  /** What no baseline can accept. */
  readonly left: readonly Diagnostic[];
  /** How many problems the baselines accept now. */
  readonly accepted: number;
}

/** Makes the baseline of each skill accept what is reported of it now; a skill without problems keeps none. */
export function updateBaselines({ subjects, setting, diagnostics, accepted }: Analysis): UpdatedBaselines {
  const all = [...diagnostics, ...accepted].filter(({ code }) => !code.startsWith("report/baseline-"));
  let changed = 0;
  const taken = new Set<Diagnostic>();
  for (const scope of baselineScopes(subjects, setting)) {
    const { text, diagnostics: own } = baselineText(all, scope);
    if (replace(join(scope.folder, baselineName), text)) changed++;
    for (const diagnostic of own) taken.add(diagnostic);
  }
  return { changed, left: all.filter((diagnostic) => !taken.has(diagnostic)), accepted: taken.size };
}

/** True where the file is another one now, or none. */
function replace(path: string, text: string | undefined): boolean {
  const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  if (before === text) return false;
  try {
    if (text === undefined) rmSync(path);
    else writeFileSync(path, text);
  } catch (error) {
    throw cannotWrite(path, error);
  }
  return true;
}
