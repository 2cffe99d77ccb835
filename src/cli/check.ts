import { targets } from "../../targets/index.ts";
import { check } from "../compile.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { renderText } from "../report/text.ts";
import { rules } from "../rules/index.ts";
import type { InputOptions } from "./config.ts";
import { loadInputs } from "./config.ts";
import type { FixFlags, Mended } from "./fix.ts";
import { diffOf, mend, writeMended } from "./fix.ts";
import { loadSkills } from "./load.ts";
import { diagnosticsJson, hasErrors, headline, paint, print, printJson } from "./output.ts";

export interface CheckFlags extends InputOptions, FixFlags {
  readonly format: "text" | "json" | "sarif" | "github";
  readonly quiet: boolean;
  readonly maxWarnings?: number | undefined;
}

/**
 * `skillc check`: every rule on every skill. Exit status 1 with an error, or with more warnings than allowed. With
 * `--fix` what is left is reported, with `--diff` what would be left.
 */
export async function runCheck(paths: readonly string[], flags: CheckFlags): Promise<number> {
  const loaded = loadSkills(paths);
  const { inputs, diagnostics: own } = loadInputs(flags);
  const options = { ...inputs, rules, knownTargets: targets };
  const mended = await mend(loaded.files, async (files) => check(files, options), flags);
  const { subjects, diagnostics: found } = mended.analysis;
  const diagnostics = [...loaded.diagnostics, ...own, ...found];
  if (flags.fix && !flags.diff) writeMended(mended);
  if (flags.diff) await printDiff(mended, flags);
  await report(subjects.length, diagnostics, flags);
  if (flags.fix || flags.diff) summarise(mended, flags);
  const warnings = diagnostics.filter(({ severity }) => severity === "warning").length;
  return hasErrors(diagnostics) || warnings > (flags.maxWarnings ?? Infinity) ? 1 : 0;
}

/** Machine-readable answers stay one document: the diff goes to stderr there. */
async function printDiff(mended: Mended, { format }: CheckFlags): Promise<void> {
  const text = await diffOf(mended);
  if (format === "text") await print(text);
  else process.stderr.write(text);
}

function summarise({ fixes, changed }: Mended, { diff }: CheckFlags): void {
  const what = `${fixes} ${fixes === 1 ? "problem" : "problems"} in ${changed.length} ${changed.length === 1 ? "file" : "files"}`;
  process.stderr.write(`${diff ? "would mend" : "mended"} ${what}\n`);
}

async function report(skills: number, diagnostics: readonly Diagnostic[], flags: CheckFlags): Promise<void> {
  const shown = flags.quiet ? diagnostics.filter(({ severity }) => severity === "error") : diagnostics;
  switch (flags.format) {
    case "json":
      return printJson({ version: 1, skills, ...diagnosticsJson(shown) });
    case "github": {
      const { toGithub } = await import("../report/github.ts");
      return print(toGithub(shown));
    }
    case "sarif": {
      const [{ toSarif }, { allDiagnostics }, { version }] = await Promise.all([
        import("../report/sarif.ts"),
        import("./catalogue.ts"),
        import("./version.ts"),
      ]);
      return printJson(toSarif(shown, { version, declared: allDiagnostics }));
    }
    case "text": {
      const blocks = renderText(shown, paint);
      return print(`${blocks}${blocks === "" ? "" : "\n"}${headline(skills, diagnostics)}\n`);
    }
  }
}
