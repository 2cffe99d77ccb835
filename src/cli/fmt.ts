import { writeFileSync } from "node:fs";
import { targets } from "../../targets/index.ts";
import { check } from "../compile.ts";
import { sortDiagnostics } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import { rules } from "../rules/index.ts";
import { loadRun } from "./config.ts";
import type { Mended } from "./fix.ts";
import { diffOf } from "./fix.ts";
import type { FmtDialect } from "./fmt-files.ts";
import { errorsOfLayout, formRules, formatAll, formatGuards } from "./fmt-files.ts";
import { diagnosticsJson, hasErrors, printJson, printProblems } from "./output.ts";
import { print } from "./print.ts";
import { cannotWrite } from "./write.ts";

type Changed = Mended["changed"][number];

export interface FmtFlags {
  readonly format: "text" | "json";
  readonly quiet: boolean;
  readonly check: boolean;
  readonly diff: boolean;
  readonly dialect: FmtDialect;
}

/**
 * `skillc fmt`: lays out front matter, and the guards of contracts, in place. With `--check` or `--diff` nothing is
 * written; with `--check` a file that would change is a failure. A file with errors outside its body stays as it is.
 */
export async function runFmt(paths: readonly string[], flags: FmtFlags): Promise<number> {
  const { loaded, inputs } = await loadRun(paths, {});
  const analysis = await check(loaded.files, { ...inputs, rules: formRules(rules), knownTargets: targets });
  const errors = errorsOfLayout([...loaded.diagnostics, ...analysis.diagnostics]);
  const formatted = formatAll(analysis, errors, flags.dialect);
  const changed = [...formatted.value, ...(await formatGuards(analysis, errors))];
  const diagnostics = sortDiagnostics([...errors, ...formatted.diagnostics]);
  if (!flags.check && !flags.diff) for (const { after } of changed) write(after);
  if (flags.format === "json") {
    const files = changed.map(({ after }) => after.path);
    await printJson({ version: 1, files, ...diagnosticsJson(diagnostics) });
  } else {
    printProblems(diagnostics, flags.quiet);
    if (flags.diff) await print(await diffOf({ changed }));
    else if (!flags.quiet) await print(listOf(changed, flags, analysis.subjects.length));
  }
  return hasErrors(diagnostics) || (flags.check && changed.length > 0) ? 1 : 0;
}

function write({ path, text }: SourceFile): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

function listOf(changed: readonly Changed[], { check }: FmtFlags, skills: number): string {
  const verb = check ? "would change" : "formatted";
  const lines = changed.map(({ after }) => `${verb} ${after.path}\n`).join("");
  return `${lines}${skills} ${skills === 1 ? "skill" : "skills"}: ${changed.length} ${verb}\n`;
}
