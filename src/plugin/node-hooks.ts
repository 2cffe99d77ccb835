import type { LoadHook, ResolveHook } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { renderText } from "../report/text.ts";
import type { CompiledRun } from "./compile-skill.ts";
import { compileSkills } from "./compile-skill.ts";
import { manifestId, plainRegistry, registryId, registryText } from "./registry.ts";
import { noSkill, skillModule } from "./skill-module.ts";

// In the working directory, so that the paths in it have a base.
const registryUrl = pathToFileURL(plainRegistry).href;

/** Gives the registry, which is no file, an address. */
export const resolve: ResolveHook = async (specifier, context, next) =>
  registryId.test(specifier) ? { url: registryUrl, shortCircuit: true } : next(specifier, context);

/** Compiles what is imported. A skill with errors fails the import with them as its text. */
export const load: LoadHook = async (url, context, next) => {
  if (url === registryUrl) {
    const run = sound(await compileSkills([]));
    return { format: "module", source: registryText(run.skills), shortCircuit: true };
  }
  // With a query the file is what another loader makes of it.
  if (!url.startsWith("file:") || !manifestId.test(url)) return next(url, context);
  const [skill] = sound(await compileSkills([fileURLToPath(url)])).skills;
  const source = skill === undefined ? noSkill : withMap(skillModule(skill));
  return { format: "module", source, shortCircuit: true };
};

function sound(run: CompiledRun): CompiledRun {
  const errors = run.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new SyntaxError(`a skill has errors\n${renderText(errors).trimEnd()}`);
  return run;
}

/** `node --enable-source-maps` then shows the skill in a stack. */
function withMap({ code, map }: ReturnType<typeof skillModule>): string {
  const data = Buffer.from(JSON.stringify(map)).toString("base64");
  return `${code}//# sourceMappingURL=data:application/json;base64,${data}\n`;
}
