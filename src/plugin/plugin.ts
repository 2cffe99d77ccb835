import { resolve } from "node:path";
import type { UnpluginBuildContext, UnpluginContext, UnpluginContextMeta, UnpluginInstance } from "unplugin";
import { createUnplugin } from "unplugin";
import type { ViteDevServer } from "vite";
import type { Diagnostic } from "../report/diagnostic.ts";
import { positionAt } from "../report/source.ts";
import { renderText } from "../report/text.ts";
import type { CompiledRun, PluginOptions } from "./compile-skill.ts";
import { compileSkills } from "./compile-skill.ts";
import { manifestId, plainRegistry, registryId, registryModule, registryText } from "./registry.ts";
import type { ModuleText } from "./skill-module.ts";
import { noSkill, skillModule } from "./skill-module.ts";
import { writeTypes } from "./write-types.ts";

export type { CompiledSkill, ImportedSkill } from "./compiled-skill.ts";
export type { PluginOptions } from "./compile-skill.ts";

type Bundler = UnpluginBuildContext & UnpluginContext;
type Framework = UnpluginContextMeta["framework"];

/** `import skill from "./SKILL.md"` and `~skillc/registry`, for every bundler that unplugin serves. */
export const plugin: UnpluginInstance<PluginOptions | undefined> = createUnplugin(
  (options = {}, { framework }) => ({
    name: "skillc",
    // Before a plugin for Markdown takes the file.
    enforce: "pre",
    resolveId: {
      filter: { id: registryId },
      handler: () => (framework === "esbuild" ? resolve(plainRegistry) : registryModule),
    },
    load: {
      filter: { id: [manifestId, registryId] },
      async handler(id) {
        if (registryId.test(id)) return loadRegistry(this, framework, options);
        return loadSkill(this, framework, id, options);
      },
    },
    vite: { configureServer: followSkills },
  }),
);

async function loadSkill(
  bundler: Bundler,
  framework: Framework,
  id: string,
  options: PluginOptions,
): Promise<string | ModuleText> {
  const run = await compileSkills([id], options);
  watch(bundler, run);
  report(bundler, framework, run.diagnostics);
  if (options.types !== false) writeTypes(run.skills);
  const [skill] = run.skills;
  // A disabled skill is checked, and nothing is made of it.
  if (skill === undefined) return noSkill;
  return skillModule(skill);
}

async function loadRegistry(bundler: Bundler, framework: Framework, options: PluginOptions): Promise<string> {
  const run = await compileSkills(options.sources ?? [], options);
  watch(bundler, run);
  if (options.types !== false) writeTypes(run.skills);
  report(bundler, framework, run.diagnostics);
  return registryText(run.skills);
}

function watch(bundler: Bundler, { inputs }: CompiledRun): void {
  for (const path of inputs) bundler.addWatchFile(resolve(path));
}

/**
 * Warnings warn; the first error, with all others in its text, fails the build. The place and the code frame stand in
 * the text itself, since webpack and Rspack show nothing else.
 */
function report(bundler: Bundler, framework: Framework, diagnostics: readonly Diagnostic[]): void {
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (framework === "farm") return reportPlainly(warnings, errors);
  for (const warning of warnings) bundler.warn(messageOf(warning, [warning]));
  const [first] = errors;
  if (first !== undefined) bundler.error(messageOf(first, errors));
}

/** Farm ends the process when a plugin hands it the message that unplugin makes. */
function reportPlainly(warnings: readonly Diagnostic[], errors: readonly Diagnostic[]): void {
  if (warnings.length > 0) process.stderr.write(renderText(warnings));
  if (errors.length > 0) throw new Error(renderText(errors).trimEnd());
}

type Message = Exclude<Parameters<UnpluginContext["error"]>[0], string>;

function messageOf({ span }: Diagnostic, all: readonly Diagnostic[]): Message {
  const { line, column } = positionAt(span.file, span.start);
  const file = resolve(span.file.path);
  // Columns of bundlers count from nought.
  return { message: renderText(all).trimEnd(), id: file, loc: { file, line, column: column - 1 } };
}

/** A skill that is added or removed changes the registry, which is no file. */
function followSkills(server: ViteDevServer): void {
  const change = (path: string): void => {
    if (!manifestId.test(path)) return;
    for (const environment of Object.values(server.environments)) {
      const module = environment.moduleGraph.getModuleById(registryModule);
      if (module === undefined) continue;
      environment.moduleGraph.invalidateModule(module);
      environment.hot.send({ type: "full-reload" });
    }
  };
  server.watcher.on("add", change);
  server.watcher.on("unlink", change);
}
