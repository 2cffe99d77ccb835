import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CompiledProgram } from "./compile-skill.ts";
import { declarationPath, declarationText, generatedBy } from "./declaration.ts";

const folder = ".skillc";

/** For `extends` in the project's own configuration: the folder of types counts as the project's. */
const tsconfig = {
  compilerOptions: { allowArbitraryExtensions: true, rootDirs: ["..", "./types"] },
  include: ["../**/*", "./types/**/*"],
  exclude: ["../node_modules"],
};

/**
 * Writes the types of skills to `.skillc/types`, and a `tsconfig.json` to extend. A file that is already right stays
 * untouched, so nothing that watches it is woken. Gives the paths, relative to the working directory.
 */
export function writeTypes(skills: readonly CompiledProgram[]): readonly string[] {
  write(join(folder, "tsconfig.json"), `${JSON.stringify(tsconfig, undefined, 2)}\n`);
  return skills.flatMap((compiled) => {
    const manifests = compiled.program.skills[0]?.files.filter((path) => isManifest.test(path)) ?? [];
    const text = declarationText(compiled);
    return manifests.map((manifest) => {
      const path = join(folder, "types", declarationPath(manifest));
      write(path, text);
      return path.replaceAll("\\", "/");
    });
  });
}

const isManifest = /(?:^|\/)skill\.(?:md|ya?ml)$/i;

/** Removes types that an earlier run wrote and that are not among these paths. */
export function removeStaleTypes(current: readonly string[]): void {
  const root = join(folder, "types");
  if (!existsSync(root)) return;
  const kept = new Set(current);
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    const path = join(root, name);
    if (!/\.d\.(?:md|ya?ml)\.ts$/i.test(name) || kept.has(path.replaceAll("\\", "/"))) continue;
    if (readFileSync(path, "utf8").startsWith(generatedBy)) rmSync(path);
  }
}

function write(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
