import { targets } from "../../targets/index.ts";
import { check } from "../compile.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { renderText } from "../report/text.ts";
import { rules } from "../rules/index.ts";
import type { InputOptions } from "./config.ts";
import { loadInputs } from "./config.ts";
import { loadSkills } from "./load.ts";
import { diagnosticsJson, hasErrors, headline, paint, print, printJson } from "./output.ts";

export interface CheckFlags extends InputOptions {
  readonly format: "text" | "json" | "sarif" | "github";
  readonly quiet: boolean;
  readonly maxWarnings?: number | undefined;
}

/** `skillc check`: every rule on every skill. Exit status 1 with an error, or with more warnings than allowed. */
export async function runCheck(paths: readonly string[], flags: CheckFlags): Promise<number> {
  const loaded = loadSkills(paths);
  const { inputs, diagnostics: own } = loadInputs(flags);
  const { subjects, diagnostics: found } = await check(loaded.files, {
    ...inputs,
    rules,
    knownTargets: targets,
  });
  const diagnostics = [...loaded.diagnostics, ...own, ...found];
  await report(subjects.length, diagnostics, flags);
  const warnings = diagnostics.filter(({ severity }) => severity === "warning").length;
  return hasErrors(diagnostics) || warnings > (flags.maxWarnings ?? Infinity) ? 1 : 0;
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
